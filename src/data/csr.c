/* csr - a sparse matrix by rows, and its kernels. */
#include "data/csr.h"

extern const struct csr_kernels csr_kernels_binary, csr_kernels_float, csr_kernels_decimal,
    csr_kernels_double;

int64_t csr_entries(const struct csr *x)
{
    int64_t entries = 0;

    for (int64_t i = 0; i < x->rows; i++)
        entries += x->end[i] - x->start[i];
    return entries;
}

const struct csr_kernels *csr_kernels(const struct csr *x)
{
    static const struct csr_kernels *const kernels[CSR_STORAGES] = {
        [CSR_BINARY] = &csr_kernels_binary,
        [CSR_FLOAT] = &csr_kernels_float,
        [CSR_DECIMAL] = &csr_kernels_decimal,
        [CSR_DOUBLE] = &csr_kernels_double};

    return kernels[x->storage];
}
