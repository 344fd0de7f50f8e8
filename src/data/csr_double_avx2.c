/* csr_double_avx2 - the kernels for double precision values, with AVX2. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define CSR_KERNELS csr_kernels_double_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "data/csr_kernels_template.h"
