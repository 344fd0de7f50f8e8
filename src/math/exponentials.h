/* exponentials - exp, log and entropies of many numbers, the same bits on every machine. */
#ifndef RRM_EXPONENTIALS_H
#define RRM_EXPONENTIALS_H

#include <stddef.h>

/* x_i becomes exponential(x_i), to the last bit, by the best instruction set of this machine. */
void exponentials(size_t n, double *x);

/* x_i in [0, 1] becomes logarithm_1p(x_i), to the last bit; NaN stays. By the same set. */
void logarithms(size_t n, double *x);

/* x_i in [0, 1] becomes x_i log x_i + (1 - x_i) log(1 - x_i), with 0 log 0 = 0: to the last bit
 * a logarithm(a) + (1 - a) logarithm_1p_within(-a), a = min(x_i, 1 - x_i). 1 - x_i is exact where
 * x_i >= 1/2. INFINITY for an x_i outside, NaN for NaN. By the same set. */
void entropies(size_t n, double *x);

/* The same by one instruction set. */
typedef void exponentials_kernel(size_t n, double *x);
exponentials_kernel exponentials_baseline, exponentials_avx2, logarithms_baseline, logarithms_avx2,
    entropies_baseline, entropies_avx2;

#endif
