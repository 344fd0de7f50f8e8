/* eps_insensitive - l(z) = max(0, |r| - eps), r = z - y: support vector regression.
 *
 * Vapnik (The Nature of Statistical Learning Theory, 1995). The dual step: Ho, Lin (Large-scale
 * linear support vector regression, JMLR 13, 2012). */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double eps, double y, double z)
{
    double beyond = fabs(z - y) - eps;

    return beyond <= 0 ? 0 : beyond; /* NaN stays NaN */
}

/* sign(r) if |r| > eps, else 0 */
static inline double slope(double eps, double y, double z)
{
    return (z - y > eps) - (z - y < -eps);
}

/* uy + eps |u| on |u| <= 1: the maximum of ur - max(0, |r| - eps) is at r = eps sign(u). */
static inline double dual(double eps, double y, double u)
{
    return fabs(u) > 1 ? INFINITY : u * y + eps * fabs(u);
}

/* u+ = clip(soft(qu + r, eps)/q, -1, 1), soft(x, eps) = sign(x) max(0, |x| - eps): the minimiser of
 * eps |v| - rv + q/2 (v - u)^2. */
static inline double step(double eps, double y, double z, double u, double q)
{
    return clip(soft_step(eps, 0, z - y, u, q), -1, 1);
}

/* l*(u) = yu + eps |u|, |u| <= 1 */
static struct quadratic quadratic(double eps)
{
    return (struct quadratic){.centre = 1, .kink = eps, .lo = {-1, -1}, .hi = {1, 1}};
}

/* 1/q on 0 < |v| < 1; 0 is a kink of l*. */
static inline double curvature(double eps, double y, double v, double q)
{
    (void)eps;
    (void)y;
    return ((v != 0) & (fabs(v) < 1)) / q;
}

/* Slope -1 below y - eps, 0 up to y + eps, +1 above. */
static inline int kinks(double eps, double y, double *first, struct kink kink[])
{
    *first = -1;
    kink[0] = (struct kink){y - eps, 1};
    kink[1] = (struct kink){y + eps, 1};
    return 2;
}

#include "loss/formula/kinked_template.h"

const struct loss_row loss_eps_insensitive = {
    .name = "eps-insensitive",
    .help = "max(0, |z - y| - eps), support vector regression",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = "eps",
    .initial = 0.1,
    .lo = 0,
    .hi = 1e6,
    .formula = &formula};
