/* platt - probabilities from decision values. */
#ifndef RRM_PLATT_H
#define RRM_PLATT_H

#include <stddef.h>

#include "base/status.h"

/* Fits P(y = +1 | z) = 1 / (1 + exp(A z + B)) to n decision values z of examples with labels y, -1
 * or +1, by maximum likelihood for targets t_i between t- and t+ (platt.c), which are neither 0 nor
 * 1. The examples should be others than those of the training (Platt 1999).
 *
 * A and B are finite for data of one class and for separable ones too: with d the least difference
 * of two unequal z, |A| d <= log((n+ + 1)(n- + 1)). (Else the p_i of all z but one, c, were beyond
 * t- and t+, and all terms of sum_i (z_i - c)(t_i - p_i) = 0 had one sign.) So A overflows only for
 * d < 1e-306; with max |z_i| < 1e-300 it is 0. ERR_DATA: a decision value is not finite. */
enum status platt_fit(size_t n, const double *decision, const double *y, double *A, double *B,
                      struct error *err);

#endif
