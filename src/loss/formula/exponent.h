/* exponent - the conjugate of exp(z) - rz, and its dual step. */
#ifndef RRM_LOSS_EXPONENT_H
#define RRM_LOSS_EXPONENT_H

#include <float.h>
#include <math.h>

/* s log s - s, s = u + r, on s >= 0, with 0 log 0 = 0 */
static inline double exponent_dual(double r, double u)
{
    double s = u + r;

    if (s < 0)
        return INFINITY;
    return s > 0 ? s * (log(s) - 1) : s; /* NaN stays NaN */
}

enum { NEWTON_STEPS = 50 }; /* a bound that no test meets */

/* The solution of phi + exp(phi) = k. The left side is convex and increasing: from a point right of
 * the solution, min(k, 0) or log k, Newton's method falls monotonically to it, in the end
 * quadratically. */
static inline double exponent_root(double k)
{
    double phi = k > 1 ? log(k) : fmin(k, 0);

    for (int i = 0; i < NEWTON_STEPS; i++) {
        double e = exp(phi), move = (phi + e - k) / (1 + e);
        phi -= move;
        if (!(fabs(move) > DBL_EPSILON * (1 + fabs(phi))))
            break;
    }
    return phi;
}

/* argmin_v l*(v) - zv + q/2 (v - u)^2: s = v + r = exp(theta), theta = z - q (v - u), that is, with
 * s0 = u + r, phi + exp(phi) = q s0 + z + log q for phi = theta + log q. Small moves are added to
 * u, which rounds less. */
static inline double exponent_step(double r, double z, double u, double q)
{
    double s = u + r, log_q = log(q), theta, move;

    if (!(q > 0)) /* an empty row */
        return exp(z) - r;
    theta = exponent_root(q * s + z + log_q) - log_q;
    move = (z - theta) / q;
    return q * s > 1 && fabs(move) <= s / 2 ? u + move : exp(theta) - r;
}

#endif
