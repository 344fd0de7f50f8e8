/* test_feasible - bounds of dual points within the constraints of l1: at least that of the slopes scaled, at most the optimum. */
#include <math.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "solve/newton/feasible.h"
#include "common.h"
#include "problems.h"

/* Points are looked at where (1 - t)^2 is at most NEAR times the tolerance, at least. */
enum { ROWS = 300, COLS = 40, NEAR = 20 };

static const double LAMBDA = 0.01;

/* The slopes of the loss smoothed by q around the centre 0 at the run's best point times 1 + share. */
static struct prox slopes_at(struct run *r, double share, double q, double *offset)
{
    size_t m = r->risk->image, n = r->risk->dim;
    double *w = arena_doubles(&r->arena, n), *z = arena_doubles(&r->arena, m);
    struct prox at = {.q = q,
                      .alpha = arena_doubles(&r->arena, m),
                      .z = z,
                      .u = arena_doubles(&r->arena, m),
                      .h = arena_doubles(&r->arena, m)};

    ck_assert(!r->arena.failed);
    for (size_t j = 0; j < n; j++)
        w[j] = (1 + share) * r->m.best[j];
    risk_apply(r->risk, w, z);
    r->risk->g->ops->proximal(r->risk->g, &at, offset);
    return at;
}

/* -sum_i c_i l_i*(t u_i/c_i) by dense loops. */
static double bound_of(const struct examples *e, const struct risk_spec *spec, const double *u, double t)
{
    double sum = 0;

    for (int64_t i = 0; i < ROWS; i++) {
        double alpha = e->cost[i] > 0 ? t * u[i] / e->cost[i] : 0;
        sum -= e->cost[i] * spec_dual(spec, i, &alpha);
    }
    return sum;
}

/* True if the bound is clearly above that of the scaled plane. */
static bool check_bounds(struct run *r, const struct examples *e, const struct risk_spec *spec, double share, double q)
{
    struct problem p = {.risk = r->risk, .reg = r->reg, .reg_p = r->reg_p, .lambda = LAMBDA, .seed = 1};
    struct columns X = {.start = arena_get(&r->arena, COLS + 1, sizeof(size_t))};
    struct feasible s;
    double offset, J = r->m.primal, *a = arena_doubles(&r->arena, COLS);
    struct prox at = slopes_at(r, share, q, &offset);
    double plane, t, dual, own;
    bool looked;

    ck_assert(!r->arena.failed && matrix_columns(r->risk->A, &X));
    feasible_init(&s, &p, &X, &r->arena);
    ck_assert(!r->arena.failed);
    risk_adjoint(r->risk, at.u, a);
    plane = problem_dual(&p, a, offset);
    t = reg_share(p.reg, p.reg_p, COLS, LAMBDA, a);
    own = bound_of(e, spec, at.u, t);
    looked = r->risk->traits & RISK_SMOOTH && J - plane > r->m.limits.relative * J &&
             (1 - t) * (1 - t) <= NEAR * r->m.limits.relative;
    dual = feasible_dual(&s, at.u, at.h, a, J, plane, &r->m);
    ck_assert_msg(own >= plane - 1e-14, "%s: D(t u) %.17g, plane %.17g at t = %g", spec->loss->name, own, plane, t);
    ck_assert_msg(dual >= plane && dual <= J + 1e-14, "%s: %.17g, plane %.17g, J %.17g", spec->loss->name, dual, plane, J);
    ck_assert_msg(!looked || dual >= own - 1e-14, "%s: %.17g, D(t u) %.17g at t = %g", spec->loss->name, dual, own, t);
    columns_free(&X);
    return dual > plane + 1e-4 * J;
}

/* How many bounds are clearly above. A tolerance of J/10 lets all slopes be looked at, and leaves a search out where they meet
 * it; with 1e-5 and w 1e-3 off the bounds have little room below J. */
static int check_tolerances(struct run *r, const struct examples *e, const struct risk_spec *spec)
{
    static const double shares[] = {-0.1, -0.02, 0.02, 0.1}, tolerances[] = {0.1, 1e-2, 1e-3};
    double q = r->risk->traits & RISK_SMOOTH ? 0 : 0.1;
    int found = 0;

    for (int k = 0; k < 24; k++) {
        r->m.limits.relative = tolerances[k % 3];
        found += check_bounds(r, e, spec, shares[k / 3 % 4], k < 12 ? q : 0.2);
    }
    for (int k = 0; k < 4; k++) {
        r->m.limits.relative = 1e-5;
        check_bounds(r, e, spec, k % 2 ? 1e-3 : -1e-3, k < 2 ? q : 0.01);
    }
    return found;
}

START_TEST(test_bounds)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "squared-eps-insensitive:0.1", "huber-hinge", "hinge"};
    struct examples *e = examples_random(7, ROWS, COLS, 0.2, CSR_DOUBLE);

    for (int64_t i = 0; i < ROWS; i++)
        e->cost[i] *= (double)(i % 4);
    for (int k = 0; k < 10; k++) {
        double parameter;
        const struct loss_row *row = loss_named(loss[k % 5], &parameter);
        struct risk_spec spec = examples_spec(e, row, parameter, k < 5 ? BIAS_NONE : BIAS_FREE, 1);
        struct run r;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), LAMBDA, 1), OK);
        r.m.limits.relative = 1e-7;
        ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
        ck_assert_msg(r.m.verdict == CONVERGED, "%s: %s", loss[k % 5], verdict_name(r.m.verdict));
        ck_assert_msg(check_tolerances(&r, e, &spec) >= 3, "%s, bias %d", loss[k % 5], k / 5);
        run_free(&r);
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("feasible", test_bounds)
