/* csr_float - the kernels for single precision values. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_WIDE
#define CSR_KERNELS csr_kernels_float
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
