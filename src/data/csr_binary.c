/* csr_binary - the kernels for no values: each is 1. */
#define ROW_VALUE(x, k) ((void)(x), (void)(k), 1.0)
#define CSR_KERNELS csr_kernels_binary
#include "data/csr_kernels_template.h"
