/* feasible_outputs - a dual point of several outputs within the constraints of l1, near one that
 * violates them.
 *
 * The slopes u = grad g_q(A w) at a w near the optimum violate left <= -a_jo <= right, a = A'u, by
 * many times these bounds where column j has large numbers. The nearest dual point in the Bregman
 * distance of g_q* (Bregman, USSR Comput. Math. Math. Phys. 7, 1967) is u' = grad g_q(A (w + v))
 * for the v that minimises
 *     P(v) = g_q(A (w + v)) + sum_jo psi(v_jo),   psi(x) = max(left x, right x):
 * 0 in its subdifferential is left <= -a'_jo <= right. It is a problem of l1, and each u' is in the
 * domain of g_q*. Newton's method goes from v = 0, a step a round, as in newton_l1.h:
 *     next = argmin over v' of <a', v' - v> + (v' - v)'A'B A (v' - v)/2 + Psi(v'),
 *     v += t (next - v),   t <= 1 the argmin of g_q + (1 - t) Psi(v) + t Psi(next).
 * No weight leaves 0 of a column j with all a'_jo within their bounds, and v is small.
 *
 * By Fenchel-Young, for u' within the constraints,
 *     J(w) - D(u') = sum_jo (psi(w_jo) + a'_jo w_jo) + loss,
 *     loss = R(A w) + R*(u') - <u', A w>,
 * both >= 0: rounds end where `loss` exceeds the tolerance. A search that ended before u' was
 * within the constraints goes on the next time, from its w: u' is a dual point for any. For losses
 * with kinks, g_q smoothed, searches gained no passes. */
#include "solve/newton/feasible_outputs.h"

#include <math.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "risk/image.h"

/* A search begins where the slack is at most SLACK of the tolerance, or J has fallen by FALLEN of
 * that at most since the last call. There is another round, ROUNDS at most, where the last one left
 * FALLS of what a' exceeds its bounds by. Before the next search the run takes WAIT times the
 * passes of this one. Tuned. */
static const double SLACK = 0.2, FALLEN = 0.01, FALLS = 0.8, WAIT = 1;
enum { ROUNDS = 20 };

/* Of D, as in newton_model.c. */
static const double RIDGE = 1e-15;

void feasible_outputs_init(struct feasible_outputs *s, struct feasible *base,
                           struct newton_outputs *solver, struct arena *arena)
{
    const struct risk *risk = base->p->risk;
    double **vectors[] = {&s->v, &s->next, &s->a, &s->D};
    double **images[] = {&s->z, &s->u, &s->h, &s->d};

    *s = (struct feasible_outputs){.base = base, .J = INFINITY};
    if (!solver || !(risk->traits & RISK_SMOOTH) || !base->alpha ||
        !feasible_bounds(base->p, &base->bounds))
        return;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = arena_doubles(arena, risk->dim);
    for (size_t i = 0; i < sizeof images / sizeof *images; i++)
        *images[i] = arena_doubles(arena, risk->image);
    s->solver = solver;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

/* The point that the bounds are for, and the proximal step at z. */
struct search {
    struct feasible_outputs *s;
    const struct slopes *at;
    double R;          /* R(A w) */
    const double *now; /* A w */
    struct prox x;
};

/* u' at z, its slopes and its bound. */
static void look(struct search *q)
{
    struct feasible_outputs *s = q->s;
    const struct problem *p = s->base->p;
    double offset;

    p->risk->g->ops->proximal(p->risk->g, &q->x, &offset);
    s->loss = q->R - risk_dot(p->risk, s->u, q->now) - offset;
    s->bound = feasible_bound(s->base, s->u, s->a);
    s->excess = 1 / reg_share(p->reg, p->reg_p, p->risk->dim, p->lambda, s->a) - 1;
}

/* Psi(next) - Psi(v) */
static double rise(const struct feasible_outputs *s)
{
    double sum = 0;

    for (size_t j = 0; j < s->base->p->risk->dim; j++)
        if (s->next[j] != s->v[j])
            sum += kinked_value(&s->psi, s->next[j]) - kinked_value(&s->psi, s->v[j]);
    return sum;
}

/* A step of Newton's method on P. `solver` has the vectors of the model, as this round uses
 * them. */
static void newton_round(struct search *q, struct newton_outputs *solver)
{
    struct feasible_outputs *s = q->s;
    const struct risk *risk = s->base->p->risk;
    struct loss *g = risk->g;
    double t;

    newton_outputs_update(solver, s->v, s->a, &q->x, s->D);
    vec_copy(risk->dim, s->v, s->next);
    newton_outputs_minimise(solver, s->a, RIDGE, s->D, s->next);
    vec_combine(risk->dim, 1, s->next, -1, s->v, s->D);
    risk_apply(risk, s->D, s->d);
    t = fmin(1, g->ops->proximal_search(g, &q->x, rise(s), 0, s->d));
    vec_add(risk->image, t, s->d, s->z);
    if (t == 1)
        vec_copy(risk->dim, s->next, s->v);
    else
        vec_combine(risk->dim, 1 - t, s->v, t, s->next, s->v);
    look(q);
}

/* Rounds from u'. Returns the largest bound, or `dual`. */
static double search(struct search *q, double dual, const struct monitor *m)
{
    struct feasible_outputs *s = q->s;
    struct newton_outputs solver = *s->solver;
    double wanted = monitor_tolerance(m), before = INFINITY;

    dual = fmax(dual, s->bound);
    solver.dual = true;
    solver.cost.allowance = fmax(solver.cost.allowance, s->allowance);
    solver.all = (struct kinked_each){&s->psi, 0};
    solver.psi = solver.all;
    for (int k = 0; k < ROUNDS && s->excess > 0 && s->excess <= FALLS * before &&
                    s->loss <= wanted && q->at->J - s->bound > wanted && !monitor_hurries(m);
         k++) {
        before = s->excess;
        vec_fill(s->base->p->risk->dim, 0, s->D);
        newton_round(q, &solver);
        dual = fmax(dual, s->bound);
    }
    s->begun = s->excess > 0 && s->excess < before && s->loss <= wanted;
    s->allowance = solver.cost.allowance;
    return dual;
}

/* ---- a search -------------------------------------------------------------------------------- */

/* Whether w is near the optimum. */
static bool is_near(struct feasible_outputs *s, const struct slopes *at, double wanted)
{
    double fallen = s->J - at->J, size, slack;

    s->J = at->J;
    slack = feasible_slack(s->base, at->w, at->gradient, &size);
    feasible_inwards(s->base, wanted, size, &s->psi);
    return size > 0 && (slack <= SLACK * wanted || fallen <= FALLEN * wanted);
}

/* u' of the last search, or where that has no more rounds or is too far from w, u. */
static void begin(struct search *q, const struct prox *x, double wanted)
{
    struct feasible_outputs *s = q->s;
    const struct risk *risk = s->base->p->risk;

    q->x = *x;
    q->x.z = s->z;
    q->x.u = s->u;
    q->x.h = s->h;
    if (s->begun)
        look(q);
    if (s->begun && s->loss <= wanted)
        return;
    vec_fill(risk->dim, 0, s->v);
    vec_copy(risk->image, x->z, s->z);
    look(q);
}

double feasible_outputs_dual(struct feasible_outputs *s, const struct slopes *at,
                             const struct prox *x, double dual, const struct monitor *m)
{
    double wanted = monitor_tolerance(m), from;
    struct search q = {.s = s, .at = at, .now = x->z};

    if (!s->solver || !(wanted > 0 && at->J - dual > wanted) || !is_near(s, at, wanted) ||
        risk_passes(s->base->p->risk) < s->due)
        return dual;
    from = risk_passes(s->base->p->risk);
    q.R = at->J - problem_regularizer(s->base->p, at->w);
    begin(&q, x, wanted);
    dual = search(&q, dual, m);
    s->due = risk_passes(s->base->p->risk) * (1 + WAIT) - WAIT * from;
    return dual;
}
