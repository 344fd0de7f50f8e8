/* csr_double - the kernels for double precision values. */
#define ROW_VALUE(x, k) ((const double *)(x)->value)[k]
#define CSR_KERNELS csr_kernels_double
#include "data/csr_kernels_template.h"
