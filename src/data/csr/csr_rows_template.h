/* csr_rows_template - one row of a sparse matrix against a dense vector: every sparse loop.
 *
 * Parameters: ROW_VALUE(x, k), the k-th stored value, one of csr.h's, and ROW_WIDTH, what holds the
 * columns (enum csr_width), macros of the includer. ROW_DOT(x, i, w), <w, x_i>, and
 * ROW_ADD(x, i, a, w), w += a x_i, are defined for templates that take either these loops or those
 * of csr_quads_template.h. The last template undefines all four. All functions are static inline:
 * each storage has loops of its own. The order of every summation is that of csr.h, the contract of
 * the kernels. */
#include <stdbool.h>

#include "data/csr/csr.h"
#include "math/panel.h"

/* If FEW times the entries of u that are not 0 are at most all, one output after the other touches
 * less memory than all outputs of one column after the other; the slope of a multiclass hinge has
 * two entries. 1 and 16 took the same time, within the noise of 20 %, on digits, letter and sector
 * (10, 26 and 105 classes). */
enum { FEW = 4 };

/* Entries of a group, running sums of a product: the contract of csr.h. The loops spell the four
 * out. */
enum { GROUP = 4 };

/* Up to so many outputs a loop over outputs has a constant number of steps: it is unrolled, and
 * what belongs to the outputs stays in registers. Products took .4 to .9 of the time, additions .3
 * to .9, on connect-4, mnist, letter and sector with 2 to 7 outputs; with 8 additions took up to
 * 1.4. */
enum { SOME = 7 };

/* The column of stored entry k without what csr_high says of it. */
static inline uint32_t row_low(const struct csr *x, int64_t k)
{
    if (ROW_WIDTH == CSR_BYTE)
        return x->byte[k];
    return ROW_WIDTH == CSR_WIDE ? x->col[k] : x->narrow[k];
}

/* The column of stored entry k. */
static inline uint32_t row_col(const struct csr *x, int64_t k)
{
    return ROW_WIDTH == CSR_MEDIUM ? csr_medium(x, k) : row_low(x, k);
}

/* The groups of a row: columns ascend, so that groups below 2^16 come first, then where there are
 * more one that may have columns on both sides, then others. All are of the first kind but with
 * CSR_MEDIUM. As constants of the loops the first and the last kind cost no instruction. */
enum side { BELOW, AROUND, ABOVE };

/* The first entry of row i with a column from 2^16 on, or its end. */
static inline int64_t row_split(const struct csr *x, int64_t i)
{
    return ROW_WIDTH == CSR_MEDIUM ? csr_split(x, x->start[i], x->end[i]) : x->end[i];
}

/* The column of stored entry k in a group of this kind. */
static inline size_t side_col(const struct csr *x, int64_t k, enum side side, int64_t split)
{
    size_t high = side == ABOVE || (side == AROUND && k >= split) ? CSR_PAGE : 0;

    return high + row_low(x, k);
}

/* sum[m] += e_m, the entries k + m of a group. */
static inline void group_dot(const struct csr *x, int64_t k, enum side side, int64_t split,
                             const double *w, double sum[GROUP])
{
    sum[0] += ROW_VALUE(x, k) * w[side_col(x, k, side, split)];
    sum[1] += ROW_VALUE(x, k + 1) * w[side_col(x, k + 1, side, split)];
    sum[2] += ROW_VALUE(x, k + 2) * w[side_col(x, k + 2, side, split)];
    sum[3] += ROW_VALUE(x, k + 3) * w[side_col(x, k + 3, side, split)];
}

/* <w, x_i> */
static inline double row_dot(const struct csr *x, int64_t i, const double *w)
{
    double sum[GROUP] = {0}, rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    int64_t k = x->start[i], end = x->end[i];

    const int64_t split = row_split(x, i);

    for (; k + GROUP <= split; k += GROUP)
        group_dot(x, k, BELOW, split, w, sum);
    if (ROW_WIDTH == CSR_MEDIUM && k + GROUP <= end) {
        group_dot(x, k, AROUND, split, w, sum);
        for (k += GROUP; k + GROUP <= end; k += GROUP)
            group_dot(x, k, ABOVE, split, w, sum);
    }
    for (; k < end; k++)
        rest += ROW_VALUE(x, k) * w[row_col(x, k)];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

/* z[o] = <w_o, x_i>. Four columns at a time: z is loaded and stored a quarter as often. */
static inline void row_scores_loop(const struct csr *x, int64_t i, size_t outputs,
                                   const double *restrict w, double *restrict z)
{
    const double bias = x->bias, *last = bias != 0 ? w + (x->cols - 1) * outputs : NULL;
    int64_t k = x->start[i], end = x->end[i];

    for (size_t o = 0; o < outputs; o++)
        z[o] = last ? bias * last[o] : 0;
    for (; k + GROUP <= end; k += GROUP) {
        const double v[GROUP] = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                                 ROW_VALUE(x, k + 3)};
        const double *w0 = w + row_col(x, k) * outputs, *w1 = w + row_col(x, k + 1) * outputs;
        const double *w2 = w + row_col(x, k + 2) * outputs, *w3 = w + row_col(x, k + 3) * outputs;
        for (size_t o = 0; o < outputs; o++)
            z[o] += (v[0] * w0[o] + v[1] * w1[o]) + (v[2] * w2[o] + v[3] * w3[o]);
    }
    for (; k < end; k++)
        for (size_t o = 0; o < outputs; o++)
            z[o] += ROW_VALUE(x, k) * w[row_col(x, k) * outputs + o];
}

/* The same for at most SOME outputs. */
static inline void row_scores_some(const struct csr *x, int64_t i, size_t outputs, const double *w,
                                   double *z)
{
    double sum[SOME];

    row_scores_loop(x, i, outputs, w, sum);
    for (size_t o = 0; o < outputs; o++)
        z[o] = sum[o];
}

/* z[o] = <w_o, x_i> */
static inline void row_scores(const struct csr *x, int64_t i, size_t outputs, const double *w,
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
static inline void row_scores_listed(const struct csr *x, int64_t i, size_t outputs, size_t n,
                                     const uint32_t *restrict list, const double *restrict w,
                                     double *restrict z)
{
    const double bias = x->bias, *last = bias != 0 ? w + (x->cols - 1) * outputs : NULL;
    int64_t k = x->start[i], end = x->end[i];

    for (size_t m = 0; m < n; m++)
        z[m] = last ? bias * last[list[m]] : 0;
    for (; k + GROUP <= end; k += GROUP) {
        const double v[GROUP] = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                                 ROW_VALUE(x, k + 3)};
        const double *w0 = w + row_col(x, k) * outputs, *w1 = w + row_col(x, k + 1) * outputs;
        const double *w2 = w + row_col(x, k + 2) * outputs, *w3 = w + row_col(x, k + 3) * outputs;
        for (size_t m = 0; m < n; m++) {
            size_t o = list[m];
            z[m] += (v[0] * w0[o] + v[1] * w1[o]) + (v[2] * w2[o] + v[3] * w3[o]);
        }
    }
    for (; k < end; k++)
        for (size_t m = 0; m < n; m++)
            z[m] += ROW_VALUE(x, k) * w[row_col(x, k) * outputs + list[m]];
}

/* w_o += a u[m] x_i for the outputs o = list[m], m = 0 .. n - 1. */
static inline void row_add_listed(const struct csr *x, int64_t i, size_t outputs, size_t n,
                                  const uint32_t *restrict list, double a, const double *restrict u,
                                  double *restrict w)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        for (size_t m = 0; m < n; m++)
            w[row_col(x, k) * outputs + list[m]] += a * u[m] * ROW_VALUE(x, k);
    for (size_t m = 0; x->bias != 0 && m < n; m++)
        w[(x->cols - 1) * outputs + list[m]] += a * u[m] * x->bias;
}

/* w += step and, if `norm`, a constant of the caller, *change += (w + step)^2 - w^2. */
static inline void number_add(double step, double *restrict w, bool norm, double *restrict change)
{
    if (norm)
        *change += step * (2 * *w + step);
    *w += step;
}

/* w += a x_i, the entries k + m of a group. */
static inline void group_add(const struct csr *x, int64_t k, enum side side, int64_t split,
                             double a, double *restrict w, bool norm, double *restrict change)
{
    const double step[GROUP] = {a * ROW_VALUE(x, k), a * ROW_VALUE(x, k + 1),
                                a * ROW_VALUE(x, k + 2), a * ROW_VALUE(x, k + 3)};

    number_add(step[0], w + side_col(x, k, side, split), norm, change);
    number_add(step[1], w + side_col(x, k + 1, side, split), norm, change);
    number_add(step[2], w + side_col(x, k + 2, side, split), norm, change);
    number_add(step[3], w + side_col(x, k + 3, side, split), norm, change);
}

/* w += a x_i; returns the change of |w|^2 if `norm`, else 0. */
static inline double row_add(const struct csr *x, int64_t i, double a, double *w, bool norm)
{
    int64_t k = x->start[i], end = x->end[i];
    const int64_t split = row_split(x, i);
    double change = 0;

    for (; k + GROUP <= split; k += GROUP)
        group_add(x, k, BELOW, split, a, w, norm, &change);
    if (ROW_WIDTH == CSR_MEDIUM && k + GROUP <= end) {
        group_add(x, k, AROUND, split, a, w, norm, &change);
        for (k += GROUP; k + GROUP <= end; k += GROUP)
            group_add(x, k, ABOVE, split, a, w, norm, &change);
    }
    for (; k < end; k++)
        number_add(a * ROW_VALUE(x, k), w + row_col(x, k), norm, &change);
    if (x->bias != 0)
        number_add(a * x->bias, w + x->cols - 1, norm, &change);
    return change;
}

/* w[o] += a u[o] v for all outputs o of a column; the four numbers of change grow by parts of the
 * change of |w|^2. */
static inline void column_add_norm(size_t outputs, double a, const double *restrict u, double v,
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
static inline double row_add_norm(const struct csr *x, int64_t i, size_t outputs, double a,
                                  const double *u, double *w)
{
    double change[GROUP] = {0};

    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        column_add_norm(outputs, a, u, ROW_VALUE(x, k), w + row_col(x, k) * outputs, change);
    if (x->bias != 0)
        column_add_norm(outputs, a, u, x->bias, w + (x->cols - 1) * outputs, change);
    return (change[0] + change[2]) + (change[1] + change[3]);
}

/* w_o += a u[o] x_i, one output after the other: for a u of which most entries are 0. */
static inline void row_add_few(const struct csr *x, int64_t i, size_t outputs, double a,
                               const double *u, double *w)
{
    for (size_t o = 0; o < outputs; o++) {
        double au = a * u[o];
        if (u[o] == 0)
            continue;
        for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
            w[row_col(x, k) * outputs + o] += au * ROW_VALUE(x, k);
        if (x->bias != 0)
            w[(x->cols - 1) * outputs + o] += au * x->bias;
    }
}

/* w_o += a u[o] x_i; each number of w gets one product (a u_o) value. */
static inline void row_add_loop(const struct csr *x, int64_t i, size_t outputs, double a,
                                const double *restrict u, double *restrict w)
{
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        for (size_t o = 0; o < outputs; o++)
            w[row_col(x, k) * outputs + o] += a * u[o] * ROW_VALUE(x, k);
    for (size_t o = 0; x->bias != 0 && o < outputs; o++)
        w[(x->cols - 1) * outputs + o] += a * u[o] * x->bias;
}

/* w[o] += u[o] v for at most SOME outputs o of a column, a constant. Three loops without aliases
 * become vectors. */
static inline void column_add_some(size_t outputs, const double *u, double v, double *w)
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
static inline void row_add_some(const struct csr *x, int64_t i, size_t outputs, double a,
                                const double *u, double *w)
{
    double au[SOME];

    for (size_t o = 0; o < outputs; o++)
        au[o] = a * u[o];
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        column_add_some(outputs, au, ROW_VALUE(x, k), w + row_col(x, k) * outputs);
    if (x->bias != 0)
        column_add_some(outputs, au, x->bias, w + (x->cols - 1) * outputs);
}

/* w_o += a u[o] x_i; the same bits on all ways. */
static inline void row_add_outputs(const struct csr *x, int64_t i, size_t outputs, double a,
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
static inline double row_sqnorm(const struct csr *x, int64_t i)
{
    double sum = x->bias * x->bias;

    if (x->storage == CSR_BINARY && x->bias == 0) /* a sum of ones */
        return (double)(x->end[i] - x->start[i]);
    for (int64_t k = x->start[i], end = x->end[i]; k < end; k++)
        sum += ROW_VALUE(x, k) * ROW_VALUE(x, k);
    return sum;
}

/* H[a * cols + b] += (h x_ia) x_ib for the entry k of a row, column a, and its entries and bias
 * from k on. */
static inline void entry_outer(const struct csr *x, int64_t k, int64_t end, double h,
                               double *restrict H)
{
    double a = h * ROW_VALUE(x, k), *row = H + (size_t)row_col(x, k) * x->cols;

    for (int64_t l = k; l < end; l++)
        row[row_col(x, l)] += a * ROW_VALUE(x, l);
    if (x->bias != 0)
        row[x->cols - 1] += a * x->bias;
}

/* The same for the GROUP entries from k on: a column is loaded once for all of them, and a quarter
 * of the loops ends where the branch predictor does not expect it. */
static inline void group_outer(const struct csr *x, int64_t k, int64_t end, double h,
                               double *restrict H)
{
    double a[GROUP], *row[GROUP];

    for (int m = 0; m < GROUP; m++) {
        a[m] = h * ROW_VALUE(x, k + m);
        row[m] = H + (size_t)row_col(x, k + m) * x->cols;
    }
    for (int m = 0; m < GROUP; m++)
        for (int o = m; o < GROUP; o++)
            row[m][row_col(x, k + o)] += a[m] * ROW_VALUE(x, k + o);
    for (int64_t l = k + GROUP; l < end; l++) {
        const double v = ROW_VALUE(x, l);
        const uint32_t col = row_col(x, l);
        row[0][col] += a[0] * v;
        row[1][col] += a[1] * v;
        row[2][col] += a[2] * v;
        row[3][col] += a[3] * v;
    }
    for (int m = 0; x->bias != 0 && m < GROUP; m++)
        row[m][x->cols - 1] += a[m] * x->bias;
}

/* H[a * cols + b] += (h x_ia) x_ib for a <= b, a in [lo, hi). */
static inline void row_outer(const struct csr *x, int64_t i, double h, uint32_t lo, uint32_t hi,
                             double *restrict H)
{
    const uint32_t last = x->cols - 1;
    int64_t k = x->start[i], end = x->end[i], stop = end;

    while (k < end && row_col(x, k) < lo)
        k++;
    while (stop > k && row_col(x, stop - 1) >= hi)
        stop--;
    for (; k + GROUP <= stop; k += GROUP)
        group_outer(x, k, end, h, H);
    for (; k < stop; k++)
        entry_outer(x, k, end, h, H);
    if (x->bias != 0 && last >= lo && last < hi)
        H[(size_t)last * x->cols + last] += h * x->bias * x->bias;
}

/* x_k of the panel = x_i without its columns below lo. */
static inline void row_panel(const struct csr *x, int64_t i, uint32_t lo, struct panel *p, size_t k)
{
    int64_t l = x->start[i], end = x->end[i];

    while (l < end && row_col(x, l) < lo)
        l++;
    for (; l < end; l++)
        panel_set(p->x, p->in, k, row_col(x, l), ROW_VALUE(x, l));
    if (x->bias != 0)
        panel_set(p->x, p->in, k, x->cols - 1, x->bias);
}

#define ROW_DOT(x, i, w) row_dot(x, i, w)
#define ROW_ADD(x, i, a, w) row_add(x, i, a, w, false)
