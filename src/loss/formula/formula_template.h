/* formula_template - the table `formula` of a formula of one score without kinks.
 *
 * Parameters: the functions value, slope, dual and step of the includer (batch_template.h).
 * Defines `formula`, the row that the loss of the includer names. */
#include "loss/formula/batch_template.h"

static const struct formula formula = {.value = batch_value,
                                       .slopes = batch_slopes,
                                       .ray = batch_ray,
                                       .conjugate = batch_conjugate,
                                       .slope = slope,
                                       .dual = dual,
                                       .step = step};
