/* poisson - l(z) = exp(z) - yz, y >= 0: the negative log-likelihood of a count y of mean exp(z),
 * less its constant log y!. */

static inline double sign(double y)
{
    (void)y;
    return 1;
}

static inline double shift(double y)
{
    return y;
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

/* exp(z + o) - y (z + o) = e^o (exp(z) - y e^-o z) - y o: e^o is the exposure, y e^-o a rate. */
static double shifted(double p, double offset, double *y)
{
    (void)p;
    *y *= exponential(-offset);
    return exponential(offset);
}

const struct loss_row loss_poisson = {
    .name = "poisson",
    .help = "exp(z) - yz, counts y >= 0 with the mean exp(z)",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_COUNTS | LOSS_BOUNDED | LOSS_SMOOTH |
              LOSS_STEEP | LOSS_WEIGHTS,
    .response = exponential,
    .shifted = shifted,
    .formula = &formula};
