/* test_feasible - bounds of dual points within the constraints of l1: at least that of the slopes scaled, at most the optimum. */
#include <math.h>
#include <string.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "solve/newton/feasible.h"
#include "common.h"
#include "problems.h"

/* Points are looked at where (1 - t)^2 is at most NEAR times the tolerance, at least. */
enum { ROWS = 300, COLS = 40, NEAR = 20 };

static const double LAMBDA = 0.01;

/* A problem over its columns, and dual points for it. */
struct bench {
    struct problem p;
    struct columns X;
    struct l1_columns solver;
    struct feasible s;
    double *w, *a; /* dim; COLS: A'u */
    double offset;
};

static void bench_open(struct bench *b, struct run *r)
{
    *b = (struct bench){.p = {.risk = r->risk, .reg = r->reg, .reg_p = r->reg_p, .lambda = LAMBDA, .seed = 1},
                        .X.start = arena_get(&r->arena, COLS + 1, sizeof(size_t)),
                        .w = arena_doubles(&r->arena, r->risk->dim),
                        .a = arena_doubles(&r->arena, COLS)};
    l1_columns_init(&b->solver, COLS, ROWS, r->risk->borders, &r->arena);
    ck_assert(!r->arena.failed && matrix_columns(r->risk->A, &b->X));
    feasible_init(&b->s, &b->p, &b->X, &b->solver, &r->arena);
    ck_assert(!r->arena.failed);
}

static void bench_close(struct bench *b)
{
    columns_free(&b->X);
    columns_free(&b->solver.X);
    feasible_free(&b->s);
}

/* The slopes at b->w of the loss smoothed by q around the centre 0. */
static struct prox slopes_at(struct run *r, struct bench *b, double q)
{
    size_t m = r->risk->image;
    double *z = arena_doubles(&r->arena, m);
    struct prox at = {.q = q,
                      .alpha = arena_doubles(&r->arena, m),
                      .z = z,
                      .u = arena_doubles(&r->arena, m),
                      .h = arena_doubles(&r->arena, m)};

    ck_assert(!r->arena.failed);
    risk_apply(r->risk, b->w, z);
    r->risk->g->ops->proximal(r->risk->g, &at, &b->offset);
    risk_adjoint(r->risk, at.u, b->a);
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

/* At the run's best point times 1 + share. True if the bound is clearly above that of the scaled plane. */
static bool check_bounds(struct run *r, const struct examples *e, const struct risk_spec *spec, double share, double q)
{
    double J = r->m.primal, plane, t, dual, own;
    struct slopes slopes;
    struct bench b;
    struct prox at;
    bool looked;

    bench_open(&b, r);
    vec_combine(r->risk->dim, 1 + share, r->m.best, 0, r->m.best, b.w);
    at = slopes_at(r, &b, q);
    plane = problem_dual(&b.p, b.a, b.offset);
    t = reg_share(b.p.reg, b.p.reg_p, COLS, LAMBDA, b.a);
    own = bound_of(e, spec, at.u, t);
    looked = r->risk->traits & RISK_SMOOTH && J - plane > r->m.limits.relative * J &&
             (1 - t) * (1 - t) <= NEAR * r->m.limits.relative;
    slopes = (struct slopes){.w = b.w, .gradient = b.a, .u = at.u, .h = at.h, .J = J};
    dual = feasible_dual(&b.s, &slopes, &at, plane, &r->m);
    ck_assert_msg(own >= plane - 1e-14, "%s: D(t u) %.17g, plane %.17g at t = %g", spec->loss->name, own, plane, t);
    ck_assert_msg(dual >= plane && dual <= J + 1e-14, "%s: %.17g, plane %.17g, J %.17g", spec->loss->name, dual, plane, J);
    ck_assert_msg(!looked || dual >= own - 1e-14, "%s: %.17g, D(t u) %.17g at t = %g", spec->loss->name, dual, own, t);
    bench_close(&b);
    return dual > plane + 1e-4 * J;
}

/* How many bounds are clearly above. A tolerance of J/10 lets all slopes be looked at, and leaves a search out where they meet
 * it; with 1e-5 and w 1e-3 off the bounds have little room below J. */
static int check_tolerances(struct run *r, const struct examples *e, const struct risk_spec *spec)
{
    static const double shares[] = {-0.1, -0.02, 0.02, 0.1}, tolerances[] = {0.1, 1e-2, 1e-3};
    double q = r->risk->traits & RISK_SMOOTH ? 0 : 0.01;
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
        int least;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), LAMBDA, 1), OK);
        r.m.limits.relative = 1e-7;
        ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
        ck_assert_msg(r.m.verdict == CONVERGED, "%s: %s", loss[k % 5], verdict_name(r.m.verdict));
        least = r.risk->traits & RISK_SMOOTH ? 3 : k / 5 ? 0 : 1;
        ck_assert_msg(check_tolerances(&r, e, &spec) >= least, "%s, bias %d", loss[k % 5], k / 5);
        run_free(&r);
    }
    examples_free(e);
}
END_TEST

/* By dense loops: the alpha of the last point times the largest t with |sum_i c_i alpha_i x_ij| <= lambda for all j. */
static double dense_bound(const struct bench *b, const struct examples *e, const struct risk_spec *spec)
{
    double t = 1, u[ROWS];

    for (int j = 0; j < COLS; j++) {
        double sum = 0;
        for (int64_t i = 0; i < ROWS; i++)
            sum += e->cost[i] * b->s.alpha[i] * e->dense[i * COLS + j];
        t = fmin(t, LAMBDA / fabs(sum));
    }
    for (int64_t i = 0; i < ROWS; i++)
        u[i] = e->cost[i] * b->s.alpha[i];
    return bound_of(e, spec, u, t);
}

/* Each weight of the optimum is off by a random share. The projection comes to the tolerance. */
static bool check_projection(struct run *r, const struct examples *e, const struct risk_spec *spec, double share,
                             struct rng *rng)
{
    double plane, dual, J, slack = 0;
    struct slopes slopes;
    struct bench b;
    struct prox at;

    bench_open(&b, r);
    b.s.due = -1;
    for (size_t j = 0; j < COLS; j++)
        b.w[j] = r->m.best[j] * (1 + share * random_normal(rng));
    at = slopes_at(r, &b, 0);
    J = problem_primal(&b.p, risk_value(r->risk, 0, at.z), b.w);
    plane = problem_dual(&b.p, b.a, b.offset);
    for (size_t j = 0; j < COLS; j++)
        slack += fmax(0, LAMBDA * fabs(b.w[j]) + b.a[j] * b.w[j]);
    r->m.limits.relative = 6 * slack / J;
    r->m.primal = J;
    slopes = (struct slopes){.w = b.w, .gradient = b.a, .u = at.u, .h = at.h, .J = J};
    dual = feasible_dual(&b.s, &slopes, &at, plane, &r->m);
    bench_close(&b);
    if (b.s.due < 0)
        return false;
    ck_assert_msg(J - dual <= 6 * slack, "%s, %g: gap %.3g, slack %.3g", spec->loss->name, share, J - dual, slack);
    if (r->risk->borders == 0)
        ck_assert_double_le(fabs(dual - dense_bound(&b, e, spec)), 1e-14);
    else /* alpha is not the one that is scaled to sum_i c_i alpha_i = 0 */
        ck_assert_double_le(dual, J);
    return true;
}

/* Three columns of large numbers, nearly dependent, before the others. */
static struct examples *examples_large(void)
{
    struct examples *words = examples_random(8, ROWS, COLS, 0.2, CSR_DOUBLE), *e;
    struct rng rng;

    rng_seed(&rng, 5);
    for (int i = 0; i < ROWS; i++) {
        double year = 200 + (double)rng_below(&rng, 20);
        for (int j = 0; j < 3; j++)
            words->dense[i * COLS + j] = year * (1 + j) + 5 * random_normal(&rng);
    }
    e = examples_dense(ROWS, COLS, words->dense, CSR_DOUBLE);
    memcpy(e->y, words->y, ROWS * sizeof *e->y);
    examples_free(words);
    return e;
}

/* Projections from some of 20 points near the optimum of each loss, its weights off by a share or a tenth of it; at least
 * `least` in all. */
static void check_projections(struct examples *e, enum bias_mode bias, double share, int least)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "squared-eps-insensitive:0.1"};
    struct rng rng;
    int found = 0;

    rng_seed(&rng, 3);
    for (int64_t i = 0; i < ROWS; i++)
        e->cost[i] *= (double)(i % 4);
    for (int k = 0; k < 3; k++) {
        double parameter, optimum;
        const struct loss_row *row = loss_named(loss[k], &parameter);
        struct risk_spec spec = examples_spec(e, row, parameter, bias, 1);
        struct run r;
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), LAMBDA, 1), OK);
        r.m.limits.relative = 1e-9;
        ck_assert_int_eq(run_solver(&r, solver_find("proximal:newton")), OK);
        optimum = r.m.primal;
        for (int round = 0; round < 20; round++) {
            r.m.primal = optimum;
            found += check_projection(&r, e, &spec, round % 2 ? share : share / 10, &rng);
        }
        run_free(&r);
    }
    ck_assert_msg(found >= least, "%d projections", found);
    examples_free(e);
}

START_TEST(test_projection)
{
    check_projections(examples_random(8, ROWS, COLS, 0.2, CSR_DOUBLE), BIAS_NONE, 1e-2, 30);
    check_projections(examples_random(8, ROWS, COLS, 0.2, CSR_DOUBLE), BIAS_FREE, 1e-2, 30);
    check_projections(examples_large(), BIAS_NONE, 1e-3, 5);
}
END_TEST

/* ---- rows at an end of their domain ----------------------------------------------------------------------------------- */

/* inside: where the nearest dual point moves with u. */
START_TEST(test_inside)
{
    static const char *const loss[] = {"squared-hinge", "logistic", "squared", "huber:0.5", "poisson"};
    static double u[ROWS], more[ROWS], less[ROWS], inside[ROWS];
    struct examples *e = examples_random(11, ROWS, COLS, 0.2, CSR_DOUBLE);
    struct rng rng;

    rng_seed(&rng, 5);
    for (size_t k = 0; k < sizeof loss / sizeof *loss; k++) {
        double parameter, h = 1e-9;
        const struct loss_row *row = loss_named(loss[k], &parameter);
        struct risk_spec spec = examples_spec(e, row, parameter, BIAS_NONE, 1);
        struct run r;
        int count[2] = {0, 0};
        examples_task(e, row);
        ck_assert_int_eq(run_init(&r, &spec, reg_find("l1"), LAMBDA, 1), OK);
        for (size_t i = 0; i < ROWS; i++)
            u[i] = e->cost[i] * (i % 5 == 0 ? 0 : 2 * random_normal(&rng));
        risk_inside_dual(r.risk, u, inside);
        for (size_t i = 0; i < ROWS; i++) {
            more[i] = u[i] + e->cost[i] * h;
            less[i] = u[i] - e->cost[i] * h;
        }
        risk_nearest_dual(r.risk, more, more);
        risk_nearest_dual(r.risk, less, less);
        for (size_t i = 0; i < ROWS; i++) {
            ck_assert_msg((inside[i] == 1) == (more[i] - less[i] > 1.5 * h), "%s, row %zu", loss[k], i);
            count[inside[i] == 1]++;
        }
        ck_assert_msg(count[1] > ROWS / 10, "%s", loss[k]);
        ck_assert_msg(count[0] > 0 || strcmp(loss[k], "squared") == 0, "%s", loss[k]);
        run_free(&r);
    }
    examples_free(e);
}
END_TEST

RUN_TESTS("feasible", test_bounds, test_projection, test_inside)
