/* root - a zero of a nondecreasing function of one variable. */
#ifndef RRM_ROOT_H
#define RRM_ROOT_H

/* A zero of the nondecreasing f beyond `lo`, where f(lo) = f_lo < 0. Growing steps from `step` > 0
 * bracket it, then Chandrupatla's method (1997) narrows the bracket until |f| <= tol at the last
 * point, or the bracket is at most `narrow` times its larger end wide, or `least`, or as narrow as
 * rounding allows. An infinite value of f counts as a huge one, NaN as a positive one. If f stays
 * negative up to steps of 1e300, the last point is returned. At most 104 evaluations after those of
 * the bracketing, which mostly takes two and never more than 1,000. */
double root_beyond(double (*f)(void *context, double t), void *context, double lo, double f_lo,
                   double step, double tol, double narrow, double least);

/* The double in the middle of those between a and b, both finite: bisection by it takes at most 64
 * steps from any two doubles to neighbours, where that by (a + b)/2 takes 1,075 to a zero at 0. */
double root_middle(double a, double b);

#endif
