/* exponent - the conjugate of l(z) = exp(z) - rz, and its dual step. */
#ifndef RRM_LOSS_EXPONENT_H
#define RRM_LOSS_EXPONENT_H

#include <float.h>
#include <math.h>

/* Newton's steps of exponent_root. It took 6 at most for 2e7 random k, |k| from 1e-13 to 1e13. */
enum { EXPONENT_STEPS = 50 };

/* l*(u) = s log s - s on s = u + r >= 0, with 0 log 0 = 0: the maximum of sz - exp(z) is at
 * z = log s. NaN for NaN. */
static inline double exponent_dual(double r, double u)
{
    double s = u + r;

    if (s < 0)
        return INFINITY;
    return s > 0 ? s * (log(s) - 1) : s;
}

/* The phi with phi + exp(phi) = k. The left side f is convex and increasing: Newton's steps from a
 * phi right of the root, f(phi) >= k, fall monotonically to it. f(k) >= k, f(0) = 1 >= k for k in
 * (0, 1], f(log k) >= k for k > 1; from k itself a large k takes about k steps. */
static inline double exponent_root(double k)
{
    double phi = k <= 0 ? k : 0;

    if (k > 1)
        phi = log(k);
    for (int i = 0; i < EXPONENT_STEPS; i++) {
        double e = exp(phi), move = (phi + e - k) / (1 + e);
        phi -= move;
        if (!(fabs(move) > DBL_EPSILON * (1 + fabs(phi))))
            break;
    }
    return phi;
}

/* u+ = argmin_v l*(v) - zv + q/2 (v - u)^2. With s = u + r and u+ + r = exp(theta):
 *     theta = z - q (u+ - u), that is, phi + exp(phi) = qs + z + log q for phi = theta + log q.
 * q = 0, an empty row: u+ = exp(z) - r. Two formulas for u+ agree but for rounding, the error of
 * theta being about e = DBL_EPSILON |theta|: u + (z - theta)/q has the error e/q, exp(theta) - r
 * the error e exp(theta). The first is taken where qs > 1, for moves by s/2 at most: u+ + r > 0. */
static inline double exponent_step(double r, double z, double u, double q)
{
    double s = u + r, log_q = log(q), theta, move;

    if (!(q > 0))
        return exp(z) - r;
    theta = exponent_root(q * s + z + log_q) - log_q;
    move = (z - theta) / q;
    return q * s > 1 && fabs(move) <= s / 2 ? u + move : exp(theta) - r;
}

/* 1/(q + l*''), l*'' = 1/s, s >= 0; 1/q at an s that overflowed. */
static inline double exponent_curvature(double s, double q)
{
    return q > 0 ? 1 / (q + 1 / s) : s;
}

#endif
