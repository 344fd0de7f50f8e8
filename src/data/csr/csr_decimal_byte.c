/* csr_decimal_byte - the kernels for decimal values, 8-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_decimal_byte
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
