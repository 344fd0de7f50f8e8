/* csr_kernels_template - the kernels of one storage, instantiated from the row template.
 *
 * Parameters: ROW_VALUE(x, k) as in csr_rows_template.h; CSR_KERNELS, the name of the table to define. */
#include "data/csr.h"
#include "data/csr_rows_template.h"

static void product(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *w, double *z)
{
    if (outputs == 1)
        for (int64_t i = lo; i < hi; i++)
            z[i - lo] = row_dot(x, i, w);
    else
        for (int64_t i = lo; i < hi; i++)
            row_scores(x, i, outputs, w, 0, z + (size_t)(i - lo) * outputs);
}

static void adjoint(const struct csr *x, int64_t lo, int64_t hi, size_t outputs, const double *u, double *g)
{
    if (outputs == 1) {
        for (int64_t i = lo; i < hi; i++)
            if (u[i - lo] != 0)
                row_add(x, i, u[i - lo], g);
    } else {
        for (int64_t i = lo; i < hi; i++)
            row_add_outputs(x, i, outputs, 1, u + (size_t)(i - lo) * outputs, g);
    }
}

static double add(const struct csr *x, int64_t i, size_t outputs, double a, const double *u, double *w)
{
    return outputs == 1 ? row_add_norm(x, i, a * *u, w) : row_add_outputs_norm(x, i, outputs, a, u, w);
}

static double sqnorm(const struct csr *x, int64_t i)
{
    return row_sqnorm(x, i);
}

static double settle_column(size_t outputs, double total, double *seen, double *v)
{
    double change = 0;

    for (size_t o = 0; o < outputs; o++) {
        double old = v[o];
        v[o] = row_soft(old, total - seen[o]);
        seen[o] = total;
        change += v[o] * v[o] - old * old;
    }
    return change;
}

static double settle(const struct csr *x, int64_t i, size_t outputs, double total, double *seen, double *v)
{
    double change = 0;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++) {
        size_t at = x->col[k] * outputs;
        change += settle_column(outputs, total, seen + at, v + at);
    }
    if (x->bias != 0) {
        size_t at = (x->cols - 1) * outputs;
        change += settle_column(outputs, total, seen + at, v + at);
    }
    return change;
}

const struct csr_kernels CSR_KERNELS = {product, adjoint, add, sqnorm, settle};
