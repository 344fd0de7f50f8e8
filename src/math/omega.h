/* omega - the root p of log p + q p = s: q p is Wright's function omega at s + log q (Corless,
 * Jeffrey, The Wright omega function, LNCS 2385, 2002). */
#ifndef RRM_OMEGA_H
#define RRM_OMEGA_H

#include "math/logarithm.h"

/* x + log x = t has the solution x = e^t (1 - e^t + ...): e^t within rounding if t is below SMALL,
 * as e^-36 = DBL_EPSILON, and x = t - log t + log t/t - ...: t - log t within rounding above
 * LARGE, as log t/t^2 is then below 4e-31. */
static const double OMEGA_SMALL = -36, OMEGA_LARGE = 1e16;

/* A step of fourth order from x with the residual z = t - x - log x leaves a relative error of
 * |2 x^2 - 8 x - 1| / (72 (1 + x)^6) times that of x to the fourth, z/(1 + x) to first order: at
 * most z^4/72, 2e-17 for |z| = ONE_STEP. Two steps leave 3e-17 from |z| = GUESS, and 3e-18 from the
 * starts of omega (-36 <= t <= 60, in long double), where one leaves 1e-4. */
static const double OMEGA_ONE_STEP = 2e-4, OMEGA_GUESS = 0.35;
enum { OMEGA_STEPS = 2 };

/* p, from log_q = log q and a p that may be near, q >= 0: x = qp solves x + log x = t = s + log q
 * by the iteration of Fritsch, Shafer and Crowley (Solution of the transcendental equation w e^w =
 * x, CACM 16, 1973), from qp of the p given if that is near, else from x = t - log t if t > 1, else
 * from e^t/(1 + e^t). q = 0: t = -INFINITY, p = exp(s). */
static inline double omega(double s, double q, double log_q, double p)
{
    double t = s + log_q, x = q * p, z, e;

    if (t < OMEGA_SMALL)
        return exponential(s);
    if (t > OMEGA_LARGE)
        return (t - logarithm(t)) / q;
    z = t - x - logarithm(x);
    if (!(fabs(z) <= OMEGA_GUESS)) {
        e = t > 1 ? 0 : exponential(t);
        x = t > 1 ? t - logarithm(t) : e / (1 + e);
        z = t - x - logarithm(x);
    }
    for (int k = 1;; k++) {
        double a = 2 * (1 + x) * (1 + x + 2 * z / 3);
        x *= 1 + z / (1 + x) * (a - z) / (a - 2 * z);
        if (k == OMEGA_STEPS || fabs(z) <= OMEGA_ONE_STEP)
            return x / q;
        z = t - x - logarithm(x);
    }
}

#endif
