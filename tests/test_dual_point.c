/* test_dual_point - the dual point nearest to given numbers. */
#include <math.h>

#include "loss/loss.h"
#include "risk/dual.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 60, COLS = 9 };

/* A dual point is its own nearest one; numbers outside of the domain go to its end, where l* is finite. */
static bool check_loss(const struct loss_row *loss, uint64_t seed)
{
    double alpha[ROWS] = {0}, u[ROWS], got[ROWS], v[COLS] = {0}, sqnorm[ROWS];
    unsigned char moved[ROWS];
    int64_t order[ROWS];
    struct sweep s = {.sigma = 0.05, .sqnorm = sqnorm, .order = order, .count = ROWS, .alpha = alpha, .v = v, .w = v,
                      .moved = moved};
    struct unit_bench b;
    bool checked;

    unit_bench_open(&b, examples_random(seed, ROWS, COLS, 0.5, CSR_DOUBLE), loss, BIAS_NONE, 1);
    checked = b.risk->traits & RISK_DUAL && b.risk->outputs == 1 && !(loss->traits & LOSS_GROUPS);
    b.e->cost[7] = 0;
    for (int i = 0; i < ROWS; i++)
        order[i] = i;
    if (checked) {
        risk_sqnorms(b.risk, sqnorm);
        risk_sweep(b.risk, &s);
        for (int i = 0; i < ROWS; i++)
            u[i] = costs_at(b.risk->g->c, (size_t)i) * alpha[i];
        risk_nearest_dual(b.risk, u, got);
        for (int i = 0; i < ROWS; i++)
            ck_assert_msg(fabs(got[i] - alpha[i]) <= 1e-14 * (1 + fabs(alpha[i])), "%s: %.17g for %.17g", b.name, got[i],
                          alpha[i]);
        for (int i = 0; i < ROWS; i++)
            u[i] = i % 2 == 0 ? 3 : -3;
        risk_nearest_dual(b.risk, u, u); /* in place */
        ck_assert_msg(isfinite(risk_plane(b.risk, u, NULL)), "%s: outside of the domain", b.name);
        ck_assert(u[7] == 0);
    }
    unit_bench_close(&b);
    return checked;
}

START_TEST(test_losses)
{
    int checked = 0;

    for (size_t k = 0; loss_at(k); k++)
        if (risk_traits(loss_at(k), false) & RISK_DUAL)
            for (uint64_t seed = 1; seed < 4; seed++)
                checked += check_loss(loss_at(k), seed);
    ck_assert_int_ge(checked, 3 * 8);
}
END_TEST

RUN_TESTS("dual_point", test_losses)
