/* csr_decimal_narrow - the kernels for decimal values, 16-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_NARROW
#define CSR_KERNELS csr_kernels_decimal_narrow
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
