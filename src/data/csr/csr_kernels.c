/* csr_kernels - the kernels of all storages (struct csr_kernels), compiled once for each
 * instruction set. */
#include "data/csr/csr_fetch.h"
#include "data/csr/csr_rows.h"

/* Rows in another order than that of memory are no stream that a processor foresees: the first
 * FETCHED entries of the row ROWS_AHEAD rows later are fetched. Tuned. */
enum { ROWS_AHEAD = 16, FETCHED = 16 };

/* The product with one output. */
CSR_INLINE void product_one(const struct csr *x, int64_t lo, int64_t hi, const double *w, double *z)
{
    const int64_t fetch = x->end == x->start + 1 ? lo : hi - ROWS_AHEAD;

    for (int64_t i = lo; i < hi; i++) {
        if (i < fetch)
            entries_fetch(x, x->start[i + ROWS_AHEAD], FETCHED);
        z[i - lo] = row_dot(x, i, w);
    }
}

CSR_INLINE void product(const struct csr *x, int64_t lo, int64_t hi, size_t outputs,
                        const double *w, double *z)
{
    if (outputs == 1)
        product_one(x, lo, hi, w, z);
    else
        for (int64_t i = lo; i < hi; i++)
            row_scores(x, i, outputs, w, z + (size_t)(i - lo) * outputs);
}

CSR_INLINE void adjoint(const struct csr *x, int64_t lo, int64_t hi, size_t outputs,
                        const double *u, double *g)
{
    if (outputs == 1) {
        for (int64_t i = lo; i < hi; i++)
            if (u[i - lo] != 0)
                row_move(x, i, u[i - lo], g);
    } else {
        for (int64_t i = lo; i < hi; i++)
            row_add_outputs(x, i, outputs, 1, u + (size_t)(i - lo) * outputs, g);
    }
}

CSR_INLINE double add(const struct csr *x, int64_t i, size_t outputs, double a, const double *u,
                      double *w)
{
    return outputs == 1 ? row_add(x, i, a * *u, w, true)
                        : row_add_norm(x, i, outputs, a, u, w);
}

CSR_INLINE void squares(const struct csr *x, int64_t i, size_t outputs, const double *h, double *D)
{
    if (outputs == 1) /* a constant of the compiler */
        row_squares(x, i, 1, h, D);
    else
        row_squares(x, i, outputs, h, D);
}

/* A kernel of one storage; `call` works on x with constants of the compiler, `known`. */
#define KERNEL(type, name, storage, width, parameters, call)                                    \
    static type name##_##storage##width parameters                                              \
    {                                                                                           \
        const struct csr known = csr_known(x, CSR_##storage, width);                            \
        call;                                                                                   \
    }

/* The kernels of one storage. */
#define KERNELS(storage, width)                                                                 \
    KERNEL(void, product, storage, width,                                                       \
           (const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *w,       \
            double *z), product(&known, lo, hi, outputs, w, z))                                 \
    KERNEL(void, adjoint, storage, width,                                                       \
           (const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *u,       \
            double *g), adjoint(&known, lo, hi, outputs, u, g))                                 \
    KERNEL(double, add, storage, width,                                                         \
           (const struct csr *x, int64_t i, size_t outputs, double a, const double *u, double *w),\
           return add(&known, i, outputs, a, u, w))                                             \
    KERNEL(double, sqnorm, storage, width, (const struct csr *x, int64_t i),                    \
           return row_sqnorm(&known, i))                                                        \
    KERNEL(void, squares, storage, width,                                                       \
           (const struct csr *x, int64_t i, size_t outputs, const double *h, double *D),        \
           squares(&known, i, outputs, h, D))                                                   \
    KERNEL(void, outer, storage, width,                                                         \
           (const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi, double *H),     \
           row_outer(&known, i, h, lo, hi, H))                                                  \
    KERNEL(void, panel, storage, width,                                                         \
           (const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k),            \
           row_panel(&known, i, lo, p, k))
CSR_EACH(KERNELS)

#define KERNEL_ROW(storage, width)                                                              \
    [CSR_##storage][width - 1] = {product_##storage##width, adjoint_##storage##width,           \
                                  add_##storage##width,     sqnorm_##storage##width,            \
                                  squares_##storage##width, outer_##storage##width,             \
                                  panel_##storage##width},

const struct csr_kernels *ISA_NAME(csr_kernels)(const struct csr *x)
{
    static const struct csr_kernels kernels[CSR_STORAGES][CSR_WIDTH] = {CSR_EACH(KERNEL_ROW)};

    return &kernels[x->storage][x->width - 1];
}
