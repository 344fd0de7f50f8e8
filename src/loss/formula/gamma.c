/* gamma - l(z) = y exp(-z) + z - log y - 1, y > 0: half the deviance of an amount y that is gamma
 * distributed with the mean exp(z); 0 at z = log y.
 *
 * McCullagh, Nelder (Generalized Linear Models, 2nd edition, 1989, chapter 8). With a = log y - z
 * that is exp(a) - a - 1. */
#include "math/logarithm.h"

static inline double sign(double y)
{
    (void)y;
    return -1;
}

static inline double shift(double y)
{
    (void)y;
    return 1;
}

static inline double origin(double y)
{
    return logarithm(y);
}

static inline double least(double y)
{
    (void)y;
    return 1;
}

#include "loss/formula/exponent_template.h"

/* log y - (z + o) = log(y e^-o) - z */
static double shifted(double p, double offset, double *y)
{
    (void)p;
    *y *= exponential(-offset);
    return 1;
}

const struct loss_row loss_gamma = {
    .name = "gamma",
    .help = "y exp(-z) + z - log y - 1, amounts y > 0 with the mean exp(z)",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_COUNTS | LOSS_ABOVE_0 | LOSS_POSITIVE | LOSS_SMOOTH |
              LOSS_STEEP | LOSS_WEIGHTS,
    .response = exponential,
    .shifted = shifted,
    .formula = &formula};
