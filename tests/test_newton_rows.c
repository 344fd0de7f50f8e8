/* test_newton_rows - the systems of Newton's method over few rows against their definition. */
#include <math.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"
#include "risk/image.h"
#include "solve/newton/newton_rows.h"

enum { FEW = 12, WIDE = 40, MOST_TERMS = TASK_CLASSES - 1 };

/* H d = -g by the definition, H = lambda I + A'B A, of a random step of a risk of fewer rows than columns, w in no relation
 * to z: |H d + g| within the rounding of its terms. */
static void check_system(struct risk *risk, double lambda, double q, struct rng *rng)
{
    double z[FEW], dz[FEW], u[FEW], h[FEW], hd[FEW], alpha[FEW * MOST_TERMS] = {0}, w[WIDE + 1], g[WIDE + 1], d[WIDE + 1];
    struct prox x = {.q = q, .alpha = alpha, .z = z, .u = u, .h = h};
    size_t n = risk->dim;
    struct arena arena = {0};
    struct point from = {.share = 1, .arena = &arena};
    struct newton_rows rows, next;

    newton_rows_init(&rows, risk, lambda, &from, (struct stop_token){0}, &arena);
    ck_assert(!arena.failed && from.K == rows.K);
    random_vector(rng, n, 1, w);
    risk_apply(risk, w, z);
    for (int again = 0; again < 2; again++) { /* with the factor that is there, too */
        double size, off;
        risk->g->ops->proximal(risk->g, &x, NULL);
        ck_assert(newton_rows_solve(&rows, &x, w, d));
        risk_adjoint(risk, u, g);
        vec_add(n, lambda, w, g);
        size = sqrt(vec_sqnorm(n, g));
        risk_apply(risk, d, dz);
        for (int i = 0; i < FEW; i++)
            u[i] = h[i] * dz[i];
        for (size_t k = 0; k < risk->borders; k++) {
            double s = risk->g->ops->border(risk->g, k, &x, hd);
            vec_add(FEW, s > 0 ? -vec_dot(FEW, hd, dz) / s : 0, hd, u);
        }
        vec_add(n, lambda, d, g);
        risk_adjoint(risk, u, d);
        vec_add(n, 1, d, g);
        off = sqrt(vec_sqnorm(n, g));
        ck_assert_msg(off <= 1e-10 * size, "%g of %g", off, size);
    }
    newton_rows_init(&next, risk, lambda / 2, &from, (struct stop_token){0}, &arena); /* a run to come finds A A' */
    ck_assert(!arena.failed && next.K == rows.K);
    from = (struct point){.arena = &arena}; /* where none is to come nothing is left */
    newton_rows_init(&next, risk, lambda, &from, (struct stop_token){0}, &arena);
    ck_assert(!arena.failed && next.K != rows.K && !from.K);
    from.share = 1;
    newton_rows_init(&next, risk, lambda, &from, (struct stop_token){always, NULL}, &arena); /* nor after a limit */
    ck_assert(!arena.failed && !next.K && !from.K && !newton_rows_solve(&next, &x, w, d));
    arena_free(&arena);
}

START_TEST(test_few_rows)
{
    struct rng rng;
    int cases = 0;

    rng_seed(&rng, 5);
    for (size_t k = 0; loss_at(k); k++)
        for (int mode = 0; mode < BIAS_MODES; mode++) {
            struct examples *e = examples_random(k + 1, FEW, WIDE, 0.5, CSR_DOUBLE);
            struct risk_spec spec;
            struct arena arena = {0};
            struct meter meter = {0};
            struct par par;

            par_init(&par, 1);
            examples_task(e, loss_at(k));
            spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1.5);
            if (spec_sound(&spec) && spec_outputs(&spec) == 1 && risk_traits(loss_at(k), spec.free_bias) & RISK_NEWTON) {
                struct risk *risk = risk_of(&spec, &par, &arena);
                ck_assert(risk != NULL);
                ck_assert(newton_rows_apply(risk) == !risk->g->coupled);
                risk->meter = &meter;
                for (int trial = 0; trial < 12 && !risk->g->coupled; trial++)
                    check_system(risk, trial % 2 ? 0.1 : 1e-4, loss_at(k)->traits & LOSS_SMOOTH && trial % 3 == 0 ? 0 : 2, &rng);
                cases++;
            }
            arena_free(&arena);
            examples_free(e);
            par_free(&par);
        }
    ck_assert_int_ge(cases, 30);
}
END_TEST

RUN_TESTS("newton_rows", test_few_rows)
