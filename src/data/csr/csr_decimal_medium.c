/* csr_decimal_medium - the kernels for decimal values, 17-bit columns. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define CSR_KERNELS csr_kernels_decimal_medium
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
