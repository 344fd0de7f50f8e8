/* csr_binary_byte_avx2 - the kernels where each value is 1, 8-bit columns, with AVX2. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_binary_byte_avx2
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
