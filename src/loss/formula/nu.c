/* nu - R = min over rho of sum_i c_i max(0, rho - y_i z_i) - nu rho: a hinge of free margin rho.
 *
 * Schoelkopf, Smola, Williamson, Bartlett (Neural Computation 12, 2000).
 *
 * The formula is max(0, -yz): LOSS_MARGIN takes it at z_i - y_i rho (loss.h). With MARGIN = 1
 * the free scalar would be b = rho - 1, which keeps no digit of a rho below DBL_EPSILON. */
#define MARGIN 0
#include "loss/formula/hinge_template.h" /* value, slope, ..., kinks */

#include "loss/formula/kinked_template.h"

const struct loss_row loss_nu = {
    .name = "nu",
    .help = "max(0, rho - yz) - nu rho with the best rho: at most a share nu errs",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_MARGIN | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .parameter = "nu",
    .initial = 0.5,
    .lo = 1e-6,
    .hi = 1,
    .formula = &formula};
