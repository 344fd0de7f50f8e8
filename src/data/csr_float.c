/* csr_float - the kernels for single precision values. */
#define ROW_WIDTH CSR_WIDE
#define ROW_VALUE(x, k) ((double)((const float *)(x)->value)[k])
#define CSR_KERNELS csr_kernels_float
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
