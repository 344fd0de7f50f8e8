/* exponential - l(z) = exp(-yz), the loss of boosting. Below, t = yz and a = -yu: a is the slope of
 * exp at -t, so that exponent.h with r = 0 has the conjugate and the step.
 *
 * Freund, Schapire (Journal of Computer and System Sciences 55, 1997); Friedman, Hastie, Tibshirani
 * (Additive logistic regression, Annals of Statistics 28, 2000). */
#include "loss/formula/exponent.h"

static inline double argument(double y, double z)
{
    return -y * z;
}

static inline double value_from(double e, double y, double z)
{
    (void)y;
    (void)z;
    return e;
}

/* a = exp(-t) */
static inline double slope_from(double e, double y)
{
    return -y * e;
}

/* a log a - a on a >= 0 */
static inline double dual(struct parameter p, double y, double u)
{
    (void)p;
    return exponent_dual(0, -y * u);
}

/* log a+ = -t - q (a+ - a) */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    (void)p;
    return -y * exponent_step(0, -y * z, -y * u, q);
}

/* l*'' = 1/a */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    (void)p;
    return exponent_curvature(-y * v, q);
}

#include "loss/formula/exponent_template.h"

#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"

const struct loss_row loss_exponential = {
    .name = "exponential",
    .help = "exp(-yz), the loss of boosting",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_SMOOTH | LOSS_STEEP | LOSS_POSITIVE | LOSS_WEIGHTS,
    .formula = &formula};
