/* ordinal - R = min over theta of sum_i c_i sum_k max(0, 1 - s_ik (z_i - theta_k)), s_ik = +1 if
 * label i is above threshold k, -1 if below: a hinge at each of the classes - 1 thresholds.
 *
 * Chu, Keerthi (New approaches to support vector ordinal regression, ICML 2005), with implicit
 * constraints: all examples count at every threshold, so that the best theta are ascending.
 * Shashua, Levin (NIPS 15, 2003) count at theta_k the two classes beside it. The formula is the
 * hinge of one threshold, y = s_ik; LOSS_THRESHOLDS makes the sum and its minimum (loss.h). */
#define MARGIN 1
#include "loss/formula/hinge_template.h" /* value, slope, ..., kinks */

#include "loss/formula/kinked_template.h"

const struct loss_row loss_ordinal = {
    .name = "ordinal",
    .help = "ordered labels: a hinge at each of the best thresholds between them",
    .task = TASK_ORDINAL,
    .traits = LOSS_THRESHOLDS | LOSS_BIAS | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_WEIGHTS,
    .formula = &formula};
