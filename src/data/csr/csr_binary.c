/* csr_binary - the kernels for no values: each is 1. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_binary
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
