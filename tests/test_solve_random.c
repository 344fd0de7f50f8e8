/* test_solve_random - random and degenerate problems: what all engines certify must fit together. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "contingency.h"
#include "problems.h"

static void scale_column(double *dense, int64_t rows, uint32_t cols, double factor)
{
    for (int64_t i = 0; i < rows; i++)
        dense[(size_t)i * cols] *= factor;
}

/* Each line twice: with its own label, and with `label_factor` times it. */
static struct examples *twice(const struct examples *e, double label_factor)
{
    size_t rows = (size_t)e->x.rows, size = rows * e->x.cols;
    double *dense = malloc(2 * size * sizeof *dense);
    struct examples *out;

    ck_assert_ptr_nonnull(dense);
    memcpy(dense, e->dense, size * sizeof *dense);
    memcpy(dense + size, e->dense, size * sizeof *dense);
    out = examples_dense(2 * e->x.rows, e->x.cols, dense, e->x.storage);
    for (size_t i = 0; i < rows; i++) {
        out->y[i] = e->y[i];
        out->y[rows + i] = label_factor * e->y[i];
    }
    free(dense);
    return out;
}

/* ---- the problems ----------------------------------------------------------------------------------------------------- */

static struct examples *plain(void)
{
    return examples_random(11, 400, 60, 0.1, CSR_DOUBLE);
}

static struct examples *wide(void)
{
    return examples_random(12, 200, 600, 0.02, CSR_FLOAT);
}

static struct examples *tall(void)
{
    return examples_random(13, 2000, 12, 0.3, CSR_BINARY);
}

static struct examples *weighted(void)
{
    struct examples *e = examples_random(14, 300, 30, 0.2, CSR_DOUBLE);

    for (int64_t i = 0; i < e->x.rows; i++)
        e->cost[i] *= e->y[i] > 0 ? 100 : 0.01;
    return e;
}

static struct examples *duplicate(void)
{
    struct examples *e = examples_random(15, 150, 20, 0.3, CSR_DOUBLE), *out = twice(e, 1);

    examples_free(e);
    return out;
}

/* Each line stands there with both labels: the optimum is w = 0. */
static struct examples *opposed(void)
{
    struct examples *e = examples_random(16, 100, 20, 0.3, CSR_DOUBLE), *out = twice(e, -1);

    examples_free(e);
    return out;
}

static struct examples *pair(void)
{
    static const double dense[] = {1, 0, 2, 0.5, -1, 0};
    struct examples *e = examples_dense(2, 3, dense, CSR_DOUBLE);

    e->y[1] = -1;
    return e;
}

/* All lines are empty. */
static struct examples *zero(void)
{
    static const double dense[150];
    struct examples *e = examples_dense(30, 5, dense, CSR_BINARY);

    for (int i = 0; i < 10; i++)
        e->y[i] = -1;
    return e;
}

/* A column of numbers around 1e8 beside ordinary ones. */
static struct examples *huge(void)
{
    struct examples *e = examples_random(17, 200, 10, 0.5, CSR_DOUBLE), *out;

    scale_column(e->dense, 200, 10, 1e8);
    out = examples_dense(200, 10, e->dense, CSR_DOUBLE);
    memcpy(out->y, e->y, 200 * sizeof *e->y);
    examples_free(e);
    return out;
}

static const struct {
    const char *name;
    struct examples *(*make)(void);
    double digits; /* the certificate is good to this, relative to 1 + |J| */
    bool at_zero;  /* the optimum is w = 0, without a bias */
} flavour[] = {{"plain", plain, 1e-12, false},     {"wide", wide, 1e-12, false},         {"tall", tall, 1e-12, false},
               {"weighted", weighted, 1e-12, false}, {"duplicate", duplicate, 1e-12, false}, {"opposed", opposed, 1e-12, true},
               {"pair", pair, 1e-12, false},       {"zero", zero, 1e-12, true},          {"huge", huge, 1e-8, false}};

/* ---- all engines on one problem --------------------------------------------------------------------------------------- */

struct best {
    double primal, dual;
    const char *primal_by, *dual_by;
};

static void check_run(struct run *r, const struct examples *e, const struct risk_spec *spec, const struct solver *solver,
                      double digits, const char *name, struct best *best)
{
    double tol, J;

    if (spec_is_program(spec))
        return;
    r->m.limits.relative = r->reg->traits & REG_QUADRATIC ? 1e-3 : 1e-2;
    r->m.limits.max_passes = 200;
    ck_assert_int_eq(run_solver(r, solver), OK);
    ck_assert_msg(isfinite(r->m.primal) && r->m.dual > -INFINITY && r->m.verdict != NOT_A_NUMBER, "%s by %s: %s, J %g, bound %g",
                  name, solver->name, verdict_name(r->m.verdict), r->m.primal, r->m.dual);
    tol = digits * (1 + fabs(r->m.primal));
    J = run_primal(r, e, spec);
    ck_assert_msg(fabs(J - r->m.primal) <= tol, "%s by %s: J is %.17g, not %.17g", name, solver->name, J, r->m.primal);
    ck_assert_msg(r->m.dual <= r->m.primal + tol, "%s by %s: bound %.17g above %.17g", name, solver->name, r->m.dual,
                  r->m.primal);
    if (r->m.primal < best->primal) {
        best->primal = r->m.primal;
        best->primal_by = solver->name;
    }
    if (r->m.dual > best->dual) {
        best->dual = r->m.dual;
        best->dual_by = solver->name;
    }
}

/* Smoothed, these take all rows^2 tables a pass. */
static bool slow(const struct risk_spec *spec, const struct solver *solver)
{
    return contingency_has(spec->loss) && solver->risk_needs & RISK_SMOOTHABLE && spec->x->rows > 200;
}

static void check_problem(const struct examples *e, const struct risk_spec *spec, const char *reg_name, double lambda,
                          double digits, bool at_zero, const char *name)
{
    struct best best = {INFINITY, -INFINITY, "", ""};
    double p[REG_PARAMETERS];
    const struct reg *reg = reg_named(reg_name, p);
    int admitted = 0;

    for (size_t s = 0; solver_at(s); s++) {
        struct run r;
        ck_assert_int_eq(run_init(&r, spec, reg, lambda, 1), OK);
        memcpy(r.reg_p, p, sizeof p);
        if (solver_admits(solver_at(s), r.risk->traits, r.reg) && !slow(spec, solver_at(s))) {
            admitted++;
            check_run(&r, e, spec, solver_at(s), digits, name, &best);
            if (at_zero)
                ck_assert_msg(r.m.dual <= r.risk->at_zero + digits, "%s by %s: bound %.17g", name, solver_at(s)->name, r.m.dual);
        }
        run_free(&r);
    }
    if (admitted == 0)
        return;
    ck_assert_msg(best.dual <= best.primal + digits * (1 + fabs(best.primal)), "%s: bound %.17g of %s above %.17g of %s", name,
                  best.dual, best.dual_by, best.primal, best.primal_by);
    ck_assert_msg(best.primal - best.dual <= 0.05 * fabs(best.primal) + 1e-6 || lambda < 1e-5 || digits > 1e-9,
                  "%s: %.9g (%s) to %.9g (%s) is all that is known", name, best.dual, best.dual_by, best.primal, best.primal_by);
}

/* Each loss and bias mode on every flavour; lambda goes round, so that each of them meets each lambda on three flavours. */
START_TEST(test_agreement)
{
    static const double lambdas[] = {1e-1, 1e-3, 1e-6};
    struct examples *e = flavour[_i].make();

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++) {
            double lambda = lambdas[(k + (size_t)mode + (size_t)_i) % 3];
            struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
            char name[256];
            examples_task(e, loss_at(k));
            if (!spec_sound(&spec))
                continue;
            snprintf(name, sizeof name, "%s, %s, bias %s, lambda %g", flavour[_i].name, loss_at(k)->name, bias_name[mode],
                     lambda);
            check_problem(e, &spec, "l2", lambda, flavour[_i].digits, flavour[_i].at_zero && mode == BIAS_NONE, name);
        }
    examples_free(e);
}
END_TEST

enum { REGULARIZED = 4 };

/* Every triple of engine, loss and regularizer on every flavour, of losses of sets and groups half of them; the bias modes go
 * round. */
START_TEST(test_regularizers)
{
    static const char *const regs[] = {"l1", "elastic:0.3", "elastic-ball:0.5,0.5", "elastic-ball:2,1", "entropy:1", "entropy:3"};
    static const double lambdas[] = {3e-2, 1e-3};
    static const int some[REGULARIZED] = {0, 3, 6, 7}; /* plain, weighted, pair, zero: few columns */
    struct examples *e = flavour[some[_i]].make();

    for (size_t k = 0; loss_at(k); k++)
        for (size_t g = 0; g < sizeof regs / sizeof *regs; g++)
            for (int turn = 0; turn < BIAS_MODES; turn++) {
                enum bias_mode mode = (enum bias_mode)((k + g + (size_t)_i + (size_t)turn) % BIAS_MODES);
                double lambda = lambdas[(k + g) % 2];
                struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, mode, 1);
                char name[256];
                examples_task(e, loss_at(k));
                if (!spec_sound(&spec) || ((g + k) % 2 && !(loss_at(k)->traits & LOSS_WEIGHTS))) /* sets, groups: every other */
                    continue;
                snprintf(name, sizeof name, "%s, %s, %s, bias %s, lambda %g", flavour[some[_i]].name, loss_at(k)->name, regs[g],
                         bias_name[mode], lambda);
                check_problem(e, &spec, regs[g], lambda, flavour[some[_i]].digits, false, name);
                if (_i < 2) /* one mode that the loss has; all where they cost nothing */
                    break;
            }
    examples_free(e);
}
END_TEST

/* Without curvature and with little weight on Omega the planes' engines still prove a small gap. */
START_TEST(test_little_l1)
{
    static const char *const engine[] = {"bundle", "linesearch:ocas"};
    struct examples *e = plain();

    for (size_t k = 0; loss_at(k); k++)
        for (size_t s = 0; s < sizeof engine / sizeof *engine; s++) {
            struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, BIAS_REGULARIZED, 1);
            struct run r;
            double p[REG_PARAMETERS];
            const struct reg *reg = reg_named("l1", p);
            examples_task(e, loss_at(k));
            ck_assert_int_eq(run_init(&r, &spec, reg, 1e-4, 1), OK);
            r.m.limits.relative = loss_at(k)->traits & LOSS_GROUPS ? 1e-3 : 1e-5; /* m3n takes its time */
            r.m.limits.max_passes = 3000;
            if (solver_admits(solver_find(engine[s]), r.risk->traits, reg)) {
                ck_assert_int_eq(run_solver(&r, solver_find(engine[s])), OK);
                ck_assert_msg(r.m.verdict == CONVERGED, "%s by %s: %s, J %.9g, bound %.9g", loss_at(k)->name, engine[s],
                              verdict_name(r.m.verdict), r.m.primal, r.m.dual);
            }
            run_free(&r);
        }
    examples_free(e);
}
END_TEST

static void check_converges(const struct examples *e, const char *loss, const char *reg, enum bias_mode mode, double lambda,
                            double tolerance, const char *engine)
{
    double parameter, p[REG_PARAMETERS];
    const struct loss_row *l = loss_named(loss, &parameter);
    struct risk_spec spec = examples_spec(e, l, parameter, mode, 1);
    struct run r;

    ck_assert_int_eq(run_init(&r, &spec, reg_named(reg, p), lambda, 1), OK);
    memcpy(r.reg_p, p, sizeof p);
    r.m.limits.relative = tolerance;
    ck_assert_int_eq(run_solver(&r, solver_find(engine)), OK);
    ck_assert_msg(r.m.verdict == CONVERGED, "%s by %s: %s, J %.9g, bound %.9g", loss, engine, verdict_name(r.m.verdict),
                  r.m.primal, r.m.dual);
    run_free(&r);
}

/* Values of a thousand and three planes that meet in the minimum: w has its digits in tiny parts of the dual weights. */
START_TEST(test_steep)
{
    static const char *const engine[] = {"bundle", "linesearch:ocas", "proximal", "auto"};
    static const double dense[] = {-1550.55, -2017.21, -899.632, 0, -749.704, 0, -566.539, 0, -45.8047};
    struct examples *e = examples_dense(3, 3, dense, CSR_DOUBLE);

    e->y[0] = -86.9137;
    e->y[1] = 8.65686;
    e->y[2] = 1.39414;
    for (size_t s = 0; s < sizeof engine / sizeof *engine; s++)
        check_converges(e, "absolute", "elastic", BIAS_FREE, 1.0 / 3, 1e-6, engine[s]);
    examples_free(e);
}
END_TEST

/* R is out of all proportion, or infinite, a short way off: one value is much larger than the others, or all are. */
START_TEST(test_far)
{
    static const char *const engine[] = {"auto", "linesearch:ocas", "bundle"};
    static const char *const loss[] = {"poisson", "exponential"};
    static const double large[] = {10000, 0, -1, 0, 0, 10000, 3, -10000};
    struct examples *few = examples_dense(4, 2, large, CSR_DOUBLE), *e;
    double dense[202];

    for (int i = 0; i < 202; i++)
        dense[i] = i % 2 ? cos(7 * i) : sin(5 * i);
    dense[200] = 5000;
    dense[201] = 0;
    e = examples_dense(101, 2, dense, CSR_DOUBLE);
    for (size_t s = 0; s < sizeof engine / sizeof *engine; s++) {
        for (size_t k = 0; k < 2; k++) {
            for (int i = 0; i < 101; i++)
                e->y[i] = k == 0 ? (i + 3) % 5 : i % 3 ? 1 : -1;
            check_converges(e, loss[k], "l2", BIAS_NONE, 1.0 / 101, 1e-3, engine[s]);
        }
        check_converges(few, "novelty", "l2", BIAS_NONE, 1e-4, 1e-3, engine[s]);
    }
    examples_free(few);
    examples_free(e);
}
END_TEST

/* The first plane of a risk without a floor sends w a billion times too far: the cuts come back soon. */
START_TEST(test_far_first)
{
    static const double dense[] = {2e5, 0, 2, 2, -3e7, 1};
    struct examples *e = examples_dense(3, 2, dense, CSR_DOUBLE);

    check_converges(e, "novelty:0.5", "elastic:0", BIAS_NONE, 1.0 / 3, 1e-3, "linesearch:ocas");
    examples_free(e);
}
END_TEST

/* The minimum is 0, at w = 0, and all that is seen there is rounding: there is a bound nevertheless. */
START_TEST(test_flat)
{
    static const double dense[] = {1, -1, 2, 0};
    struct examples *e = examples_dense(4, 1, dense, CSR_FLOAT);

    e->y[1] = e->y[2] = e->y[3] = -1;
    for (size_t s = 0; solver_at(s); s++)
        if (solver_admits(solver_at(s), risk_traits(loss_find("nu"), 1), reg_find("elastic")))
            check_converges(e, "nu:0.01", "elastic:0.9", BIAS_FREE, 0.1, 1e-3, solver_at(s)->name);
    examples_free(e);
}
END_TEST

/* Planes whose slopes are 0 but for rounding, beside others: a free offset can make them so. */
START_TEST(test_level)
{
    static const double dense[] = {1, 1, 1, 1, 0};
    static const char *const loss[] = {"squared-hinge", "huber-hinge", "logistic", "exponential"};
    struct examples *e = examples_dense(5, 1, dense, CSR_BINARY);

    for (int i = 0; i < 5; i++)
        e->y[i] = i == 2 ? 1 : -1;
    for (size_t k = 0; k < sizeof loss / sizeof *loss; k++) {
        check_converges(e, loss[k], "l2", BIAS_FREE, 1e-3, 1e-6, "bundle");
        check_converges(e, loss[k], "l2", BIAS_FREE, 1e-3, 1e-6, "auto");
    }
    examples_free(e);
}
END_TEST

/* Where |w|_1 wants zeros, the weights are 0 and not only small, and the same ones for all engines. */
START_TEST(test_zeros)
{
    static const char *const engine[] = {"bundle", "linesearch:ocas", "auto", "agm", "proximal:newton"};
    static const char *const loss[] = {"hinge", "logistic", "squared", "softmax"};
    struct examples *e = wide();

    for (size_t k = 0; k < sizeof loss / sizeof *loss; k++) {
        const struct loss_row *l = loss_find(loss[k]);
        size_t zeros[5], n = 0, engines = loss_kinked(l) ? 3 : l->traits & LOSS_SCORES ? 4 : 5; /* agm is slow at kinks */
        for (size_t s = 0; s < engines; s++) {
            struct risk_spec spec = examples_spec(e, l, l->parameter.initial, BIAS_NONE, 1);
            struct run r;
            double p[REG_PARAMETERS];
            examples_task(e, l);
            ck_assert_int_eq(run_init(&r, &spec, reg_named("l1", p), 0.01, 1), OK);
            r.m.limits.relative = 1e-7;
            ck_assert_int_eq(run_solver(&r, solver_find(engine[s])), OK);
            ck_assert_msg(r.m.verdict == CONVERGED, "%s by %s", loss[k], engine[s]);
            n = r.risk->dim;
            zeros[s] = n - vec_nonzeros(n, r.m.best);
            ck_assert_msg(zeros[s] == zeros[0], "%s by %s: %zu zeros, not %zu", loss[k], engine[s], zeros[s], zeros[0]);
            run_free(&r);
        }
        ck_assert(zeros[0] > n / 4 && zeros[0] < n);
    }
    examples_free(e);
}
END_TEST

/* A start somewhere else leads to the same place. */
START_TEST(test_start)
{
    struct examples *e = examples_random(22, 300, 20, 0.3, CSR_DOUBLE);

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++) {
            struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
            struct best best = {INFINITY, -INFINITY, "", ""};
            examples_task(e, loss_at(k));
            for (size_t s = 0; solver_at(s) && spec_sound(&spec); s++) {
                struct run r;
                struct rng rng;
                rng_seed(&rng, 1);
                ck_assert_int_eq(run_init(&r, &spec, reg_find("l2"), 1e-2, 1), OK);
                random_vector(&rng, r.risk->dim, 3, r.x.w);
                for (size_t i = 0; r.risk->traits & RISK_DUAL && i < r.risk->units; i++) {
                    double z[TASK_CLASSES], *alpha = point_dual(&r.x, r.risk);
                    random_vector(&rng, spec_outputs(&spec), 2, z);
                    spec_slope(&spec, (int64_t)i, z, alpha + i * spec_outputs(&spec));
                }
                if (solver_admits(solver_at(s), r.risk->traits, r.reg))
                    check_run(&r, e, &spec, solver_at(s), 1e-12, "a start elsewhere", &best);
                run_free(&r);
            }
            ck_assert(best.dual <= best.primal + 1e-12);
            if (spec_sound(&spec) && !spec_is_program(&spec))
                ck_assert_double_ge(best.dual, best.primal - 0.001 * fabs(best.primal) - 1e-12);
        }
    examples_free(e);
}
END_TEST

RUN_REPEATED("solve_random", {test_agreement, sizeof flavour / sizeof *flavour}, {test_regularizers, REGULARIZED},
             {test_little_l1, 1}, {test_steep, 1}, {test_far, 1}, {test_far_first, 1}, {test_flat, 1}, {test_level, 1},
             {test_zeros, 1}, {test_start, 1})
