/* csr - a sparse matrix by rows, and its kernels. */
#include "data/csr/csr.h"

int64_t csr_entries(const struct csr *x)
{
    int64_t entries = 0;

    for (int64_t i = 0; i < x->rows; i++)
        entries += x->end[i] - x->start[i];
    return entries;
}

const struct csr_kernels *csr_kernels(const struct csr *x, enum isa isa)
{
    return isa >= ISA_AVX2 ? csr_kernels_avx2(x) : csr_kernels_baseline(x);
}
