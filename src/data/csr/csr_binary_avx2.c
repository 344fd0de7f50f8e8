/* csr_binary_avx2 - the kernels where each value is 1, with AVX2. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_binary_avx2
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
