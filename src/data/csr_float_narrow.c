/* csr_float_narrow - the kernels for single precision values, 16-bit columns. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define CSR_KERNELS csr_kernels_float_narrow
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
