/* logarithms - log(1 + x) of many numbers, the same bits on every machine. */
#ifndef RRM_LOGARITHMS_H
#define RRM_LOGARITHMS_H

#include <stddef.h>

/* x_i in [0, 1] becomes logarithm_1p(x_i), to the last bit; NaN stays. By the best instruction set
 * of this machine. */
void logarithms(size_t n, double *x);

/* The same by one instruction set. */
typedef void logarithms_kernel(size_t n, double *x);
logarithms_kernel logarithms_baseline, logarithms_avx2;

#endif
