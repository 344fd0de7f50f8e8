/* csr - a sparse matrix by rows, and its kernels. */
#include "data/csr/csr.h"

extern const struct csr_kernels csr_kernels_binary, csr_kernels_float, csr_kernels_decimal,
    csr_kernels_double, csr_kernels_binary_medium, csr_kernels_float_medium,
    csr_kernels_decimal_medium, csr_kernels_double_medium, csr_kernels_binary_narrow,
    csr_kernels_float_narrow, csr_kernels_decimal_narrow, csr_kernels_double_narrow,
    csr_kernels_binary_byte, csr_kernels_float_byte, csr_kernels_decimal_byte,
    csr_kernels_double_byte;
extern const struct csr_kernels csr_kernels_binary_avx2, csr_kernels_float_avx2,
    csr_kernels_decimal_avx2, csr_kernels_double_avx2, csr_kernels_binary_medium_avx2,
    csr_kernels_float_medium_avx2, csr_kernels_decimal_medium_avx2, csr_kernels_double_medium_avx2,
    csr_kernels_binary_narrow_avx2, csr_kernels_float_narrow_avx2, csr_kernels_decimal_narrow_avx2,
    csr_kernels_double_narrow_avx2, csr_kernels_binary_byte_avx2, csr_kernels_float_byte_avx2,
    csr_kernels_decimal_byte_avx2, csr_kernels_double_byte_avx2;

int64_t csr_entries(const struct csr *x)
{
    int64_t entries = 0;

    for (int64_t i = 0; i < x->rows; i++)
        entries += x->end[i] - x->start[i];
    return entries;
}

const struct csr_kernels *csr_kernels_of(const struct csr *x, enum isa isa)
{
    static const struct csr_kernels *const baseline[CSR_WIDTHS][CSR_STORAGES] =
        CSR_BY_WIDTH(csr_kernels, , );
    static const struct csr_kernels *const avx2[CSR_WIDTHS][CSR_STORAGES] =
        CSR_BY_WIDTH(csr_kernels, _avx2, _avx2);
    enum csr_width width = csr_width(x);

    return isa >= ISA_AVX2 ? avx2[width][x->storage] : baseline[width][x->storage];
}

const struct csr_kernels *csr_kernels(const struct csr *x)
{
    return csr_kernels_of(x, isa_best());
}
