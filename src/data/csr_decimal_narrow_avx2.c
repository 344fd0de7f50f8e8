/* csr_decimal_narrow_avx2 - the kernels for decimal values, 16-bit columns, with AVX2. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define CSR_KERNELS csr_kernels_decimal_narrow_avx2
#define ROW_DOT row_dot_quads
#define ROW_ADD row_add_quads
#include "data/csr_quads_template.h"

#include "data/csr_kernels_template.h"
