/* formula_template - a formula of one score without kinks, from its functions of one example.
 *
 * Parameters as in batch_template.h; defines the table `formula`. */
#include "loss/formula/batch_template.h"

static const struct formula formula = {.value = batch_value,
                                       .slopes = batch_slopes,
                                       .ray = batch_ray,
                                       .conjugate = batch_conjugate,
                                       .slope = slope,
                                       .dual = dual,
                                       .step = step};
