/* squared - l(z) = r^2/2, r = z - y: least squares; with l2, ridge regression. */
#include <math.h>

#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return (z - y) * (z - y) / 2;
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return z - y;
}

/* uy + u^2/2: the maximum of uz - (z - y)^2/2 is at z = y + u. */
static inline double dual(double p, double y, double u)
{
    (void)p;
    return u * (y + u / 2);
}

/* u+ = u + (r - u)/(1 + q): 0 = y + u+ - z + q (u+ - u). */
static inline double step(double p, double y, double z, double u, double q)
{
    (void)p;
    return u + (z - y - u) / (1 + q);
}

/* l*(u) = yu + u^2/2 */
static struct quadratic quadratic(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1,
                              .curve = 1,
                              .lo = {-INFINITY, -INFINITY},
                              .hi = {INFINITY, INFINITY}};
}

/* l*'' = 1 */
static inline double curvature(double p, double y, double v, double q)
{
    (void)p;
    (void)y;
    (void)v;
    return 1 / (q + 1);
}

#define QUADRATIC quadratic
#include "loss/formula/each_template.h"

#include "loss/formula/formula_template.h"

const struct loss_row loss_squared = {
    .name = "squared",
    .help = "(z - y)^2 / 2, least squares",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_WEIGHTS,
    .formula = &formula};
