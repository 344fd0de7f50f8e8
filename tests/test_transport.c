/* test_transport - the best scalars of a maximum: a plan on the simplex that serves each class as its weight asks, and costs
 * what F is at b. */
#include <math.h>
#include <string.h>

#include "common.h"
#include "loss/classes/transport.h"
#include "math/rng.h"
#include "math/vec.h"
#include "problems.h"

enum { MOST_ROWS = 6000, MOST_K = 9 };

struct bench {
    int64_t rows;
    size_t k;
    double y[MOST_ROWS], c[MOST_ROWS], s[MOST_ROWS * MOST_K], p[MOST_ROWS * MOST_K], b[MOST_K], N[MOST_K];
    struct rng rng;
    struct arena arena;
    struct transport *t;
};

static struct bench bench;

/* Labels of which the last class has none, and class 0 most. */
static void make(struct bench *b, int64_t rows, size_t k, bool weights)
{
    b->rows = rows;
    b->k = k;
    vec_fill(MOST_K, 0, b->N);
    for (int64_t i = 0; i < rows; i++) {
        b->y[i] = rng_below(&b->rng, 2) ? 0 : (double)rng_below(&b->rng, k - 1);
        b->c[i] = weights ? (double)rng_below(&b->rng, 4) / 3 : 1.0 / (double)rows;
        b->N[(size_t)b->y[i]] += b->c[i];
    }
    b->t = transport_make(rows, k, b->y, (struct costs){.each = b->c}, &b->arena);
    ck_assert_ptr_nonnull(b->t);
    for (size_t o = 0; o < k; o++)
        b->b[o] = b->N[o] > 0 ? 0 : -1e300;
}

/* sum_i c_i max_o (s_io + b_o) - <N, b> */
static double primal(const struct bench *b)
{
    double sum = 0;

    for (int64_t i = 0; i < b->rows; i++) {
        double most = -INFINITY;
        for (size_t o = 0; o < b->k; o++)
            most = fmax(most, b->s[(size_t)i * b->k + o] + b->b[o]);
        sum += b->c[i] * most;
    }
    for (size_t o = 0; o < b->k; o++)
        sum -= b->N[o] > 0 ? b->N[o] * b->b[o] : 0;
    return sum;
}

static void check(struct bench *b, double size)
{
    double served[MOST_K] = {0}, dual = 0, W = vec_sum((size_t)b->rows, b->c);

    for (size_t o = 0; o < b->k; o++) /* b_o of other scores has digits of its own size alone */
        size = b->N[o] > 0 ? fmax(size, fabs(b->b[o])) : size;
    transport_solve(b->t, b->s, b->b, b->p);
    for (int64_t i = 0; i < b->rows; i++) {
        const double *p = b->p + (size_t)i * b->k;
        ck_assert_double_eq_tol(vec_sum(b->k, p), 1, 1e-12);
        for (size_t o = 0; o < b->k; o++) {
            ck_assert_double_ge(p[o], 0);
            served[o] += b->c[i] * p[o];
        }
        dual += b->c[i] * vec_dot(b->k, p, b->s + (size_t)i * b->k);
    }
    for (size_t o = 0; o < b->k; o++)
        ck_assert_double_eq_tol(served[o], b->N[o], 1e-12 * W);
    ck_assert_double_eq_tol(primal(b), dual, 1e-12 * W * (1 + size));
}

/* Scores at random, many equal ones, those of the labels alone, and from the b of others on. */
static void check_scores(struct bench *b)
{
    static const double sizes[] = {1, 1e-3, 1e5, 30};
    size_t image = (size_t)b->rows * b->k;

    for (int trial = 0; trial < 12; trial++) {
        double size = sizes[trial % 4];
        random_vector(&b->rng, image, trial % 3 == 2 ? 0 : size, b->s);
        for (size_t i = 0; trial % 3 == 1 && i < image; i++)
            b->s[i] = round(2 * b->s[i] / size) / 2 * size;
        for (int64_t i = 0; i < b->rows; i++)
            b->s[(size_t)i * b->k + (size_t)b->y[i]] -= 1;
        check(b, 10 * size);
    }
}

START_TEST(test_plan)
{
    static const int64_t rows[] = {1, 7, 60, 6000};
    static const size_t k[] = {2, 3, 9};

    rng_seed(&bench.rng, 5);
    for (int n = 0; n < 24; n++) {
        make(&bench, rows[n % 4], k[n / 8], n % 8 < 4);
        check_scores(&bench);
        arena_free(&bench.arena);
    }
}
END_TEST

/* Rows of few different scores, apart by rounding alone. */
START_TEST(test_equal_rows)
{
    rng_seed(&bench.rng, 6);
    make(&bench, MOST_ROWS, MOST_K, false);
    for (int trial = 0; trial < 6; trial++) {
        double kinds[5 * MOST_K];
        random_vector(&bench.rng, 5 * MOST_K, 3, kinds);
        for (int64_t i = 0; i < bench.rows; i++)
            for (size_t o = 0; o < bench.k; o++)
                bench.s[(size_t)i * bench.k + o] = kinds[(size_t)(i % 5) * bench.k + o] + 0.1 * (double)(i % 3);
        check(&bench, 10);
    }
    arena_free(&bench.arena);
}
END_TEST

/* Scores of one number t_i of a row, steeper from class to class: paths are long, rows of two classes many. */
START_TEST(test_line)
{
    static const double steps[] = {1, 1e-3, 1e-9};

    rng_seed(&bench.rng, 8);
    for (int trial = 0; trial < 9; trial++) {
        make(&bench, MOST_ROWS, MOST_K, trial % 2);
        for (int64_t i = 0; i < bench.rows; i++) {
            double t = rng_uniform(&bench.rng) + 0.1 * bench.y[i];
            for (size_t o = 0; o < bench.k; o++)
                bench.s[(size_t)i * bench.k + o] = (double)o * t * steps[trial % 3] - (bench.y[i] == (double)o);
        }
        check(&bench, 10);
        arena_free(&bench.arena);
    }
}
END_TEST

static void check_ends(struct bench *b)
{
    transport_solve(b->t, b->s, b->b, b->p);
    for (size_t i = 0; i < (size_t)b->rows; i++)
        ck_assert_double_eq_tol(vec_sum(b->k, b->p + b->k * i), 1, 1e-12);
}

/* Scores that are not finite, or have differences that are not: an end, and a plan on the simplex. */
START_TEST(test_not_finite)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 1e300, -1e300};

    rng_seed(&bench.rng, 7);
    for (int n = 0; n < 200; n++) {
        make(&bench, 1 + (int64_t)rng_below(&bench.rng, 60), 3, n % 2);
        random_vector(&bench.rng, 180, 1, bench.s);
        for (int j = 0; j < (n < 100 ? 3 : 180); j++)
            bench.s[rng_below(&bench.rng, 180)] = odd[n % 3 ? rng_below(&bench.rng, 7) : (unsigned)n % 7];
        check_ends(&bench);
        arena_free(&bench.arena);
    }
}
END_TEST

/* A path along which nothing can move. */
START_TEST(test_overflow)
{
    static const double y[] = {0, 2, 1, 2}, c[] = {0.478, 0.708, 0.771, 0.768};
    static const double s[] = {1e300, -1e308, -1e300, -1e308, -1e308, -1e308, -1e308, -1e308, 0.376, 1.7e308, -1e308, -1e300};

    bench.rows = 4;
    bench.k = 3;
    memcpy(bench.y, y, sizeof y);
    memcpy(bench.c, c, sizeof c);
    memcpy(bench.s, s, sizeof s);
    vec_fill(3, 0, bench.b);
    bench.t = transport_make(4, 3, bench.y, (struct costs){.each = bench.c}, &bench.arena);
    check_ends(&bench);
    arena_free(&bench.arena);
}
END_TEST

RUN_TESTS("transport", test_plan, test_equal_rows, test_line, test_not_finite, test_overflow)
