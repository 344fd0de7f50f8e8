/* novelty - one class: R = min over rho of sum_i c_i max(0, rho - z_i) - nu rho; a score below rho
 * is a novelty. Schoelkopf, Platt, Shawe-Taylor, Smola, Williamson (Neural Computation 13, 2001).
 * This is the hinge's part: the scalar b that is free is rho itself, whatever the scale of the
 * scores. */
#define MARGIN 0
#include "loss/formula/hinge_template.h"

#include "loss/formula/kinked_template.h"

const struct loss_row loss_novelty = {
    .name = "novelty",
    .help = "max(0, rho - z) - nu rho with the best rho, one class: a share nu is novel",
    .task = TASK_ONE_CLASS,
    .traits = LOSS_RHO | LOSS_MARGIN | LOSS_LIPSCHITZ,
    .parameter = "nu",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 1,
    .formula = &formula};
