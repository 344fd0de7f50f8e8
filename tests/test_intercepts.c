/* test_intercepts - losses of several scores at the best biases of the classes, against a search over them, one inside of the
 * other. */
#include <math.h>
#include <string.h>

#include "common.h"
#include "loss/instance.h"
#include "math/rng.h"
#include "math/vec.h"
#include "problems.h"

enum { ROWS = 14, K = 3, IMAGE = ROWS * K };

struct bench {
    struct loss_spec spec;
    double y[ROWS], c[ROWS];
    struct parts parts;
    struct arena arena;
    struct rng rng;
    struct loss *g, *fixed; /* with the best biases, and without */
};

static const struct par one = {1, NULL};
static const double costs[K * K] = {0, 1, 2, 1.5, 0, 0.25, 0.5, 1, 0};

static void make(struct bench *b, const char *name, bool weights, const double *of_errors)
{
    static struct error err;

    *b = (struct bench){.spec = {.row = loss_find(name), .rows = ROWS, .y = b->y, .classes = K, .costs = of_errors,
                                 .c = weights ? b->c : NULL, .bias = 2}};
    rng_seed(&b->rng, strlen(name) + weights);
    for (int i = 0; i < ROWS; i++) {
        b->y[i] = i % 5 == 4 ? 1 : 2 * (i % 2);
        b->c[i] = i == 5 ? 0 : 0.1 * (1 + i % 4);
    }
    b->parts = (struct parts){.par = &one, .count = 2, .cut = {0, 5, ROWS}};
    ck_assert_int_eq(loss_make(&b->spec, &b->parts, &b->arena, &b->fixed, &err), OK);
    b->spec.free_bias = true;
    ck_assert_int_eq(loss_check(&b->spec, &err), OK);
    ck_assert_int_eq(loss_make(&b->spec, &b->parts, &b->arena, &b->g, &err), OK);
}

static void each_case(void (*check)(struct bench *b))
{
    static struct bench b;

    for (int k = 0; k < 6; k++) {
        make(&b, k < 2 ? "softmax" : "crammer-singer", k % 2, k < 4 ? NULL : costs);
        check(&b);
        arena_free(&b.arena);
    }
}

struct search {
    struct bench *b;
    const double *z;
    double mu, bias[K];
};

static double inner(void *context, double t)
{
    struct search *s = context;
    double moved[IMAGE];

    s->bias[2] = t;
    for (int i = 0; i < IMAGE; i++)
        moved[i] = s->z[i] + s->bias[i % K];
    return s->b->fixed->ops->slopes(s->b->fixed, s->mu, moved, NULL, NULL);
}

static double outer(void *context, double t)
{
    struct search *s = context;
    double at;

    s->bias[1] = t;
    return golden_section(inner, s, -25, 25, &at);
}

static double wanted(struct bench *b, double mu, const double *z)
{
    struct search s = {b, z, mu, {0}};
    double at;

    return golden_section(outer, &s, -25, 25, &at);
}

static void check_value(struct bench *b)
{
    static const double mus[] = {0, 0.01, 0.5};
    double z[IMAGE], u[IMAGE], other[IMAGE], bias[K], zero[IMAGE] = {0}, offset;
    bool smooth = b->spec.row->traits & LOSS_SMOOTH;

    ck_assert_double_eq_tol(b->g->at_zero, wanted(b, 0, zero), 1e-12);
    for (int trial = 0; trial < 12; trial++) {
        double mu = smooth ? 0 : mus[trial % 3], g, sum[K] = {0};
        struct search s = {b, z, 0, {0}};
        random_vector(&b->rng, IMAGE, trial % 4 ? 1 : 4, z);
        for (int i = 0; trial % 2 && i < IMAGE; i++) /* many kinks at one place */
            z[i] = round(2 * z[i]) / 2;
        g = b->g->ops->slopes(b->g, mu, z, u, &offset);
        ck_assert_double_eq_tol(g, wanted(b, mu, z), 1e-10);
        ck_assert_double_eq_tol(b->g->ops->slopes(b->g, mu, z, NULL, NULL), g, 1e-10);
        for (int i = 0; i < IMAGE; i++)
            sum[i % K] += u[i];
        for (int o = 0; o < K; o++)
            ck_assert_double_le(fabs(sum[o]), 1e-14);
        if (mu == 0)
            ck_assert_double_eq_tol(vec_dot(IMAGE, u, z) + offset, g, 1e-10);
        for (int k = 0; k < 20; k++) {
            random_vector(&b->rng, IMAGE, k % 2 ? 1 : 10, other);
            ck_assert_double_le(vec_dot(IMAGE, u, other) + offset,
                                b->g->ops->slopes(b->g, 0, other, NULL, NULL) + 1e-12);
        }
        ck_assert_uint_eq(loss_scalars(b->g, z, bias), K);
        ck_assert_double_le(fabs(vec_sum(K, bias)), 1e-12);
        for (int o = 0; o < K; o++)
            s.bias[o] = b->spec.bias * bias[o];
        ck_assert_double_eq_tol(inner(&s, s.bias[2]), wanted(b, 0, z), 1e-10);
    }
}

START_TEST(test_value)
{
    each_case(check_value);
}
END_TEST

/* Of classes alone the best biases are the logarithms of their weights. */
START_TEST(test_weights_alone)
{
    static struct bench b;
    double zero[IMAGE] = {0}, bias[K], weight[K] = {0};

    make(&b, "softmax", true, NULL);
    for (int i = 0; i < ROWS; i++)
        weight[(int)b.y[i]] += b.c[i];
    loss_scalars(b.g, zero, bias);
    for (int o = 1; o < K; o++)
        ck_assert_double_eq_tol(2 * (bias[o] - bias[0]), log(weight[o] / weight[0]), 1e-12);
    arena_free(&b.arena);
}
END_TEST

/* A class without weight is never the answer, and costs nothing. */
static void check_absent(struct bench *b)
{
    static struct error err;
    double z[IMAGE], u[IMAGE], bias[K], offset;

    if (!b->spec.c)
        return;
    for (int i = 0; i < ROWS; i++)
        b->c[i] = b->y[i] == 1 ? 0 : 0.1;
    ck_assert_int_eq(loss_make(&b->spec, &b->parts, &b->arena, &b->g, &err), OK);
    random_vector(&b->rng, IMAGE, 3, z);
    ck_assert_double_eq_tol(b->g->ops->slopes(b->g, 0, z, u, &offset), wanted(b, 0, z), 1e-6);
    ck_assert_double_eq_tol(vec_dot(IMAGE, u, z) + offset, b->g->ops->slopes(b->g, 0, z, u, &offset), 1e-11);
    loss_scalars(b->g, z, bias);
    for (int i = 0; i < ROWS; i++)
        ck_assert(z[i * K + 1] + 2 * bias[1] < fmin(z[i * K] + 2 * bias[0], z[i * K + 2] + 2 * bias[2]));
}

START_TEST(test_absent)
{
    each_case(check_absent);
}
END_TEST

/* Scores so far apart that F bends like a kink, softmax's too, and b of the scores before are far off: the plane meets
 * the value; a smoothed one is below by mu smoothing at most. */
static void check_far(struct bench *b)
{
    static const double sizes[] = {1e-3, 1e1, 1e3, 1e5, 1e7, 1e9};

    for (int trial = 0; trial < 400; trial++) {
        double z[IMAGE], u[IMAGE], g, offset, size = sizes[rng_below(&b->rng, 6)];
        random_vector(&b->rng, IMAGE, size, z);
        g = b->g->ops->slopes(b->g, 0, z, u, &offset);
        ck_assert_double_le(fabs(g - vec_dot(IMAGE, u, z) - offset), 2e-8 * size + 1e-5 * g);
        ck_assert_double_eq_tol(b->g->ops->slopes(b->g, 0, z, NULL, NULL), g, 2e-8 * size + 1e-5 * g);
        if (!(b->spec.row->traits & LOSS_SMOOTH)) {
            double mu = trial % 2 ? 0.01 : 0.5, soft = b->g->ops->slopes(b->g, mu, z, u, &offset);
            ck_assert_double_le(soft, g + 1e-7 * g);
            ck_assert_double_ge(soft, g - mu * b->g->smoothing - 1e-7 * g);
            ck_assert_double_le(vec_dot(IMAGE, u, z) + offset, g + 1e-7 * g);
        }
    }
}

START_TEST(test_far)
{
    each_case(check_far);
}
END_TEST

/* Weights of classes far apart, their sum far from 1: the plane meets the value, which the biases of a model have. */
static void check_weights(struct bench *b)
{
    static const double weight[K] = {1e6, 1e2, 1};
    static struct error err;

    for (int i = 0; i < ROWS; i++)
        b->c[i] = weight[(int)b->y[i]];
    b->spec.c = b->c;
    ck_assert_int_eq(loss_make(&b->spec, &b->parts, &b->arena, &b->fixed, &err), OK);
    ck_assert_int_eq(loss_make(&b->spec, &b->parts, &b->arena, &b->g, &err), OK);
    for (int trial = 0; trial < 200; trial++) {
        double z[IMAGE], u[IMAGE], bias[K], offset, below, g;
        struct search s = {b, z, 0, {0}};
        random_vector(&b->rng, IMAGE, trial % 4 ? 3 : 30, z);
        g = b->g->ops->slopes(b->g, 0, z, u, &offset);
        below = vec_dot(IMAGE, u, z) + offset;
        ck_assert_double_le(g - below, 1e-4 * g);
        loss_scalars(b->g, z, bias);
        for (int o = 0; o < K; o++)
            s.bias[o] = b->spec.bias * bias[o];
        ck_assert_double_le(inner(&s, s.bias[2]) - g, 1e-9 * g);
    }
}

START_TEST(test_weights)
{
    each_case(check_weights);
}
END_TEST

RUN_TESTS("intercepts", test_value, test_weights_alone, test_absent, test_far, test_weights)
