/* csr_float_avx2 - the kernels for single precision values, with AVX2. */
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define CSR_KERNELS csr_kernels_float_avx2
#include "data/csr_kernels_template.h"
