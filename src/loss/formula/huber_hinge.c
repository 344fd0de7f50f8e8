/* huber_hinge - l(z) = 0 if t > 1 + h, (1 + h - t)^2/(4h) if |1 - t| <= h, 1 - t if t < 1 - h:
 * the hinge, its corner rounded over a width of 2h. t = yz; below, a = -yu.
 *
 * Chapelle (Training a support vector machine in the primal, Neural Computation 19, 2007). */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double h, double y, double z)
{
    double t = y * z;

    if (t > 1 + h)
        return 0;
    return t < 1 - h ? 1 - t : (1 + h - t) * (1 + h - t) / (4 * h);
}

/* a = clip((1 + h - t)/(2h), 0, 1) */
static inline double slope(double h, double y, double z)
{
    return -y * clip((1 + h - y * z) / (2 * h), 0, 1);
}

/* -(1 + h) a + h a^2 on 0 <= a <= 1: the maximum of -at - l is at t = 1 + h - 2ha. */
static inline double dual(double h, double y, double u)
{
    double a = -y * u;

    return a < 0 || a > 1 ? INFINITY : -(1 + h) * a + h * a * a;
}

/* a+ = clip(a + (1 + h - t - 2ha)/(q + 2h), 0, 1): 0 = -(1 + h) + 2h a+ + t + q (a+ - a). */
static inline double step(double h, double y, double z, double u, double q)
{
    double a = -y * u;

    return -y * clip(a + (1 + h - y * z - 2 * h * a) / (q + 2 * h), 0, 1);
}

/* l*(u) = (1 + h) yu + h u^2, 0 <= -yu <= 1 */
static struct quadratic quadratic(double h)
{
    return (struct quadratic){.centre = 1 + h, .curve = 2 * h, .lo = {0, -1}, .hi = {1, 0}};
}

/* l*'' = 2h on 0 < a < 1 */
static inline double curvature(double h, double y, double v, double q)
{
    double a = -y * v;

    return ((a > 0) & (a < 1)) / (q + 2 * h);
}

#define QUADRATIC quadratic
#include "loss/formula/each_template.h"

#include "loss/formula/formula_template.h"

const struct loss_row loss_huber_hinge = {
    .name = "huber-hinge",
    .help = "the hinge, its corner rounded over a width of 2h",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = "h",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 1e6,
    .formula = &formula};
