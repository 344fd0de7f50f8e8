/* test_ordinal_logistic - proportional odds: values, planes and thresholds at scores of any size. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "loss/instance.h"
#include "math/rng.h"
#include "math/vec.h"
#include "proportional.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 60 };

static const struct par alone = {1, NULL};
static const struct parts two = {&alone, 2, {0, 25, ROWS}};
static struct error err;

/* Random weights, and labels of `classes` that grow with random scores z. */
struct bench {
    struct rng rng;
    struct arena arena;
    struct loss *g;
    int classes;
    double y[ROWS], c[ROWS], z[ROWS], other[ROWS], u[ROWS];
};

static void bench_init(struct bench *b, int classes, unsigned seed)
{
    struct loss_spec spec;

    *b = (struct bench){.classes = classes};
    rng_seed(&b->rng, seed);
    for (int i = 0; i < ROWS; i++) {
        b->z[i] = 4 * rng_uniform(&b->rng) - 2;
        b->y[i] = i < classes ? i : fmin(classes - 1, floor((b->z[i] + 2 + rng_uniform(&b->rng)) / 5 * classes));
        b->c[i] = (0.5 + rng_uniform(&b->rng)) / ROWS;
    }
    spec = (struct loss_spec){.row = loss_find("ordinal-logistic"), .rows = ROWS, .y = b->y, .c = b->c, .classes = classes};
    ck_assert_int_eq(loss_make(&spec, &two, &b->arena, &b->g, &err), OK);
}

static double value(struct bench *b, const double *z)
{
    return b->g->ops->slopes(b->g, 0, z, NULL, NULL);
}

/* The plane at z touches g, and is nowhere above it. theta has the last digit of the largest |z|, and slopes s' <= 1/4 that
 * move with it, which scores of this size multiply. Returns g(z). */
static double check_plane(struct bench *b, const double *z, double size)
{
    double offset, R = b->g->ops->slopes(b->g, 0, z, b->u, &offset), sum = vec_sum(ROWS, b->u), touch, most = 0, digit;

    for (int i = 0; i < ROWS; i++)
        most = fmax(most, fabs(z[i]));
    digit = 1e-12 * (1 + R) + DBL_EPSILON * most * size;
    touch = vec_dot(ROWS, b->u, z) + offset;
    ck_assert_msg(fabs(sum) <= 1e-15, "%d classes, %g: the slopes add up to %g", b->classes, size, sum);
    ck_assert_msg(fabs(R - touch) <= digit, "%d classes, scores of %g: g %.15g, its plane %.15g", b->classes, size, R, touch);
    for (int trial = 0; trial < 4; trial++) {
        double there;
        for (int i = 0; i < ROWS; i++)
            b->other[i] = z[i] + size * (trial % 2 ? 1 : 1e-3) * (rng_uniform(&b->rng) - 0.5);
        there = value(b, b->other);
        touch = vec_dot(ROWS, b->u, b->other) + offset;
        ck_assert_msg(touch <= there + 1e-12 * (1 + there) + 1e-15 * most, "%d classes, %g: the plane is %g above",
                      b->classes, size, touch - there);
    }
    return R;
}

START_TEST(sizes)
{
    static const double size[] = {1e-9, 1e-3, 1, 30, 1e3, 1e6, 1e9, 1};

    for (int classes = 2; classes <= 9; classes += classes < 4 ? 1 : 5) {
        struct bench b;
        bench_init(&b, classes, (unsigned)classes);
        for (size_t k = 0; k < sizeof size / sizeof *size; k++) {
            double z[ROWS], far[ROWS], R, shifted;
            vec_combine(ROWS, size[k], b.z, 0, b.z, z);
            R = check_plane(&b, z, size[k]);
            for (int i = 0; i < ROWS; i++)
                far[i] = z[i] + 10 * size[k];
            shifted = check_plane(&b, far, size[k]);
            ck_assert_msg(fabs(R - shifted) <= 1e-12 * (1 + R) + 1e-13 * size[k], "g(z + b) is %g for %g", shifted, R);
        }
        arena_free(&b.arena);
    }
}
END_TEST

/* Value and thresholds are those of the probabilities. */
START_TEST(reference)
{
    for (int classes = 2; classes <= 9; classes++) {
        struct bench b;
        double theta[PROPORTIONAL_CLASSES], own[PROPORTIONAL_CLASSES];
        bench_init(&b, classes, (unsigned)classes);
        for (int trial = 0; trial < 20; trial++) {
            double R, want;
            for (int i = 0; i < ROWS; i++)
                b.z[i] = (0.3 * b.y[i] + rng_uniform(&b.rng)) * (trial % 5);
            R = value(&b, b.z);
            want = proportional_best(ROWS, classes, b.y, b.c, b.z, theta);
            ck_assert_msg(fabs(R - want) <= 1e-14 * (1 + want), "%d classes: %.17g for %.17g", classes, R, want);
            ck_assert_uint_eq(loss_scalars(b.g, b.z, own), (size_t)classes - 1);
            for (int k = 0; k + 1 < classes; k++)
                ck_assert_double_eq_tol(own[k], theta[k], 1e-7);
        }
        arena_free(&b.arena);
    }
}
END_TEST

/* Of 6 classes 0, 2, 3 and 5 have no example, or none that weighs: g is that of the others alone, and the thresholds of
 * the model leave them no room. */
START_TEST(absent)
{
    enum { CLASSES = 6 };
    struct bench b;
    struct arena arena = {0};
    double y[ROWS], c[ROWS], theta[CLASSES], offset, R, lo = INFINITY, hi = -INFINITY;
    struct loss_spec spec = {.row = loss_find("ordinal-logistic"), .rows = ROWS, .y = y, .c = c, .classes = CLASSES};
    struct loss *g;

    bench_init(&b, 2, 3);
    memcpy(c, b.c, sizeof c);
    for (int i = 0; i < ROWS; i++) {
        y[i] = b.y[i] > 0 ? 4 : 1;
        lo = fmin(lo, b.z[i]);
        hi = fmax(hi, b.z[i]);
    }
    y[7] = 2; /* weighs nothing */
    c[7] = 0;
    b.c[7] = 0;
    ck_assert_int_eq(loss_make(&spec, &two, &arena, &g, &err), OK);
    R = g->ops->slopes(g, 0, b.z, b.u, &offset);
    ck_assert_double_eq_tol(R, proportional_best(ROWS, 2, b.y, b.c, b.z, theta), 1e-14);
    ck_assert_double_eq_tol(vec_dot(ROWS, b.u, b.z) + offset, R, 1e-14);
    ck_assert(b.u[7] == 0);
    lo = fmin(lo, theta[0]);
    hi = fmax(hi, theta[0]);
    R = theta[0];
    ck_assert_uint_eq(loss_scalars(g, b.z, theta), CLASSES - 1);
    ck_assert(theta[0] < lo - 30 && theta[4] > hi + 30);
    for (int k = 1; k < 4; k++)
        ck_assert_double_eq_tol(theta[k], R, 1e-9);
    vec_fill(ROWS, 3, y); /* one class alone: its probability is 1 */
    ck_assert_int_eq(loss_make(&spec, &two, &arena, &g, &err), OK);
    ck_assert(g->at_zero == 0 && g->ops->slopes(g, 0, b.z, b.u, &offset) == 0 && offset == 0 && b.u[0] == 0);
    arena_free(&arena);
    arena_free(&b.arena);
}
END_TEST

RUN_TESTS("ordinal_logistic", sizes, reference, absent)
