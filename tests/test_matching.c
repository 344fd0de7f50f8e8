/* test_matching - the worked example of rrm-oracle(7): every engine that its risk admits finds one optimum; the updates that
 * the lecture's engines take are within their bound. */
#include <math.h>
#include <string.h>

#include "common.h"
#include "matching.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/oracle.h"
#include "solve/run.h"

enum { UNITS = 12, N = 4, D = 6 };

static double features[UNITS * N * N * D];

static struct risk planted(struct matching *m)
{
    struct rng rng;

    rng_seed(&rng, 1);
    random_vector(&rng, UNITS * N * N * D, 1, features);
    for (size_t i = 0; i < UNITS; i++) /* true pairs stand out */
        for (size_t j = 0; j < N; j++)
            features[((i * N + j) * N + j) * D + j % D] += 1.5;
    *m = (struct matching){UNITS, N, D, features};
    return matching_risk(m);
}

/* Runs an engine with these settings until J is certified to the tolerance. */
static struct monitor run_engine(const struct solver *solver, const struct risk *risk, struct limits limits, double lambda,
                                 const double *own, double *best)
{
    double set[SETTINGS], w[D];
    struct point x = {.w = w};
    struct arena arena = {0};
    struct monitor m = {.limits = limits};
    struct problem p = {.risk = risk, .reg = reg_at(0), .lambda = lambda, .seed = 1, .set = own ? own : set};

    for (int k = 0; k < SETTINGS; k++)
        set[k] = solver->setting[k].initial;
    problem_start(&p, w);
    ck_assert_int_eq(solver_run(solver, &p, &x, best, &arena, &m), OK);
    arena_free(&arena);
    return m;
}

START_TEST(test_engines)
{
    struct matching m;
    struct risk risk = planted(&m);
    double least = INFINITY, most = -INFINITY, best[D], a[D], b;
    int engines = 0, oracles = 0;

    for (size_t s = 0; solver_at(s); s++) {
        const struct solver *solver = solver_at(s);
        double tolerance = strcmp(solver->name, "sda:steepest") == 0 ? 1e-3 : solver->risk_needs & RISK_ORACLE ? 1e-8 : 1e-5;
        if (!solver_admits(solver, risk.traits, reg_at(0)) || strcmp(solver->name, "auto") == 0)
            continue;
        struct limits limits = {.relative = tolerance, .max_passes = solver->max_passes, .max_seconds = INFINITY};
        struct monitor seen = run_engine(solver, &risk, limits, 0.1, NULL, best);
        ck_assert_msg(seen.verdict == CONVERGED, "%s: J %.12g, bound %.12g", solver->name, seen.primal, seen.dual);
        ck_assert_double_eq_tol(risk_eval(&risk, best, a, &b) + 0.05 * vec_sqnorm(D, best), seen.primal, 1e-12);
        least = fmin(least, seen.primal);
        most = fmax(most, seen.dual);
        engines++;
        oracles += (solver->risk_needs & RISK_ORACLE) != 0;
    }
    ck_assert_double_le(most, least + 1e-12);
    ck_assert_double_le(least - most, 1e-8 * least);
    ck_assert_int_eq(oracles, 3);
    ck_assert_int_ge(engines, 5);
}
END_TEST

/* ---- the bound on the number of updates ------------------------------------------------------------------------------- */

static struct oracle_ops counted;
static void (*moves)(const struct risk *risk, int64_t unit, size_t count, const void *answers, const double *t, double *w);
static long updates;

static void count_moves(const struct risk *risk, int64_t unit, size_t count, const void *answers, const double *t, double *w)
{
    updates++;
    moves(risk, unit, count, answers, t, w);
}

/* max |Psi_i(a) - Psi_i(b)|^2 over units and matchings */
static double diameter(const struct risk *risk)
{
    double most = 0;

    for (int64_t unit = 0; unit < UNITS; unit++)
        for (int code = 0; code < 256 * 256; code++) {
            unsigned char y[2][N];
            bool both = true;
            for (int j = 0; j < 2 * N; j++)
                y[j / N][j % N] = (unsigned char)(code >> 2 * j & 3);
            for (int k = 0; k < 2; k++)
                both = both && (1 << y[k][0] | 1 << y[k][1] | 1 << y[k][2] | 1 << y[k][3]) == 15;
            if (both)
                most = fmax(most, risk_distance(risk, unit, y[0], y[1]));
        }
    return most;
}

/* One step a visit where G_i > eps: T <= max(2 m l_max/eps, 8 l_max D^2/(lambda eps^2)). An evaluation
 * moves w by each unit, too. */
START_TEST(test_updates)
{
    static const double set[SETTINGS] = {0, 1};
    static const double lambdas[] = {1, 0.1, 0.01};
    struct matching m;
    struct risk risk = planted(&m);
    double square = diameter(&risk), best[D];

    moves = risk.oracle_ops->move;
    counted = *risk.oracle_ops;
    counted.move = count_moves;
    risk.oracle_ops = &counted;
    for (size_t s = 0; solver_at(s); s++)
        for (int l = 0; solver_at(s)->risk_needs & RISK_ORACLE && l < 3; l++)
            for (double eps = 1; eps > 0.03; eps /= 3) {
                struct limits to = {.absolute = eps, .max_passes = 1e6, .max_seconds = INFINITY};
                updates = 0;
                struct monitor seen = run_engine(solver_at(s), &risk, to, lambdas[l], set, best);
                double bound = fmax(2 * UNITS * N / eps, 8 * N * square / (lambdas[l] * eps * eps));
                updates -= UNITS * seen.iterations;
                ck_assert_msg(seen.verdict == CONVERGED && (double)updates <= bound, "%s: lambda %g, eps %g: %ld of %g",
                              solver_at(s)->name, lambdas[l], eps, updates, bound);
                ck_assert_int_ge(updates, 1);
            }
}
END_TEST

RUN_TESTS("matching", test_engines, test_updates)
