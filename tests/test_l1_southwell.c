/* test_l1_southwell - minima of problems with a kink at 0 in every variable, by dense loops. */
#include <math.h>
#include <stdlib.h>

#include "solve/newton/l1_southwell.h"
#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 60, COLS = 24 };

/* X (ROWS x COLS), its columns, and the program over them. */
struct bench {
    double x[ROWS][COLS], g[COLS], h[ROWS];
    struct columns X;
    struct l1_columns lent;
    struct l1_southwell s;
    struct arena arena;
};

/* Column 3 has no entry in a row of h > 0. Thin: X of few entries, -1 and 1, and h of one size, where sums cancel to 0. g is
 * in the range of H: f has a minimum. */
static void bench_open(struct bench *b, size_t borders, bool thin, uint64_t seed)
{
    double r[ROWS], mean = 0;
    struct rng rng;
    size_t at = 0;

    *b = (struct bench){.X = {.count = COLS, .rows = ROWS}};
    rng_seed(&rng, seed);
    b->X.start = arena_get(&b->arena, COLS + 1, sizeof(size_t));
    ck_assert(!b->arena.failed && columns_reserve(&b->X, ROWS * COLS));
    for (size_t i = 0; i < ROWS; i++)
        b->h[i] = i % 5 ? 0.1 + (thin ? 0 : (double)rng_below(&rng, 100) / 100) : 0;
    for (size_t j = 0; j < COLS; j++) {
        b->X.start[j] = at;
        for (size_t i = 0; i < ROWS; i++) {
            double x = random_normal(&rng);
            if (rng_below(&rng, thin ? 16 : 3) > 0 || (j == 3 && i % 5 > 0))
                continue;
            b->x[i][j] = thin ? copysign(1, x) : (float)x;
            b->X.row[at] = (uint32_t)i;
            b->X.value[at++] = (float)b->x[i][j];
        }
    }
    b->X.start[COLS] = at;
    for (int i = 0; i < ROWS; i++)
        r[i] = b->h[i] > 0 ? random_normal(&rng) : 0;
    for (int i = 0; i < ROWS; i++)
        mean += r[i] / (ROWS - ROWS / 5);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLS; j++)
            b->g[j] += b->h[i] > 0 ? b->x[i][j] * (r[i] - mean) : 0;
    l1_columns_init(&b->lent, COLS, ROWS, borders, &b->arena);
    l1_southwell_init(&b->s, &b->X, &b->lent, &b->arena);
    ck_assert(!b->arena.failed);
    vec_copy(ROWS, b->h, b->s.h);
    vec_copy(COLS, b->g, b->s.a);
    vec_fill(COLS, 0, b->s.v);
    b->s.most_distance = INFINITY;
    b->s.most_visited = 10000000;
    for (size_t k = 0; k < borders; k++) /* X' diag(h) d over the root of <d, diag(h) d>, d = 1 */
        for (size_t j = 0; j < COLS; j++)
            for (size_t i = 0; i < ROWS; i++)
                b->s.E[k * COLS + j] += b->h[i] * b->x[i][j] / sqrt(vec_sum(ROWS, b->h));
}

static void bench_close(struct bench *b)
{
    l1_southwell_free(&b->s);
    columns_free(&b->X);
    columns_free(&b->lent.X);
    arena_free(&b->arena);
}

/* a = g + H v; returns <g, v> + v'Hv/2 + sum_j psi(v_j). */
static double dense(const struct bench *b, double *a)
{
    double f = 0;

    for (size_t j = 0; j < COLS; j++) {
        double Hv = 0;
        for (size_t k = 0; k < COLS; k++) {
            double H = 0;
            for (size_t i = 0; i < ROWS; i++)
                H += b->h[i] * b->x[i][j] * b->x[i][k];
            for (size_t e = 0; e < b->s.borders; e++)
                H -= b->s.E[e * COLS + j] * b->s.E[e * COLS + k];
            Hv += H * b->s.v[k];
        }
        a[j] = b->g[j] + Hv;
        f += (b->g[j] + Hv / 2) * b->s.v[j] + kinked_value(&b->s.psi, b->s.v[j]);
    }
    return f;
}

static bool is_asked(const void *context)
{
    int *left = *(int *const *)context;

    return --*left < 0;
}

/* Levels 1/2 to 1e-7; `room` for entries of G. */
static void check_minimum(size_t borders, struct kinked psi, size_t room, bool thin, uint64_t seed)
{
    double a[COLS], most = 0, f;
    struct bench b;
    size_t moved = 0, sparse = 0;

    bench_open(&b, borders, thin, seed);
    b.s.psi = psi;
    ck_assert(l1_southwell_begin(&b.s, 0.5));
    ck_assert(b.s.set.count > 0 && b.s.set.count < COLS);
    b.s.gram.room = room < b.s.gram.room ? room : b.s.gram.room;
    for (double level = 0.5; level > 1e-7; level /= 2) {
        ck_assert(l1_southwell_reduce(&b.s, level));
        ck_assert_double_le(l1_southwell_violation(&b.s), level);
    }
    f = dense(&b, a);
    for (size_t q = 0; q < b.s.set.count; q++) {
        size_t j = b.s.set.column[q];
        ck_assert_double_le(fabs(b.s.a[j] - a[j]), 1e-6);
        if (b.s.set.diagonal[q] > 0) /* else no v_j changes a slope */
            most = fmax(most, kinked_violation(&psi, b.s.v[j], a[j]));
        moved += b.s.v[j] != 0;
        sparse += b.s.set.start[q] > 0 && b.s.set.length[q] < b.s.set.count;
    }
    ck_assert(moved > 0 && b.s.v[3] == 0);
    ck_assert((sparse > 0) == (thin && room > 0));
    ck_assert_double_le(most, 1e-5);
    ck_assert_double_le(fabs(b.s.distance + f), 1e-6 * (1 + fabs(f)));
    bench_close(&b);
}

START_TEST(test_minimum)
{
    static const struct kinked psi[] = {{.left = -1, .right = 1, .lo = -INFINITY, .hi = INFINITY},
                                        {.left = -INFINITY, .right = 0.5, .lo = -INFINITY, .hi = INFINITY},
                                        {.left = -0.5, .right = 2, .lo = -INFINITY, .hi = INFINITY}};

    for (uint64_t seed = 1; seed <= 5; seed++)
        for (int k = 0; k < 3; k++)
            for (size_t borders = 0; borders < 2; borders++) {
                for (int thin = 0; thin < 2; thin++) {
                    check_minimum(borders, psi[k], SIZE_MAX, thin, seed);
                    check_minimum(borders, psi[k], 2 * COLS, thin, seed);
                    check_minimum(borders, psi[k], 0, thin, seed);
                }
            }
}
END_TEST

/* From where one set has led, with all columns: slopes of those that were not in it are right only then. */
START_TEST(test_again)
{
    static const struct kinked psi = {.left = -1, .right = 1, .lo = -INFINITY, .hi = INFINITY};
    double a[COLS], most = 0;
    struct bench b;

    bench_open(&b, 1, false, 7);
    b.s.psi = psi;
    ck_assert(l1_southwell_begin(&b.s, 1.5) && l1_southwell_reduce(&b.s, 1e-9));
    dense(&b, b.s.a);
    ck_assert(l1_southwell_begin(&b.s, 0) && b.s.set.count == COLS - 1); /* a_3 = 0 */
    ck_assert_double_gt(l1_southwell_violation(&b.s), 0.01);
    ck_assert(l1_southwell_reduce(&b.s, 1e-9));
    dense(&b, a);
    for (size_t j = 0; j < COLS; j++)
        most = fmax(most, j == 3 ? 0 : kinked_violation(&psi, b.s.v[j], a[j]));
    ck_assert_double_le(most, 1e-5);
    bench_close(&b);
}
END_TEST

START_TEST(test_stop)
{
    static const struct kinked psi = {.left = -1, .right = 1, .lo = -INFINITY, .hi = INFINITY};
    int left = 1, *context = &left;
    struct bench b;

    bench_open(&b, 0, false, 9);
    b.s.psi = psi;
    b.s.stop = (struct stop_token){is_asked, &context};
    ck_assert(l1_southwell_begin(&b.s, 0.5));
    ck_assert(!l1_southwell_reduce(&b.s, 1e-12));
    ck_assert_int_eq(left, -1);
    ck_assert(b.s.distance > 0);
    b.s.stop = (struct stop_token){0};
    b.s.most_distance = b.s.distance;
    ck_assert(!l1_southwell_reduce(&b.s, 1e-12) && b.s.distance > b.s.most_distance);
    b.s.most_distance = INFINITY;
    b.s.most_visited = b.s.visited + 1;
    ck_assert(!l1_southwell_reduce(&b.s, 0));
    bench_close(&b);
}
END_TEST

RUN_TESTS("l1_southwell", test_minimum, test_again, test_stop)
