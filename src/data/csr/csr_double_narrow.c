/* csr_double_narrow - the kernels for double precision values, 16-bit columns. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_NARROW
#define CSR_KERNELS csr_kernels_double_narrow
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
