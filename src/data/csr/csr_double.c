/* csr_double - the kernels for double precision values. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_double
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
