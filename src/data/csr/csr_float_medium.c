/* csr_float_medium - the kernels for single precision values, 17-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_MEDIUM
#define CSR_KERNELS csr_kernels_float_medium
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
