/* csr_binary_narrow - the kernels for no values: each is 1, 16-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_NARROW
#define CSR_KERNELS csr_kernels_binary_narrow
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
