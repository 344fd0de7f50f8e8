/* poisson - l(z) = exp(z) - yz, y >= 0: the negative log-likelihood of a count y of mean exp(z),
 * less its constant log y!. */
#include "loss/formula/exponent.h"

static inline double argument(double y, double z)
{
    (void)y;
    return z;
}

static inline double value_from(double e, double y, double z)
{
    return e < INFINITY ? e - y * z : e; /* z = INFINITY: not infinity less infinity */
}

static inline double slope_from(double e, double y)
{
    return e - y;
}

/* s log s - s on s = u + y >= 0 */
static inline double dual(struct parameter p, double y, double u)
{
    (void)p;
    return exponent_dual(y, u);
}

/* log s+ = z - q (u+ - u), s+ = u+ + y */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    (void)p;
    return exponent_step(y, z, u, q);
}

/* l*'' = 1/s, s = v + y */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    (void)p;
    return exponent_curvature(v + y, q);
}

#include "loss/formula/exponent_template.h"

#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"

const struct loss_row loss_poisson = {
    .name = "poisson",
    .help = "exp(z) - yz, counts y >= 0 with the mean exp(z)",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_COUNTS | LOSS_BOUNDED | LOSS_SMOOTH |
              LOSS_STEEP | LOSS_WEIGHTS,
    .response = exponential,
    .formula = &formula};
