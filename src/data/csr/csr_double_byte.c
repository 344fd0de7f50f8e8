/* csr_double_byte - the kernels for double precision values, 8-bit columns. */
#define ROW_VALUE CSR_DOUBLE_VALUE
#define ROW_WIDTH CSR_BYTE
#define CSR_KERNELS csr_kernels_double_byte
#include "data/csr/csr_rows_template.h"

#include "data/csr/csr_kernels_template.h"
