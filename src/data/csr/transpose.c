/* transpose - the columns of a matrix. */
#include "data/csr/transpose.h"

#include <float.h>
#include <math.h>

/* Where the entries of A go, column by column: start (cols + 1), row, and a value of one kind. */
struct target {
    size_t *start;
    uint32_t *row;
    float *single; /* NULL: values go to full */
    double *full;
};

/* start[j + 1] = entries of column j, then start[j] = entries of the columns before j. */
static void count_entries(const struct csr *x, size_t *start)
{
    for (uint32_t j = 0; j <= x->cols; j++)
        start[j] = 0;
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            start[csr_col(x, k) + 1]++;
    if (x->bias != 0)
        start[x->cols] = (size_t)x->rows;
    for (uint32_t j = 0; j < x->cols; j++)
        start[j + 1] += start[j];
}

static void put(const struct target *to, uint32_t j, int64_t i, double value)
{
    size_t at = to->start[j]++;

    to->row[at] = (uint32_t)i;
    if (to->single)
        to->single[at] = (float)fmax(-FLT_MAX, fmin(value, FLT_MAX));
    else
        to->full[at] = value;
}

/* start[j] moves to the start of column j + 1 while column j is filled, then back. */
static void fill(const struct csr *x, const struct target *to)
{
    for (int64_t i = 0; i < x->rows; i++) {
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            put(to, csr_col(x, k), i, csr_value(x, k));
        if (x->bias != 0)
            put(to, x->cols - 1, i, x->bias);
    }
    for (uint32_t j = x->cols; j > 0; j--)
        to->start[j] = to->start[j - 1];
    to->start[0] = 0;
}

bool matrix_columns(const struct matrix *A, struct columns *X)
{
    X->count = A->x.cols;
    X->rows = (size_t)A->x.rows;
    count_entries(&A->x, X->start);
    if (!columns_reserve(X, X->start[X->count]))
        return false;
    fill(&A->x, &(struct target){.start = X->start, .row = X->row, .single = X->value});
    return true;
}

bool matrix_transpose(const struct matrix *A, struct csr *T, struct arena *arena)
{
    size_t cols = A->x.cols;
    struct target to = {.start = arena_get(arena, cols + 1, sizeof *to.start)};
    int64_t *start = arena_get(arena, cols + 1, sizeof *start);

    if (arena->failed)
        return false;
    count_entries(&A->x, to.start);
    to.row = arena_get(arena, to.start[cols], sizeof *to.row);
    to.full = arena_doubles(arena, to.start[cols]);
    if (arena->failed)
        return false;
    fill(&A->x, &to);
    for (size_t j = 0; j <= cols; j++)
        start[j] = (int64_t)to.start[j];
    *T = (struct csr){.rows = (int64_t)cols,
                      .cols = (uint32_t)A->x.rows,
                      .storage = CSR_DOUBLE,
                      .start = start,
                      .end = start + 1,
                      .col = to.row,
                      .width = sizeof *to.row,
                      .value = to.full};
    return true;
}
