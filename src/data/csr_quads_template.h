/* csr_quads_template - a row of a sparse matrix against a dense vector, four numbers at a time,
 * for instruction sets with vectors of four doubles.
 *
 * Parameters: ROW_VALUE(x, k) and ROW_COL(x, k) as in csr_rows_template.h. A vector holds the four
 * running sums of the contract of csr.h: the bits of row_dot and row_add. Without such instructions
 * compilers take the vectors apart in memory, and additions take up to 5 times as long. */
#include "data/csr_rows_template.h"

typedef double four __attribute__((vector_size(GROUP * sizeof(double))));

/* <w, x_i> */
static inline double row_dot_quads(const struct csr *x, int64_t i, const double *w)
{
    double rest = x->bias != 0 ? x->bias * w[x->cols - 1] : 0;
    int64_t k = x->start[i], end = x->end[i];
    four sum = {0};

    for (; k + GROUP <= end; k += GROUP) {
        const four v = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                        ROW_VALUE(x, k + 3)};
        const four some = {w[ROW_COL(x, k)], w[ROW_COL(x, k + 1)], w[ROW_COL(x, k + 2)],
                           w[ROW_COL(x, k + 3)]};
        sum += v * some;
    }
    for (; k < end; k++)
        rest += ROW_VALUE(x, k) * w[ROW_COL(x, k)];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

/* w += a x_i */
static inline void row_add_quads(const struct csr *x, int64_t i, double a, double *w)
{
    int64_t k = x->start[i], end = x->end[i];

    for (; k + GROUP <= end; k += GROUP) {
        const four v = {ROW_VALUE(x, k), ROW_VALUE(x, k + 1), ROW_VALUE(x, k + 2),
                        ROW_VALUE(x, k + 3)};
        const four step = a * v;
        w[ROW_COL(x, k)] += step[0];
        w[ROW_COL(x, k + 1)] += step[1];
        w[ROW_COL(x, k + 2)] += step[2];
        w[ROW_COL(x, k + 3)] += step[3];
    }
    for (; k < end; k++)
        w[ROW_COL(x, k)] += a * ROW_VALUE(x, k);
    if (x->bias != 0)
        w[x->cols - 1] += a * x->bias;
}
