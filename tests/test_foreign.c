/* test_foreign - regularizers that the program does not have; a row is all that the engines know of
 * one. Weights that are positive, Omega(w) = sum_j w_j on w >= 0 and infinite elsewhere; norms of
 * blocks, Omega(w) = sum_G |w_G|_2, G three neighbours (Yuan and Lin, J. R. Stat. Soc. B 68,
 * 2006). */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/text/source.h"
#include "math/vec.h"
#include "train/training.h"
#include "common.h"
#include "contract.h"
#include "problems.h"

/* sum_j w_j >= |w| for w >= 0 */
static struct reg_facts facts(const double *p)
{
    (void)p;
    return (struct reg_facts){.growth = 1, .left = -INFINITY, .right = 1};
}

static double value(const double *p, size_t n, const double *w)
{
    double sum = 0;

    (void)p;
    for (size_t j = 0; j < n; j++)
        sum += w[j] >= 0 ? w[j] : INFINITY;
    return sum;
}

/* The largest scale s_j; NaN where one is. */
static double largest(size_t n, double scale, const double *s)
{
    double most = -INFINITY;

    for (size_t j = 0; j < n; j++)
        most = scale * s[j] <= most ? most : scale * s[j];
    return most;
}

/* sup over w >= 0 of <s, w> - lambda sum w: 0 where no s_j is above lambda, else infinite. */
static double conjugate(const double *p, size_t n, double lambda, double scale, const double *s)
{
    (void)p;
    return largest(n, scale, s) <= lambda * (1 + 1e-15) ? 0 : INFINITY;
}

static double share(const double *p, size_t n, double lambda, const double *s)
{
    double most = largest(n, -1, s);

    (void)p;
    return most > lambda ? lambda / most : 1;
}

static double coordinate(const double *p, size_t j, double lambda, double S, double a)
{
    (void)p;
    (void)j;
    return a <= lambda ? 0 : (a - lambda) / S;
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    for (size_t j = 0; j < n; j++)
        w[j] = coordinate(p, j, lambda, S, S * centre[j] - g[j]);
}

static void bend(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, const double *w, size_t count, double *const *d)
{
    (void)p;
    (void)lambda;
    (void)centre;
    (void)g;
    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < n; j++)
            d[k][j] = w[j] > 0 ? d[k][j] / S : 0;
}

static const struct reg nonneg = {.name = "nonneg",
                                  .help = "sum w where w >= 0",
                                  .traits = REG_EUCLIDEAN | REG_SEPARABLE | REG_PARTS | REG_ADDITIVE |
                                            REG_HOMOGENEOUS | REG_SPARSE | REG_SUBLINEAR |
                                            REG_PLAIN,
                                  .facts = facts,
                                  .value = value,
                                  .conjugate = conjugate,
                                  .share = share,
                                  .prox = prox,
                                  .coordinate = coordinate,
                                  .bend = bend};

START_TEST(test_contract)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 300; trial++)
        contract_check(&nonneg, NULL, (size_t)rng_below(&rng, CONTRACT_DIM) + 1, &rng);
}
END_TEST

/* What all engines together found of one problem. */
struct found {
    double primal, dual; /* the least J, the largest bound */
    size_t weights;      /* above 0 */
};

/* One run to a gap of 1e-3 of J. */
static void check_run(const struct examples *e, const struct risk_spec *spec, const char *name,
                      double lambda, struct found *all)
{
    const struct solver *solver = solver_find(name);
    char text[128];
    struct run r;

    ck_assert_int_eq(run_init(&r, spec, &nonneg, lambda, 1), OK);
    snprintf(text, sizeof text, "%s, lambda %g by %s", spec->loss->name, lambda, name);
    ck_assert_msg(solver_admits(solver, r.risk->traits, &nonneg), "%s", text);
    r.m.limits.relative = 1e-3;
    r.m.limits.max_passes = solver->max_passes;
    ck_assert_int_eq(run_solver(&r, solver), OK);
    ck_assert_msg(r.m.verdict == CONVERGED, "%s: %s, J %g, bound %g after %g passes", text,
                  verdict_name(r.m.verdict), r.m.primal, r.m.dual, r.m.meter.passes);
    ck_assert_double_le(r.m.primal - r.m.dual, 1e-3 * r.m.primal);
    ck_assert_double_eq_tol(run_primal(&r, e, spec), r.m.primal, 1e-11 * (1 + r.m.primal));
    for (size_t j = 0; j < r.risk->dim; j++) {
        ck_assert_double_ge(r.m.best[j], 0);
        all->weights += r.m.best[j] > 0;
    }
    all->primal = fmin(all->primal, r.m.primal);
    all->dual = fmax(all->dual, r.m.dual);
    run_free(&r);
}

/* By each engine; no bound of one is above the J of another. */
static void check_problem(const struct examples *e, const struct risk_spec *spec, double lambda)
{
    static const char *const engine[] = {"agm", "bundle", "linesearch:ocas", "proximal"};
    struct found all = {INFINITY, -INFINITY, 0};

    for (size_t k = 0; k < sizeof engine / sizeof *engine; k++)
        check_run(e, spec, engine[k], lambda, &all);
    if (spec->loss->traits & LOSS_SMOOTH)
        check_run(e, spec, "proximal:newton", lambda, &all);
    ck_assert_msg(all.dual <= all.primal * (1 + 1e-12), "%s: bound %.17g, J %.17g",
                  spec->loss->name, all.dual, all.primal);
    ck_assert_uint_gt(all.weights, 0);
}

START_TEST(test_engines)
{
    static const char *const loss[] = {"hinge", "logistic", "squared", "absolute", "squared-hinge"};
    static const struct {
        int64_t rows;
        uint32_t cols;
        double density;
    } shape[] = {{200, 10, 1}, {150, 60, 0.2}, {100, 40, 0.3}};

    for (size_t d = 0; d < sizeof shape / sizeof *shape; d++) {
        struct examples *e =
            examples_random(d + 1, shape[d].rows, shape[d].cols, shape[d].density, CSR_DOUBLE);
        for (size_t l = 0; l < sizeof loss / sizeof *loss; l++)
            for (int mode = 0; mode < BIAS_MODES; mode++) {
                double parameter;
                const struct loss_row *row = loss_named(loss[l], &parameter);
                struct risk_spec spec = examples_spec(e, row, parameter, (enum bias_mode)mode, 1);
                examples_task(e, row);
                check_problem(e, &spec, 0.03);
                check_problem(e, &spec, 0.01);
            }
        examples_free(e);
    }
}
END_TEST

/* Stochastic steps put the prox steps of h off: what the row's own prox would give, after a run
 * whose bounds hold. */
START_TEST(test_stochastic)
{
    struct examples *e = examples_random(5, 200, 30, 0.3, CSR_DOUBLE);
    const struct solver *solver = solver_find("proximal:online");
    double parameter;
    const struct loss_row *row = loss_named("logistic", &parameter);
    struct risk_spec spec = examples_spec(e, row, parameter, BIAS_REGULARIZED, 1);
    struct found exact = {INFINITY, -INFINITY, 0};
    struct run r;

    examples_task(e, row);
    check_run(e, &spec, "linesearch:ocas", 0.01, &exact);
    ck_assert_int_eq(run_init(&r, &spec, &nonneg, 0.01, 1), OK);
    ck_assert(solver_admits(solver, r.risk->traits, &nonneg));
    r.m.limits.max_passes = 200;
    ck_assert_int_eq(run_solver(&r, solver), OK);
    for (size_t j = 0; j < r.risk->dim; j++)
        ck_assert_double_ge(r.m.best[j], 0);
    ck_assert(vec_nonzeros(r.risk->dim, r.m.best) < r.risk->dim);
    ck_assert_double_le(r.m.dual, exact.primal);
    ck_assert_double_ge(r.m.primal, exact.dual);
    ck_assert_msg(r.m.primal <= 1.02 * exact.primal, "J %g, optimum %g", r.m.primal, exact.primal);
    ck_assert_double_eq_tol(run_primal(&r, e, &spec), r.m.primal, 1e-11 * (1 + r.m.primal));
    run_free(&r);
    examples_free(e);
}
END_TEST

/* ---- blocks of three columns ----------------------------------------------------------------- */

enum { BLOCK = 3 };

/* |w_G|_2 of the block that begins at j */
static double block_norm(size_t n, size_t j, const double *w)
{
    return sqrt(vec_sqnorm(n - j < BLOCK ? n - j : BLOCK, w + j));
}

static double blocks_value(const double *p, size_t n, const double *w)
{
    double sum = 0;

    (void)p;
    for (size_t j = 0; j < n; j += BLOCK)
        sum += block_norm(n, j, w);
    return sum;
}

/* max_G |s_G|_2; NaN where a number is. */
static double largest_block(size_t n, const double *s)
{
    double most = 0;

    for (size_t j = 0; j < n; j += BLOCK)
        most = block_norm(n, j, s) <= most ? most : block_norm(n, j, s);
    return most;
}

/* 0 where |s_G|_2 <= lambda for every G, else infinite. */
static double blocks_conjugate(const double *p, size_t n, double lambda, double scale,
                               const double *s)
{
    (void)p;
    return fabs(scale) * largest_block(n, s) <= lambda * (1 + 1e-15) ? 0 : INFINITY;
}

static double blocks_share(const double *p, size_t n, double lambda, const double *s)
{
    double most = largest_block(n, s);

    (void)p;
    return most > lambda ? lambda / most : 1;
}

/* w_G = max(0, 1 - lambda/|a_G|) a_G/S, a = S centre - g */
static void blocks_prox(const double *p, size_t n, double lambda, double S, const double *centre,
                        const double *g, double *w)
{
    (void)p;
    vec_combine(n, S, centre, -1, g, w);
    for (size_t j = 0; j < n; j += BLOCK) {
        double norm = block_norm(n, j, w), shrunk = norm <= lambda ? 0 : (1 - lambda / norm) / S;
        vec_scale(n - j < BLOCK ? n - j : BLOCK, shrunk, w + j);
    }
}

/* |w_G|_2 summed over G is at least |w|. */
static struct reg_facts blocks_facts(const double *p)
{
    (void)p;
    return (struct reg_facts){.growth = 1};
}

/* With |a_G| = S |w_G| + lambda and e = w_G/|w_G|: H d = (S |w_G| d + lambda e <e, d>)/(S |a_G|), a
 * term for each block. */
static void blocks_bend(const double *p, size_t n, double lambda, double S, const double *centre,
                        const double *g, const double *w, size_t count, double *const *d)
{
    (void)p;
    (void)centre;
    (void)g;
    for (size_t k = 0; k < count; k++)
        for (size_t j = 0; j < n; j += BLOCK) {
            size_t m = n - j < BLOCK ? n - j : BLOCK;
            double size = block_norm(n, j, w), norm = S * size + lambda;
            double along = size > 0 ? lambda * vec_dot(m, w + j, d[k] + j) / (size * size) : 0;
            vec_mix(m, along / (S * norm), w + j, size / norm, d[k] + j);
        }
}

static const struct reg blocks = {.name = "blocks",
                                  .help = "sum |w_G|_2",
                                  .traits = REG_EUCLIDEAN | REG_HOMOGENEOUS | REG_SPARSE | REG_NUMBERED,
                                  .facts = blocks_facts,
                                  .value = blocks_value,
                                  .conjugate = blocks_conjugate,
                                  .share = blocks_share,
                                  .prox = blocks_prox,
                                  .bend = blocks_bend};

/* With REG_COUNTED as well, as a stranger may grant it: it is no leave to renumber. */
static struct reg blocks_counted(void)
{
    struct reg counted = blocks;

    counted.name = "counted-blocks";
    counted.traits |= REG_COUNTED;
    return counted;
}

enum { ROWS = 60, FEATURES = 3 };

/* Rows of the features 1, 2 and `last`, with labels that depend on all of them. */
static void write_rows(uint32_t last, double x[ROWS][FEATURES], double *y, char path[64])
{
    static char text[ROWS * 100];
    size_t used = 0;
    struct rng rng;

    rng_seed(&rng, 24);
    for (int i = 0; i < ROWS; i++) {
        for (int j = 0; j < FEATURES; j++)
            x[i][j] = floor(1e3 * random_normal(&rng)) / 1e3;
        y[i] = x[i][0] + x[i][1] / 2 + x[i][2] + random_normal(&rng) > 0 ? 1 : -1;
        used += (size_t)snprintf(text + used, sizeof text - used, "%g 1:%.3f 2:%.3f %u:%.3f\n", y[i],
                                 x[i][0], x[i][1], (unsigned)last, x[i][2]);
    }
    temp_file(path, text, used);
}

/* J of the logistic loss, with the norms of {1, 2} and {last} or that of all three. */
static double blocks_primal(double x[ROWS][FEATURES], const double *y, double lambda,
                            const double *w, bool apart)
{
    double sum = 0, first = sqrt(w[0] * w[0] + w[1] * w[1]);

    for (int i = 0; i < ROWS; i++)
        sum += log1p(exp(-y[i] * (x[i][0] * w[0] + x[i][1] * w[1] + x[i][2] * w[2]))) / ROWS;
    return sum + lambda * (apart ? first + fabs(w[2]) : sqrt(first * first + w[2] * w[2]));
}

/* Trains as the program does, on the columns as it reads them. */
static enum status train_blocks(const struct reg *reg, const char *loss, double bias,
                                const char *path, struct dataset *data, struct training *t,
                                struct error *err)
{
    static struct recipe recipe;
    enum status status;

    recipe = recipe_default();
    recipe.loss = loss_read(loss, &recipe.parameter);
    recipe.reg = reg;
    recipe.lambda = 0.05;
    recipe.bias = bias;
    recipe.relative = 1e-6;
    ck_assert_int_eq(dataset_open(path, training_reads(&recipe), &par_alone, data, err), OK);
    status = training_init(t, &recipe, data, path, &par_alone, err);
    return status == OK ? training_run(t, err) : status;
}

/* Features 1, 2 and 7: the first two are neighbours, the last is alone. What is certified is the
 * least J of these blocks, not that of the columns that occur. */
START_TEST(test_blocks)
{
    const struct reg counted = blocks_counted(), *const both[] = {&blocks, &counted};
    double x[ROWS][FEATURES], y[ROWS], w[FEATURES], v[FEATURES];
    struct rng rng;
    struct error err;
    char path[64];

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 300; trial++)
        contract_check(both[trial % 2], NULL, (size_t)rng_below(&rng, CONTRACT_DIM) + 1, &rng);
    write_rows(7, x, y, path);
    for (size_t k = 0; k < sizeof both / sizeof *both; k++) {
        struct dataset data;
        struct training t;

        ck_assert_msg(train_blocks(both[k], "logistic", -1, path, &data, &t, &err) == OK, "%s", err.text);
        ck_assert_int_eq(t.outcome.verdict, CONVERGED);
        ck_assert(!data.feature && t.solution.columns == 7);
        memcpy(w, (double[]){t.solution.w[0], t.solution.w[1], t.solution.w[6]}, sizeof w);
        ck_assert_double_eq_tol(t.outcome.primal, blocks_primal(x, y, 0.05, w, true), 1e-12);
        ck_assert_double_gt(t.outcome.primal, blocks_primal(x, y, 0.05, w, false) + 0.01);
        for (int trial = 0; trial < 1000; trial++) {
            random_vector(&rng, FEATURES, exp(-10 * rng_uniform(&rng)), v);
            vec_add(FEATURES, 1, w, v);
            ck_assert_double_ge(blocks_primal(x, y, 0.05, v, true), t.outcome.dual);
        }
        training_free(&t);
        dataset_free(&data);
    }
    unlink(path);
}
END_TEST

/* Columns that the reader had to renumber are refused by name, but not where their order is
 * nothing to Omega. */
START_TEST(test_wide)
{
    double x[ROWS][FEATURES], y[ROWS];
    struct dataset data;
    struct training t;
    struct error err;
    char path[64], said[256];

    write_rows(2147483646, x, y, path);
    snprintf(said, sizeof said,
             "%s: regularizer 'blocks' needs every feature up to the largest index, 2147483646, "
             "far more than the 3 that occur: number these from 1 on",
             path);
    ck_assert_int_eq(train_blocks(&blocks, "logistic", -1, path, &data, &t, &err), ERR_DATA);
    ck_assert_str_eq(err.text, said);
    training_free(&t);
    dataset_free(&data);
    ck_assert_int_eq(train_blocks(reg_find("l1"), "logistic", -1, path, &data, &t, &err), OK);
    ck_assert_uint_eq(t.solution.columns, FEATURES);
    training_free(&t);
    dataset_free(&data);
    unlink(path);
}
END_TEST

/* What an index does not tell apart from a feature is refused by name. */
START_TEST(test_no_feature)
{
    static const struct {
        const char *loss, *said;
        double bias;
    } list[] = {
        {"logistic", "regularizer 'blocks' looks at feature numbers: it takes no bias of its own", 1},
        {"softmax",
         "regularizer 'blocks' looks at feature numbers: it takes no loss of several scores an example",
         -1}};
    double x[ROWS][FEATURES], y[ROWS];
    struct dataset data;
    struct training t;
    struct error err;
    char path[64];

    write_rows(7, x, y, path);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        ck_assert_int_eq(train_blocks(&blocks, list[k].loss, list[k].bias, path, &data, &t, &err),
                         ERR_USAGE);
        ck_assert_str_eq(err.text, list[k].said);
        training_free(&t);
        dataset_free(&data);
    }
    unlink(path);
}
END_TEST

RUN_TESTS("foreign", test_contract, test_engines, test_stochastic, test_blocks, test_no_feature,
          test_wide)
