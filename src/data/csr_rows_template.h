/* csr_rows_template - one row of a sparse matrix against a dense vector, or several at once: every sparse loop.
 *
 * Parameter: ROW_VALUE(x, k), the k-th stored value as a double. The includer defines it, then includes this file; the
 * functions are static inline, so each storage and each caller gets loops of its own.
 *
 * With several outputs the numbers of one column stand together, w[j * outputs + o]: the inner loops run over them. */
#include "data/csr.h"

/* What is left of v when its size shrinks by `shrink`. A constant 0 costs nothing: v itself. */
static inline double row_soft(double v, double shrink)
{
    if (shrink == 0)
        return v;
    return v > shrink ? v - shrink : v < -shrink ? v + shrink : 0;
}

static inline double row_dot_soft(const struct csr *x, int64_t i, const double *w, double shrink)
{
    double sum[4] = {0}, rest = x->bias != 0 ? x->bias * row_soft(w[x->cols - 1], shrink) : 0;
    const uint32_t *col = x->col;
    int64_t k = x->start[i], end = x->start[i + 1];

    for (; k + 4 <= end; k += 4) {
        sum[0] += ROW_VALUE(x, k) * row_soft(w[col[k]], shrink);
        sum[1] += ROW_VALUE(x, k + 1) * row_soft(w[col[k + 1]], shrink);
        sum[2] += ROW_VALUE(x, k + 2) * row_soft(w[col[k + 2]], shrink);
        sum[3] += ROW_VALUE(x, k + 3) * row_soft(w[col[k + 3]], shrink);
    }
    for (; k < end; k++)
        rest += ROW_VALUE(x, k) * row_soft(w[col[k]], shrink);
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

static inline double row_dot(const struct csr *x, int64_t i, const double *w)
{
    return row_dot_soft(x, i, w, 0);
}

/* z[o] = <row i, output o of w>, w shrunk. Four columns at a time: z is loaded and stored less often. */
static inline void row_scores(const struct csr *x, int64_t i, size_t outputs, const double *restrict w, double shrink,
                              double *restrict z)
{
    const double bias = x->bias, *last = bias != 0 ? w + (x->cols - 1) * outputs : NULL;
    int64_t k = x->start[i], end = x->start[i + 1];

    for (size_t o = 0; o < outputs; o++)
        z[o] = last ? bias * row_soft(last[o], shrink) : 0;
    for (; k + 4 <= end; k += 4) {
        const double v[] = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2), ROW_VALUE(x, k + 3)};
        const double *w0 = w + x->col[k] * outputs, *w1 = w + x->col[k + 1] * outputs;
        const double *w2 = w + x->col[k + 2] * outputs, *w3 = w + x->col[k + 3] * outputs;
        for (size_t o = 0; o < outputs; o++)
            z[o] += (v[0] * row_soft(w0[o], shrink) + v[1] * row_soft(w1[o], shrink)) +
                    (v[2] * row_soft(w2[o], shrink) + v[3] * row_soft(w3[o], shrink));
    }
    for (; k < end; k++)
        for (size_t o = 0; o < outputs; o++)
            z[o] += ROW_VALUE(x, k) * row_soft(w[x->col[k] * outputs + o], shrink);
}

static inline void row_add(const struct csr *x, int64_t i, double a, double *w)
{
    const uint32_t *col = x->col;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++)
        w[col[k]] += a * ROW_VALUE(x, k);
    if (x->bias != 0)
        w[x->cols - 1] += a * x->bias;
}

/* w[o] += a u[o] v */
static inline void outputs_add(size_t outputs, double a, const double *restrict u, double v, double *restrict w)
{
    for (size_t o = 0; o < outputs; o++)
        w[o] += a * u[o] * v;
}

/* Output o of w += a u[o] row i. Where most u[o] are 0, the others one by one; the bits are the same. */
static inline void row_add_outputs(const struct csr *x, int64_t i, size_t outputs, double a, const double *u, double *w)
{
    const uint32_t *col = x->col;
    int64_t begin = x->start[i], end = x->start[i + 1];
    size_t some = 0;

    for (size_t o = 0; o < outputs; o++)
        some += u[o] != 0;
    if (4 * some > outputs) {
        for (int64_t k = begin; k < end; k++)
            outputs_add(outputs, a, u, ROW_VALUE(x, k), w + col[k] * outputs);
        if (x->bias != 0)
            outputs_add(outputs, a, u, x->bias, w + (x->cols - 1) * outputs);
        return;
    }
    for (size_t o = 0; some > 0; o++) {
        double au = a * u[o];
        if (u[o] == 0)
            continue;
        some--;
        for (int64_t k = begin; k < end; k++)
            w[col[k] * outputs + o] += au * ROW_VALUE(x, k);
        if (x->bias != 0)
            w[(x->cols - 1) * outputs + o] += au * x->bias;
    }
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

/* w += step; change goes up as w^2 does. */
static inline void add_norm(double step, double *restrict w, double *restrict change)
{
    *change += step * (2 * *w + step);
    *w += step;
}

/* outputs_add; the four sums of change together go up as |w|^2 does. */
static inline void outputs_add_norm(size_t outputs, double a, const double *restrict u, double v, double *restrict w,
                                    double change[restrict 4])
{
    size_t o = 0;

    for (; o + 4 <= outputs; o += 4)
        for (size_t k = 0; k < 4; k++)
            add_norm(a * u[o + k] * v, w + o + k, change + k);
    for (; o < outputs; o++)
        add_norm(a * u[o] * v, w + o, change);
}

/* row_add_outputs that returns by how much |w|^2 changed. */
static inline double row_add_outputs_norm(const struct csr *x, int64_t i, size_t outputs, double a, const double *u,
                                          double *w)
{
    double change[4] = {0};

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++)
        outputs_add_norm(outputs, a, u, ROW_VALUE(x, k), w + x->col[k] * outputs, change);
    if (x->bias != 0)
        outputs_add_norm(outputs, a, u, x->bias, w + (x->cols - 1) * outputs, change);
    return (change[0] + change[2]) + (change[1] + change[3]);
}

static inline double row_sqnorm(const struct csr *x, int64_t i)
{
    double sum = x->bias * x->bias;

    for (int64_t k = x->start[i], end = x->start[i + 1]; k < end; k++)
        sum += ROW_VALUE(x, k) * ROW_VALUE(x, k);
    return sum;
}
