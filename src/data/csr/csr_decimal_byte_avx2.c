/* csr_decimal_byte_avx2 - the kernels for decimal values, 8-bit columns, with AVX2. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_decimal_byte_avx2
#include "data/csr/csr_quads_template.h"

#include "data/csr/csr_kernels_template.h"
