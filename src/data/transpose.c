/* transpose - the columns of a matrix. */
#include "data/transpose.h"

/* start[j + 1] = entries of column j, then start[j] = entries of the columns before j. */
static void count_entries(const struct csr *x, struct columns *X)
{
    for (size_t j = 0; j <= X->count; j++)
        X->start[j] = 0;
    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            X->start[csr_col(x, k) + 1]++;
    if (x->bias != 0)
        X->start[X->count] = (size_t)x->rows;
    for (size_t j = 0; j < X->count; j++)
        X->start[j + 1] += X->start[j];
}

static void put(struct columns *X, uint32_t j, int64_t i, double value)
{
    size_t at = X->start[j]++;

    X->row[at] = (uint32_t)i;
    X->value[at] = (float)value;
}

/* start[j] moves to the start of column j + 1 while column j is filled, then back. */
bool matrix_columns(const struct matrix *A, struct columns *X)
{
    const struct csr *x = &A->x;

    X->count = x->cols;
    X->rows = (size_t)x->rows;
    count_entries(x, X);
    if (!columns_reserve(X, X->start[X->count]))
        return false;
    for (int64_t i = 0; i < x->rows; i++) {
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            put(X, csr_col(x, k), i, csr_value(x, k));
        if (x->bias != 0)
            put(X, x->cols - 1, i, x->bias);
    }
    for (size_t j = X->count; j > 0; j--)
        X->start[j] = X->start[j - 1];
    X->start[0] = 0;
    return true;
}
