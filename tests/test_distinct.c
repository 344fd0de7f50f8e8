/* test_distinct - rows that stand several times: against a search of all pairs, for each storage, with collisions; what the
 * sample says; the risk of all rows and that of the distinct ones, loss by loss. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/rows/distinct.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"
#include "storages.h"

enum { ROWS = 300, COLS = 3, DIM = (COLS + 1) * TASK_CLASSES };

/* What merging needs, of some examples whose arrays stay. */
static struct rows rows_of(const struct examples *e)
{
    size_t rows = (size_t)e->x.rows;
    struct rows r = {.x = e->x,
                     .start = malloc(rows * sizeof *r.start),
                     .end = malloc(rows * sizeof *r.end),
                     .y = malloc(rows * sizeof *r.y),
                     .c = malloc(rows * sizeof *r.c)};

    ck_assert(r.start && r.end && r.y && r.c);
    vec_copy(rows, e->y, r.y);
    vec_copy(rows, e->cost, r.c);
    return r;
}

static void rows_free(struct rows *r)
{
    free(r->start);
    free(r->end);
    free(r->y);
    free(r->c);
}

/* Few different rows: entries are 0, 1 or 1 + 2^-20; labels -1 and +1. */
static struct examples *repeated_rows(uint64_t seed, int64_t rows, uint32_t cols, enum csr_storage storage)
{
    double *dense = calloc((size_t)rows * cols, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, seed);
    for (size_t k = 0; k < (size_t)rows * cols; k++) {
        uint64_t draw = rng_below(&rng, 3);
        dense[k] = draw == 0 ? 0 : storage == CSR_BINARY || draw == 1 ? 1 : 1 + ldexp(1, -20);
    }
    e = examples_dense(rows, cols, dense, storage);
    for (int64_t i = 0; i < rows; i++) {
        e->y[i] = rng_below(&rng, 2) ? 1 : -1;
        e->cost[i] = (double)(1 + rng_below(&rng, 5)) / (double)rows;
    }
    free(dense);
    return e;
}

/* The bits of the rows, and their labels. */
static bool same(const struct examples *e, int64_t i, int64_t k)
{
    size_t cols = e->x.cols;

    return e->y[i] == e->y[k] && memcmp(e->dense + (size_t)i * cols, e->dense + (size_t)k * cols, cols * sizeof *e->dense) == 0;
}

/* The first row of each kind in its place with the sum of the costs in the order of the rows. */
static void check_merged(const struct examples *e, const struct rows *r)
{
    int64_t k = 0;

    for (int64_t i = 0; i < e->x.rows; i++) {
        double sum = 0;
        int64_t first = 0;
        while (!same(e, first, i))
            first++;
        if (first < i)
            continue;
        for (int64_t j = i; j < e->x.rows; j++)
            sum += same(e, i, j) ? e->cost[j] : 0;
        ck_assert(k < r->x.rows && r->x.start[k] == e->x.start[i] && r->x.end[k] == e->x.end[i]);
        ck_assert(r->y[k] == e->y[i] && fabs(r->c[k] - sum) <= 1e-15);
        k++;
    }
    ck_assert_int_eq(k, r->x.rows);
    ck_assert(r->x.start == r->start && r->x.end == r->end);
}

/* Columns of 16 and of 32 bits; with all bits of the hash, and with few, so that rows collide. */
START_TEST(against_all_pairs)
{
    static const uint64_t hash[] = {UINT64_MAX, UINT32_MAX, UINT64_C(7) << 61};

    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++)
        for (uint32_t cols = COLS; cols <= COLS + 1; cols++)
            for (size_t k = 0; k < sizeof hash / sizeof *hash; k++) {
                int64_t few = k == 0 ? ROWS : 60; /* distinct ones find room near one home */
                struct examples *e = repeated_rows(k + cols, few, cols, (enum csr_storage)storage);
                struct rows r = rows_of(e);
                ck_assert(distinct_merge(&r, r.c, hash[k]));
                check_merged(e, &r);
                rows_free(&r);
                examples_free(e);
            }
}
END_TEST

/* Without costs each row costs 1/rows. */
START_TEST(no_costs)
{
    struct examples *e = repeated_rows(4, ROWS, COLS, CSR_BINARY);
    struct rows r;
    double *c;

    for (int64_t i = 0; i < ROWS; i++)
        e->cost[i] = 1 / (double)ROWS;
    r = rows_of(e);
    c = r.c;
    r.c = NULL;
    ck_assert(distinct_merge(&r, c, UINT64_MAX) && r.c == c);
    check_merged(e, &r);
    rows_free(&r);
    examples_free(e);
}
END_TEST

/* With one hash for all rows some find no place and are left as they are: no cost is lost, none goes to another row. */
START_TEST(no_room_near_home)
{
    struct examples *e = repeated_rows(5, ROWS, 8, CSR_FLOAT);
    struct rows r = rows_of(e);
    int64_t distinct;

    ck_assert(distinct_merge(&r, r.c, UINT64_MAX));
    distinct = r.x.rows;
    rows_free(&r);
    r = rows_of(e);
    ck_assert(distinct_merge(&r, r.c, 0) && r.x.rows >= distinct && distinct > 100);
    for (int64_t i = 0; i < ROWS; i++) {
        double all = 0, merged = 0;
        for (int64_t k = 0; k < ROWS; k++)
            all += same(e, i, k) ? e->cost[k] : 0;
        for (int64_t k = 0; k < r.x.rows; k++) {
            int64_t row = 0;
            while (e->x.start[row] != r.x.start[k] || e->x.end[row] != r.x.end[k])
                row++;
            merged += same(e, i, row) ? r.c[k] : 0;
        }
        ck_assert(fabs(all - merged) <= 1e-15);
    }
    rows_free(&r);
    examples_free(e);
}
END_TEST

/* Another label, another length, another bit of a value, another column: all are other rows. */
START_TEST(alike_but_not_the_same)
{
    static const double dense[] = {1, 2, 0, /* twice, with two labels */ 1, 2, 0, 1, 0, 0, 1, 2, 2, 1, 2.0000000000000004, 0,
                                   0, 1, 2, 0, 0, 0};
    struct examples *e = examples_dense(7, 3, dense, CSR_DOUBLE);
    struct rows r;

    e->y[1] = 2;
    r = rows_of(e);
    ck_assert(distinct_merge(&r, r.c, UINT64_MAX));
    ck_assert_int_eq(r.x.rows, 7);
    rows_free(&r);
    examples_free(e);
}
END_TEST

/* The arrays of a view of some rows may be the ones that are written. */
START_TEST(in_place)
{
    struct examples *e = repeated_rows(3, ROWS, COLS, CSR_DOUBLE);
    struct rows r = rows_of(e);

    for (int64_t i = 0; i < ROWS; i++) {
        r.start[i] = e->x.start[i];
        r.end[i] = e->x.end[i];
    }
    r.x.start = r.start;
    r.x.end = r.end;
    ck_assert(distinct_merge(&r, r.c, UINT64_MAX));
    check_merged(e, &r);
    rows_free(&r);
    examples_free(e);
}
END_TEST

/* Columns j and j + 2^16 are not the same. */
START_TEST(pages)
{
    int64_t start[4], end[4];
    double y[4] = {1, 1, 1, 1}, c[4] = {1, 2, 4, 8};
    const int64_t at[] = {0, 2, 4, 6, 8};
    enum { PAGE = 1 << 16 };
    static const uint32_t column[] = {3, 5 + PAGE, 3 + PAGE, 5 + PAGE, 3, 5 + PAGE, 3, 5};
    unsigned char col[3 * 8 + 1];
    struct rows r = {.x = {.rows = 4, .cols = PAGE + 6, .start = at, .end = at + 1, .col = col, .width = 3},
                     .start = start, .end = end, .y = y, .c = c};

    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        storage_column(col, 3, k, column[k]);
    ck_assert(distinct_merge(&r, c, UINT64_MAX));
    ck_assert(r.x.rows == 3 && c[0] == 5 && c[1] == 2 && c[2] == 8);
    ck_assert(start[0] == 0 && start[1] == 2 && start[2] == 6);
}
END_TEST

/* A column of numbers: row i is number[i]. */
static bool pays(int64_t rows, int64_t (*number)(int64_t i))
{
    double *dense = malloc((size_t)rows * sizeof *dense);
    struct examples *e;
    bool answer;

    ck_assert_ptr_nonnull(dense);
    for (int64_t i = 0; i < rows; i++)
        dense[i] = (double)(1 + number(i));
    e = examples_dense(rows, 1, dense, CSR_DOUBLE);
    for (int64_t i = 0; i < rows; i++) /* storage_value keeps |v| < 2000 */
        ((double *)e->value)[i] = dense[i];
    ck_assert(distinct_pays(&e->x, e->y, &answer));
    free(dense);
    examples_free(e);
    return answer;
}

static int64_t other(int64_t i)
{
    return i;
}

static int64_t neighbours(int64_t i)
{
    return i / 2;
}

/* Half of 30000 rows are new ones, far apart. */
static int64_t shuffled(int64_t i)
{
    struct rng rng;

    rng_seed(&rng, (uint64_t)i);
    return (int64_t)rng_below(&rng, 20000);
}

/* One row in fifty is always the same. */
static int64_t often(int64_t i)
{
    return i % 50 == 7 ? 0 : i;
}

static int64_t few(int64_t i)
{
    return i % 100;
}

START_TEST(sample)
{
    static const int64_t rows[] = {1, 2, 64, 65, 70, 300, 30000};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
        ck_assert(!pays(rows[k], other) && !pays(rows[k], often));
    ck_assert(pays(300, neighbours) && pays(30000, neighbours));
    ck_assert(pays(30000, shuffled) && pays(30000, few));
}
END_TEST

/* ---- risks ------------------------------------------------------------------------------------------------------------ */

/* R and a plane that touches it at w: <a, w> + b = R. */
static double risk_at(const struct risk_spec *spec, const double *w, double *a)
{
    const struct par one = {1, NULL};
    struct arena arena = {0};
    struct risk *risk = risk_of(spec, &one, &arena);
    double b, value;

    ck_assert(risk && risk->dim <= DIM);
    value = risk_eval(risk, w, a, &b);
    ck_assert(fabs(vec_dot(risk->dim, a, w) + b - value) <= 1e-9 * (1 + fabs(value)));
    arena_free(&arena);
    return value;
}

/* Where l is smooth, slopes are one: planes are the same too. With kinks a plane of the distinct rows touches R of all. */
START_TEST(same_risk)
{
    for (size_t k = 0; loss_at(k); k++)
        for (int mode = BIAS_NONE; mode < BIAS_MODES && loss_at(k)->formula; mode++) {
            struct examples *e = repeated_rows(k, ROWS, COLS, CSR_FLOAT);
            struct risk_spec spec, fewer;
            struct rows r;
            struct rng rng;
            double w[DIM], a[DIM], b[DIM];

            examples_task(e, loss_at(k));
            spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 2);
            rng_seed(&rng, k);
            r = rows_of(e);
            ck_assert(distinct_merge(&r, r.c, UINT64_MAX) && r.x.rows < ROWS);
            fewer = spec;
            fewer.x = &r.x;
            fewer.y = r.y;
            fewer.cost = r.c;
            for (int point = 0; point < 5 && spec_sound(&spec); point++) {
                double all, some;
                random_vector(&rng, DIM, 1, w);
                all = risk_at(&spec, w, a);
                some = risk_at(&fewer, w, b);
                ck_assert_msg(fabs(all - some) <= 1e-12 * (1 + fabs(all)), "%s, bias %s: %.17g, distinct %.17g",
                              loss_at(k)->name, bias_name[mode], all, some);
                if (loss_at(k)->traits & LOSS_SMOOTH)
                    for (size_t j = 0; j < spec_dim(&spec); j++)
                        ck_assert(fabs(a[j] - b[j]) <= 1e-6 * (1 + fabs(a[j])));
            }
            rows_free(&r);
            examples_free(e);
        }
}
END_TEST

RUN_TESTS("distinct", against_all_pairs, no_costs, no_room_near_home, alike_but_not_the_same,
          in_place, pages, sample, same_risk)
