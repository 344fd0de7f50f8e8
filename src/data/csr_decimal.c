/* csr_decimal - the kernels for decimal values. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define CSR_KERNELS csr_kernels_decimal
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
