/* csr_float_narrow - the kernels for single precision values, 16-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_NARROW
#define CSR_KERNELS csr_kernels_float_narrow
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
