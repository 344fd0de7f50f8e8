/* absolute - l(z) = |r|, r = z - y: least absolute deviations; the best constant score is a median.
 *
 * The eps-insensitive loss with eps = 0, twice the quantile loss with tau = 1/2. */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return fabs(z - y);
}

/* sign(r), 0 at r = 0 */
static inline double slope(double p, double y, double z)
{
    (void)p;
    return (z > y) - (z < y);
}

/* uy on |u| <= 1: uz - |z - y| = uy + (ur - |r|), and max ur - |r| = 0 there, else infinite */
static inline double dual(double p, double y, double u)
{
    (void)p;
    return fabs(u) > 1 ? INFINITY : u * y;
}

/* u+ = clip(u + r/q, -1, 1): 0 = y - z + q (u+ - u). q = 0, an empty row: u+ = sign(r), the slope
 * at the fixed z. */
static inline double step(double p, double y, double z, double u, double q)
{
    double r = z - y;

    (void)p;
    return r == 0 ? u : clip(u + r / q, -1, 1);
}

/* l*(u) = yu, |u| <= 1 */
static struct quadratic quadratic(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1, .lo = {-1, -1}, .hi = {1, 1}};
}

/* 1/q on |v| < 1 */
static inline double curvature(double p, double y, double v, double q)
{
    (void)p;
    (void)y;
    return (fabs(v) < 1) / q;
}

/* Slope -1 below y, +1 above: a jump of 2. */
static inline int kinks(double p, double y, double *first, struct kink kink[])
{
    (void)p;
    *first = -1;
    kink[0] = (struct kink){y, 2};
    return 1;
}

#include "loss/formula/kinked_template.h"

const struct loss_row loss_absolute = {
    .name = "absolute",
    .help = "|z - y|, least absolute deviations",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .formula = &formula};
