/* twin_columns - columns that are others, scaled: a table of columns by the hash of their rows. */
#include "math/twin_columns.h"

#include <math.h>

#include "base/memory.h"

/* Columns of more than LONGEST entries, tuned, are no twins; a column has PROBES places (linear
 * probing: Knuth, The Art of Computer Programming 3, section 6.4); X_j = r X_k to SAME of the
 * products compared; HALF of the bits of a hash. */
enum { LONGEST = 64, PROBES = 8, HALF = 32 };
static const double SAME = 1e-6;

/* Fibonacci hashing (Knuth, the same section) of the rows of column j in turn. */
static uint64_t hash_rows(const struct columns *X, size_t j)
{
    uint64_t hash = 0;

    for (size_t k = X->start[j]; k < X->start[j + 1]; k++) {
        hash = (hash ^ X->row[k]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> HALF;
    }
    return hash;
}

/* X_j = r X_k for an r > 0 */
static bool proportional(const struct columns *X, size_t j, size_t k)
{
    size_t length = X->start[j + 1] - X->start[j];
    const float *a = X->value + X->start[j], *b = X->value + X->start[k];
    const uint32_t *row = X->row + X->start[j], *other = X->row + X->start[k];

    if (X->start[k + 1] - X->start[k] != length || !(a[0] * b[0] > 0))
        return false;
    for (size_t e = 0; e < length; e++) {
        double one = (double)a[e] * (double)b[0], two = (double)b[e] * (double)a[0];
        if (row[e] != other[e] || fabs(one - two) > SAME * fabs(one))
            return false;
    }
    return true;
}

/* Column j to the table of mask + 1 = 2^k places: the larger of twins, plus 1; 0: a free place. */
static void enter(const struct columns *X, size_t j, uint32_t *table, size_t mask, uint32_t *twin)
{
    size_t hash = (size_t)hash_rows(X, j);

    for (int probe = 0; probe < PROBES; probe++) {
        uint32_t *place = table + ((hash + (size_t)probe) & mask), k = *place - 1;
        if (*place != 0 && !proportional(X, j, k))
            continue;
        if (*place != 0 && fabsf(X->value[X->start[j]]) <= fabsf(X->value[X->start[k]])) {
            twin[j] = k;
            return;
        }
        if (*place != 0)
            twin[k] = (uint32_t)j;
        *place = (uint32_t)j + 1;
        return;
    }
}

bool columns_twins(const struct columns *X, uint32_t *twin)
{
    size_t size = 1;
    uint32_t *table;

    while (size < 2 * X->count)
        size *= 2;
    table = mem_alloc(size, sizeof *table);
    if (!table)
        return false;
    for (size_t k = 0; k < size; k++)
        table[k] = 0;
    for (size_t j = 0; j < X->count; j++) {
        size_t length = X->start[j + 1] - X->start[j];
        twin[j] = (uint32_t)j;
        if (length > 0 && length <= LONGEST)
            enter(X, j, table, size - 1, twin);
    }
    mem_free(table);
    return true;
}
