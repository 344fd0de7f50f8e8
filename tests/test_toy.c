/* test_toy - a risk that is no data set: a quadratic in three weights. It grants values, planes and images and no more;
 * every engine that asks for no more certifies its minimum. So the seam is tested, and not the one risk behind it. */
#include <math.h>
#include <stdio.h>

#include "common.h"
#include "math/vec.h"
#include "risk/image.h"
#include "solve/run.h"

enum { N = 3, SCORES = 4 };

/* R(w) = g(Aw), g(z) = |z - y|^2/2. */
static const double A[SCORES][N] = {{1, 2, 0}, {0, -1, 3}, {0.5, 0, 1}, {2, 1, -1}}, y[SCORES] = {1, -2, 0.25, 3};

static void apply(const struct risk *risk, const double *w, double *z)
{
    (void)risk;
    for (int i = 0; i < SCORES; i++)
        z[i] = vec_dot(N, A[i], w);
}

/* g is smooth: it is its own smoothed g_mu. */
static double slopes(const struct risk *risk, double mu, const double *z, double *u, double *b)
{
    double value = vec_sqdistance(SCORES, z, y) / 2;

    (void)risk;
    (void)mu;
    if (!u)
        return value;
    vec_combine(SCORES, 1, z, -1, y, u);
    *b = value - vec_dot(SCORES, u, z);
    return value;
}

static void adjoint(const struct risk *risk, const double *u, double *a)
{
    (void)risk;
    vec_fill(N, 0, a);
    for (int i = 0; i < SCORES; i++)
        vec_add(N, u[i], A[i], a);
}

static double dot(const struct risk *risk, const double *u, const double *z)
{
    (void)risk;
    return vec_dot(SCORES, u, z);
}

/* lin + quad t + <z + t d - y, d> = 0 */
static double search(const struct risk *risk, double lin, double quad, const double *z, const double *d, void *room)
{
    double slope = lin + vec_dot(SCORES, z, d) - vec_dot(SCORES, y, d), curvature = quad + vec_sqnorm(SCORES, d);

    (void)risk, (void)room;
    return slope < 0 ? -slope / curvature : 0;
}

static double eval(const struct risk *risk, const double *w, double *a, double *b)
{
    double z[SCORES], u[SCORES], value;

    apply(risk, w, z);
    value = slopes(risk, 0, z, u, b);
    adjoint(risk, u, a);
    return value;
}

static const struct image_ops image_ops = {.apply = apply, .slopes = slopes, .adjoint = adjoint, .dot = dot, .search = search};

static const struct risk toy = {.eval = eval,
                                .image_ops = &image_ops,
                                .traits = RISK_ANY | RISK_BOUNDED | RISK_IMAGE | RISK_SMOOTH | RISK_SMOOTHABLE,
                                .dim = N,
                                .image = SCORES,
                                .at_zero = (1 + 4 + 0.0625 + 9) / 2.0,
                                .floor = 0,
                                .scale = 0};

/* J by the sums above, and not by the engine's. */
static double objective(const struct reg *reg, const double *p, double lambda, const double *w)
{
    double a[N], b;

    return eval(&toy, w, a, &b) + lambda * reg->value(p, N, w);
}

/* The engine certifies J to 1e-6; the best J and the best bound of all engines. */
static void run_engine(const struct solver *solver, const struct reg *reg, double lambda, double *least, double *most)
{
    double p[REG_PARAMETERS], set[SETTINGS], w[N], best[N];
    struct point x = {.w = w};
    struct arena arena = {0};
    struct monitor m = {.limits = {1e-6, 0, solver->max_passes, INFINITY, NULL}};
    struct problem problem = {.risk = &toy, .reg = reg, .reg_p = p, .lambda = lambda, .seed = 1, .set = set};

    for (int k = 0; k < REG_PARAMETERS; k++)
        p[k] = reg->parameter[k].initial;
    for (int k = 0; k < SETTINGS; k++)
        set[k] = solver->setting[k].initial;
    problem_start(&problem, w);
    ck_assert_int_eq(solver_run(solver, &problem, &x, best, &arena, &m), OK);
    ck_assert_msg(m.verdict == CONVERGED, "%s with %s, lambda %g: %s, J %.12g, bound %.12g", solver->name, reg->name, lambda,
                  verdict_name(m.verdict), m.primal, m.dual);
    ck_assert(m.primal - m.dual <= 1e-6 * fabs(m.primal) && m.meter.passes > 0);
    ck_assert_double_eq_tol(objective(reg, p, lambda, best), m.primal, 1e-13 * (1 + fabs(m.primal)));
    *least = fmin(*least, m.primal);
    *most = fmax(*most, m.dual);
    arena_free(&arena);
}

START_TEST(test_engines)
{
    static const double lambdas[] = {1, 0.05};
    int engines = 0;

    for (size_t r = 0; reg_at(r); r++)
        for (int l = 0; l < 2; l++) {
            double least = INFINITY, most = -INFINITY;
            for (size_t s = 0; solver_at(s); s++)
                if (solver_admits(solver_at(s), toy.traits, reg_at(r))) {
                    run_engine(solver_at(s), reg_at(r), lambdas[l], &least, &most);
                    engines++;
                }
            ck_assert_msg(most <= least + 1e-12 * (1 + fabs(least)), "%s: bound %.17g above %.17g", reg_at(r)->name, most, least);
        }
    ck_assert_int_ge(engines, 40); /* six engines, but for two with some regularizers */
}
END_TEST

/* What a run counts is its own: the risk, which is const, has no meter. */
START_TEST(test_meter)
{
    struct meter meter = {0};
    struct risk counted = toy;
    double w[N] = {0}, z[SCORES], a[N], b;

    counted.meter = &meter;
    risk_eval(&counted, w, a, &b);
    risk_apply(&counted, w, z);
    risk_adjoint(&counted, z, a);
    ck_assert_double_eq(meter.passes, 2);
    risk_eval(&toy, w, a, &b);
    ck_assert_double_eq(meter.passes, 2);
    ck_assert_double_eq(risk_value(&toy, 0, z), toy.at_zero);
}
END_TEST

RUN_TESTS("toy", test_engines, test_meter)
