/* csr_double_medium - the kernels for double precision values, 17-bit columns. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define CSR_KERNELS csr_kernels_double_medium
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
