/* csr_binary_medium - the kernels for no values: each is 1, 17-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define CSR_KERNELS csr_kernels_binary_medium
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
