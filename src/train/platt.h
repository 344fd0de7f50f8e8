/* platt - probabilities from decision values. */
#ifndef RRM_PLATT_H
#define RRM_PLATT_H

#include <stddef.h>

#include "base/status.h"

/* Fits P(y = +1 | z) = 1 / (1 + exp(A z + B)) to n decision values z of examples with labels y,
 * -1 or +1, which had better not be those of the training itself. A and B are finite for data of
 * one class and for separable ones too, unless all values are next to 0 as the smallest numbers
 * are. ERR_DATA: a decision value is not finite. */
enum status platt_fit(size_t n, const double *decision, const double *y, double *A, double *B,
                      struct error *err);

#endif
