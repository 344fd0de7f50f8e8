/* margin - losses of the margin t = yz, y = -1 or +1, whose l* is a quadratic on an interval:
 * each is its five numbers (quadratic.h). Below, a = -yu. */
#include "loss/labelings.h"

/* max(0, 1 - t): l* = -a on 0 <= a <= 1.
 *
 * Cortes, Vapnik (Support-vector networks, Machine Learning 20, 1995); the dual step: Hsieh, Chang,
 * Lin, Keerthi, Sundararajan (ICML 2008). */
static struct quadratic hinge(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1, .lo = {0, -1}, .hi = {1, 0}};
}

const struct loss_row loss_hinge = {
    .name = "hinge",
    .help = "max(0, 1 - yz), the support vector machine",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE |
              LOSS_WEIGHTS,
    .formula = &quadratic_formula_baseline,
    .quadratic = hinge,
    .labelings = &labelings_margin};

/* max(0, 1 - 2t): l* = -a/2 on 0 <= a <= 2. The loss of contingency.c of Delta = share of errors: a
 * y'_i = -y_i adds 1/m (1 - 2 y_i z_i). */
static struct quadratic error_rate(double p)
{
    (void)p;
    return (struct quadratic){.centre = 0.5, .lo = {0, -2}, .hi = {2, 0}};
}

const struct loss_row loss_errorrate = {
    .name = "errorrate",
    .help = "max(0, 1 - 2yz), the hinge of a margin of 1/2",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE |
              LOSS_WEIGHTS,
    .formula = &quadratic_formula_baseline,
    .quadratic = error_rate};

/* R = min over theta of sum_i c_i sum_k max(0, 1 - s_ik (z_i - theta_k)), s_ik = +1 if label i is
 * above threshold k, -1 if below: a hinge at each of the classes - 1 thresholds.
 *
 * Chu, Keerthi (New approaches to support vector ordinal regression, ICML 2005), with implicit
 * constraints: all examples count at every threshold, so that the best theta are ascending.
 * Shashua, Levin (NIPS 15, 2003) count at theta_k the two classes beside it. The formula is the
 * hinge of one threshold, y = s_ik; LOSS_THRESHOLDS makes the sum and its minimum (loss.h). */
const struct loss_row loss_ordinal = {
    .name = "ordinal",
    .help = "ordered labels: a hinge at each of the best thresholds between them",
    .task = TASK_ORDINAL,
    .traits = LOSS_ROWS | LOSS_THRESHOLDS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_SMOOTHABLE | LOSS_WEIGHTS,
    .formula = &quadratic_formula_baseline,
    .quadratic = hinge};

/* max(0, -t): LOSS_MARGIN takes it at z_i - y_i rho (loss.h). With max(0, 1 - t) the free scalar
 * would be b = rho - 1, which keeps no digit of a rho below DBL_EPSILON. */
static struct quadratic free_hinge(double nu)
{
    (void)nu;
    return (struct quadratic){.centre = 0, .lo = {0, -1}, .hi = {1, 0}};
}

/* R = min over rho of sum_i c_i max(0, rho - y_i z_i) - nu rho: a hinge of free margin rho.
 *
 * Schoelkopf, Smola, Williamson, Bartlett (Neural Computation 12, 2000). */
const struct loss_row loss_nu = {
    .name = "nu",
    .help = "max(0, rho - yz) - nu rho with the best rho: at most a share nu errs",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_MARGIN | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE |
              LOSS_WEIGHTS,
    .parameter = {"nu", 0.5, 1e-6, 1},
    .formula = &quadratic_formula_baseline,
    .quadratic = free_hinge};

/* R = min over rho of sum_i c_i max(0, rho - z_i) - nu rho: the one-class support vector machine;
 * an example of a score below rho is a novelty.
 *
 * Schoelkopf, Platt, Shawe-Taylor, Smola, Williamson (Neural Computation 13, 2001). */
const struct loss_row loss_novelty = {
    .name = "novelty",
    .help = "max(0, rho - z) - nu rho with the best rho, one class: a share nu is novel",
    .task = TASK_ONE_CLASS,
    .traits = LOSS_ROWS | LOSS_RHO | LOSS_MARGIN | LOSS_LIPSCHITZ | LOSS_SMOOTHABLE |
              LOSS_WEIGHTS,
    .parameter = {"nu", 0.5, 1e-6, 1},
    .formula = &quadratic_formula_baseline,
    .quadratic = free_hinge};

/* max(0, 1 - t)^2, without 1/2, as LIBLINEAR's L2-loss: l* = -a + a^2/4 on a >= 0.
 *
 * Fan, Chang, Hsieh, Wang, Lin (JMLR 9, 2008). */
static struct quadratic squared_hinge(double p)
{
    (void)p;
    return (struct quadratic){.centre = 1, .curve = 0.5, .lo = {0, -INFINITY}, .hi = {INFINITY, 0}};
}

const struct loss_row loss_squared_hinge = {
    .name = "squared-hinge",
    .help = "max(0, 1 - yz)^2",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_WEIGHTS,
    .formula = &quadratic_formula_baseline,
    .quadratic = squared_hinge};

/* 0 if t > 1 + h, (1 + h - t)^2/(4h) if |1 - t| <= h, 1 - t if t < 1 - h: the hinge, its corner
 * rounded over a width of 2h; l* = -(1 + h) a + h a^2 on 0 <= a <= 1.
 *
 * Chapelle (Training a support vector machine in the primal, Neural Computation 19, 2007). */
static struct quadratic huber_hinge(double h)
{
    return (struct quadratic){.centre = 1 + h, .curve = 2 * h, .lo = {0, -1}, .hi = {1, 0}};
}

const struct loss_row loss_huber_hinge = {
    .name = "huber-hinge",
    .help = "the hinge, its corner rounded over a width of 2h",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_WEIGHTS,
    .parameter = {"h", 0.5, 1e-6, 1e6},
    .formula = &quadratic_formula_baseline,
    .quadratic = huber_hinge};
