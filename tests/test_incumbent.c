/* test_incumbent - the best point of dual steps: its scores, its objective, and that it is the best on both lines. */
#include <math.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/dual/incumbent.h"

enum { ROWS = 60, COLS = 7, MEETINGS = 12 };

/* Points from afar to near, then again the last: the objective never rises, is that of w and of its scores, and no multiple
 * of the point met has a smaller one. */
static void check_meetings(const struct loss_row *loss, const struct reg *reg, uint64_t seed)
{
    struct examples *e = examples_random(seed, ROWS, COLS, 0.6, CSR_DOUBLE);
    struct run r;
    struct incumbent s;
    struct risk_spec spec;
    struct rng rng;
    double before = INFINITY, *w, *z;

    examples_task(e, loss);
    spec = examples_spec(e, loss, loss->initial, BIAS_NONE, 0);
    ck_assert_int_eq(run_init(&r, &spec, reg, 0.01, 1), OK);
    struct problem p = {.risk = r.risk, .reg = reg, .reg_p = r.reg_p, .lambda = r.lambda};
    incumbent_init(&s, &p, &r.arena);
    w = arena_doubles(&r.arena, r.risk->dim);
    z = arena_doubles(&r.arena, r.risk->image);
    rng_seed(&rng, seed);
    for (int k = 0; k < MEETINGS; k++) {
        double J, least;
        if (k < MEETINGS - 1)
            random_vector(&rng, r.risk->dim, pow(0.5, k), w);
        risk_apply(r.risk, w, z);
        J = incumbent_meet(&s, w, z);
        least = problem_primal(&p, risk_value(r.risk, 0, z), w);
        ck_assert_double_le(J, fmin(before, least) * (1 + 1e-9));
        for (double t = 0.5; t < 2; t += 0.25) {
            vec_combine(r.risk->dim, t, w, 0, w, r.x.w);
            ck_assert_double_ge(dense_risk(e, &spec, 0, r.x.w, 0) + problem_regularizer(&p, r.x.w), least * (1 - 1e-6));
        }
        ck_assert_double_eq_tol(dense_risk(e, &spec, 0, s.w, 0) + problem_regularizer(&p, s.w), J, 1e-12 * (1 + fabs(J)));
        risk_apply(r.risk, s.w, z);
        ck_assert_double_le(vec_sqdistance(r.risk->image, z, s.z), 1e-24 * (1 + vec_sqnorm(r.risk->image, z)));
        before = J;
    }
    run_free(&r);
    examples_free(e);
}

START_TEST(test_meetings)
{
    static const char *const losses[] = {"hinge", "eps-insensitive", "crammer-singer"};

    for (size_t k = 0; k < sizeof losses / sizeof *losses; k++)
        check_meetings(loss_find(losses[k]), reg_find("l2"), k + 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_meetings};

    return run_tests("incumbent", sizeof tests / sizeof *tests, tests);
}
