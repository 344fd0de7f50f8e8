/* piecewise - the exact minimum of a convex piecewise linear function plus a quadratic in one variable. */
#ifndef RRM_PIECEWISE_H
#define RRM_PIECEWISE_H

#include <stddef.h>

/* Where a piecewise linear function bends: at `at` its slope jumps up by `jump` > 0. */
struct kink {
    double at, jump;
};

/* The smallest minimiser over t >= lo (lo may be -INFINITY) of
 *     phi(t) = slope0 t + quad/2 t^2 + sum_k jump_k max(0, t - at_k),   quad >= 0;
 * slope0 is the slope of the linear part left of all kinks. Expected time O(count); the kinks change their order, and
 * the result does not depend on anything but the input.
 * *theta in [0, 1]: where t stands on kinks (at == t exactly), the share of their jumps that makes the slope zero,
 * slope_left + theta (slope_right - slope_left) = 0; 0 if t is no kink, or if the slope is positive on both sides.
 * Returns lo if the slope right of it is >= 0 already (-INFINITY if that is so from -INFINITY on), and +INFINITY if the
 * slope stays negative for ever. */
double piecewise_minimise(struct kink *kinks, size_t count, double slope0, double quad, double lo, double *theta);

#endif
