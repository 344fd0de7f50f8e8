/* csr_binary_medium - the kernels for no values: each is 1, 17-bit columns. */
#define ROW_WIDTH CSR_MEDIUM
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define CSR_KERNELS csr_kernels_binary_medium
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
