/* exponentials - exp and log of many numbers, the same bits on every machine. */
#ifndef RRM_EXPONENTIALS_H
#define RRM_EXPONENTIALS_H

#include <stddef.h>

/* x_i becomes exponential(x_i), to the last bit, by the best instruction set of this machine. */
void exponentials(size_t n, double *x);

/* x_i in [0, 1] becomes logarithm_1p(x_i), to the last bit; NaN stays. By the same set. */
void logarithms(size_t n, double *x);

/* The same by one instruction set. */
typedef void exponentials_kernel(size_t n, double *x);
exponentials_kernel exponentials_baseline, exponentials_avx2, logarithms_baseline, logarithms_avx2;

#endif
