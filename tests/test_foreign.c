/* test_foreign - a regularizer that the program does not have: the weights that are positive,
 * Omega(w) = sum_j w_j on w >= 0 and infinite elsewhere. Its row is all that the engines know of
 * it. */
#include <math.h>
#include <stdio.h>

#include "math/vec.h"
#include "common.h"
#include "contract.h"
#include "problems.h"

static double curvature(const double *p)
{
    (void)p;
    return 0;
}

/* sum_j w_j >= |w| for w >= 0 */
static double growth(const double *p)
{
    (void)p;
    return 1;
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

static double coordinate(const double *p, double lambda, double S, double a)
{
    (void)p;
    return a <= lambda ? 0 : (a - lambda) / S;
}

static void kink(const double *p, double *left, double *right)
{
    (void)p;
    *left = -INFINITY;
    *right = 1;
}

static void prox(const double *p, size_t n, double lambda, double S, const double *centre,
                 const double *g, double *w)
{
    for (size_t j = 0; j < n; j++)
        w[j] = coordinate(p, lambda, S, S * centre[j] - g[j]);
}

static void jacobian(const double *p, size_t n, double lambda, double S, const double *centre,
                     const double *g, const double *w, double *h, double *v)
{
    (void)p;
    (void)lambda;
    (void)centre;
    (void)g;
    for (size_t j = 0; j < n; j++) {
        h[j] = w[j] > 0 ? 1 / S : 0;
        v[j] = 0;
    }
}

static const struct reg nonneg = {.name = "nonneg",
                                  .help = "sum w where w >= 0",
                                  .traits = REG_EUCLIDEAN | REG_SEPARABLE | REG_ADDITIVE |
                                            REG_HOMOGENEOUS | REG_SPARSE | REG_SUBLINEAR,
                                  .curvature = curvature,
                                  .growth = growth,
                                  .value = value,
                                  .conjugate = conjugate,
                                  .share = share,
                                  .prox = prox,
                                  .coordinate = coordinate,
                                  .kink = kink,
                                  .jacobian = jacobian};

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

int main(void)
{
    const TTest *const tests[] = {test_contract, test_engines, test_stochastic};

    return run_tests("foreign", sizeof tests / sizeof *tests, tests);
}
