/* test_newton_system - systems over many columns: the smoothed solution of conjugate gradients. */
#include <math.h>

#include "common.h"
#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/newton_system.h"

enum { ROWS = 1600, COLS = 1300 };
static const double LAMBDA = 1e-6, DENSITY = 0.003;

/* to = -g - H d by the definition, H = lambda I + A' diag(h) A */
static void residual(const struct risk *risk, const double *h, const double *g, const double *d, double *to)
{
    double z[ROWS];

    risk_apply(risk, d, z);
    for (int i = 0; i < ROWS; i++)
        z[i] *= h[i];
    risk_adjoint(risk, z, to);
    vec_combine(risk->dim, -1, to, -LAMBDA, d, to);
    vec_add(risk->dim, -1, g, to);
}

/* The first step from w = 0 with this tolerance. Near to it y is known, |ry|^2/(2 lambda) <= .7 tolerance (LEFT), |ry| <= |r|.
 * With a border D is not looked for at y. */
static void check(const char *loss, enum bias_mode mode, double tolerance, bool near)
{
    static double z[ROWS], u[ROWS], h[ROWS], w[COLS + 1], g[COLS + 1], d[COLS + 1], r[COLS + 1], ry[COLS + 1];
    struct examples *e = examples_random(5, ROWS, COLS, DENSITY, CSR_DOUBLE);
    struct monitor m = {.limits = {.max_passes = INFINITY, .max_seconds = INFINITY, .absolute = tolerance}};
    struct prox x = {.z = z, .u = u, .h = h};
    struct newton_system system;
    struct arena arena = {0};
    struct point from = {.arena = &arena};
    struct meter meter = {0};
    struct risk_spec spec;
    struct risk *risk;
    struct par par;
    size_t n;

    par_init(&par, 1);
    spec = examples_spec(e, loss_find(loss), 0, mode, 1);
    risk = risk_of(&spec, &par, &arena);
    ck_assert(risk && !newton_system_direct(risk) && !newton_rows_apply(risk));
    risk->meter = &meter;
    n = risk->dim;
    newton_system_init(&system, risk, LAMBDA, true, INFINITY, &from, (struct stop_token){0}, &arena);
    ck_assert(!arena.failed);
    risk->g->ops->proximal(risk->g, &x, NULL);
    risk_adjoint(risk, u, g);
    newton_system_solve(&system, &x, w, g, 0, &m, d);
    ck_assert_msg(system.cg.smoothed == near, "%s, %g", loss, tolerance);
    if (near) {
        double size = sqrt(vec_sqnorm(n, g));
        residual(risk, h, g, d, r);
        residual(risk, h, g, system.cg.y, ry);
        ck_assert(vec_sqnorm(n, ry) <= 0.7 * tolerance * 2 * LAMBDA * 1.01);
        ck_assert(vec_sqnorm(n, ry) <= vec_sqnorm(n, r));
        vec_add(n, -1, system.cg.ry, ry);
        ck_assert(sqrt(vec_sqnorm(n, ry)) <= 1e-12 * size);
    }
    arena_free(&arena);
    examples_free(e);
    par_free(&par);
}

START_TEST(test_smoothed)
{
    static const char *const losses[] = {"squared-hinge", "logistic"};

    for (int k = 0; k < 2; k++) {
        check(losses[k], BIAS_NONE, 0.5, true);
        check(losses[k], BIAS_REGULARIZED, 0.4, true);
        check(losses[k], BIAS_NONE, 1e-9, false);
        check(losses[k], BIAS_FREE, 0.5, false);
    }
}
END_TEST

RUN_TESTS("newton_system", test_smoothed)
