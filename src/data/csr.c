/* csr - a sparse matrix by rows, and its kernels. */
#include "data/csr.h"

extern const struct csr_kernels csr_kernels_binary, csr_kernels_float, csr_kernels_double;

const struct csr_kernels *csr_kernels(const struct csr *x)
{
    switch (x->storage) {
    case CSR_BINARY: return &csr_kernels_binary;
    case CSR_FLOAT: return &csr_kernels_float;
    default: return &csr_kernels_double;
    }
}
