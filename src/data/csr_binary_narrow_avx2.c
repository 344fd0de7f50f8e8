/* csr_binary_narrow_avx2 - the kernels where each value is 1, 16-bit columns, with AVX2. */
#define ROW_WIDTH CSR_NARROW
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define CSR_KERNELS csr_kernels_binary_narrow_avx2
#define ROW_DOT row_dot
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
#include "data/csr_rows_template.h"

#include "data/csr_kernels_template.h"
