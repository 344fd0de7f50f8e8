/* quantile - l(z) = tau (y - z) if z < y, (1 - tau)(z - y) else: the pinball loss; the best
 * constant score is a tau-quantile of the labels.
 *
 * Koenker, Bassett (Regression quantiles, Econometrica 46, 1978). Some papers have 1 - tau where
 * this file has tau. */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double tau, double y, double z)
{
    return z < y ? tau * (y - z) : (1 - tau) * (z - y);
}

/* -tau below y, 1 - tau above, 0 at y */
static inline double slope(double tau, double y, double z)
{
    if (z < y)
        return -tau;
    return z > y ? 1 - tau : 0;
}

/* uy on -tau <= u <= 1 - tau: uz - l(z) = uy + (ur - l), and max ur - l = 0 there, else infinite */
static inline double dual(double tau, double y, double u)
{
    return u < -tau || u > 1 - tau ? INFINITY : u * y;
}

/* u+ = clip(u + r/q, -tau, 1 - tau), r = z - y: 0 = y - z + q (u+ - u). q = 0, an empty row: u+ is
 * the slope at the fixed z. */
static inline double step(double tau, double y, double z, double u, double q)
{
    double r = z - y;

    return r == 0 ? u : clip(u + r / q, -tau, 1 - tau);
}

/* l*(u) = yu, -tau <= u <= 1 - tau */
static struct quadratic quadratic(double tau)
{
    return (struct quadratic){.centre = 1,
                              .lo = {-tau, -tau},
                              .hi = {1 - tau, 1 - tau}};
}

/* 1/q on -tau < v < 1 - tau */
static inline double curvature(double tau, double y, double v, double q)
{
    (void)y;
    return ((v > -tau) & (v < 1 - tau)) / q;
}

/* Slope -tau below y, 1 - tau above: a jump of 1. */
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
    .traits = LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = "tau",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 0.999999,
    .formula = &formula};
