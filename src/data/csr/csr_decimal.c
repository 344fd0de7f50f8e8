/* csr_decimal - the kernels for decimal values. */
#define ROW_VALUE CSR_DECIMAL_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_decimal
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
