/* residual - losses of the residual r = z - y of a number y, whose conjugate is a quadratic on an
 * interval: each is its five numbers (quadratic.h). */
#include "loss/loss.h"

/* (z + o) - y = z - (y - o) */
static double shifted(double p, double offset, double *y)
{
    (void)p;
    *y -= offset;
    return 1;
}

/* r^2/2: least squares; with l2, ridge regression. l* = uy + u^2/2 */
static struct quadratic squared(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1,
                              .curve = 1,
                              .lo = {-INFINITY, -INFINITY},
                              .hi = {INFINITY, INFINITY}};
}

const struct loss_row loss_squared = {
    .name = "squared",
    .help = "(z - y)^2 / 2, least squares",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE |
              LOSS_WEIGHTS,
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = squared};

/* max(0, |r| - eps)^2, without 1/2, as LIBLINEAR's L2-loss support vector regression:
 * l* = uy + eps |u| + u^2/4.
 *
 * Ho, Lin (Large-scale linear support vector regression, JMLR 13, 2012), the dual step too. */
static struct quadratic squared_eps_insensitive(double eps)
{
    return (struct quadratic){.centre = 1,
                              .kink = eps,
                              .curve = 0.5,
                              .lo = {-INFINITY, -INFINITY},
                              .hi = {INFINITY, INFINITY}};
}

const struct loss_row loss_squared_eps_insensitive = {
    .name = "squared-eps-insensitive",
    .help = "max(0, |z - y| - eps)^2",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE |
              LOSS_WEIGHTS,
    .parameter = {"eps", 0.1, 0, 1e6},
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = squared_eps_insensitive};

/* |r|: least absolute deviations; the best constant score is a median. l* = uy on |u| <= 1. The
 * eps-insensitive loss with eps = 0, twice the quantile loss with tau = 1/2. */
static struct quadratic absolute(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1, .lo = {-1, -1}, .hi = {1, 1}};
}

const struct loss_row loss_absolute = {
    .name = "absolute",
    .help = "|z - y|, least absolute deviations",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_SMOOTHABLE | LOSS_WEIGHTS,
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = absolute};

/* max(0, |r| - eps): support vector regression; l* = uy + eps |u| on |u| <= 1.
 *
 * Vapnik (The Nature of Statistical Learning Theory, 1995). The dual step: Ho, Lin (2012). */
static struct quadratic eps_insensitive(double eps)
{
    return (struct quadratic){.centre = 1, .kink = eps, .lo = {-1, -1}, .hi = {1, 1}};
}

const struct loss_row loss_eps_insensitive = {
    .name = "eps-insensitive",
    .help = "max(0, |z - y| - eps), support vector regression",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_SMOOTHABLE | LOSS_WEIGHTS,
    .parameter = {"eps", 0.1, 0, 1e6},
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = eps_insensitive};

/* r^2/2 if |r| <= delta, delta |r| - delta^2/2 else: l* = uy + u^2/2 on |u| <= delta.
 *
 * Huber (Robust estimation of a location parameter, Annals of Mathematical Statistics 35, 1964). */
static struct quadratic huber(double delta)
{
    return (struct quadratic){.centre = 1,
                              .curve = 1,
                              .lo = {-delta, -delta},
                              .hi = {delta, delta}};
}

const struct loss_row loss_huber = {
    .name = "huber",
    .help = "(z - y)^2 / 2 up to |z - y| = delta, linear beyond",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE |
              LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = {"delta", 1, 1e-6, 1e6},
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = huber};

/* tau (y - z) if z < y, (1 - tau)(z - y) else: the pinball loss; the best constant score is a
 * tau-quantile of the labels. l* = uy on -tau <= u <= 1 - tau.
 *
 * Koenker, Bassett (Regression quantiles, Econometrica 46, 1978). Some papers have 1 - tau where
 * this file has tau. */
static struct quadratic quantile(double tau)
{
    return (struct quadratic){.centre = 1, .lo = {-tau, -tau}, .hi = {1 - tau, 1 - tau}};
}

const struct loss_row loss_quantile = {
    .name = "quantile",
    .help = "tau (y - z) if z < y, else (1 - tau)(z - y): fits the tau-quantile",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_RESIDUAL | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_SMOOTHABLE | LOSS_WEIGHTS,
    .parameter = {"tau", 0.5, 1e-6, 0.999999},
    .shifted = shifted,
    .formula = &quadratic_formula_baseline,
    .quadratic = quantile};
