/* exponential - l(z) = exp(-yz), the loss of boosting.
 *
 * Freund, Schapire (Journal of Computer and System Sciences 55, 1997); Friedman, Hastie, Tibshirani
 * (Additive logistic regression, Annals of Statistics 28, 2000). */

static inline double sign(double y)
{
    return -y;
}

static inline double shift(double y)
{
    (void)y;
    return 0;
}

static inline double origin(double y)
{
    (void)y;
    return 0;
}

static inline double least(double y)
{
    (void)y;
    return 0;
}

#include "loss/formula/exponent_template.h"

const struct loss_row loss_exponential = {
    .name = "exponential",
    .help = "exp(-yz), the loss of boosting",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_SMOOTH | LOSS_STEEP | LOSS_POSITIVE | LOSS_WEIGHTS,
    .formula = &formula};
