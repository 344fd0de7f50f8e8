/* by_length - examples in the order of the lengths of their rows, block by block. */
#include "data/by_length.h"

/* Rows are short with at most SHORT entries each on average. With more the order of memory counts:
 * arxiv_astro, 69 entries, took 1.1 to 1.25 of the time. */
enum { SHORT = 24 };

/* The lengths are many where CHANGES of all rows have another than the row before: .9 on w8a.
 * On kdd99_10, .11, the order of memory counts: 1.12 of the time. */
static const double CHANGES = 0.5;

/* Rows of a block: entries of a few hundred KB, in the cache, and few changes of length. 1024 to
 * 65536 took the same time on w8a. */
enum { BLOCK = 4096 };

/* Lengths that are told apart: the last one stands for all longer rows. */
enum { LENGTHS = 256 };

/* The columns of a table of examples. */
struct table {
    int64_t *start, *end;
    double *y, *cost;
};

static int64_t length(const struct csr *x, int64_t i)
{
    return x->end[i] - x->start[i];
}

static bool pays(const struct csr *x)
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
static void sort_block(const struct csr *x, const double *y, const double *cost, int64_t lo,
                       int64_t hi, struct table *to)
{
    int64_t begin[LENGTHS + 1] = {0};

    for (int64_t i = lo; i < hi; i++)
        begin[bucket(x, i) + 1]++;
    begin[0] = lo;
    for (size_t l = 1; l <= LENGTHS; l++)
        begin[l] += begin[l - 1];
    for (int64_t i = lo; i < hi; i++) {
        int64_t k = begin[bucket(x, i)]++;
        to->start[k] = x->start[i];
        to->end[k] = x->end[i];
        to->y[k] = y[i];
        if (cost)
            to->cost[k] = cost[i];
    }
}

bool rows_by_length(struct csr *x, const double **y, const double **cost, struct arena *arena)
{
    size_t rows = (size_t)x->rows;
    struct table to;

    if (!pays(x))
        return true;
    to.start = arena_get(arena, rows, sizeof *to.start);
    to.end = arena_get(arena, rows, sizeof *to.end);
    to.y = arena_doubles(arena, rows);
    to.cost = *cost ? arena_doubles(arena, rows) : NULL;
    if (arena->failed)
        return false;
    for (int64_t lo = 0; lo < x->rows; lo += BLOCK)
        sort_block(x, *y, *cost, lo, lo + BLOCK < x->rows ? lo + BLOCK : x->rows, &to);
    x->start = to.start;
    x->end = to.end;
    *y = to.y;
    *cost = to.cost;
    return true;
}
