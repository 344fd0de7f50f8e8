/* formula_template - the table `formula` of a formula of one score without kinks.
 *
 * Parameters: slope, dual, step, curvature, slopes_of, values_of and touch_of of the
 * includer (batch_template.h);
 * QUADRATIC, the function `quadratic` of struct formula, or NULL where l* is no quadratic.
 * Defines `formula`, the row that the loss of the includer names. */
#include "loss/formula/batch_template.h"

static const struct formula formula = {.value = batch_value,
                                       .slopes = batch_slopes,
                                       .ray = batch_ray,
                                       .conjugate = batch_conjugate,
                                       .prox = batch_prox,
                                       .prox_ray = batch_prox_ray,
                                       .slope = slope,
                                       .dual = dual,
                                       .step = step,
                                       .quadratic = QUADRATIC,
                                       .curvature = curvature};

#undef QUADRATIC
