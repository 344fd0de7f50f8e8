/* csr_float_avx2 - the kernels for single precision values, with AVX2. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_float_avx2
#include "data/csr/csr_quads_template.h"

#include "data/csr/csr_kernels_template.h"
