/* test_newton_l1 - proximal:newton with l1 and elastic net on awkward data, most to 1e-8; other engines' bounds fit. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "solve/newton/newton_model.h"

enum { WIDE = 1250 }; /* columns more: too many for a Gram matrix of all */

/* The examples with WIDE more columns of few entries. */
static struct examples *widened(struct examples *e)
{
    struct examples *more = examples_random(9, e->x.rows, WIDE, 0.05, CSR_DOUBLE), *out;
    size_t rows = (size_t)e->x.rows, cols = e->x.cols, all = cols + WIDE;
    double *dense = calloc(rows * all, sizeof *dense);

    ck_assert_ptr_nonnull(dense);
    for (size_t i = 0; i < rows; i++) {
        memcpy(dense + i * all, e->dense + i * cols, cols * sizeof *dense);
        memcpy(dense + i * all + cols, more->dense + i * WIDE, WIDE * sizeof *dense);
    }
    out = examples_dense(e->x.rows, (uint32_t)all, dense, CSR_DOUBLE);
    memcpy(out->y, e->y, rows * sizeof *e->y);
    memcpy(out->cost, e->cost, rows * sizeof *e->cost);
    free(dense);
    examples_free(e);
    examples_free(more);
    return out;
}

/* ---- the data ---------------------------------------------------------------------------------------------------------- */

/* Five features of four values each, as indicators: the indicators of a feature sum up to the constant column. */
static struct examples *one_hot(void)
{
    enum { M = 200, N = 21 };
    static double dense[M * N];
    struct examples *e;
    struct rng rng;

    rng_seed(&rng, 2);
    memset(dense, 0, sizeof dense);
    for (size_t i = 0; i < M; i++) {
        for (size_t k = 0; k < 5; k++)
            dense[i * N + 4 * k + rng_below(&rng, 4)] = 1;
        dense[i * N + 20] = 1;
    }
    e = examples_dense(M, N, dense, CSR_DOUBLE);
    for (size_t i = 0; i < M; i++)
        e->y[i] = dense[i * N] + dense[i * N + 5] + 0.3 * random_normal(&rng) > 0.5 ? 1 : -1;
    return e;
}

/* y = sgn(x_0) where x_0 != 0, else -1: separable. */
static struct examples *separable(void)
{
    struct examples *e = examples_random(3, 150, 12, 0.7, CSR_DOUBLE);

    for (size_t i = 0; i < 150; i++)
        e->y[i] = e->dense[i * 12] > 0 ? 1 : -1;
    return e;
}

/* Weights of 0, 0.01 and 100; a column of zeros and two equal ones. */
static struct examples *weighted(void)
{
    struct examples *e = examples_random(4, 200, 10, 0.5, CSR_DOUBLE), *out;

    for (size_t i = 0; i < 200; i++) {
        e->dense[i * 10 + 3] = 0;
        e->dense[i * 10 + 5] = e->dense[i * 10 + 4];
    }
    out = examples_dense(200, 10, e->dense, CSR_DOUBLE);
    for (size_t i = 0; i < 200; i++) {
        out->y[i] = e->y[i];
        out->cost[i] *= i % 7 == 0 ? 0 : e->y[i] > 0 ? 100 : 0.01;
    }
    examples_free(e);
    return out;
}

/* Columns of sizes from 1e-4 to 1e4. */
static struct examples *unscaled(void)
{
    struct examples *e = examples_random(5, 200, 9, 0.6, CSR_DOUBLE), *out;

    for (size_t k = 0; k < 200 * 9; k++)
        e->dense[k] *= pow(10, (double)(k % 9) - 4);
    out = examples_dense(200, 9, e->dense, CSR_DOUBLE);
    memcpy(out->y, e->y, 200 * sizeof *e->y);
    examples_free(e);
    return out;
}

static struct examples *one_line(void)
{
    static const double dense[] = {1, -2, 0};

    return examples_dense(1, 3, dense, CSR_DOUBLE);
}

static struct examples *one_column(void)
{
    struct examples *e = examples_random(6, 90, 1, 0.8, CSR_DOUBLE);

    for (size_t i = 0; i < 90; i += 5)
        e->y[i] = -e->y[i];
    return e;
}

/* m lines of FACTORS_COLS columns, all of five factors and noise. */
enum { FACTORS_COLS = 90 };

static struct examples *factors_of(int64_t m)
{
    enum { FACTORS = 5 };
    double load[FACTORS * FACTORS_COLS], *dense = calloc((size_t)m * FACTORS_COLS, sizeof *dense);
    double *y = calloc((size_t)m, sizeof *y);
    struct examples *e;
    struct rng rng;

    ck_assert(dense && y);
    rng_seed(&rng, 13);
    for (size_t k = 0; k < FACTORS * FACTORS_COLS; k++)
        load[k] = random_normal(&rng);
    for (size_t i = 0; i < (size_t)m; i++) {
        for (size_t k = 0; k < FACTORS; k++) {
            double f = random_normal(&rng);
            y[i] += f;
            for (size_t j = 0; j < FACTORS_COLS; j++)
                dense[i * FACTORS_COLS + j] += f * load[k * FACTORS_COLS + j] + 0.2 * random_normal(&rng);
        }
    }
    e = examples_dense(m, FACTORS_COLS, dense, CSR_DOUBLE);
    for (size_t i = 0; i < (size_t)m; i++)
        e->y[i] = y[i] > 0 ? 1 : -1;
    free(y);
    free(dense);
    return e;
}

static struct examples *few_lines(void)
{
    return factors_of(50);
}

static const struct {
    const char *name;
    struct examples *(*make)(void);
} data[] = {{"one_hot", one_hot},   {"separable", separable}, {"weighted", weighted},
            {"unscaled", unscaled}, {"one line", one_line},   {"one column", one_column},
            {"few lines", few_lines}};

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

/* Of the losses with kinks the working set's coordinate descent leaves 1e-8 to 1e-6 of J. */
static void check_losses(struct examples *e, enum bias_mode mode, const char *name)
{
    enum { KINKED = 8 }; /* losses without kinks */
    bool wide = e->x.cols > WIDE;
    static const char *const loss[] = {"squared-hinge", "logistic", "huber-hinge", "exponential",
                                       "squared",       "huber",    "poisson",     "squared-eps-insensitive",
                                       "hinge",         "absolute", "quantile:0.2", "eps-insensitive"};
    static const char *const reg[] = {"l1", "elastic:0.5", "elastic:0.999", "nonneg:0.3", "box:-0.05,0.02"};
    static const double lambdas[] = {0.1, 1e-3};

    for (size_t k = 0; k < sizeof loss / sizeof *loss; k++)
        for (size_t g = 0; g < sizeof reg / sizeof *reg; g++)
            for (size_t l = 0; l < 2; l++) {
                double parameter;
                const struct loss_row *row = loss_named(loss[k], &parameter);
                struct risk_spec spec = examples_spec(e, row, parameter, mode, 1);
                struct bounds own, other;
                char text[128];
                examples_task(e, row);
                snprintf(text, sizeof text, "%s, bias %s, %s, %s, lambda %g", name, bias_name[mode], loss[k], reg[g], lambdas[l]);
                own = run_bounds(e, &spec, reg[g], lambdas[l], "proximal:newton", k >= KINKED && wide ? 1e-5 : 1e-8, text);
                other = run_bounds(e, &spec, reg[g], lambdas[l], "agm", 1e-2, text);
                ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12,
                              "%s: %.15g to %.15g, %.15g to %.15g", text, own.dual, own.primal, other.dual, other.primal);
            }
}

/* Few columns: a Gram matrix; many, or far fewer rows: a working set. */
START_TEST(test_data)
{
    struct examples *e = data[_i / 2].make();

    if (_i % 2)
        e = widened(e);
    check_losses(e, BIAS_NONE, data[_i / 2].name);
    check_losses(e, BIAS_FREE, data[_i / 2].name);
    examples_free(e);
}
END_TEST

/* Rows are few below .75 of the columns, with flats below .4 of them. */
START_TEST(test_dense)
{
    static const int64_t rows[] = {30, 50, 80};
    static const char *const loss[] = {"squared-hinge", "logistic", "hinge"};
    static const bool dense[] = {false, false, false, false, false, true, true, true, true};

    for (size_t k = 0; k < sizeof dense / sizeof *dense; k++) {
        struct examples *e = factors_of(rows[k / 3]);
        struct risk_spec spec = examples_spec(e, loss_find(loss[k % 3]), 0, BIAS_NONE, 1);
        struct arena arena = {0};
        struct risk *risk;
        struct par par;
        par_init(&par, 1);
        risk = risk_of(&spec, &par, &arena);
        ck_assert_ptr_nonnull(risk);
        ck_assert_msg(newton_model_dense(risk) == dense[k], "%s, %d rows", loss[k % 3], (int)rows[k / 3]);
        arena_free(&arena);
        examples_free(e);
        par_free(&par);
    }
}
END_TEST

enum { LINES = 400, WORDS = 300, PAIRS = 1600, COPIES = 300 };

/* Lines of six words, most of them frequent, and of the pairs of neighbours; copies of the words, a third to the whole. */
static struct examples *lines_of_words(void)
{
    enum { COLS = WORDS + PAIRS + COPIES };
    double *dense = calloc((size_t)LINES * COLS, sizeof *dense);
    struct examples *e;
    struct rng rng;

    ck_assert_ptr_nonnull(dense);
    rng_seed(&rng, 12);
    for (size_t i = 0; i < LINES; i++) {
        double *line = dense + i * COLS;
        uint64_t before = 0;
        for (int k = 0; k < 6; k++) {
            uint64_t word = rng_below(&rng, 1 + rng_below(&rng, WORDS));
            line[word] = 1;
            line[WORDS + PAIRS + word] = (double)(1 + word % 3) / 3;
            line[WORDS + (before * 37 + word * 101) % PAIRS] = 0.5;
            before = word;
        }
    }
    e = examples_dense(LINES, COLS, dense, CSR_DOUBLE);
    for (size_t i = 0; i < LINES; i++)
        e->y[i] = dense[i * COLS] + dense[i * COLS + 3] - dense[i * COLS + 1] + 0.5 * random_normal(&rng) > 0 ? 1 : -1;
    free(dense);
    return e;
}

/* Columns of few entries, and twins: the bounds of all tolerances are below the best J. */
START_TEST(test_words)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "squared", "hinge", "poisson"};
    static const double tolerances[] = {1e-2, 1e-3};
    struct examples *e = lines_of_words();

    for (size_t k = 0; k < 8 * sizeof loss / sizeof *loss; k++) {
        double parameter, lambda = pow(10, -1.0 - (double)(k % 4)) / 2;
        const struct loss_row *row = loss_named(loss[k / 8], &parameter);
        struct risk_spec spec = examples_spec(e, row, parameter, k % 8 < 4 ? BIAS_NONE : BIAS_FREE, 1);
        struct bounds best;
        char text[64];
        snprintf(text, sizeof text, "words, %s, lambda %g", loss[k / 8], lambda);
        examples_task(e, row);
        best = run_bounds(e, &spec, "l1", lambda, "proximal:newton", k / 8 == 3 ? 1e-4 : 1e-7, text);
        for (size_t t = 0; t < sizeof tolerances / sizeof *tolerances; t++) {
            struct bounds own = run_bounds(e, &spec, "l1", lambda, "proximal:newton", tolerances[t], text);
            ck_assert_msg(own.dual <= best.primal + 1e-12 && best.dual <= own.primal + 1e-12, "%s", text);
        }
    }
    examples_free(e);
}
END_TEST

/* Labels of thousands of delta, columns that each are near the one before: most rows lie where l is linear. */
static struct examples *far_labels(void)
{
    enum { M = 300, N = 60 };
    static double dense[M * N];
    struct examples *e;
    struct rng rng;

    rng_seed(&rng, 21);
    for (size_t i = 0; i < M * N; i++)
        dense[i] = (i % N > 0 ? 0.98 * dense[i - 1] : 0) + 0.2 * random_normal(&rng);
    e = examples_dense(M, N, dense, CSR_DOUBLE);
    for (size_t i = 0; i < M; i++)
        e->y[i] = 2000 * (dense[i * N + 3] - dense[i * N + 40] + random_normal(&rng));
    return e;
}

/* Centres over few columns: on J itself Newton's method takes 800 passes. */
START_TEST(test_linear)
{
    struct examples *e = far_labels();
    double parameter;
    const struct loss_row *row = loss_named("huber", &parameter);
    static const enum bias_mode mode[] = {BIAS_NONE, BIAS_FREE};

    for (size_t k = 0; k < sizeof mode / sizeof *mode; k++) {
        struct risk_spec spec = examples_spec(e, row, parameter, mode[k], 1);
        struct bounds other = run_bounds(e, &spec, "l1", 1e-4, "bundle", 1e-3, "labels of thousands");
        struct run r;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), 1e-4, 1), OK);
        r.m.limits.relative = 1e-3;
        r.m.limits.max_passes = 200;
        ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
        ck_assert_int_eq(r.m.verdict, CONVERGED);
        ck_assert(r.m.dual <= other.primal && other.dual <= r.m.primal);
        run_free(&r);
    }
    examples_free(e);
}
END_TEST

enum { NARROW = 5, BALLS = 6 }; /* tables; with the first one widened */

/* In a ball that binds, more or less, or does not: the optimum of cutting planes. */
START_TEST(test_ball)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "huber", "hinge", "absolute", "eps-insensitive"};
    static const char *const reg[] = {"elastic-ball:1e-3,0.5", "elastic-ball:0.3,1", "elastic-ball:0.3,0",
                                      "elastic-ball:2,0.7", "elastic-ball:1e6,0.5"};
    static struct examples *(*const make[NARROW])(void) = {one_hot, weighted, separable, one_line, one_column};
    enum { LOSSES = sizeof loss / sizeof *loss };
    bool wide = _i >= NARROW;
    struct examples *e = wide ? widened(make[_i - NARROW]()) : make[_i]();
    double tol = wide ? 1e-5 : 1e-8;

    for (size_t k = 0; k < LOSSES * sizeof reg / sizeof *reg; k++) {
        double parameter;
        const struct loss_row *row = loss_named(loss[k % LOSSES], &parameter);
        enum bias_mode mode = (k + k / LOSSES) % 2 ? BIAS_FREE : BIAS_NONE;
        struct risk_spec spec = examples_spec(e, row, parameter, mode, 1);
        struct bounds own, other;
        char text[128];
        examples_task(e, row);
        snprintf(text, sizeof text, "ball %d, bias %s, %s, %s", _i, bias_name[mode], loss[k % LOSSES], reg[k / LOSSES]);
        own = run_bounds(e, &spec, reg[k / LOSSES], 0.01, "proximal:newton", tol, text);
        other = run_bounds(e, &spec, reg[k / LOSSES], 0.01, "bundle", wide ? 1e-3 : tol, text);
        ck_assert_msg(own.dual <= other.primal + 1e-12 && other.dual <= own.primal + 1e-12,
                      "%s: %.15g to %.15g, %.15g to %.15g", text, own.dual, own.primal, other.dual, other.primal);
    }
    examples_free(e);
}
END_TEST

RUN_REPEATED("newton_l1", {test_data, 2 * sizeof data / sizeof *data}, {test_dense, 1}, {test_words, 1}, {test_linear, 1},
             {test_ball, BALLS})
