/* quantile - l(z) = tau (y - z) below the label, (1 - tau)(z - y) above it: its best constant is
 * the tau-quantile of the labels. Koenker and Bassett, Regression quantiles (Econometrica 46,
 * 1978). */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double tau, double y, double z)
{
    return z < y ? tau * (y - z) : (1 - tau) * (z - y);
}

static inline double slope(double tau, double y, double z)
{
    double below = z < y ? -tau : 0;

    return z > y ? 1 - tau : below;
}

/* uy on -tau <= u <= 1 - tau */
static inline double dual(double tau, double y, double u)
{
    return u < -tau || u > 1 - tau ? INFINITY : u * y;
}

/* u+ = clip(u + (z - y)/q); q = 0 (an empty row): the end that z - y points to. */
static inline double step(double tau, double y, double z, double u, double q)
{
    double r = z - y;

    return r == 0 ? u : clip(u + r / q, -tau, 1 - tau);
}

static inline int kinks(double tau, double y, double *first, struct kink kink[])
{
    *first = -tau;
    kink[0] = (struct kink){y, 1};
    return 1;
}

#include "loss/formula/kinked_template.h"

const struct loss_row loss_quantile = {
    .name = "quantile",
    .help = "tau (y - z) if z < y, else (1 - tau)(z - y): fits the tau-quantile",
    .task = TASK_REGRESSION,
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ,
    .parameter = "tau",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 0.999999,
    .formula = &formula};
