/* feasible - a dual point within the constraints of l1, near one that violates them.
 *
 * The slopes u_i = c_i alpha_i at a w near the optimum violate left <= -<X_j, u> <= right for some
 * columns j. The usual dual point is t u, t the least quotient of bound and slope (Fercoq,
 * Gramfort, Salmon, ICML 2015). Its bound D(t u) = -sum_i c_i l_i*(t alpha_i) is at least
 * t D(u) + (1 - t) D(0), that of the scaled plane (problem_dual), as D is concave. At the optimum,
 * for l_i* that are differentiable at alpha_i, dD(t u)/dt = -<A'u, w> = lambda Omega(w) at t = 1:
 * D(t u) lacks (1 - t) lambda Omega(w) and a term in (1 - t)^2, the scaled plane lacks
 * (1 - t) (J - D(0)).
 *
 * With t alone one column of few rows costs as much as if all rows had its violation, and one of
 * many rows, whose slope is a difference of large sums, violates its bound long after J is near the
 * optimum. The nearest dual point in the metric of diag(h)^-1, for q = 0 the Hessian of
 * sum_i c_i l_i*,
 *     min over u' of sum_i (u'_i - u_i)^2/(2 h_i) with left <= -<X_j, u'> <= right,
 * is u' = u + diag(h) X v for the v that minimises
 *     P(v) = <a, v> + |diag(h)^(1/2) X v|^2/2 + sum_j psi(v_j),   a = X'u,
 * psi(x) = max(left x, right x): a problem of l1 (Osborne, Presnell, Turlach, J. Comput. Graph.
 * Stat. 9, 2000) whose solution moves few v_j (l1_southwell.h). What is left of a violation, t
 * takes. With free scalars diag(h) less its borders, the Hessian of g_q, takes the place of
 * diag(h): u' keeps sum_i u_i d_i = 0 for each of them. Rows with h_i = 0 keep u_i. A u' that
 * leaves the domain of l_i* is clipped for alpha alone, and a is that of alpha. v goes on from
 * round to round, each a step for the projection on bounds and domain. From the second on rows that
 * are not inside of their domain keep u'_i, as alpha_i does not move with it; -P(v) is about the
 * distance then.
 *
 * For feasible u' with slopes a', by Fenchel-Young,
 *     J(w) - D(u') >= sum_j s_j,   s_j = psi(w_j) + a'_j w_j >= 0,
 * with equality up to sum_i (u'_i - u_i)^2/(2 h_i) >= -P(v) for all v, l* quadratic. The slack,
 * sum_j max(0, s_j) at a, is about the first sum: where -a_j is beyond its bound on the side of
 * w_j, u' has it there, s_j = 0. It meets the tolerance long before all a_j are near their bounds.
 *
 * alpha_i is the nearest to u_i/c_i in the domain of l_i*, which holds 0 as l_i is bounded from
 * below. Sums over X, in single precision, choose the point; its bound is exact. */
#include "solve/newton/feasible.h"

#include <math.h>

#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"

/* D(t u) is taken where (1 - t)^2 (J - D(0)), which it lacks at least where l* is quadratic, is at
 * most NEAR times the tolerance. Tuned. */
static const double NEAR = 50;

/* A projection begins where the slack is at most SLACK of the tolerance, and with slopes.smoothed
 * and what inside takes at most the tolerance. Its bounds are those of a_j times 1 - inside, which
 * takes inside Psi(w) from D: INSIDE of the tolerance; inside <= MOST_INSIDE. Tuned. */
static const double SLACK = 0.5, INSIDE = 0.1, MOST_INSIDE = 0.05;

/* S of a round are the columns with -a_j beyond 1 - REACH V of its bound, V the largest violation
 * over the bound. Tuned. */
static const double REACH = 0.5;

/* A level is FALL times the last one. A projection gives up where it has read PATIENCE times as
 * much as before this level, and MARGIN passes, or as much as the run before it, and MARGIN passes.
 * It has ROUNDS at most. Before the next one the run takes as many passes as this one took.
 * Tuned. */
static const double FALL = 0.5, PATIENCE = 2, MARGIN = 5;
enum { ROUNDS = 3 };

bool feasible_bounds(const struct problem *p, struct kinked *bounds)
{
    const unsigned needs = REG_SEPARABLE | REG_PLAIN;
    struct reg_weight h = reg_weight_at(p->reg, p->reg_p, 0);

    *bounds = (struct kinked){.left = p->lambda * h.left,
                              .right = p->lambda * h.right,
                              .lo = -INFINITY,
                              .hi = INFINITY};
    return (p->reg->traits & needs) == needs && !(problem_curvature(p) > 0);
}

void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct l1_columns *lent, struct arena *arena)
{
    *s = (struct feasible){.p = p};
    if ((!X && p->risk->outputs == 1) || !p->reg->share || !(p->risk->traits & RISK_DUAL))
        return;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->scaled = arena_doubles(arena, p->risk->image);
    if (!feasible_bounds(p, &s->bounds) || !X)
        return;
    s->X = X;
    s->u = arena_doubles(arena, p->risk->image);
    s->before = arena_doubles(arena, p->risk->dim);
    s->border = arena_doubles(arena, p->risk->borders * p->risk->image);
    l1_southwell_init(&s->solver, X, lent, arena);
}

void feasible_free(struct feasible *s)
{
    l1_southwell_free(&s->solver);
}

static double share_of(const struct feasible *s, const double *a)
{
    return reg_share(s->p->reg, s->p->reg_p, s->p->risk->dim, s->p->lambda, a);
}

/* D(t u) - Psi*(-t a) for u_i = c_i alpha_i and a = A'u, t the share of a. */
static double bound_of(struct feasible *s, const double *a)
{
    const struct risk *risk = s->p->risk;
    double t = share_of(s, a);

    vec_combine(risk->image, t, s->alpha, 0, s->alpha, s->scaled);
    return risk_plane(risk, s->scaled, NULL) -
           s->p->reg->conjugate(s->p->reg_p, risk->dim, s->p->lambda, -t, a);
}

double feasible_bound(struct feasible *s, const double *u, double *a)
{
    risk_nearest_dual(s->p->risk, u, s->alpha);
    risk_plane(s->p->risk, s->alpha, a);
    return bound_of(s, a);
}

/* ---- the projection -------------------------------------------------------------------------- */

double feasible_slack(const struct feasible *s, const double *w, const double *a, double *size)
{
    double slack = 0;

    *size = 0;
    for (size_t j = 0; j < s->p->risk->dim; j++) {
        double psi = kinked_value(&s->bounds, w[j]);
        *size += psi;
        slack += fmax(0, psi + a[j] * w[j]);
    }
    return slack;
}

double feasible_inwards(const struct feasible *s, double wanted, double size, struct kinked *psi)
{
    double inside = fmin(MOST_INSIDE, INSIDE * wanted / size);

    *psi = s->bounds;
    psi->left *= 1 - inside;
    psi->right *= 1 - inside;
    return inside;
}

/* The smaller bound of a slope, as a number. */
static double smaller_bound(const struct feasible *s)
{
    return fmin(s->bounds.right, -s->bounds.left);
}

/* What D(t u') lacks, at most, where no a_j is beyond its bound by more than this share of it. */
static double cut_by(const struct feasible *s, double beyond)
{
    double cut = fmax(0, beyond);

    return cut * s->size + cut * cut * (s->J - s->p->risk->floor);
}

/* The entries of X that so many passes read. */
static double read_in(const struct feasible *s, double passes)
{
    return 2 * fmax(1, (double)s->X->start[s->X->count]) * passes;
}

/* The borders of diag(h) at x, and the e_k. */
static void set_borders(struct feasible *s, const struct prox *x)
{
    const struct risk *risk = s->p->risk;

    for (size_t k = 0; k < risk->borders; k++) {
        double *hd = s->border + k * risk->image;
        double size = risk->g->ops->border(risk->g, k, x, hd);
        vec_scale(risk->image, size > 0 ? 1 / sqrt(size) : 0, hd);
        risk_adjoint(risk, hd, s->solver.E + k * risk->dim);
    }
}

/* v = 0, a, h, borders and u at w, and psi. */
static void projection_begin(struct feasible *s, const struct slopes *at, const struct prox *x)
{
    struct l1_southwell *q = &s->solver;

    s->J = at->J;
    s->rest = at->smoothed + INSIDE * s->wanted;
    s->inside = feasible_inwards(s, s->wanted, s->size, &q->psi);
    s->most = read_in(s, risk_passes(s->p->risk) + MARGIN);
    q->distance = 0;
    q->most_distance = s->wanted;
    q->visited = 0;
    vec_fill(s->X->count, 0, q->v);
    vec_fill(s->X->count, 0, s->before);
    vec_copy(s->X->count, at->gradient, q->a);
    vec_copy(s->X->rows, at->h, q->h);
    vec_copy(s->X->rows, at->u, s->u);
    set_borders(s, x);
}

/* The largest violation at v = 0. */
static double farthest(const struct feasible *s)
{
    const struct l1_southwell *q = &s->solver;
    double most = 0;

    for (size_t j = 0; j < s->X->count; j++)
        most = fmax(most, kinked_violation(&q->psi, 0, q->a[j]));
    return most;
}

/* One level. It stops at a limit, or where no bound can meet the tolerance: as at a start from the
 * solution for a larger lambda, where all columns of the support violate and the slack is 0. */
static bool reduce(struct feasible *s, double level)
{
    struct l1_southwell *q = &s->solver;

    q->most_visited = (size_t)fmin(s->most, PATIENCE * (double)q->visited + read_in(s, MARGIN));
    return l1_southwell_reduce(q, level);
}

/* v whose point meets the tolerance, as far as S tells. False: there is none, or v has moved
 * nowhere. */
static bool descend(struct feasible *s, const struct slopes *at)
{
    struct l1_southwell *q = &s->solver;
    double bound = smaller_bound(s), inside = s->inside * bound, slack, psi, level;

    if (!l1_southwell_begin(q, 1 - fmin(1, REACH * farthest(s) / bound)))
        return false;
    level = l1_southwell_violation(q);
    if (level <= inside)
        return false;
    do {
        level = fmax(inside, FALL * level);
        if (!reduce(s, level))
            return false;
        slack = feasible_slack(s, at->w, q->a, &psi) + q->distance + s->rest;
    } while (level > inside && slack <= s->wanted &&
             slack + cut_by(s, level / bound - s->inside) > s->wanted);
    return slack <= s->wanted;
}

/* u += (diag(h) less its borders) X (v - v before) */
static void move(struct feasible *s)
{
    const struct columns *X = s->X;
    struct l1_southwell *q = &s->solver;

    for (size_t j = 0; j < X->count; j++) {
        double step = q->v[j] - s->before[j];
        if (step == 0)
            continue;
        for (size_t k = X->start[j]; k < X->start[j + 1]; k++)
            s->u[X->row[k]] += step * q->h[X->row[k]] * (double)X->value[k];
        q->visited += X->start[j + 1] - X->start[j];
        s->before[j] = q->v[j];
    }
    for (size_t b = 0; b < q->borders; b++)
        vec_add(X->rows, -q->t[b], s->border + b * X->rows, s->u);
}

/* Rows at an end of their domain, or beyond, move no alpha and are left out: of a border hd, too,
 * whose s falls with sum_i hd_i, as it does for d = 1. */
static void leave_rows(struct feasible *s, const double *h)
{
    const struct risk *risk = s->p->risk;
    size_t rows = s->X->rows;
    double *inside = s->solver.h;

    risk_inside_dual(risk, s->u, inside);
    for (size_t b = 0; b < risk->borders; b++) {
        double *hd = s->border + b * rows, all = vec_sum(rows, hd), left;
        for (size_t i = 0; i < rows; i++)
            hd[i] *= inside[i];
        left = vec_sum(rows, hd);
        vec_scale(rows, left / all > 0 ? sqrt(all / left) : 0, hd);
        risk_adjoint(risk, hd, s->solver.E + b * risk->dim);
    }
    for (size_t i = 0; i < rows; i++)
        inside[i] *= h[i];
}

/* The larger of `dual` and the bounds of the points of a projection. */
static double project(struct feasible *s, const struct slopes *at, const struct prox *x,
                      double dual)
{
    const struct risk *risk = s->p->risk;
    double from = risk_passes(risk);

    projection_begin(s, at, x);
    for (int k = 0; k < ROUNDS && at->J - dual > s->wanted; k++) {
        if (k > 0)
            leave_rows(s, at->h);
        if (!descend(s, at))
            break;
        move(s);
        dual = fmax(dual, feasible_bound(s, s->u, s->solver.a));
    }
    risk_count(risk, (double)s->solver.visited / read_in(s, 1));
    s->due = 2 * risk_passes(risk) - from;
    return dual;
}

/* ---- both ------------------------------------------------------------------------------------ */

/* The bound of the slopes u themselves, where it may be above `dual`: at t = 1, or where l_i* is
 * linear from 0 to alpha_i, it is that of the scaled plane. */
static double first_bound(struct feasible *s, const struct slopes *at, double dual)
{
    double cut = 0;

    if (s->p->risk->traits & RISK_SMOOTH)
        cut = 1 - share_of(s, at->gradient);
    if (!(cut > 0 && cut * cut * (at->J - s->p->risk->floor) <= NEAR * s->wanted))
        return dual;
    risk_nearest_dual(s->p->risk, at->u, s->alpha);
    return fmax(dual, bound_of(s, at->gradient));
}

/* Whether a projection may begin at u; sets size. */
static bool is_near(struct feasible *s, const struct slopes *at)
{
    double slack = feasible_slack(s, at->w, at->gradient, &s->size);

    return s->wanted > 0 && s->size > 0 && slack <= SLACK * s->wanted &&
           slack + at->smoothed <= (1 - INSIDE) * s->wanted;
}

double feasible_dual(struct feasible *s, const struct slopes *at, const struct prox *x,
                     double dual, const struct monitor *m)
{
    s->wanted = monitor_tolerance(m);
    if (!s->alpha || at->J - dual <= s->wanted)
        return dual;
    dual = first_bound(s, at, dual);
    if (s->X && at->J - dual > s->wanted && risk_passes(s->p->risk) >= s->due && is_near(s, at))
        dual = project(s, at, x, dual);
    return dual;
}
