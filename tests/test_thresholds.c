/* test_thresholds - all thresholds of the hinge at once, against the minimum of each over all of its kinks. */
#include <math.h>

#include "loss/thresholds.h"
#include "math/rng.h"
#include "math/vec.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 40, COUNT = 9 };

/* Labels 0 .. count, weights and scores of `rows` rows. */
struct bench {
    struct rng rng;
    int64_t rows;
    size_t count;
    double y[ROWS], c[ROWS], z[ROWS], d[ROWS], u[ROWS];
    struct costs costs;
};

/* Odd seeds have whole scores, so that kinks meet, a third of all scores up to 1e6; two of four seeds in turn weights of any
 * size, some of 0. Labels grow with the scores; with one seed of five the first class and one in the middle have no row. */
static void bench_init(struct bench *b, unsigned seed)
{
    double size;

    rng_seed(&b->rng, seed);
    b->rows = 1 + (int64_t)rng_below(&b->rng, ROWS);
    b->count = 1 + rng_below(&b->rng, COUNT);
    size = seed % 3 == 0 ? 1e6 : 4;
    for (int i = 0; i < b->rows; i++) {
        double label;
        b->z[i] = size * (rng_uniform(&b->rng) - 0.5);
        label = floor((b->z[i] / size + 0.5 + 0.3 * rng_uniform(&b->rng)) * (double)(b->count + 1));
        b->y[i] = fmin((double)b->count, label + (seed % 5 == 0 && (label == 0 || label == 3)));
        if (seed % 2)
            b->z[i] = rint(b->z[i]);
        b->c[i] = i % 7 == 3 ? 0 : rng_uniform(&b->rng) / ROWS;
        b->d[i] = rng_uniform(&b->rng) - 0.5;
    }
    b->costs = costs_of(seed % 4 < 2 ? NULL : b->c, b->rows);
}

/* F_k(theta) */
static double threshold_loss(const struct bench *b, size_t k, double theta, const double *z)
{
    double sum = 0;

    for (int i = 0; i < b->rows; i++) {
        double beyond = b->y[i] > (double)k ? theta - z[i] : z[i] - theta;
        sum += costs_at(b->costs, (size_t)i) * fmax(0, 1 + beyond);
    }
    return sum;
}

/* min F_k, at one of its kinks */
static double threshold_least(const struct bench *b, size_t k, const double *z)
{
    double least = INFINITY;

    for (int i = 0; i < b->rows; i++)
        least = fmin(least, threshold_loss(b, k, b->y[i] > (double)k ? z[i] - 1 : z[i] + 1, z));
    return least;
}

static double least_sum(const struct bench *b, const double *z)
{
    double sum = 0;

    for (size_t k = 0; k < b->count; k++)
        sum += threshold_least(b, k, z);
    return sum;
}

/* The plane of u touches g at z and is nowhere above it, however far z' is: g is the same with all scores as much higher. Its
 * slope along d is that of thresholds_along. */
static void check_plane(struct bench *b, struct thresholds *t, unsigned seed, double digit)
{
    size_t n = (size_t)b->rows;
    double offset, g = thresholds_slopes(t, b->z, b->u, &offset), other[ROWS], touch = vec_dot(n, b->u, b->z) + offset;

    ck_assert_msg(fabs(g - touch) <= digit, "%u: g %.15g, its plane %.15g", seed, g, touch);
    touch = vec_sum(n, b->u);
    ck_assert_msg(fabs(touch) <= 1e-15, "%u: the plane rises by %g with all scores", seed, touch);
    touch = vec_dot(n, b->u, b->d);
    for (int twice = 0; twice < 2; twice++) /* it begins from 0 each time */
        ck_assert_msg(fabs(thresholds_along(t, b->z, b->d) - touch) <= 1e-13, "%u: %.15g along d", seed, touch);
    ck_assert_double_eq(thresholds_slopes(t, b->z, NULL, NULL), g);
    for (int trial = 0; trial < 4; trial++) {
        double size = trial % 2 ? 1e-3 : 10, there;
        for (size_t i = 0; i < n; i++)
            other[i] = b->z[i] + size * (rng_uniform(&b->rng) - 0.5);
        there = least_sum(b, other);
        touch = vec_dot(n, b->u, other) + offset;
        ck_assert_msg(touch <= there + digit, "%u: the plane is %g above", seed, touch - there);
    }
}

START_TEST(minimum)
{
    for (unsigned seed = 0; seed < 2000; seed++) {
        struct bench b = {.rows = 0};
        struct arena arena = {0};
        struct thresholds *t;
        const double *theta;
        double digit, sum = 0;
        bench_init(&b, seed);
        digit = seed % 3 == 0 ? 1e-8 : 1e-13;
        t = thresholds_make(b.y, b.costs, b.rows, b.count, &arena);
        ck_assert_ptr_nonnull(t);
        thresholds_best(t, b.d); /* leaves nothing behind */
        theta = thresholds_best(t, b.z);
        for (size_t k = 0; k < b.count; k++) {
            double F = threshold_loss(&b, k, theta[k], b.z), least = threshold_least(&b, k, b.z);
            ck_assert_msg(F <= least + digit, "%u: F_%zu(%.15g) = %.15g for %.15g", seed, k, theta[k], F, least);
            ck_assert_msg(k == 0 || theta[k - 1] <= theta[k], "%u: theta_%zu descends", seed, k);
            sum += F;
        }
        ck_assert_double_eq_tol(thresholds_slopes(t, b.z, NULL, NULL), sum, digit);
        check_plane(&b, t, seed, digit);
        arena_free(&arena);
    }
}
END_TEST

/* Scores of any kind end, and those that are not finite give a value that is not. */
START_TEST(odd_scores)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1.7e308, -1.7e308};

    for (unsigned seed = 0; seed < 100; seed++) {
        struct bench b = {.rows = 0};
        struct arena arena = {0};
        struct thresholds *t;
        double offset, g;
        bool finite = true;
        bench_init(&b, seed);
        for (int i = 0; i < b.rows; i++)
            if (seed == 0 || rng_below(&b.rng, 4) == 0) {
                b.z[i] = odd[rng_below(&b.rng, sizeof odd / sizeof *odd)];
                finite = finite && isfinite(b.z[i]);
            }
        t = thresholds_make(b.y, b.costs, b.rows, b.count, &arena);
        ck_assert_ptr_nonnull(t);
        thresholds_best(t, b.z);
        g = thresholds_slopes(t, b.z, b.u, &offset);
        ck_assert(finite || !isfinite(g));
        thresholds_along(t, b.z, b.d);
        arena_free(&arena);
    }
}
END_TEST

/* No row, or none that weighs, of a class on either side: the threshold lies at the end of all kinks, at no loss. */
START_TEST(absent)
{
    static const double y[] = {2, 2, 2}, z[] = {5, 7, 6};
    struct arena arena = {0};
    struct thresholds *t = thresholds_make(y, costs_of(NULL, 3), 3, 4, &arena);
    const double *theta;
    double u[3], offset;

    ck_assert_ptr_nonnull(t);
    theta = thresholds_best(t, z);
    ck_assert(theta[0] == 4 && theta[1] == 4 && theta[2] == 8 && theta[3] == 8);
    ck_assert(thresholds_slopes(t, z, u, &offset) == 0 && offset == 0 && u[0] == 0 && u[1] == 0 && u[2] == 0);
    arena_free(&arena);
}
END_TEST

/* Rows of two classes at one score lose 2 at any threshold, where scores have no digit for the margin, too: g is not below its
 * plane. An infinite score makes g infinite. */
START_TEST(large_scores)
{
    static const double y[] = {0, 1};
    struct arena arena = {0};
    struct thresholds *t = thresholds_make(y, costs_of(NULL, 2), 2, 1, &arena);

    ck_assert_ptr_nonnull(t);
    for (double size = 1; size < 1e18; size *= 3) {
        double z[] = {size, size}, u[2], offset, g;
        thresholds_best(t, z);
        g = thresholds_slopes(t, z, u, &offset);
        ck_assert_msg(g == 1, "two rows at %g: %g for 1", size, g);
        ck_assert_msg(vec_dot(2, u, z) + offset <= g, "two rows at %g: the plane is above", size);
    }
    thresholds_best(t, (const double[]){1, INFINITY});
    ck_assert(thresholds_slopes(t, (const double[]){1, INFINITY}, NULL, NULL) == INFINITY);
    arena_free(&arena);
}
END_TEST

RUN_TESTS("thresholds", minimum, odd_scores, absent, large_scores)
