/* sparse_columns - a sparse matrix by columns in single precision. */
#include "math/sparse_columns.h"

#include "base/memory.h"

bool columns_reserve(struct columns *X, size_t entries)
{
    if (entries <= X->room)
        return true;
    columns_free(X);
    X->row = mem_alloc(entries, sizeof *X->row);
    X->value = mem_alloc(entries, sizeof *X->value);
    if (!X->row || !X->value) {
        columns_free(X);
        return false;
    }
    X->room = entries;
    return true;
}

void columns_free(struct columns *X)
{
    mem_free(X->row);
    mem_free(X->value);
    X->row = NULL;
    X->value = NULL;
    X->room = 0;
}

/* place[i] = the row that row i becomes; returns the number of rows. */
static size_t number_rows(size_t rows, const double *scale, uint32_t *place)
{
    uint32_t count = 0;

    for (size_t i = 0; i < rows; i++) {
        place[i] = count;
        count += scale[i] > 0;
    }
    return count;
}

bool columns_gather(struct columns *X, const struct columns *from, size_t count,
                    const uint32_t *set, const double *scale, uint32_t *place, double *square)
{
    size_t entries = 1, at = 0; /* one more: an entry is written before it is known to stay */

    for (size_t k = 0; k < count; k++)
        entries += from->start[set[k] + 1] - from->start[set[k]];
    if (!columns_reserve(X, entries))
        return false;
    X->count = count;
    X->rows = number_rows(from->rows, scale, place);
    for (size_t k = 0; k < count; k++) {
        double sum = 0;
        X->start[k] = at;
        for (size_t e = from->start[set[k]]; e < from->start[set[k] + 1]; e++) {
            uint32_t i = from->row[e];
            float value = (float)(scale[i] * (double)from->value[e]);
            X->row[at] = place[i];
            X->value[at] = value;
            sum += (double)value * (double)value;
            at += scale[i] > 0; /* without a branch: it could not be predicted */
        }
        square[k] = sum;
    }
    X->start[count] = at;
    return true;
}

double columns_dot(const struct columns *X, size_t j, const double *v)
{
    double sum[4] = {0}, rest = 0;
    size_t k = X->start[j], end = X->start[j + 1];

    for (; k + 4 <= end; k += 4) {
        sum[0] += (double)X->value[k] * v[X->row[k]];
        sum[1] += (double)X->value[k + 1] * v[X->row[k + 1]];
        sum[2] += (double)X->value[k + 2] * v[X->row[k + 2]];
        sum[3] += (double)X->value[k + 3] * v[X->row[k + 3]];
    }
    for (; k < end; k++)
        rest += (double)X->value[k] * v[X->row[k]];
    return (sum[0] + sum[2]) + (sum[1] + sum[3]) + rest;
}

void columns_add(const struct columns *X, size_t j, double a, double *v)
{
    const float *value = X->value;
    const uint32_t *row = X->row;
    size_t k = X->start[j], end = X->start[j + 1];

    for (; k + 4 <= end; k += 4) {
        const double step[4] = {a * (double)value[k], a * (double)value[k + 1],
                                a * (double)value[k + 2], a * (double)value[k + 3]};
        v[row[k]] += step[0];
        v[row[k + 1]] += step[1];
        v[row[k + 2]] += step[2];
        v[row[k + 3]] += step[3];
    }
    for (; k < end; k++)
        v[row[k]] += a * (double)value[k];
}

double columns_sqnorm(const struct columns *X, size_t j)
{
    double sum = 0;

    for (size_t k = X->start[j], end = X->start[j + 1]; k < end; k++)
        sum += (double)X->value[k] * (double)X->value[k];
    return sum;
}
