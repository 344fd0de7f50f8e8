/* test_newton_schur - systems of one-hot rows: independent columns, block elimination, whole runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "common.h"
#include "data/matrix.h"
#include "data/rows/independent.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/newton_support.h"
#include "solve/newton/newton_system.h"

enum { ROWS = 3000, FIRST = 1400, SECOND = 40, THIRD = 9, NUMBERS = 2, COLS = FIRST + SECOND + THIRD + NUMBERS };
static const double LAMBDA = 1e-5;

/* Three categories, one-hot, the first one missing in each seventh row, and two numbers, one of them large. */
static struct examples *one_hot(void)
{
    double *dense = calloc((size_t)ROWS * COLS, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, 4);
    for (size_t i = 0; i < ROWS; i++) {
        double *row = dense + i * COLS;
        if (i % 7)
            row[SECOND + rng_below(&rng, FIRST)] = 1;
        row[rng_below(&rng, SECOND)] = 1;
        row[SECOND + FIRST + rng_below(&rng, THIRD)] = 1;
        row[COLS - 2] = random_normal(&rng);
        row[COLS - 1] = 1000 * (double)rng_below(&rng, 9);
    }
    e = examples_dense(ROWS, COLS, dense, CSR_DOUBLE);
    for (size_t i = 0; i < ROWS; i++)
        e->y[i] = dense[i * COLS + 3] + dense[i * COLS + COLS - 2] + 0.5 * random_normal(&rng) > 0.2 ? 1 : -1;
    free(dense);
    return e;
}

/* No row has two of them; a column that is rarest in all of its rows is one of them. */
static void check_columns(const struct examples *e, const struct independent *s)
{
    int entries[COLS] = {0};
    size_t count = 0;

    ck_assert_ptr_nonnull(s->lead);
    for (int64_t k = 0; k < e->start[ROWS]; k++)
        entries[e->col[k]]++;
    for (int64_t i = 0; i < ROWS; i++) {
        int led = 0;
        for (int64_t k = e->start[i]; k < e->start[i + 1]; k++)
            led += s->lead[e->col[k]];
        ck_assert_int_le(led, 1);
    }
    for (size_t j = 0; j < COLS; j++) {
        count += s->lead[j];
        if (j >= SECOND && j < SECOND + FIRST && entries[j] > 0 && entries[j] < 8)
            ck_assert_int_eq(s->lead[j], 1);
    }
    ck_assert_uint_eq(s->count, count);
    ck_assert_uint_le(s->rest, INDEPENDENT_REST);
}

/* |H d + g| <= 1e-9 |g| at w = 0, and at other weights h, where the factor is another; without borders. With an allowance
 * the first system is one of conjugate gradients, the others are not. */
static void check_system(const struct examples *e, const char *loss, enum bias_mode mode, int threads, double allowance)
{
    static double z[ROWS], u[ROWS], h[ROWS], w[COLS + 1], g[COLS + 1], d[COLS + 1];
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    struct prox x = {.z = z, .u = u, .h = h};
    struct newton_system system;
    struct arena arena = {0};
    struct point from = {.arena = &arena};
    struct meter meter = {0};
    struct risk_spec spec;
    struct risk *risk;
    struct par par;

    par_init(&par, threads);
    spec = examples_spec(e, loss_find(loss), 0, mode, 0.5);
    risk = risk_of(&spec, &par, &arena);
    ck_assert_ptr_nonnull(risk);
    check_columns(e, &risk->A->independent);
    risk->meter = &meter;
    newton_system_init(&system, risk, LAMBDA, true, allowance, &from, (struct stop_token){0}, &arena);
    ck_assert(!arena.failed);
    for (int k = 0; k < 3; k++) {
        double size;
        for (int i = 0; i < ROWS; i++)
            z[i] = k == 0 ? 0 : 3 * sin(i * k);
        risk->g->ops->proximal(risk->g, &x, NULL);
        risk_adjoint(risk, u, g);
        size = sqrt(vec_sqnorm(risk->dim, g));
        newton_system_solve(&system, &x, w, g, 0, &m, d);
        ck_assert_int_eq(system.eliminates, k > 0 || allowance == 0);
        risk_apply(risk, d, z);
        for (int i = 0; i < ROWS; i++)
            z[i] *= h[i];
        risk_adjoint(risk, z, w);
        vec_add(risk->dim, LAMBDA, d, w);
        vec_add(risk->dim, 1, g, w);
        ck_assert_msg(!system.eliminates || sqrt(vec_sqnorm(risk->dim, w)) <= 1e-9 * size, "%s, %g of %g", loss,
                      sqrt(vec_sqnorm(risk->dim, w)), size);
        vec_fill(risk->dim, 0, w);
    }
    arena_free(&arena);
    par_free(&par);
}

START_TEST(test_systems)
{
    static const char *const losses[] = {"squared-hinge", "logistic", "squared"};
    struct examples *e = one_hot();

    for (int k = 0; k < 3; k++)
        for (int threads = 1; threads <= 2; threads++) {
            check_system(e, losses[k], BIAS_NONE, threads, 0);
            check_system(e, losses[k], BIAS_REGULARIZED, threads, 0);
            check_system(e, losses[k], BIAS_NONE, threads, 1);
        }
    examples_free(e);
}
END_TEST

/* Bounds of two engines fit, and Newton's are as near as is asked. */
START_TEST(test_runs)
{
    static const char *const losses[] = {"hinge", "squared-hinge", "logistic", "softmax"};
    struct examples *e = one_hot();

    for (int k = 0; k < 4 * BIAS_MODES; k++) {
        const struct loss_row *row = loss_find(losses[k / BIAS_MODES]);
        struct risk_spec spec = examples_spec(e, row, 0, (enum bias_mode)(k % BIAS_MODES), 1);
        struct bounds own, other;
        char text[64];
        snprintf(text, sizeof text, "one-hot, %s, %s", losses[k / BIAS_MODES], bias_name[k % BIAS_MODES]);
        examples_task(e, row);
        own = run_bounds(e, &spec, "l2", LAMBDA, "proximal:newton", 1e-7, text);
        other = run_bounds(e, &spec, "l2", LAMBDA, "linesearch:ocas", 0.3, text);
        ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12, "%s", text);
    }
    examples_free(e);
}
END_TEST

/* One category alone: no other column is left, and the factor has the order 0. */
START_TEST(test_alone)
{
    enum { LEVELS = 1000 };
    static const char *const losses[] = {"hinge", "absolute", "squared-hinge", "softmax", "crammer-singer"};
    static const double lambdas[] = {0.3, 1e-4};
    double *dense = calloc((size_t)ROWS * LEVELS, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, 6);
    for (size_t i = 0; i < ROWS; i++)
        dense[i * LEVELS + rng_below(&rng, LEVELS)] = 1;
    e = examples_dense(ROWS, LEVELS, dense, CSR_BINARY);
    free(dense);
    for (size_t i = 0; i < ROWS; i++)
        e->y[i] = rng_below(&rng, 3) ? 1 : -1;
    for (int k = 0; k < 2 * 5; k++) {
        const struct loss_row *row = loss_find(losses[k / 2]);
        struct risk_spec spec = examples_spec(e, row, 0, BIAS_NONE, 1);
        struct bounds own, other;
        examples_task(e, row);
        own = run_bounds(e, &spec, "l2", lambdas[k % 2], "proximal:newton", 1e-6, losses[k / 2]);
        other = run_bounds(e, &spec, "l2", lambdas[k % 2], "linesearch:ocas", 0.3, losses[k / 2]);
        ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12, "%s", losses[k / 2]);
    }
    examples_free(e);
}
END_TEST

/* On every third column (H + diag(ridge + damping D))_AA p = b to 1e-9, the damping as it follows the steps before. */
static void check_support(struct risk *risk, const double *h)
{
    static const double last[] = {1, 0.5, 0.01, 1}, damping[] = {1e-5, 1e-5, 3e-5, 3e-6};
    static uint32_t set[COLS], support[COLS];
    static double D[COLS], ridge[COLS], b[COLS], p[COLS], all[COLS], Hp[COLS], z[ROWS];
    struct kinked psi = {.left = -1, .right = 1, .curvature = 0.01, .lo = -INFINITY, .hi = INFINITY};
    struct l1_columns model = {.psi = {&psi, 0}, .ridge = ridge, .support = {.set = support, .b = b, .p = p}};
    struct newton_support s;
    struct arena arena = {0};
    size_t count = COLS / 2; /* of the model: the odd columns */

    ck_assert(newton_support_applies(risk));
    for (size_t k = 0; k < count; k++) {
        set[k] = (uint32_t)(2 * k + 1);
        ridge[k] = 1e-3 * (double)(k % 5);
        b[k] = sin((double)k);
        if (k % 3 == 0)
            support[model.support.count++] = (uint32_t)k;
    }
    for (size_t j = 0; j < COLS; j++)
        D[j] = 1 + (double)(j % 4);
    newton_support_init(&s, risk, set, D, &arena);
    ck_assert(!arena.failed && newton_support_make(&s));
    for (size_t c = 0; c < sizeof last / sizeof *last; c++) {
        double off = 0;
        newton_support_update(&s, h);
        ck_assert(newton_support_solve(&s, &model, last[c]));
        vec_fill(COLS, 0, all);
        for (size_t k = 0; k < count; k += 3)
            all[set[k]] = p[k];
        risk_apply(risk, all, z);
        for (int i = 0; i < ROWS; i++)
            z[i] *= h[i];
        risk_adjoint(risk, z, Hp);
        for (size_t k = 0; k < count; k += 3)
            off = fmax(off, fabs(Hp[set[k]] + (ridge[k] + psi.curvature + damping[c] * D[set[k]]) * p[k] - b[k]));
        ck_assert_msg(off <= 1e-9, "%g after a step of %g", off, last[c]);
    }
    arena_free(&arena);
}

START_TEST(test_support)
{
    static const char *const losses[] = {"hinge", "squared-hinge", "logistic"};
    static const char *const regs[] = {"l1", "elastic:0.5", "nonneg:0.3", "elastic-ball:2,0.7"};
    static double h[ROWS];
    struct examples *e = one_hot();

    for (int k = 0; k < 3 * 4; k++) {
        const struct loss_row *row = loss_find(losses[k / 4]);
        struct risk_spec spec = examples_spec(e, row, 0, BIAS_NONE, 1);
        struct arena arena = {0};
        struct meter meter = {0};
        struct risk *risk;
        struct bounds own, other;
        struct par par;
        char text[64];
        par_init(&par, 1 + k % 2);
        risk = risk_of(&spec, &par, &arena);
        ck_assert_ptr_nonnull(risk);
        risk->meter = &meter;
        for (int i = 0; i < ROWS; i++)
            h[i] = i % 5 == k % 5 ? 0 : 1e-3 * (double)(1 + i % 9);
        if (k < 3)
            check_support(risk, h);
        snprintf(text, sizeof text, "one-hot, %s, %s", losses[k / 4], regs[k % 4]);
        own = run_bounds(e, &spec, regs[k % 4], 10 * LAMBDA, "proximal:newton", k < 4 ? 1e-5 : 1e-7, text);
        other = run_bounds(e, &spec, regs[k % 4], 10 * LAMBDA, "linesearch:ocas", 0.3, text);
        ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12, "%s", text);
        arena_free(&arena);
        par_free(&par);
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("newton_schur", test_systems, test_runs, test_support, test_alone)
