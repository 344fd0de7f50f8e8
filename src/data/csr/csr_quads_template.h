/* csr_quads_template - a row of a sparse matrix against a dense vector, four numbers at a time,
 * for instruction sets with vectors of four doubles.
 *
 * Parameters as in csr_rows_template.h, whose ROW_DOT and ROW_ADD become these loops. A vector has
 * the four running sums of the contract of csr.h: the bits of row_dot and row_add. Without such
 * instructions compilers take the vectors apart in memory, and additions take up to 5 times as
 * long. */
#include "data/csr/csr_rows_template.h"

typedef double four __attribute__((vector_size(GROUP * sizeof(double))));

/* *sum += e_k .. e_(k+3) */
static inline void quad_dot(const struct csr *x, int64_t k, enum side side, int64_t split,
                            const double *w, four *sum)
{
    const four v = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                    ROW_VALUE(x, k + 3)};
    const four some = {w[side_col(x, k, side, split)], w[side_col(x, k + 1, side, split)],
                       w[side_col(x, k + 2, side, split)], w[side_col(x, k + 3, side, split)]};

    *sum += v * some;
}

/* w += a x_i, the entries k .. k + 3 of a row. */
static inline void quad_add(const struct csr *x, int64_t k, enum side side, int64_t split,
                            double a, double *w)
{
    const four v = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                    ROW_VALUE(x, k + 3)};
    const four step = a * v;

    w[side_col(x, k, side, split)] += step[0];
    w[side_col(x, k + 1, side, split)] += step[1];
    w[side_col(x, k + 2, side, split)] += step[2];
    w[side_col(x, k + 3, side, split)] += step[3];
}

/* <w, x_i> */
static inline double row_dot_quads(const struct csr *x, int64_t i, const double *w)
{
    double rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    int64_t k = x->start[i], end = x->end[i];
    const int64_t split = row_split(x, i);
    four sum = {0};

    for (; k + GROUP <= split; k += GROUP)
        quad_dot(x, k, BELOW, split, w, &sum);
    if (ROW_WIDTH == CSR_MEDIUM && k + GROUP <= end) {
        quad_dot(x, k, AROUND, split, w, &sum);
        for (k += GROUP; k + GROUP <= end; k += GROUP)
            quad_dot(x, k, ABOVE, split, w, &sum);
    }
    for (; k < end; k++)
        rest += ROW_VALUE(x, k) * w[row_col(x, k)];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

/* w += a x_i */
static inline void row_add_quads(const struct csr *x, int64_t i, double a, double *w)
{
    int64_t k = x->start[i], end = x->end[i];
    const int64_t split = row_split(x, i);

    for (; k + GROUP <= split; k += GROUP)
        quad_add(x, k, BELOW, split, a, w);
    if (ROW_WIDTH == CSR_MEDIUM && k + GROUP <= end) {
        quad_add(x, k, AROUND, split, a, w);
        for (k += GROUP; k + GROUP <= end; k += GROUP)
            quad_add(x, k, ABOVE, split, a, w);
    }
    for (; k < end; k++)
        w[row_col(x, k)] += a * ROW_VALUE(x, k);
    if (x->bias != 0)
        w[x->cols - 1] += a * x->bias;
}

#undef ROW_DOT
#undef ROW_ADD
#define ROW_DOT(x, i, w) row_dot_quads(x, i, w)
#define ROW_ADD(x, i, a, w) row_add_quads(x, i, a, w)
