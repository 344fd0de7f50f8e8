/* csr_double_medium_avx2 - the kernels for double precision values, 17-bit columns, with AVX2. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define CSR_KERNELS csr_kernels_double_medium_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "data/csr_kernels_template.h"
