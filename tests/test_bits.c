/* test_bits - threads and repetition change no bit of what engines find. */
#include <string.h>

#include "common.h"
#include "contingency.h"
#include "problems.h"

enum { MOST_WEIGHTS = 128 * TASK_CLASSES };

static void run_bits(const struct risk_spec *spec, const struct solver *solver, int threads, double *best, double value[2])
{
    struct run r;

    ck_assert_int_eq(run_init(&r, spec, reg_find("l2"), 1e-4, threads), OK);
    value[0] = value[1] = 0;
    memset(best, 0, MOST_WEIGHTS * sizeof *best);
    if (solver_admits(solver, r.risk->traits, r.reg)) {
        r.m.limits.max_passes = 12;
        ck_assert_int_eq(run_solver(&r, solver), OK);
        memcpy(best, r.m.best, r.risk->dim * sizeof *best);
        value[0] = r.m.primal;
        value[1] = r.m.dual;
    }
    run_free(&r);
}

/* Smoothed, these take all rows^2 tables a pass. */
static bool slow(const struct risk_spec *spec, const struct solver *solver)
{
    return contingency_has(spec->loss) && solver->risk_needs & RISK_SMOOTHABLE;
}

START_TEST(test_bits)
{
    struct examples *e = examples_random(21, 3000, 120, 0.15, CSR_FLOAT);

    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++)
            for (size_t s = 0; solver_at(s); s++) {
                struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
                double first[MOST_WEIGHTS], other[MOST_WEIGHTS], value[2], again[2];
                examples_task(e, loss_at(k));
                if (!spec_sound(&spec) || slow(&spec, solver_at(s)))
                    continue;
                run_bits(&spec, solver_at(s), 1, first, value);
                for (int t = 1; t <= 3; t += 2) {
                    run_bits(&spec, solver_at(s), t, other, again);
                    ck_assert_msg(memcmp(first, other, sizeof first) == 0 && memcmp(value, again, sizeof value) == 0,
                                  "%s by %s: %d threads", loss_at(k)->name, solver_at(s)->name, t);
                }
            }
    examples_free(e);
}
END_TEST

RUN_TESTS("bits", test_bits)
