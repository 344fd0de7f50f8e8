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
static struct monitor run_engine(const struct solver *solver, const struct risk *risk, double relative, double lambda, double *best)
{
    double set[SETTINGS], w[D];
    struct point x = {.w = w};
    struct arena arena = {0};
    struct monitor m = {.limits = {relative, 0, solver->max_passes, INFINITY, NULL}};
    struct problem p = {.risk = risk, .reg = reg_at(0), .lambda = lambda, .seed = 1, .set = set};

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
        struct monitor seen = run_engine(solver, &risk, tolerance, 0.1, best);
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

RUN_TESTS("matching", test_engines)
