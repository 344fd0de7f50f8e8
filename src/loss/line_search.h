/* line_search - the minimum along a line by slopes: for losses without a closed form there. */
#ifndef RRM_LINE_SEARCH_H
#define RRM_LINE_SEARCH_H

/* argmin over t >= 0 of a convex f by its slope f'(context, t), nondecreasing in t: 0 if
 * f'(at) >= 0, where `at` >= 0 is 0 or beside it. Ends where |f'(t)| <= 1e-3 |f'(at)|, or where the
 * bracket of t is `narrow` t wide, for f' may jump; 1e300 or more if f falls for ever. `rounding`
 * is that of f: as f(0) - f(t) <= t |f'(0)|, the t up to rounding/|f'(at)| gain nothing, and the
 * search ends at 0 there, or where that is 1. Where many scores tie at t = 0 the f'(0) of one
 * subgradient is negative though f rises. */
double line_search(double (*slope)(void *context, double t), void *context, double at,
                   double narrow, double rounding);

/* The same for Newton's method, where t = 1 is near the minimum: f'(0) = start is known, and the
 * search ends where |f'(t)| <= 0.05 |start|, or at a bracket of 1e-6 t. */
double line_search_from(double (*slope)(void *context, double t), void *context, double start);

#endif
