/* truncated - what the rows with REG_TRUNCATED share: Omega(w) = l1 |w|_1 + curvature |w|^2/2. */
#include "reg/truncated.h"

#include <math.h>

#include "math/vec.h"

double truncated_value(double l1, double curvature, size_t n, const double *w)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += fabs(w[j]);
    return (l1 > 0 ? l1 * sum : 0) + (curvature > 0 ? curvature * (vec_sqnorm(n, w) / 2) : 0);
}

/* sum max(0, |s| - lambda l1)^2 / (2 lambda curvature); without curvature whether s is in the box |s| <= lambda l1. A
 * slope that is NaN is in no box. */
double truncated_conjugate(double l1, double curvature, size_t n, double lambda, double scale, const double *s)
{
    double edge = lambda * l1, most = 0, sum = 0;

    for (size_t j = 0; j < n; j++) {
        double size = fabs(scale * s[j]), beyond = size <= edge ? 0 : size - edge;
        most = fmax(most, beyond);
        sum += beyond * beyond;
    }
    if (curvature > 0)
        return sum / (2 * lambda * curvature);
    return most <= 1e-15 * edge && sum < INFINITY ? 0 : INFINITY; /* s often lies on the edge, and rounded */
}

/* soft(S c - g, lambda l1)/(S + lambda curvature) */
void truncated_prox(double l1, double curvature, size_t n, double lambda, double S, const double *centre,
                    const double *g, double *w)
{
    double edge = lambda * l1, divisor = S + lambda * curvature;

    for (size_t j = 0; j < n; j++) {
        double a = S > 0 ? S * centre[j] - g[j] : -g[j];
        w[j] = fabs(a) <= edge ? 0 : copysign(fabs(a) - edge, a) / divisor;
    }
}

/* 1/(S + lambda curvature) where w is not 0 */
void truncated_jacobian(double curvature, size_t n, double lambda, double S, const double *w, double *h, double *v)
{
    for (size_t j = 0; j < n; j++) {
        h[j] = w[j] != 0 ? 1 / (S + lambda * curvature) : 0;
        v[j] = 0;
    }
}
