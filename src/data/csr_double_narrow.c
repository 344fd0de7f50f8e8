/* csr_double_narrow - the kernels for double precision values, 16-bit columns. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define CSR_KERNELS csr_kernels_double_narrow
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
