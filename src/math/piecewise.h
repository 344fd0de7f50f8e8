/* piecewise - the exact minimum of a convex piecewise linear function plus a quadratic in one
 * variable. */
#ifndef RRM_PIECEWISE_H
#define RRM_PIECEWISE_H

#include <stddef.h>

/* A kink of a piecewise linear function: at `at` its slope rises by `jump` > 0. */
struct kink {
    double at, jump;
};

/* The smallest minimiser t >= lo (lo may be -INFINITY) of
 *     phi(t) = slope0 t + quad/2 t^2 + sum_k jump_k max(0, t - at_k),   quad >= 0.
 * Expected time O(count). The kinks are permuted; the result depends on the input alone. Needs no
 * memory and never fails.
 * Returns lo where the slope right of lo is >= 0 (-INFINITY where it is so from -INFINITY on), and
 * +INFINITY where the slope is negative for ever.
 * *theta in [0, 1]: at a kink, at_k == t exactly, the share of its jump that makes the slope 0,
 * slope_left + theta (slope_right - slope_left) = 0; otherwise, or if slope_left >= 0, 0. */
double piecewise_minimise(struct kink *kinks, size_t count, double slope0, double quad, double lo,
                          double *theta);

#endif
