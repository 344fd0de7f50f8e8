/* by_length - examples in the order of the lengths of their rows, block by block. */
#include "data/rows/by_length.h"

#include <string.h>

#include "base/memory.h"

/* Rows are short with at most SHORT entries each on average. With more the order of memory counts.
 * Tuned. */
enum { SHORT = 24 };

/* The lengths are many where CHANGES of all rows have another than the row before. Tuned. */
static const double CHANGES = 0.5;

/* Lengths that are told apart: the last one stands for all longer rows. */
enum { LENGTHS = 256 };

/* The examples of a block in their new order. */
struct block {
    int64_t start[ROWS_BLOCK], end[ROWS_BLOCK];
    double y[ROWS_BLOCK], c[ROWS_BLOCK];
};

static int64_t length(const struct csr *x, int64_t i)
{
    return x->end[i] - x->start[i];
}

bool by_length_pays(const struct csr *x)
{
    int64_t changes = 0, entries = 0;

    for (int64_t i = 0; i < x->rows; i++) {
        entries += length(x, i);
        changes += i > 0 && length(x, i) != length(x, i - 1);
    }
    return entries <= SHORT * x->rows && (double)changes >= CHANGES * (double)x->rows;
}

static size_t bucket(const struct csr *x, int64_t i)
{
    return length(x, i) < LENGTHS ? (size_t)length(x, i) : LENGTHS - 1;
}

/* The rows lo .. hi - 1 in their new order: a counting sort (Knuth, TAOCP 3, 5.2, algorithm D). */
static void sort_block(struct rows *e, int64_t lo, int64_t hi, struct block *to)
{
    size_t begin[LENGTHS + 1] = {0}, rows = (size_t)(hi - lo);

    for (int64_t i = lo; i < hi; i++)
        begin[bucket(&e->x, i) + 1]++;
    for (size_t l = 1; l <= LENGTHS; l++)
        begin[l] += begin[l - 1];
    for (int64_t i = lo; i < hi; i++) {
        size_t k = begin[bucket(&e->x, i)]++;
        to->start[k] = e->x.start[i];
        to->end[k] = e->x.end[i];
        to->y[k] = e->y[i];
        to->c[k] = e->c ? e->c[i] : 0;
    }
    memcpy(e->start + lo, to->start, rows * sizeof *to->start);
    memcpy(e->end + lo, to->end, rows * sizeof *to->end);
    memcpy(e->y + lo, to->y, rows * sizeof *to->y);
    if (e->c)
        memcpy(e->c + lo, to->c, rows * sizeof *to->c);
}

bool by_length_sort(struct rows *e)
{
    struct block *block = mem_alloc(1, sizeof *block);

    if (!block)
        return false;
    for (int64_t lo = 0; lo < e->x.rows; lo += ROWS_BLOCK)
        sort_block(e, lo, e->x.rows - lo < ROWS_BLOCK ? e->x.rows : lo + ROWS_BLOCK, block);
    e->x.start = e->start;
    e->x.end = e->end;
    mem_free(block);
    return true;
}
