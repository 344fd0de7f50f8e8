/* newton_support - Newton's systems on the support of a model with kinks.
 *
 * The columns outside of the support A are in S with a ridge of OUTSIDE (1 + D_j), so that S^-1 is
 * that of S_AA on A and 0 elsewhere. S_AA may be singular: the columns of two categories have the
 * same sum. Along its null space psi alone decides, and a step ends at a kink soon; a damping keeps
 * the step from being that one alone (Levenberg, Quart. Appl. Math. 2, 1944). */
#include "solve/newton/newton_support.h"

#include <math.h>

#include "math/vec.h"
#include "risk/risk.h"
#include "solve/newton/newton_rows.h"

/* In units of 1 + H_jj: p_j is 0 outside of A to 1/OUTSIDE. */
static const double OUTSIDE = 1e30;

/* The damping, before the first step; less by the divisor after a step of t > WHOLE, more by the
 * factor after one of t < SHORT, within its bounds. Tuned. */
static const double FIRST_DAMPING = 1e-4, DAMPING_DIVISOR = 10, DAMPING_FACTOR = 3,
                    LEAST_DAMPING = 1e-9, MOST_DAMPING = 1e-2, WHOLE = 0.9, SHORT = 0.03;

/* A factor takes at most MOST_SUMS passes for T and MOST_FACTOR for its own, of few rows. Tuned. */
static const double MOST_SUMS = 12, MOST_FACTOR = 1;

bool newton_support_applies(const struct risk *risk)
{
    double pass = matrix_work(risk->A);

    return risk->A->independent.lead && risk->A->outputs == 1 && risk->borders == 0 &&
           newton_schur_work(risk) <= MOST_SUMS * pass &&
           newton_factor_work((double)risk->A->independent.rest) <= MOST_FACTOR * pass;
}

void newton_support_init(struct newton_support *s, const struct risk *risk, const uint32_t *set,
                         const double *D, struct arena *arena)
{
    *s = (struct newton_support){.set = set,
                                 .D = D,
                                 .damping = FIRST_DAMPING,
                                 .ridge = arena_doubles(arena, risk->dim),
                                 .v = arena_doubles(arena, risk->dim)};
    newton_schur_init(&s->schur, risk, 0, 0, arena);
}

bool newton_support_make(struct newton_support *s)
{
    return newton_schur_make(&s->schur);
}

void newton_support_update(struct newton_support *s, const double *h)
{
    s->h = h;
}

bool newton_support_solve(void *support, const struct l1_columns *c, double last)
{
    struct newton_support *s = support;
    const struct l1_support *on = &c->support;
    size_t n = s->schur.risk->dim;

    if (last > WHOLE)
        s->damping = fmax(LEAST_DAMPING, s->damping / DAMPING_DIVISOR);
    else if (last < SHORT)
        s->damping = fmin(MOST_DAMPING, s->damping * DAMPING_FACTOR);
    for (size_t j = 0; j < n; j++)
        s->ridge[j] = OUTSIDE * (1 + s->D[j]);
    vec_fill(n, 0, s->v);
    for (size_t i = 0; i < on->count; i++) {
        size_t k = on->set[i], j = s->set[k];
        s->ridge[j] = c->ridge[k] + kinked_at(c->psi, k)->curvature + s->damping * s->D[j];
        s->v[j] = on->b[k];
    }
    if (s->h)
        newton_schur_sums(&s->schur, s->h);
    s->h = NULL;
    if (!newton_schur_factor_ridge(&s->schur, s->ridge))
        return false;
    newton_schur_solve(&s->schur, s->v);
    for (size_t i = 0; i < on->count; i++)
        on->p[on->set[i]] = s->v[s->set[on->set[i]]];
    return true;
}
