/* kinked - a convex function of one variable with a kink at 0: the exact search over many. */
#include "math/kinked.h"

/* A jump of the slope that no step passes, for one that is infinite: a sum of 1e18 such jumps is
 * finite. */
static const double WALL = 1e290;

double kinked_search(const struct kinked *psi, size_t n, double *x, const double *p, double slope,
                     double quad, struct kink *kinks)
{
    size_t count = 0;
    double theta, t;

    for (size_t j = 0; j < n; j++)
        if (x[j] * p[j] < 0)
            kinks[count++] = (struct kink){-x[j] / p[j],
                                           fmin((psi->right - psi->left) * fabs(p[j]), WALL)};
    t = piecewise_minimise(kinks, count, slope, quad, 0, &theta);
    if (!(t > 0 && t < INFINITY))
        return 0;
    for (size_t j = 0; j < n; j++)
        x[j] = x[j] * p[j] < 0 && -x[j] / p[j] == t ? 0 : x[j] + t * p[j];
    return t;
}
