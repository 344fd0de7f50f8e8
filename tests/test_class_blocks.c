/* test_class_blocks - systems of several outputs: the block of each output, the projection on weights of sum 0. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/newton_system.h"

enum { ROWS = 3000, NUMBERS = 24, LEVELS = 2100, COLS = NUMBERS + LEVELS, K = 12 };
static const double RESIDUAL = 1e-4, SIZE = 1e-4;

/* Numbers that are not scaled, near to dependent, which tell the class; of the first `cols` columns, those behind the numbers
 * one-hot. */
static struct examples *table(uint32_t cols)
{
    double *dense = calloc((size_t)ROWS * cols, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, 8);
    for (size_t i = 0; i < ROWS; i++) {
        double *row = dense + i * cols, year = 2000 + (double)rng_below(&rng, 20);
        for (int k = 0; k < NUMBERS; k++)
            row[k] = year * (k + 1) + random_normal(&rng) * (k % 2 ? 30 : 3);
        for (int k = 0; k < 3 && cols > NUMBERS; k++)
            row[NUMBERS + rng_below(&rng, 1 + rng_below(&rng, cols - NUMBERS - 1))] += 1;
    }
    e = examples_dense(ROWS, cols, dense, CSR_DOUBLE);
    for (size_t i = 0; i < ROWS; i++)
        e->y[i] = floor(K * pow(fabs(sin(dense[i * cols] / 7)), 4) * 0.999);
    e->classes = K;
    free(dense);
    return e;
}

/* Columns in the block: all that fit, or so many, or none. */
enum { FITTING = -1 };

struct solved {
    double d[(COLS + 1) * K];
    double passes;
    size_t order;
    bool known;
};

/* A loss, q, lambda, the last mode of a bias, and the share of the passes without blocks that is enough. */
struct job {
    const char *loss;
    double q, lambda;
    enum bias_mode last;
    double share;
};

/* to = H v + g */
static void residual(const struct risk *risk, const struct prox *x, double lambda, const double *v, const double *g, double *to)
{
    static double z[ROWS * K], u[ROWS * K];

    risk_apply(risk, v, z);
    risk->g->ops->bend(risk->g, x, z, u);
    risk_adjoint(risk, u, to);
    vec_add(risk->dim, lambda, v, to);
    vec_add(risk->dim, 1, g, to);
}

/* A block of so many of the columns in place of the one that there is. */
static void take_order(struct block_jacobi *b, int order, struct arena *arena)
{
    if (order == FITTING)
        return;
    if (b->order == b->risk->A->x.cols)
        b->rows = block_make(b->risk->units, b->risk->A->entries, arena);
    ck_assert(!arena->failed && (size_t)order <= b->order);
    b->order = (size_t)order;
    b->factor.capacity = b->order + b->border;
}

/* The system after a first step of size 1: h differs from class to class. */
static void solve(const struct examples *e, struct job job, enum bias_mode mode, int threads, int order, struct solved *s)
{
    static double z[ROWS * K], u[ROWS * K], h[ROWS * K], alpha[ROWS * K], w[(COLS + 1) * K], g[(COLS + 1) * K], r[(COLS + 1) * K];
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    struct prox x = {.q = job.q, .alpha = alpha, .z = z, .u = u, .h = h};
    struct risk_spec spec = examples_spec(e, loss_find(job.loss), 0, mode, 1e-3);
    struct newton_system system;
    struct arena arena = {0};
    struct point from = {.arena = &arena};
    struct meter meter = {0};
    struct risk *risk;
    struct par par;

    par_init(&par, threads);
    risk = risk_of(&spec, &par, &arena);
    ck_assert_ptr_nonnull(risk);
    risk->meter = &meter;
    for (size_t k = 0; k < risk->dim; k++)
        w[k] = sin((double)k) * SIZE;
    newton_system_centre(risk, w);
    risk_apply(risk, w, z);
    newton_system_init(&system, risk, job.lambda, true, INFINITY, &from, (struct stop_token){0}, &arena);
    ck_assert(!arena.failed);
    take_order(&system.cg.block, order, &arena);
    risk->g->ops->proximal(risk->g, &x, NULL);
    risk_adjoint(risk, u, g);
    vec_add(risk->dim, job.lambda, w, g);
    s->passes = risk_passes(risk);
    newton_system_solve(&system, &x, w, g, RESIDUAL, &m, s->d);
    s->passes = risk_passes(risk) - s->passes;
    s->order = system.cg.block.order;
    s->known = system.cg.block.known;
    residual(risk, &x, job.lambda, s->d, g, r);
    if (s->known) /* without blocks the most steps are too few */
        ck_assert_msg(sqrt(vec_sqnorm(risk->dim, r)) <= 2 * RESIDUAL * sqrt(vec_sqnorm(risk->dim, g)), "%s", job.loss);
    for (size_t j = 0; j < risk->A->x.cols; j++)
        ck_assert(fabs(vec_sum(K, s->d + j * K)) <= 1e-12 * sqrt(vec_sqnorm(risk->dim, s->d)));
    arena_free(&arena);
    par_free(&par);
}

/* Blocks of `order` of `cols` columns solve the system, in job.share of the passes without at most. */
static void check(uint32_t cols, struct job job, int order, size_t wanted)
{
    static struct solved one, three, without;
    struct examples *e = table(cols);

    for (int mode = BIAS_NONE; mode <= (int)job.last; mode++) {
        memset(&one, 0, sizeof one);
        memset(&three, 0, sizeof three);
        solve(e, job, (enum bias_mode)mode, 1, order, &one);
        solve(e, job, (enum bias_mode)mode, 3, order, &three);
        solve(e, job, (enum bias_mode)mode, 1, 0, &without);
        ck_assert(one.known && !without.known);
        ck_assert_mem_eq(one.d, three.d, sizeof one.d);
        if (wanted > 0)
            ck_assert_uint_eq(one.order, wanted + (order == FITTING && mode == BIAS_REGULARIZED));
        ck_assert_msg(one.passes < job.share * without.passes, "%s, %u columns: %g passes, %g without blocks", job.loss, cols,
                      one.passes, without.passes);
    }
    examples_free(e);
}

START_TEST(test_few_columns)
{
    check(NUMBERS, (struct job){"softmax", 0, 1e-2, BIAS_FREE, 0.35}, FITTING, NUMBERS);
    check(NUMBERS, (struct job){"crammer-singer", 1, 1e-2, BIAS_REGULARIZED, 0.5}, FITTING, NUMBERS);
}
END_TEST

START_TEST(test_many_columns)
{
    check(COLS, (struct job){"softmax", 0, 1e-4, BIAS_FREE, 0.35}, FITTING, 0);
}
END_TEST

/* The means of all few columns give way to the diagonals with the block of some. */
START_TEST(test_some_of_few)
{
    check(NUMBERS + 60, (struct job){"softmax", 0, 1e-2, BIAS_FREE, 0.35}, NUMBERS + 1, NUMBERS + 1);
}
END_TEST

/* One feature of two classes: after one step r = (c, c), rounding, and P M^-1 r is 0. */
START_TEST(test_two_classes)
{
    static const double x[] = {3, 3, 0.5, -2, 3}, y[] = {0, 0, 0, 1, 1};
    struct examples *e = examples_dense(5, 1, x, CSR_DOUBLE);
    struct risk_spec spec;

    e->classes = 2;
    memcpy(e->y, y, sizeof y);
    for (int mode = BIAS_NONE; mode < BIAS_MODES; mode++) {
        spec = examples_spec(e, loss_find("softmax"), 0, (enum bias_mode)mode, 1);
        for (double lambda = 1e-6; lambda < 1; lambda *= 3)
            run_bounds(e, &spec, "l2", lambda, "proximal:newton", 1e-9, "two classes");
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("class_blocks", test_few_columns, test_many_columns, test_some_of_few, test_two_classes)
