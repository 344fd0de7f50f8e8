/* test_subspace - steps of the dual along its last changes: D never falls, v stays what alpha says, alpha in the domain. */
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "solve/dual/subspace.h"
#include "common.h"
#include "problems.h"

enum { ROWS = 40, COLS = 60, EPOCHS = 60 };

static const struct par one = {1, NULL};
static const double sigma = 0.02;

struct ascent {
    const struct risk *risk;
    double alpha[ROWS], v[COLS], a[COLS];
    double steps; /* whose roundings v has */
    int raised;   /* steps that moved alpha */
};

static double dual_of(const struct ascent *s)
{
    return risk_plane(s->risk, s->alpha, NULL) - sigma / 2 * vec_sqnorm(COLS, s->v);
}

/* One epoch, and the step along the plane after it. */
static void epoch(struct ascent *s, struct sweep *sweep, struct subspace *plane)
{
    double before[ROWS], D;

    (void)risk_sweep(s->risk, sweep);
    D = dual_of(s);
    vec_copy(ROWS, s->alpha, before);
    s->steps += ROWS + subspace_step(plane, ROWS, sigma, s->alpha, s->v);
    s->raised += vec_sqdistance(ROWS, before, s->alpha) > 0;
    ck_assert_double_ge(dual_of(s), D); /* -INFINITY outside of the domain */
    (void)risk_plane(s->risk, s->alpha, s->a);
    for (size_t j = 0; j < COLS; j++)
        ck_assert_double_eq_tol(s->v[j], -s->a[j] / sigma, DBL_EPSILON * (10 + s->steps) * sqrt(vec_sqnorm(COLS, s->v)));
}

/* Returns D after EPOCHS, with steps along planes or without. */
static double ascend(const struct risk *risk, struct ascent *s, bool steps)
{
    double sqnorm[ROWS];
    unsigned char moved[ROWS];
    int64_t order[ROWS];
    struct sweep sweep = {.sigma = sigma, .sqnorm = sqnorm, .order = order, .count = ROWS, .alpha = s->alpha, .v = s->v,
                          .w = s->v, .moved = moved};
    struct arena arena = {0};
    struct subspace plane;

    s->risk = risk;
    risk_sqnorms(risk, sqnorm);
    subspace_init(&plane, risk, &arena);
    for (int i = 0; i < ROWS; i++)
        order[i] = i;
    for (int k = 0; k < EPOCHS; k++) {
        if (steps)
            epoch(s, &sweep, &plane);
        else
            (void)risk_sweep(risk, &sweep);
        if (k % 25 < 2) /* as after an evaluation */
            subspace_forget(&plane);
    }
    arena_free(&arena);
    return dual_of(s);
}

/* D is not lower with steps, and some were taken. */
static void check_loss(const struct loss_row *loss)
{
    struct examples *e = examples_random(3, ROWS, COLS, 0.5, CSR_DOUBLE);
    struct arena arena = {0};
    struct ascent with = {0}, without = {0};
    struct risk_spec spec;
    struct risk *risk;
    double D;

    for (int i = 0; i < ROWS; i++)
        e->cost[i] *= i == 5 ? 0 : 1 + i % 3;
    examples_task(e, loss);
    spec = examples_spec(e, loss, loss->parameter.initial, BIAS_NONE, 0);
    risk = risk_of(&spec, &one, &arena);
    ck_assert_ptr_nonnull(risk);
    D = ascend(risk, &without, false);
    ck_assert_msg(ascend(risk, &with, true) >= D - 1e-14 * fabs(D), "%s: D is lower", loss->name);
    ck_assert_msg(with.raised > 3, "%s: %d steps", loss->name, with.raised);
    arena_free(&arena);
    examples_free(e);
}

START_TEST(test_losses)
{
    int checked = 0;

    for (size_t k = 0; loss_at(k); k++)
        if (risk_traits(loss_at(k), false) & RISK_QUADRATIC) {
            check_loss(loss_at(k));
            checked++;
        }
    ck_assert_int_ge(checked, 5);
}
END_TEST

RUN_TESTS("subspace", test_losses)
