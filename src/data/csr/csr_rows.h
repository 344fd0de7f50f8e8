/* csr_rows - one row of a sparse matrix against a dense vector: every sparse loop.
 *
 * All functions are inlined where they are called: a caller that knows x->storage and x->width, by
 * csr_known, has loops for that storage alone. ISA_LANES, of the compiler's command line, is the
 * number of doubles of a vector of the instruction set. The order of every summation is that of
 * csr.h, the contract of the kernels. */
#ifndef RRM_CSR_ROWS_H
#define RRM_CSR_ROWS_H

#include <stdbool.h>

#include "data/csr/csr.h"
#include "math/panel.h"

/* If FEW times the entries of u that are not 0 are at most all, one output after the other touches
 * less memory than all outputs of one column after the other; the slope of a multiclass hinge has
 * two entries. Tuned. */
enum { FEW = 4 };

/* Entries of a group, running sums of a product: the contract of csr.h. The loops spell the four
 * out. */
enum { GROUP = 4 };

/* Up to so many outputs a loop over outputs has a constant number of steps: it is unrolled, and
 * what belongs to the outputs stays in registers. Tuned. */
enum { SOME = 7 };

/* x with its storage and its width as constants of the compiler. */
CSR_INLINE struct csr csr_known(const struct csr *x, enum csr_storage storage, int width)
{
    struct csr known = *x;

    known.storage = storage;
    known.width = width;
    return known;
}

/* sum[m] += e_m, the entries k + m of a group. */
CSR_INLINE void group_dot(const struct csr *x, int64_t k, const double *w, double sum[GROUP])
{
    sum[0] += csr_value(x, k) * w[csr_col(x, k)];
    sum[1] += csr_value(x, k + 1) * w[csr_col(x, k + 1)];
    sum[2] += csr_value(x, k + 2) * w[csr_col(x, k + 2)];
    sum[3] += csr_value(x, k + 3) * w[csr_col(x, k + 3)];
}

/* <w, x_i> */
CSR_INLINE double row_dot_each(const struct csr *x, int64_t i, const double *w)
{
    double sum[GROUP] = {0}, rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    int64_t k = x->start[i], end = x->end[i];

    for (; k + GROUP <= end; k += GROUP)
        group_dot(x, k, w, sum);
    for (; k < end; k++)
        rest += csr_value(x, k) * w[csr_col(x, k)];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

/* z[o] = <w_o, x_i>. Four columns at a time: z is loaded and stored a quarter as often. */
CSR_INLINE void row_scores_loop(const struct csr *x, int64_t i, size_t outputs,
                                const double *restrict w, double *restrict z)
{
    const double bias = x->bias, *last = bias != 0 ? w + (x->cols - 1) * outputs : NULL;
    int64_t k = x->start[i], end = x->end[i];

    for (size_t o = 0; o < outputs; o++)
        z[o] = last ? bias * last[o] : 0;
    for (; k + GROUP <= end; k += GROUP) {
        const double v[GROUP] = {csr_value(x, k), csr_value(x, k + 1), csr_value(x, k + 2),
                                 csr_value(x, k + 3)};
        const double *w0 = w + csr_col(x, k) * outputs, *w1 = w + csr_col(x, k + 1) * outputs;
        const double *w2 = w + csr_col(x, k + 2) * outputs, *w3 = w + csr_col(x, k + 3) * outputs;
        for (size_t o = 0; o < outputs; o++)
            z[o] += (v[0] * w0[o] + v[1] * w1[o]) + (v[2] * w2[o] + v[3] * w3[o]);
    }
    for (; k < end; k++) {
        const double v = csr_value(x, k), *w0 = w + csr_col(x, k) * outputs;
        for (size_t o = 0; o < outputs; o++)
            z[o] += v * w0[o];
    }
}

/* The same for at most SOME outputs. */
CSR_INLINE void row_scores_some(const struct csr *x, int64_t i, size_t outputs, const double *w,
                                double *z)
{
    double sum[SOME];

    row_scores_loop(x, i, outputs, w, sum);
    for (size_t o = 0; o < outputs; o++)
        z[o] = sum[o];
}

/* z[o] = <w_o, x_i> */
CSR_INLINE void row_scores(const struct csr *x, int64_t i, size_t outputs, const double *w,
                           double *z)
{
    switch (outputs) {
    case 2: row_scores_some(x, i, 2, w, z); break;
    case 3: row_scores_some(x, i, 3, w, z); break;
    case 4: row_scores_some(x, i, 4, w, z); break;
    case 5: row_scores_some(x, i, 5, w, z); break;
    case 6: row_scores_some(x, i, 6, w, z); break;
    case SOME: row_scores_some(x, i, SOME, w, z); break;
    default: row_scores_loop(x, i, outputs, w, z); break;
    }
}

/* The same for the outputs list[0 .. n - 1] alone: z[m] = <w_o, x_i>, o = list[m]. */
CSR_INLINE void row_scores_listed(const struct csr *x, int64_t i, size_t outputs, size_t n,
                                  const uint32_t *restrict list, const double *restrict w,
                                  double *restrict z)
{
    const double bias = x->bias, *last = bias != 0 ? w + (x->cols - 1) * outputs : NULL;
    int64_t k = x->start[i], end = x->end[i];

    for (size_t m = 0; m < n; m++)
        z[m] = last ? bias * last[list[m]] : 0;
    for (; k + GROUP <= end; k += GROUP) {
        const double v[GROUP] = {csr_value(x, k), csr_value(x, k + 1), csr_value(x, k + 2),
                                 csr_value(x, k + 3)};
        const double *w0 = w + csr_col(x, k) * outputs, *w1 = w + csr_col(x, k + 1) * outputs;
        const double *w2 = w + csr_col(x, k + 2) * outputs, *w3 = w + csr_col(x, k + 3) * outputs;
        for (size_t m = 0; m < n; m++) {
            size_t o = list[m];
            z[m] += (v[0] * w0[o] + v[1] * w1[o]) + (v[2] * w2[o] + v[3] * w3[o]);
        }
    }
    for (; k < end; k++) {
        const double v = csr_value(x, k), *w0 = w + csr_col(x, k) * outputs;
        for (size_t m = 0; m < n; m++)
            z[m] += v * w0[list[m]];
    }
}

/* w_o += a u[m] x_i for the outputs o = list[m], m = 0 .. n - 1. */
CSR_INLINE void row_add_listed(const struct csr *x, int64_t i, size_t outputs, size_t n,
                               const uint32_t *restrict list, double a, const double *restrict u,
                               double *restrict w)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++) {
        const double v = csr_value(x, k);
        double *wk = w + csr_col(x, k) * outputs;
        for (size_t m = 0; m < n; m++)
            wk[list[m]] += a * u[m] * v;
    }
    for (size_t m = 0; x->bias != 0 && m < n; m++)
        w[(x->cols - 1) * outputs + list[m]] += a * u[m] * x->bias;
}

/* w += step and, if `norm`, a constant of the caller, *change += (w + step)^2 - w^2. */
CSR_INLINE void number_add(double step, double *restrict w, bool norm, double *restrict change)
{
    if (norm)
        *change += step * (2 * *w + step);
    *w += step;
}

/* w += a x_i, the entries k + m of a group. */
CSR_INLINE void group_add(const struct csr *x, int64_t k, double a, double *restrict w, bool norm,
                          double *restrict change)
{
    const double step[GROUP] = {a * csr_value(x, k), a * csr_value(x, k + 1),
                                a * csr_value(x, k + 2), a * csr_value(x, k + 3)};

    number_add(step[0], w + csr_col(x, k), norm, change);
    number_add(step[1], w + csr_col(x, k + 1), norm, change);
    number_add(step[2], w + csr_col(x, k + 2), norm, change);
    number_add(step[3], w + csr_col(x, k + 3), norm, change);
}

/* w += a x_i; returns the change of |w|^2 if `norm`, else 0. */
CSR_INLINE double row_add(const struct csr *x, int64_t i, double a, double *w, bool norm)
{
    int64_t k = x->start[i], end = x->end[i];
    double change = 0;

    for (; k + GROUP <= end; k += GROUP)
        group_add(x, k, a, w, norm, &change);
    for (; k < end; k++)
        number_add(a * csr_value(x, k), w + csr_col(x, k), norm, &change);
    if (x->bias != 0)
        number_add(a * x->bias, w + x->cols - 1, norm, &change);
    return change;
}

/* w[o] += a u[o] v for all outputs o of a column; the four numbers of change grow by parts of the
 * change of |w|^2. */
CSR_INLINE void column_add_norm(size_t outputs, double a, const double *restrict u, double v,
                                double *restrict w, double change[restrict GROUP])
{
    size_t o = 0;

    for (; o + GROUP <= outputs; o += GROUP)
        for (size_t k = 0; k < GROUP; k++)
            number_add(a * u[o + k] * v, w + o + k, true, change + k);
    for (; o < outputs; o++)
        number_add(a * u[o] * v, w + o, true, change);
}

/* w_o += a u[o] x_i; returns the change of |w|^2. */
CSR_INLINE double row_add_norm(const struct csr *x, int64_t i, size_t outputs, double a,
                               const double *u, double *w)
{
    double change[GROUP] = {0};

    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        column_add_norm(outputs, a, u, csr_value(x, k), w + csr_col(x, k) * outputs, change);
    if (x->bias != 0)
        column_add_norm(outputs, a, u, x->bias, w + (x->cols - 1) * outputs, change);
    return (change[0] + change[2]) + (change[1] + change[3]);
}

/* w_o += a u[o] x_i, one output after the other: for a u of which most entries are 0. */
CSR_INLINE void row_add_few(const struct csr *x, int64_t i, size_t outputs, double a,
                            const double *u, double *w)
{
    for (size_t o = 0; o < outputs; o++) {
        double au = a * u[o];
        if (u[o] == 0)
            continue;
        for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
            w[csr_col(x, k) * outputs + o] += au * csr_value(x, k);
        if (x->bias != 0)
            w[(x->cols - 1) * outputs + o] += au * x->bias;
    }
}

/* w_o += a u[o] x_i; each number of w gets one product (a u_o) value. */
CSR_INLINE void row_add_loop(const struct csr *x, int64_t i, size_t outputs, double a,
                             const double *restrict u, double *restrict w)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++) {
        const double v = csr_value(x, k);
        double *wk = w + csr_col(x, k) * outputs;
        for (size_t o = 0; o < outputs; o++)
            wk[o] += a * u[o] * v;
    }
    for (size_t o = 0; x->bias != 0 && o < outputs; o++)
        w[(x->cols - 1) * outputs + o] += a * u[o] * x->bias;
}

/* w[o] += u[o] v for at most SOME outputs o of a column, a constant. Three loops without aliases
 * become vectors. */
CSR_INLINE void column_add_some(size_t outputs, const double *u, double v, double *w)
{
    double sum[SOME];

    for (size_t o = 0; o < outputs; o++)
        sum[o] = w[o];
    for (size_t o = 0; o < outputs; o++)
        sum[o] += u[o] * v;
    for (size_t o = 0; o < outputs; o++)
        w[o] = sum[o];
}

/* w_o += a u[o] x_i for at most SOME outputs, a constant. */
CSR_INLINE void row_add_some(const struct csr *x, int64_t i, size_t outputs, double a,
                             const double *u, double *w)
{
    double au[SOME];

    for (size_t o = 0; o < outputs; o++)
        au[o] = a * u[o];
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        column_add_some(outputs, au, csr_value(x, k), w + csr_col(x, k) * outputs);
    if (x->bias != 0)
        column_add_some(outputs, au, x->bias, w + (x->cols - 1) * outputs);
}

/* w_o += a u[o] x_i; the same bits on all ways. */
CSR_INLINE void row_add_outputs(const struct csr *x, int64_t i, size_t outputs, double a,
                                const double *u, double *w)
{
    size_t count = 0; /* entries of u that are not 0 */

    for (size_t o = 0; o < outputs; o++)
        count += u[o] != 0;
    if (FEW * count <= outputs) {
        row_add_few(x, i, outputs, a, u, w);
        return;
    }
    switch (outputs) {
    case 2: row_add_some(x, i, 2, a, u, w); break;
    case 3: row_add_some(x, i, 3, a, u, w); break;
    case 4: row_add_some(x, i, 4, a, u, w); break;
    case 5: row_add_some(x, i, 5, a, u, w); break;
    case 6: row_add_some(x, i, 6, a, u, w); break;
    case SOME: row_add_some(x, i, SOME, a, u, w); break;
    default: row_add_loop(x, i, outputs, a, u, w); break;
    }
}

/* |x_i|^2 */
CSR_INLINE double row_sqnorm(const struct csr *x, int64_t i)
{
    double sum = x->bias * x->bias;

    if (x->storage == CSR_BINARY && x->bias == 0) /* a sum of ones */
        return (double)(x->end[i] - x->start[i]);
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        sum += csr_value(x, k) * csr_value(x, k);
    return sum;
}

/* D[o] += h[o] v^2 for all outputs o of a column. */
CSR_INLINE void column_squares(size_t outputs, const double *restrict h, double v,
                               double *restrict D)
{
    for (size_t o = 0; o < outputs; o++)
        D[o] += h[o] * v * v;
}

/* D_jo += h[o] x_ij^2 */
CSR_INLINE void row_squares(const struct csr *x, int64_t i, size_t outputs, const double *h,
                            double *D)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        column_squares(outputs, h, csr_value(x, k), D + csr_col(x, k) * outputs);
    if (x->bias != 0)
        column_squares(outputs, h, x->bias, D + (x->cols - 1) * outputs);
}

/* H[a * cols + b] += (h x_ia) x_ib for the entry k of a row, column a, and its entries and bias
 * from k on. */
CSR_INLINE void entry_outer(const struct csr *x, int64_t k, int64_t end, double h,
                            double *restrict H)
{
    double a = h * csr_value(x, k), *row = H + (size_t)csr_col(x, k) * x->cols;

    for (int64_t l = k; l < end; l++)
        row[csr_col(x, l)] += a * csr_value(x, l);
    if (x->bias != 0)
        row[x->cols - 1] += a * x->bias;
}

/* The same for the GROUP entries from k on: a column is loaded once for all of them, and a quarter
 * of the loops ends where the branch predictor does not expect it. */
CSR_INLINE void group_outer(const struct csr *x, int64_t k, int64_t end, double h,
                            double *restrict H)
{
    double a[GROUP], *row[GROUP];

    for (int m = 0; m < GROUP; m++) {
        a[m] = h * csr_value(x, k + m);
        row[m] = H + (size_t)csr_col(x, k + m) * x->cols;
    }
    for (int m = 0; m < GROUP; m++)
        for (int o = m; o < GROUP; o++)
            row[m][csr_col(x, k + o)] += a[m] * csr_value(x, k + o);
    for (int64_t l = k + GROUP; l < end; l++) {
        const double v = csr_value(x, l);
        const uint32_t col = csr_col(x, l);
        row[0][col] += a[0] * v;
        row[1][col] += a[1] * v;
        row[2][col] += a[2] * v;
        row[3][col] += a[3] * v;
    }
    for (int m = 0; x->bias != 0 && m < GROUP; m++)
        row[m][x->cols - 1] += a[m] * x->bias;
}

/* H[a * cols + b] += (h x_ia) x_ib for a <= b, a in [lo, hi). */
CSR_INLINE void row_outer(const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi,
                          double *restrict H)
{
    const uint32_t last = x->cols - 1;
    int64_t k = x->start[i], end = x->end[i], stop = end;

    while (k < end && csr_col(x, k) < lo)
        k++;
    while (stop > k && csr_col(x, stop - 1) >= hi)
        stop--;
    for (; k + GROUP <= stop; k += GROUP)
        group_outer(x, k, end, h, H);
    for (; k < stop; k++)
        entry_outer(x, k, end, h, H);
    if (x->bias != 0 && last >= lo && last < hi)
        H[(size_t)last * x->cols + last] += h * x->bias * x->bias;
}

/* x_k of the panel = x_i without its columns below lo. */
CSR_INLINE void row_panel(const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k)
{
    int64_t l = x->start[i], end = x->end[i];

    while (l < end && csr_col(x, l) < lo)
        l++;
    for (; l < end; l++)
        panel_set(p->x, p->in, k, csr_col(x, l), csr_value(x, l));
    if (x->bias != 0)
        panel_set(p->x, p->in, k, x->cols - 1, x->bias);
}

/* ---- vectors of four doubles --------------------------------------------------------------- */

/* A vector has the four running sums of the contract of csr.h: the bits of row_dot_each and
 * row_add. Without such instructions compilers take the vectors apart in memory, and additions take
 * up to 5 times as long. */
typedef double four __attribute__((vector_size(GROUP * sizeof(double))));
typedef float four_floats __attribute__((vector_size(GROUP * sizeof(float))));
typedef int32_t four_wholes __attribute__((vector_size(GROUP * sizeof(int32_t))));

/* 10^e = 5^e 2^e, e = m mod 4, of each m: the powers of five are the bytes of one number. */
CSR_INLINE four_wholes quad_powers(four_wholes m)
{
    const int32_t fives = 1 | 5 << 8 | 25 << 16 | 125 << 24;
    const four_wholes e = m & SCALED_MOST, all = {fives, fives, fives, fives};

    return (all >> 8 * e & 255) << e;
}

/* The values k .. k + 3, by one load: gcc 12 makes four of csr_value. Of __builtin_convertvector it
 * makes two conversions and more, of four numbers in braces one. */
CSR_INLINE void quad_values(const struct csr *x, int64_t k, four *v)
{
    four_floats f;
    four_wholes m, e;

    switch (x->storage) {
    case CSR_BINARY: *v = (four){1, 1, 1, 1}; break;
    case CSR_FLOAT:
        memcpy(&f, (const float *)x->value + k, sizeof f);
        *v = (four){f[0], f[1], f[2], f[3]};
        break;
    case CSR_DECIMAL:
        memcpy(&m, (const int32_t *)x->value + k, sizeof m);
        *v = (four){m[0], m[1], m[2], m[3]};
        *v = *v * decimal_unit[x->places][0] + *v * decimal_unit[x->places][1];
        break;
    case CSR_SCALED:
        memcpy(&m, (const uint32_t *)x->value + k, sizeof m);
        e = quad_powers(m);
        m = m >> SCALED_BITS & (SCALED_END - 1);
        *v = (four){m[0], m[1], m[2], m[3]} * (four){e[0], e[1], e[2], e[3]};
        *v /= nearest_ten[x->places];
        break;
    default: memcpy(v, (const double *)x->value + k, sizeof *v); break;
    }
}

/* <w, x_i> */
CSR_INLINE double row_dot_quads(const struct csr *x, int64_t i, const double *w)
{
    double rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    int64_t k = x->start[i], end = x->end[i];
    four sum = {0}, v;

    for (; k + GROUP <= end; k += GROUP) {
        const four some = {w[csr_col(x, k)], w[csr_col(x, k + 1)], w[csr_col(x, k + 2)],
                           w[csr_col(x, k + 3)]};
        quad_values(x, k, &v);
        sum += v * some;
    }
    for (; k < end; k++)
        rest += csr_value(x, k) * w[csr_col(x, k)];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

/* w += a x_i */
CSR_INLINE void row_add_quads(const struct csr *x, int64_t i, double a, double *w)
{
    int64_t k = x->start[i], end = x->end[i];
    four step;

    for (; k + GROUP <= end; k += GROUP) {
        quad_values(x, k, &step);
        step *= a;
        w[csr_col(x, k)] += step[0];
        w[csr_col(x, k + 1)] += step[1];
        w[csr_col(x, k + 2)] += step[2];
        w[csr_col(x, k + 3)] += step[3];
    }
    for (; k < end; k++)
        w[csr_col(x, k)] += a * csr_value(x, k);
    if (x->bias != 0)
        w[x->cols - 1] += a * x->bias;
}

/* <w, x_i> */
CSR_INLINE double row_dot(const struct csr *x, int64_t i, const double *w)
{
    return ISA_LANES >= GROUP ? row_dot_quads(x, i, w) : row_dot_each(x, i, w);
}

/* w += a x_i */
CSR_INLINE void row_move(const struct csr *x, int64_t i, double a, double *w)
{
    if (ISA_LANES >= GROUP)
        row_add_quads(x, i, a, w);
    else
        (void)row_add(x, i, a, w, false);
}

#endif
