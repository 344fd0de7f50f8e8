/* csr_kernels - the kernels of one storage, instantiated from the row template.
 *
 * Parameters: ROW_VALUE(x, k) as in csr_rows.h; CSR_KERNELS, the name of the table to define. */
#include "data/csr.h"
#include "data/csr_rows.h"

static void product(const struct csr *x, int64_t lo, int64_t hi, const double *w, double *z)
{
    for (int64_t i = lo; i < hi; i++)
        z[i - lo] = row_dot(x, i, w);
}

static void adjoint(const struct csr *x, int64_t lo, int64_t hi, const double *u, double *g)
{
    for (int64_t i = lo; i < hi; i++)
        if (u[i - lo] != 0)
            row_add(x, i, u[i - lo], g);
}

static double dot(const struct csr *x, int64_t i, const double *w)
{
    return row_dot(x, i, w);
}

static double add(const struct csr *x, int64_t i, double a, double *w)
{
    return row_add_norm(x, i, a, w);
}

static double sqnorm(const struct csr *x, int64_t i)
{
    return row_sqnorm(x, i);
}

const struct csr_kernels CSR_KERNELS = {product, adjoint, dot, add, sqnorm};
