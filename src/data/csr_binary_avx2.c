/* csr_binary_avx2 - the kernels where each value is 1, with AVX2. */
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define CSR_KERNELS csr_kernels_binary_avx2
#include "data/csr_kernels_template.h"
