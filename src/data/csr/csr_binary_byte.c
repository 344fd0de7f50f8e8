/* csr_binary_byte - the kernels for no values: each is 1, 8-bit columns. */
#define ROW_VALUE CSR_BINARY_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_binary_byte
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
