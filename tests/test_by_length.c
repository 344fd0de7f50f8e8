/* test_by_length - each row once, with its y and cost; lengths ascend within a block. */
#include "base/memory.h"
#include "data/rows/by_length.h"
#include "math/rng.h"

#include "common.h"

enum { ROWS = 10000, MOST = 40, BLOCK = 4096 };

struct table {
    int64_t start[ROWS + 1], new_start[ROWS], new_end[ROWS];
    double y[ROWS], cost[ROWS];
};

/* Rows of fewer than `most` entries; y_i = i and cost_i = -i tell rows apart. */
static struct rows make(struct table *e, uint64_t most)
{
    struct rng rng;

    rng_seed(&rng, most);
    for (int64_t i = 0; i < ROWS; i++) {
        e->start[i + 1] = e->start[i] + (int64_t)rng_below(&rng, most);
        e->y[i] = (double)i;
        e->cost[i] = -(double)i;
    }
    return (struct rows){.x = {.rows = ROWS, .start = e->start, .end = e->start + 1},
                             .start = e->new_start,
                             .end = e->new_end,
                             .y = e->y,
                             .c = e->cost};
}

static void check_order(const struct table *e, const struct csr *x, const double *y,
                        const double *cost)
{
    static bool seen[ROWS];

    for (int64_t k = 0; k < ROWS; k++)
        seen[k] = false;
    for (int64_t k = 0; k < ROWS; k++) {
        int64_t i = (int64_t)y[k], length = x->end[k] - x->start[k];
        ck_assert(!seen[i] && cost[k] == -y[k]);
        ck_assert(x->start[k] == e->start[i] && x->end[k] == e->start[i + 1]);
        seen[i] = true;
        if (k % BLOCK == 0)
            continue;
        ck_assert(length >= x->end[k - 1] - x->start[k - 1]);
        ck_assert(length > x->end[k - 1] - x->start[k - 1] || y[k] > y[k - 1]);
    }
}

/* Short rows of many lengths are put in order; rows of one length and long rows are left alone. */
START_TEST(short_rows_of_many_lengths)
{
    struct table *e = mem_alloc(1, sizeof *e);
    static const uint64_t most[] = {MOST, 1, 10 * MOST};

    for (size_t k = 0; k < 3; k++) {
        struct rows sorted = make(e, most[k]);
        ck_assert(by_length_pays(&sorted.x) == (most[k] == MOST));
        if (most[k] != MOST)
            continue;
        ck_assert(by_length_sort(&sorted) && sorted.x.start == e->new_start);
        check_order(e, &sorted.x, sorted.y, sorted.c);
    }
    mem_free(e);
}
END_TEST

RUN_TESTS("by_length", short_rows_of_many_lengths)
