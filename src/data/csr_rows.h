/* csr_rows - one row of a sparse matrix against a dense vector; the template of every sparse loop.
 *
 * Parameter: ROW_VALUE(x, k), the k-th stored value as a double. The includer defines it, then includes this file; the
 * functions are static inline, so each storage and each caller gets loops of its own. */
#include "data/csr.h"

static inline double row_dot(const struct csr *x, int64_t i, const double *w)
{
    double sum[4] = {0}, rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    const uint32_t *col = x->col;
    int64_t k = x->start[i], end = x->start[i + 1];

    for (; k + 4 <= end; k += 4) {
        sum[0] += ROW_VALUE(x, k) * w[col[k]];
        sum[1] += ROW_VALUE(x, k + 1) * w[col[k + 1]];
        sum[2] += ROW_VALUE(x, k + 2) * w[col[k + 2]];
        sum[3] += ROW_VALUE(x, k + 3) * w[col[k + 3]];
    }
    for (; k < end; k++)
        rest += ROW_VALUE(x, k) * w[col[k]];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

static inline void row_add(const struct csr *x, int64_t i, double a, double *w)
{
    const uint32_t *col = x->col;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++)
        w[col[k]] += a * ROW_VALUE(x, k);
    if (x->bias != 0)
        w[x->cols - 1] += a * x->bias;
}

/* row_add that returns by how much |w|^2 changed. */
static inline double row_add_norm(const struct csr *x, int64_t i, double a, double *w)
{
    const uint32_t *col = x->col;
    double change = 0;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++) {
        double step = a * ROW_VALUE(x, k), old = w[col[k]];
        w[col[k]] = old + step;
        change += step * (2 * old + step);
    }
    if (x->bias != 0) {
        double step = a * x->bias, old = w[x->cols - 1];
        w[x->cols - 1] = old + step;
        change += step * (2 * old + step);
    }
    return change;
}

static inline double row_sqnorm(const struct csr *x, int64_t i)
{
    double sum = x->bias * x->bias;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++)
        sum += ROW_VALUE(x, k) * ROW_VALUE(x, k);
    return sum;
}
