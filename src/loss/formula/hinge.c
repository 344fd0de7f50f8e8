/* hinge - l(z) = max(0, 1 - yz): the support vector machine. The formulas: hinge_template.h. */
#define MARGIN 1
#include "loss/formula/hinge_template.h" /* value, slope, ..., kinks */

#include "loss/formula/kinked_template.h"

const struct loss_row loss_hinge = {
    .name = "hinge",
    .help = "max(0, 1 - yz), the support vector machine",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .formula = &formula};
