/* huber - l(z) = r^2/2 if |r| <= delta, delta |r| - delta^2/2 else, r = z - y.
 *
 * Huber (Robust estimation of a location parameter, Annals of Mathematical Statistics 35, 1964). */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double delta, double y, double z)
{
    double size = fabs(z - y);

    return size <= delta ? size * size / 2 : delta * (size - delta / 2);
}

/* clip(r, -delta, delta) */
static inline double slope(double delta, double y, double z)
{
    return clip(z - y, -delta, delta);
}

/* uy + u^2/2 on |u| <= delta: the maximum of ur - l is at r = u. */
static inline double dual(double delta, double y, double u)
{
    return fabs(u) > delta ? INFINITY : u * (y + u / 2);
}

/* u+ = clip(u + (r - u)/(1 + q), -delta, delta): 0 = y + u+ - z + q (u+ - u). */
static inline double step(double delta, double y, double z, double u, double q)
{
    return clip(u + (z - y - u) / (1 + q), -delta, delta);
}

/* l*(u) = yu + u^2/2, |u| <= delta */
static struct quadratic quadratic(double delta)
{
    return (struct quadratic){.centre = 1,
                              .curve = 1,
                              .lo = {-delta, -delta},
                              .hi = {delta, delta}};
}

/* l*'' = 1 on |v| < delta */
static inline double curvature(double delta, double y, double v, double q)
{
    (void)y;
    return (fabs(v) < delta) / (q + 1);
}

#define QUADRATIC quadratic
#include "loss/formula/each_template.h"

#include "loss/formula/formula_template.h"

const struct loss_row loss_huber = {
    .name = "huber",
    .help = "(z - y)^2 / 2 up to |z - y| = delta, linear beyond",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_WEIGHTS,
    .parameter = "delta",
    .initial = 1,
    .lo = 1e-6,
    .hi = 1e6,
    .formula = &formula};
