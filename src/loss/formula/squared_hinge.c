/* squared_hinge - l(z) = max(0, 1 - yz)^2, without 1/2, as LIBLINEAR's L2-loss: Fan, Chang, Hsieh,
 * Wang, Lin (JMLR 9, 2008). Below, t = yz and a = -yu.
 *
 * The dual step: Hsieh, Chang, Lin, Keerthi, Sundararajan (ICML 2008). */
#include <math.h>

#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    double slack = 1 - y * z, beyond = slack <= 0 ? 0 : slack; /* NaN stays NaN */

    (void)p;
    return beyond * beyond;
}

/* -2y max(0, 1 - t) */
static inline double slope(double p, double y, double z)
{
    double slack = 1 - y * z, beyond = slack > 0 ? slack : 0;

    (void)p;
    return -2 * y * beyond;
}

/* -a + a^2/4 on a >= 0: the maximum of -at - (1 - t)^2 over t <= 1 is at 1 - t = a/2. */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    return a < 0 ? INFINITY : -a + a * a / 4;
}

/* a+ = max(0, a + (1 - t - a/2)/(q + 1/2)): 0 = -1 + a+/2 + t + q (a+ - a). */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u;

    (void)p;
    a += (1 - y * z - a / 2) / (q + 0.5);
    a = a > 0 ? a : 0;
    return -y * a;
}

/* l*(u) = yu + u^2/4, -yu >= 0 */
static struct quadratic quadratic(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1, .curve = 0.5, .lo = {0, -INFINITY}, .hi = {INFINITY, 0}};
}

/* l*'' = 1/2 on a > 0 */
static inline double curvature(double p, double y, double v, double q)
{
    (void)p;
    return (-y * v > 0) / (q + 0.5);
}

#define QUADRATIC quadratic
#include "loss/formula/each_template.h"

#include "loss/formula/formula_template.h"

const struct loss_row loss_squared_hinge = {
    .name = "squared-hinge",
    .help = "max(0, 1 - yz)^2",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_WEIGHTS,
    .formula = &formula};
