/* csr_float_byte - the kernels for single precision values, 8-bit columns. */
#define ROW_VALUE CSR_FLOAT_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_float_byte
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
