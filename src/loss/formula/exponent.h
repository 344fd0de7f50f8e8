/* exponent - the conjugate of l(z) = exp(z) - rz, and its dual step. */
#ifndef RRM_LOSS_EXPONENT_H
#define RRM_LOSS_EXPONENT_H

#include "loss/loss.h"
#include "math/omega.h"

/* l*(u) = s log s - s on s = u + r >= 0, with 0 log 0 = 0: the maximum of sz - exp(z) is at
 * z = log s. NaN for NaN. */
static inline double exponent_dual(double r, double u)
{
    double s = u + r;

    if (s < 0)
        return INFINITY;
    return s > 0 ? s * (logarithm(s) - 1) : s;
}

/* u+ = argmin_v l*(v) - zv + q/2 (v - u)^2. With s = u + r and s+ = u+ + r:
 *     log s+ = z - q (u+ - u), that is, log s+ + q s+ = z + q s.
 * q = 0, an empty row: u+ = exp(z) - r. Two formulas for u+ agree but for rounding: the error of
 * u + (z - log s+)/q is about DBL_EPSILON |log s+|/q, that of s+ - r is DBL_EPSILON s+. The first
 * is taken where qs > 1, for moves by s/2 at most: u+ + r > 0. */
static inline double exponent_step(double r, double z, double u, double q)
{
    double s = u + r, next, move;

    if (!(q > 0))
        return exponential(z) - r;
    next = omega(q * s + z, q, logarithm(q), s);
    if (!(q * s > 1))
        return next - r;
    move = (z - logarithm(next)) / q;
    return fabs(move) <= s / 2 ? u + move : next - r;
}

/* 1/(q + l*''), l*'' = 1/s, s >= 0; 1/q at an s that overflowed. */
static inline double exponent_curvature(double s, double q)
{
    return q > 0 ? 1 / (q + 1 / s) : s;
}

#endif
