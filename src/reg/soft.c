/* soft - what the rows whose prox is the soft threshold share: Omega(w) = l1 |w|_1 + c |w|^2/2. */
#include "reg/soft.h"

#include <math.h>

#include "math/vec.h"

/* Without curvature Psi* is the indicator of the box |s_j| <= lambda l1. A slope that `share`
 * scaled onto the edge of the box lies beyond it by a few DBL_EPSILON = 2.2e-16 of lambda l1, which
 * this share forgives. */
static const double EDGE = 1e-15;

double soft_value(double l1, double c, size_t n, const double *w)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += fabs(w[j]);
    return (l1 > 0 ? l1 * sum : 0) + (c > 0 ? c * (vec_sqnorm(n, w) / 2) : 0);
}

/* sum_j max(0, |s_j| - lambda l1)^2/(2 lambda c); for c = 0 it is 0 in the box and INFINITY
 * elsewhere, NaN included. */
double soft_conjugate(double l1, double c, size_t n, double lambda, double scale, const double *s)
{
    double edge = lambda * l1, most = 0, sum = 0;

    for (size_t j = 0; j < n; j++) {
        double size = fabs(scale * s[j]), beyond = size <= edge ? 0 : size - edge;
        most = fmax(most, beyond);
        sum += beyond * beyond;
    }
    if (c > 0)
        return sum / (2 * lambda * c);
    return most <= EDGE * edge && sum < INFINITY ? 0 : INFINITY;
}

/* soft(a, edge)/divisor: a less the point of [-edge, edge] nearest to a. NaN for NaN. No branch. */
static inline double minimum(double a, double edge, double divisor)
{
    double near = a < -edge ? -edge : a;

    return (a - (near > edge ? edge : near)) / divisor;
}

double soft_coordinate(double l1, double c, double lambda, double S, double a)
{
    return minimum(a, lambda * l1, S + lambda * c);
}

/* soft(S centre - g, lambda l1)/(S + lambda c) */
void soft_prox(double l1, double c, size_t n, double lambda, double S, const double *centre,
               const double *g, double *w)
{
    for (size_t j = 0; j < n; j++)
        w[j] = minimum(S > 0 ? S * centre[j] - g[j] : -g[j], lambda * l1, S + lambda * c);
}

/* 1/(S + lambda c) where w is not 0 */
void soft_jacobian(double c, size_t n, double lambda, double S, const double *w, double *h,
                   double *v)
{
    for (size_t j = 0; j < n; j++) {
        h[j] = w[j] != 0 ? 1 / (S + lambda * c) : 0;
        v[j] = 0;
    }
}
