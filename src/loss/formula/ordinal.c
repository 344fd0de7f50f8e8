/* ordinal - a hinge at each threshold: sum over k of max(0, 1 - (z - theta_k)) if the label is
 * above k, else max(0, 1 + (z - theta_k)), with the best theta. Shashua and Levin (NIPS 15, 2003),
 * Chu and Keerthi (ICML 2005). This is the loss at one threshold: y = +1 above it, -1 below. */
#define MARGIN 1
#include "loss/formula/hinge_template.h"

#include "loss/formula/kinked_template.h"

const struct loss_row loss_ordinal = {
    .name = "ordinal",
    .help = "ordered labels: a hinge at each of the best thresholds between them",
    .task = TASK_ORDINAL,
    .traits = LOSS_THRESHOLDS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ,
    .formula = &formula};
