/* csr - a sparse matrix by rows, and its kernels. */
#include "data/csr.h"

extern const struct csr_kernels csr_kernels_binary, csr_kernels_float, csr_kernels_decimal,
    csr_kernels_double;
extern const struct csr_kernels csr_kernels_binary_avx2, csr_kernels_float_avx2,
    csr_kernels_decimal_avx2, csr_kernels_double_avx2;

int64_t csr_entries(const struct csr *x)
{
    int64_t entries = 0;

    for (int64_t i = 0; i < x->rows; i++)
        entries += x->end[i] - x->start[i];
    return entries;
}

const struct csr_kernels *csr_kernels_of(enum csr_storage storage, enum isa isa)
{
    static const struct csr_kernels *const baseline[CSR_STORAGES] = {
        [CSR_BINARY] = &csr_kernels_binary,
        [CSR_FLOAT] = &csr_kernels_float,
        [CSR_DECIMAL] = &csr_kernels_decimal,
        [CSR_DOUBLE] = &csr_kernels_double};
    static const struct csr_kernels *const avx2[CSR_STORAGES] = {
        [CSR_BINARY] = &csr_kernels_binary_avx2,
        [CSR_FLOAT] = &csr_kernels_float_avx2,
        [CSR_DECIMAL] = &csr_kernels_decimal_avx2,
        [CSR_DOUBLE] = &csr_kernels_double_avx2};

    return isa >= ISA_AVX2 ? avx2[storage] : baseline[storage];
}

const struct csr_kernels *csr_kernels(const struct csr *x)
{
    return csr_kernels_of(x->storage, isa_best());
}
