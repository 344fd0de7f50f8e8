/* test_feasible - bounds of dual points within the constraints of l1: at least that of the slopes scaled, at most the optimum. */
#include <math.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "solve/newton/feasible.h"
#include "common.h"
#include "problems.h"

/* Points are looked at where (1 - s)^2 is at most NEAR times the tolerance, at least. */
enum { ROWS = 300, COLS = 40, NEAR = 20 };

static const double LAMBDA = 0.01;

/* The slopes at the run's best point times 1 + share. */
static struct prox slopes_at(struct run *r, double share, double *offset)
{
    size_t m = r->risk->image, n = r->risk->dim;
    double *w = arena_doubles(&r->arena, n), *z = arena_doubles(&r->arena, m);
    struct prox at = {.z = z, .u = arena_doubles(&r->arena, m), .h = arena_doubles(&r->arena, m)};

    ck_assert(!r->arena.failed);
    for (size_t j = 0; j < n; j++)
        w[j] = (1 + share) * r->m.best[j];
    risk_apply(r->risk, w, z);
    r->risk->g->ops->proximal(r->risk->g, &at, offset);
    return at;
}

/* -sum_i c_i l_i*(s u_i/c_i) by dense loops. */
static double bound_of(const struct examples *e, const struct risk_spec *spec, const double *u, double s)
{
    double sum = 0;

    for (int64_t i = 0; i < ROWS; i++) {
        double alpha = s * u[i] / e->cost[i];
        sum -= e->cost[i] * spec_dual(spec, i, &alpha);
    }
    return sum;
}

static void check_bounds(struct run *r, const struct examples *e, const struct risk_spec *spec, double share)
{
    struct problem p = {.risk = r->risk, .reg = r->reg, .reg_p = r->reg_p, .lambda = LAMBDA, .seed = 1};
    struct columns X = {.start = arena_get(&r->arena, COLS + 1, sizeof(size_t))};
    struct feasible s;
    double offset, J = r->m.primal, *a = arena_doubles(&r->arena, COLS);
    struct prox at = slopes_at(r, share, &offset);
    double plane, t, dual, own;

    ck_assert(!r->arena.failed && matrix_columns(r->risk->A, &X));
    feasible_init(&s, &p, &X, &r->arena);
    ck_assert(!r->arena.failed);
    risk_adjoint(r->risk, at.u, a);
    plane = problem_dual(&p, a, offset);
    t = reg_share(p.reg, p.reg_p, COLS, LAMBDA, a);
    dual = feasible_dual(&s, &at, a, J, plane, &r->m);
    own = bound_of(e, spec, at.u, t);
    if (J - plane <= r->m.limits.relative * J || (1 - t) * (1 - t) > NEAR * r->m.limits.relative)
        own = plane;
    ck_assert_msg(t < 1 && dual >= plane && dual <= J + 1e-14, "%s: %.17g, plane %.17g at s = %g, J %.17g", spec->loss->name,
                  dual, plane, t, J);
    ck_assert_msg(dual >= own - 1e-14, "%s: %.17g, D(s u) %.17g at s = %g", spec->loss->name, dual, own, t);
    if (own > plane && r->risk->traits & RISK_SMOOTH)
        ck_assert_msg(dual > plane + 1e-4 * J, "%s: %.17g, plane %.17g", spec->loss->name, dual, plane);
    columns_free(&X);
}

/* A tolerance of J/10 lets all slopes be looked at, and leaves a search out where they meet it. */
START_TEST(test_bounds)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "squared-eps-insensitive", "hinge"};
    static const double shares[] = {-0.1, -0.02, 0.02, 0.1}, tolerances[] = {0.1, 1e-2, 1e-3};
    struct examples *e = examples_random(7, ROWS, COLS, 0.2, CSR_DOUBLE);

    for (size_t k = 0; k < 4 * sizeof shares / sizeof *shares; k++) {
        struct risk_spec spec = examples_spec(e, loss_find(loss[k % 4]), 0, BIAS_NONE, 1);
        struct run r;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), LAMBDA, 1), OK);
        r.m.limits.relative = 1e-7;
        ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
        ck_assert_int_eq(r.m.verdict, CONVERGED);
        for (size_t l = 0; l < sizeof tolerances / sizeof *tolerances; l++) {
            r.m.limits.relative = tolerances[l];
            check_bounds(&r, e, &spec, shares[k / 4]);
        }
        run_free(&r);
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("feasible", test_bounds)
