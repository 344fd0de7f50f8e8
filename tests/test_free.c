/* test_free - the linear risk's free scalars: margins by sorting, offsets, thresholds, what a plane must add up to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 60, COLS = 5, MANY = 3000 };

static const struct par one = {1, NULL};

static struct risk_spec spec_named(const struct examples *e, const char *text, enum bias_mode mode, double bias)
{
    double p = 0;
    const struct loss_row *loss = loss_named(text, &p);

    ck_assert_ptr_nonnull(loss);
    return examples_spec(e, loss, p, mode, bias);
}

/* Coarse numbers: scores fall together. */
static struct examples *coarse(uint64_t seed, bool ties)
{
    static double dense[ROWS * COLS];
    struct rng rng;
    struct examples *e;

    rng_seed(&rng, seed);
    for (int k = 0; k < ROWS * COLS; k++)
        dense[k] = ties ? (double)rng_below(&rng, 3) - 1 : random_normal(&rng);
    e = examples_dense(ROWS, COLS, dense, CSR_DOUBLE);
    for (int i = 0; i < ROWS; i++) {
        e->y[i] = rng_below(&rng, 3) ? 1 : -1;
        e->cost[i] = ties ? 1.0 / ROWS : rng_uniform(&rng) * 2 / ROWS;
    }
    return e;
}

/* ---- margins ---------------------------------------------------------------------------------------------------------- */

struct scored {
    double t, c;
};

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;

    return (x->t > y->t) - (x->t < y->t);
}

/* min over rho of sum c max(0, rho - t) - nu rho, from its dual: the lowest t get weight until nu is used up. Of the label
 * `side`, 0 for all; `offset` is added to each score. */
static double margin_by_sorting(const struct examples *e, const struct risk_spec *spec, const double *w, int side, double nu,
                                double offset)
{
    static struct scored list[MANY];
    size_t count = 0;
    double sum = 0;

    for (int64_t i = 0; i < e->x.rows; i++)
        if (side == 0 || e->y[i] == side)
            list[count++] = (struct scored){e->y[i] * (dense_score(e, spec, i, w) + offset), e->cost[i]};
    qsort(list, count, sizeof *list, by_score);
    for (size_t k = 0; k < count && nu > 0; k++) {
        double share = fmin(nu, list[k].c);
        sum -= share * list[k].t;
        nu -= share;
    }
    return sum;
}

/* sum c max(0, rho - z) - nu rho */
static double novelty_at(const struct examples *e, const struct risk_spec *spec, const double *w, double rho)
{
    double sum = -spec->parameter * rho;

    for (int64_t i = 0; i < e->x.rows; i++)
        sum += e->cost[i] * fmax(0, rho - dense_score(e, spec, i, w));
    return sum;
}

static void check_margin(const struct examples *e, const char *text, enum bias_mode mode, double bias)
{
    struct risk_spec spec = spec_named(e, text, mode, bias);
    struct arena arena = {0};
    struct risk *risk;
    struct rng rng;
    double w[COLS + 1], v[COLS + 1], a[COLS + 1], off, b;
    bool one_class = spec.loss->task == TASK_ONE_CLASS;

    if (!spec_sound(&spec))
        return;
    risk = risk_of(&spec, &one, &arena);
    ck_assert_ptr_nonnull(risk);
    ck_assert_int_eq(risk->traits, RISK_ANY | RISK_IMAGE | RISK_LIPSCHITZ | RISK_NEWTON | RISK_SMOOTHABLE);
    ck_assert_double_eq(risk->floor, -INFINITY);
    ck_assert_double_eq_tol(risk->at_zero, 0, 1e-15);
    rng_seed(&rng, 2);
    for (int trial = 0; trial < 40; trial++) {
        double wanted, R;
        random_vector(&rng, risk->dim, 1, w);
        if (trial % 2)
            for (size_t j = 0; j < risk->dim; j++)
                w[j] = floor(w[j] * 2) / 2;
        wanted = mode == BIAS_FREE ? margin_by_sorting(e, &spec, w, 1, spec.parameter / 2, 0) +
                                         margin_by_sorting(e, &spec, w, -1, spec.parameter / 2, 0)
                                   : margin_by_sorting(e, &spec, w, 0, spec.parameter, 0);
        R = risk_eval(risk, w, a, &off);
        ck_assert_msg(fabs(R - wanted) <= 1e-13, "%s: %.17g for %.17g", text, R, wanted);
        ck_assert_double_eq_tol(vec_dot(risk->dim, a, w) + off, R, 1e-13);
        random_vector(&rng, risk->dim, 2, v);
        ck_assert_double_ge(dense_risk_best(e, &spec, 0, v), vec_dot(risk->dim, a, v) + off - 1e-13);
        b = 0;
        ck_assert_uint_eq(risk_scalars(risk, w, &b), mode == BIAS_FREE || one_class);
        ck_assert_double_eq_tol(one_class ? novelty_at(e, &spec, w, b)
                                          : margin_by_sorting(e, &spec, w, 0, spec.parameter, b * bias), R, 1e-13);
        ck_assert_double_eq(risk_bias(risk, w), one_class ? 0 : b);
    }
    arena_free(&arena);
}

START_TEST(test_margins)
{
    static const char *const nu[] = {"nu:0.5", "nu:0.03", "nu:0.25", "nu:0.001", "nu:1"};
    static const char *const novelty[] = {"novelty:0.5", "novelty:0.05", "novelty:0.9", "novelty:1"};

    for (uint64_t seed = 0; seed < 20; seed++) {
        struct examples *e = coarse(seed, seed % 2);
        for (size_t k = 0; k < sizeof nu / sizeof *nu; k++)
            for (int mode = 0; mode < BIAS_MODES; mode++)
                check_margin(e, nu[k], (enum bias_mode)mode, 1.5);
        vec_fill(ROWS, 1, e->y);
        for (size_t k = 0; k < sizeof novelty / sizeof *novelty; k++)
            check_margin(e, novelty[k], BIAS_NONE, 0);
        examples_free(e);
    }
}
END_TEST

/* nu as large as it may be: every example counts in full, and R is linear; with smoothing the best rho is anything beyond. */
START_TEST(test_all_weight)
{
    struct examples *e = examples_random(4, MANY, COLS, 0.7, CSR_DOUBLE);
    static const double mus[] = {0, 0.1, 1e-6};
    static double z[MANY], u[MANY];
    double w[COLS], off, half[2] = {0}, nus[2] = {0};

    for (int i = 0; i < MANY; i++) { /* sums that round */
        e->cost[i] = i % 7 * 0.1 / MANY;
        half[e->y[i] > 0] += e->cost[i];
    }
    nus[0] = half[0] + half[1];
    nus[1] = 2 * fmin(half[0], half[1]);
    for (int free = 0; free < 2; free++) {
        struct risk_spec spec = spec_named(e, "nu", free ? BIAS_FREE : BIAS_NONE, 1);
        struct arena arena = {0};
        struct risk *risk;
        struct rng rng;
        spec.parameter = nus[free];
        ck_assert(spec_sound(&spec));
        risk = risk_of(&spec, &one, &arena);
        rng_seed(&rng, 3);
        for (int trial = 0; trial < 30; trial++) {
            double mu = mus[trial % 3], wanted = 0, R, count = 0, bound = mu / 2 * nus[free];
            random_vector(&rng, COLS, 1, w);
            risk_apply(risk, w, z);
            for (int i = 0; i < MANY; i++)
                wanted -= e->cost[i] * e->y[i] * z[i];
            R = risk_slopes(risk, mu, z, u, &off);
            if (!free)
                ck_assert_msg(R <= wanted + 1e-12 && R >= wanted - bound - 1e-12, "mu %g: %.17g for %.17g", mu, R, wanted);
            for (int i = 0; i < MANY; i++)
                count -= u[i] * e->y[i];
            ck_assert_double_eq_tol(count, nus[free], 1e-13);
            ck_assert_double_le(off + vec_dot(MANY, u, z), R + bound + 1e-12);
        }
        arena_free(&arena);
    }
    examples_free(e);
}
END_TEST

START_TEST(test_feasible)
{
    static struct error err;
    struct examples *e = examples_random(4, ROWS, COLS, 0.7, CSR_DOUBLE);
    struct risk_spec spec = spec_named(e, "nu:0.9", BIAS_NONE, 1);
    double plus = 0, all = 0, most;

    for (int i = 0; i < ROWS; i++) {
        e->cost[i] = e->y[i] > 0 ? 0.3 / ROWS : 0.7 / ROWS;
        plus += e->y[i] > 0 ? e->cost[i] : 0;
        all += e->cost[i];
    }
    for (int free = 0; free < 2; free++) {
        char *text;
        spec.free_bias = free;
        spec.parameter = 0.9;
        most = free ? 2 * fmin(plus, all - plus) : all;
        ck_assert_int_eq(risk_check(&spec, &err), ERR_DATA);
        text = strstr(err.text, "at most ");
        ck_assert_msg(text && strncmp(err.text, "loss 'nu:0.9': nu may be at most ", 33) == 0, "%s", err.text);
        spec.parameter = strtod(text + 8, NULL); /* what it says is the most */
        ck_assert_double_eq_tol(spec.parameter, most, 1e-11);
        ck_assert_int_eq(risk_check(&spec, &err), OK);
        spec.parameter *= 1 + 1e-9;
        ck_assert_int_eq(risk_check(&spec, &err), ERR_DATA);
    }
    spec = spec_named(e, "novelty:0.1", BIAS_FREE, 1);
    ck_assert_int_eq(risk_check(&spec, &err), ERR_USAGE);
    ck_assert_uint_eq(risk_traits(spec.loss, 1), 0);
    spec = spec_named(e, "hinge", BIAS_FREE, 1);
    ck_assert_int_eq(risk_check(&spec, &err), OK);
    examples_free(e);
}
END_TEST

/* ---- thresholds ------------------------------------------------------------------------------------------------------- */

/* The optimum of the reference problem has thresholds that were computed elsewhere. */
START_TEST(test_thresholds)
{
    static const double wanted[] = {-2.405306948026282, -1.043862884599707, -0.2781119764032371};
    static const double w[] = {-0.02215297202005411, 0.8115959887120846, -0.19291021866042413, -0.5497501410994095};
    struct examples *e = examples_read("ordinal.libsvm");
    double theta[TASK_CLASSES - 1], z[12], sum = 0, a[4], off;

    for (int free = 0; free < 2; free++) { /* which changes nothing */
        struct risk_spec spec = spec_named(e, "ordinal", free ? BIAS_FREE : BIAS_NONE, 1);
        struct arena arena = {0};
        struct risk *risk = risk_of(&spec, &one, &arena);
        ck_assert_int_eq(risk->traits, RISK_ANY | RISK_BOUNDED | RISK_IMAGE | RISK_LIPSCHITZ | RISK_NEWTON |
                                       RISK_SMOOTHABLE);
        ck_assert_uint_eq(risk->dim, 4);
        ck_assert_uint_eq(risk_scalars(risk, w, theta), 3);
        ck_assert_double_eq(risk_bias(risk, w), 0);
        sum = 0;
        for (int k = 0; k < 3; k++) {
            ck_assert(k == 0 || theta[k] >= theta[k - 1]);
            for (int i = 0; i < 12; i++) {
                z[i] = dense_score(e, &spec, i, w);
                sum += fmax(0, e->y[i] > k ? 1 - z[i] + theta[k] : 1 + z[i] - theta[k]) / 12;
            }
        }
        ck_assert_double_eq_tol(sum, risk_eval(risk, w, a, &off), 1e-14);
        ck_assert_double_eq_tol(sum + 0.05 * vec_sqnorm(4, w), 1.380056911141804, 1e-9);
        for (int k = 0; k < 3; k++) /* flat between kinks, perhaps, but there the value is the same */
            for (int i = 0; i < 12; i++)
                sum -= (fmax(0, e->y[i] > k ? 1 - z[i] + wanted[k] : 1 + z[i] - wanted[k])) / 12;
        ck_assert_double_eq_tol(sum, 0, 1e-9);
        arena_free(&arena);
    }
    examples_free(e);
}
END_TEST

/* ---- every free scalar ------------------------------------------------------------------------------------------------ */

static const char *const losses[] = {"hinge", "logistic", "squared-hinge", "huber-hinge:0.01", "nu:0.3", "novelty:0.3",
                                     "ordinal"};

enum { LOSSES = sizeof losses / sizeof *losses };

/* Calls check(spec, risk) for each loss; the examples are made for it. */
static void each_loss(void (*check)(struct examples *e, const struct risk_spec *spec, struct risk *risk, bool ties), bool ties)
{
    for (int k = 0; k < LOSSES; k++) {
        struct examples *e = coarse(7, ties);
        struct risk_spec spec = spec_named(e, losses[k], BIAS_FREE, 1);
        struct arena arena = {0};
        examples_task(e, spec.loss);
        spec.free_bias = spec.loss->task != TASK_ONE_CLASS;
        if (!spec.free_bias)
            spec.bias = 0;
        ck_assert(spec_sound(&spec));
        check(e, &spec, risk_of(&spec, &one, &arena), ties);
        arena_free(&arena);
        examples_free(e);
    }
}

/* So little smoothing that no double is the best scalar: planes hold for every scalar all the same. */
static void check_coarse_scalars(struct examples *e, const struct risk_spec *spec, struct risk *risk, bool ties)
{
    static const double mus[] = {1e-2, 1e-10, 1e-13, 1e-16};
    double w[COLS], v[COLS], z[ROWS], u[ROWS], a[COLS], off, sum[2];
    struct rng rng;

    (void)ties;
    rng_seed(&rng, 5);
    for (int trial = 0; trial < 200; trial++) {
        double R, size = 0, nu = spec->loss->traits & LOSS_MARGIN ? spec->parameter : 0;
        random_vector(&rng, COLS, 30, w);
        risk_apply(risk, w, z);
        R = risk_slopes(risk, mus[trial % 4], z, u, &off);
        ck_assert_double_eq_tol(R, dense_risk_best(e, spec, mus[trial % 4], w), 1e-11);
        sum[0] = sum[1] = 0;
        for (int i = 0; i < ROWS; i++)
            sum[e->y[i] > 0] += u[i];
        for (int i = 0; i < ROWS; i++)
            size += fabs(u[i]);
        if (spec->loss->task == TASK_ONE_CLASS)
            ck_assert_double_eq_tol(sum[1], -nu, 1e-15);
        else if (nu > 0)
            ck_assert(fabs(sum[1] + nu / 2) <= 1e-15 && fabs(sum[0] - nu / 2) <= 1e-15);
        else
            ck_assert_double_eq_tol(sum[0] + sum[1], 0, 1e-15 * (1 + size));
        risk_adjoint(risk, u, a);
        ck_assert_msg(isfinite(off), "%s: a slope left its domain", spec->loss->name);
        for (int k = 0; k < 5; k++) {
            random_vector(&rng, COLS, k, v);
            ck_assert_double_le(off + vec_dot(COLS, a, v), dense_risk_best(e, spec, 0, v) + 1e-11);
        }
    }
}

START_TEST(test_coarse_scalars)
{
    each_loss(check_coarse_scalars, false);
    each_loss(check_coarse_scalars, true);
}
END_TEST

/* Whatever was looked at before: the best scalars are the best. */
static void check_history(struct examples *e, const struct risk_spec *spec, struct risk *risk, bool ties)
{
    static const double scale[] = {1, 1e12, 1e-9, 1e6, 0, 1e3, 1e12, 1};
    double w[COLS], z[ROWS], first, R;
    struct rng rng;

    (void)ties;
    for (int mu = 0; mu < 2; mu++)
        for (int trial = 0; trial < 64; trial++) {
            struct arena arena = {0};
            struct risk *fresh = risk_of(spec, &one, &arena);
            rng_seed(&rng, (uint64_t)trial / 8);
            random_vector(&rng, COLS, scale[trial % 8], w);
            risk_apply(risk, w, z);
            first = risk_value(fresh, 0.1 * mu, z);
            R = risk_value(risk, 0.1 * mu, z);
            ck_assert_msg(fabs(R - first) <= 1e-13 * (1 + fabs(first) + scale[trial % 8]), "%s scale %g: %.17g, fresh %.17g",
                          spec->loss->name, scale[trial % 8], R, first);
            if (scale[trial % 8] < 10)
                ck_assert_double_eq_tol(R, dense_risk_best(e, spec, 0.1 * mu, w), 1e-13);
            arena_free(&arena);
        }
}

START_TEST(test_history)
{
    each_loss(check_history, false);
    each_loss(check_history, true);
}
END_TEST

/* One label only: the least is at the end of what an offset can do, or beyond. */
static void check_one_label(struct examples *e, const struct risk_spec *spec, struct risk *risk, bool ties)
{
    double w[COLS] = {0.5, -1, 0.25, 2, 1}, a[COLS], off, label[2] = {0, TASK_CLASSES - 1};

    (void)ties;
    (void)risk;
    if (spec->loss->traits & LOSS_MARGIN)
        return;
    for (int k = 0; k < 2; k++) {
        struct arena arena = {0};
        struct risk *other;
        vec_fill(ROWS, spec->loss->task == TASK_ORDINAL ? label[k] : 2 * k - 1, e->y);
        other = risk_of(spec, &one, &arena);
        ck_assert_double_eq_tol(risk_eval(other, w, a, &off), 0, 1e-14);
        ck_assert_double_eq_tol(off, 0, 1e-12); /* the plane is 0 */
        for (int j = 0; j < COLS; j++)
            ck_assert_double_eq_tol(a[j], 0, 1e-12);
        arena_free(&arena);
    }
}

START_TEST(test_one_label)
{
    each_loss(check_one_label, false);
    each_loss(check_one_label, true);
}
END_TEST

/* The reference optima know their margins. */
START_TEST(test_reference)
{
    static const double w[] = {1.3200000000000103, -1.7050000000000003, 0.8499999999999971, 0.82333333333334};
    static const double one_w[] = {2.02999999999533, 2.026666666663076, 1.5733333333294528, 2.2099999999611324};
    struct examples *e = examples_read("bin.libsvm");
    struct risk_spec spec = spec_named(e, "nu:0.4", BIAS_FREE, 2);
    struct arena arena = {0};
    double b;

    ck_assert_uint_eq(risk_scalars(risk_of(&spec, &one, &arena), w, &b), 1);
    ck_assert_double_eq_tol(b, 1.7197666666666775 / 2, 1e-9);
    examples_free(e);
    e = examples_read("one.libsvm");
    spec = spec_named(e, "novelty:0.4", BIAS_NONE, 0);
    ck_assert_uint_eq(risk_scalars(risk_of(&spec, &one, &arena), one_w, &b), 1);
    ck_assert_double_eq_tol(b, 5.799633333254627, 1e-9);
    examples_free(e);
    arena_free(&arena);
}
END_TEST

RUN_TESTS("free", test_margins, test_all_weight, test_feasible, test_thresholds, test_coarse_scalars, test_history,
          test_one_label, test_reference)
