/* csr_decimal - the kernels for decimal values. */
#define ROW_VALUE(x, k) decimal_value(((const int32_t *)(x)->value)[k], (x)->places)
#define CSR_KERNELS csr_kernels_decimal
#include "data/csr_kernels_template.h"
