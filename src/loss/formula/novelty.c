/* novelty - R = min over rho of sum_i c_i max(0, rho - z_i) - nu rho: the one-class support vector
 * machine; an example of a score below rho is a novelty.
 *
 * Schoelkopf, Platt, Shawe-Taylor, Smola, Williamson (Neural Computation 13, 2001).
 *
 * The formula is max(0, -yz), y = 1; LOSS_MARGIN takes it at z_i - y_i rho (loss.h). With
 * MARGIN = 1 the free scalar would be b = rho - 1, which keeps no digit of a rho below
 * DBL_EPSILON. */
#define MARGIN 0
#include "loss/formula/hinge_template.h" /* value, slope, ..., kinks */

#include "loss/formula/kinked_template.h"

const struct loss_row loss_novelty = {
    .name = "novelty",
    .help = "max(0, rho - z) - nu rho with the best rho, one class: a share nu is novel",
    .task = TASK_ONE_CLASS,
    .traits = LOSS_RHO | LOSS_MARGIN | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = "nu",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 1,
    .formula = &formula};
