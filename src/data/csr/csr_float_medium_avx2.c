/* csr_float_medium_avx2 - the kernels for single precision values, 17-bit columns, with AVX2. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define CSR_KERNELS csr_kernels_float_medium_avx2
#include "data/csr/csr_quads_template.h"

#include "data/csr/csr_kernels_template.h"
