/* csr_float - the kernels for single precision values. */
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define CSR_KERNELS csr_kernels_float
#include "data/csr_kernels_template.h"
