/* kinked - a convex function of one variable with a kink at 0: the exact search over many. */
#include "math/kinked.h"

/* A jump of the slope that no step passes, for one that is infinite: a sum of 1e18 such jumps is
 * finite. */
static const double WALL = 1e290;

/* t is near 1 above WHOLE, kinks are met soon below SOON; no fewer steps than LEAST. Tuned. */
static const double WHOLE = 0.9, SOON = 0.3;
enum { LEAST = 3 };

double kinked_violations(struct kinked_each psi, size_t n, const double *x, const double *g)
{
    double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += kinked_violation(kinked_at(psi, j), x[j], g[j]);
    return sum;
}

int kinked_steps(int steps, double t, int most)
{
    if (t > WHOLE)
        return 2 * steps < most ? 2 * steps : most;
    if (t < SOON)
        return steps / 2 > LEAST ? steps / 2 : LEAST;
    return steps;
}

/* The bound of x that p leads to; infinite: there is none. */
static double bound_of(const struct kinked *psi, double p)
{
    return p > 0 ? psi->hi : psi->lo;
}

/* x + t p, exactly 0 or the bound where t is the step to there. */
static double moved(const struct kinked *psi, double x, double p, double t)
{
    double bound = bound_of(psi, p);

    if (p == 0)
        return x;
    if (x * p < 0 && -x / p == t)
        return 0;
    return (bound - x) / p <= t ? bound : x + t * p;
}

double kinked_search(struct kinked_each psi, size_t n, double *x, const double *p, double slope,
                     double quad, struct kink *kinks)
{
    size_t count = 0;
    double theta, t;

    for (size_t j = 0; j < n; j++) {
        const struct kinked *at = kinked_at(psi, j);
        if (x[j] * p[j] < 0)
            kinks[count++] = (struct kink){-x[j] / p[j],
                                           fmin((at->right - at->left) * fabs(p[j]), WALL)};
        if (p[j] != 0 && isfinite(bound_of(at, p[j])))
            kinks[count++] = (struct kink){(bound_of(at, p[j]) - x[j]) / p[j], WALL};
    }
    t = piecewise_minimise(kinks, count, slope, quad, 0, &theta);
    if (!(t > 0 && t < INFINITY))
        return 0;
    for (size_t j = 0; j < n; j++)
        x[j] = moved(kinked_at(psi, j), x[j], p[j], t);
    return t;
}
