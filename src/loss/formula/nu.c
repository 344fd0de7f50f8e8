/* nu - the hinge with a margin rho of its own: R = min over rho of sum_i c_i max(0, rho - y_i z_i)
 * - nu rho. Schoelkopf, Smola, Williamson, Bartlett (Neural Computation 12, 2000). This is the
 * hinge's part: the scalar b that is free is rho itself, whatever the scale of the scores. */
#define MARGIN 0
#include "loss/formula/hinge_template.h"

#include "loss/formula/kinked_template.h"

const struct loss_row loss_nu = {
    .name = "nu",
    .help = "max(0, rho - yz) - nu rho with the best rho: at most a share nu errs",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_MARGIN | LOSS_LIPSCHITZ,
    .parameter = "nu",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 1,
    .formula = &formula};
