/* squared_eps_insensitive - l(z) = max(0, |r| - eps)^2, r = z - y; without 1/2, as LIBLINEAR's
 * L2-loss support vector regression: Ho, Lin (JMLR 13, 2012), the dual step too. */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double eps, double y, double z)
{
    double beyond = fabs(z - y) - eps;

    return beyond <= 0 ? 0 : beyond * beyond; /* NaN stays NaN */
}

/* 2 soft(r, eps), soft(r, eps) = sign(r) max(0, |r| - eps) = r - clip(r, -eps, eps) */
static inline double slope(double eps, double y, double z)
{
    double r = z - y;

    return 2 * (r - clip(r, -eps, eps));
}

/* uy + eps |u| + u^2/4: the maximum of ur - (|r| - eps)^2 is at |r| = eps + |u|/2. */
static inline double dual(double eps, double y, double u)
{
    return u * (y + u / 4) + eps * fabs(u);
}

/* u+ = soft(qu + r, eps)/(q + 1/2): the minimiser of eps |v| + v^2/4 - rv + q/2 (v - u)^2. */
static inline double step(double eps, double y, double z, double u, double q)
{
    return soft_step(eps, 0.5, z - y, u, q);
}

/* l*(u) = yu + eps |u| + u^2/4 */
static struct quadratic quadratic(double eps)
{
    return (struct quadratic){.centre = 1,
                              .kink = eps,
                              .curve = 0.5,
                              .lo = {-INFINITY, -INFINITY},
                              .hi = {INFINITY, INFINITY}};
}

/* l*'' = 1/2 but at 0, a kink of l*. */
static inline double curvature(double eps, double y, double v, double q)
{
    (void)eps;
    (void)y;
    return (v != 0) / (q + 0.5);
}

#define QUADRATIC quadratic
#include "loss/formula/each_template.h"

#include "loss/formula/formula_template.h"

const struct loss_row loss_squared_eps_insensitive = {
    .name = "squared-eps-insensitive",
    .help = "max(0, |z - y| - eps)^2",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_WEIGHTS,
    .parameter = "eps",
    .initial = 0.1,
    .lo = 0,
    .hi = 1e6,
    .formula = &formula};
