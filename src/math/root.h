/* root - the zero of an increasing function of one variable. */
#ifndef RRM_ROOT_H
#define RRM_ROOT_H

/* A zero of the nondecreasing f beyond `lo`, where f(lo) = f_lo < 0: brackets it by steps that double, or more, from
 * `step` > 0, then narrows by the Illinois variant of regula falsi (Dowell and Jarratt 1971) guarded by bisection,
 * until |f| <= tol or the bracket is as narrow as `narrow` relative to its larger end, or as rounding allows. An
 * infinite value is taken for a huge one, NaN for a positive one. If f stays negative up to 1e300 steps, the last point
 * tried is returned. */
double root_beyond(double (*f)(void *context, double t), void *context, double lo, double f_lo, double step,
                   double tol, double narrow);

#endif
