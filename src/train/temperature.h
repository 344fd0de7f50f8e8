/* temperature - one number that scores are divided by, so that their softmax is most likely on rows
 * that training did not see (Guo, Pleiss, Sun, Weinberger, ICML 2017). */
#ifndef RRM_TEMPERATURE_H
#define RRM_TEMPERATURE_H

#include <stddef.h>

#include "base/status.h"

/* Fits P_k = exp(z_k / T) / sum_j exp(z_j / T) to n rows of decision[i * outputs ...], the class of
 * each place[i], of weight[i] (NULL: 1). One output is that of the first of two classes, and the
 * other one is 0. The targets are Platt's: 1 - 1 / (n_k + 2) for the class of a row, n_k its rows,
 * and what is left for the others alike; so T > 0 for classes that scores separate, too, and
 * T <= 1e6 max |z|. ERR_DATA: a decision is not finite; ERR_SYSTEM: no memory. */
enum status temperature_fit(size_t n, size_t outputs, const double *decision, const size_t *place,
                            const double *weight, double *T, struct error *err);

#endif
