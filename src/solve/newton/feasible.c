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
 * optimum. So u moves along diag(h) X_j, by the step that takes <X_j, u> to its bound, column by
 * column, and where other columns then violate theirs, again (Kaczmarz, Bull. Acad. Polon. Sci. A
 * 35, 1937, in the metric of diag(h)^-1, for q = 0 the Hessian of sum_i c_i l_i*). What is left of
 * a violation, t takes.
 *
 * Where many columns of many rows violate their bounds, that is too slow. The nearest dual point,
 *     min over u' of sum_i (u'_i - u_i)^2/(2 h_i) with left <= -<X_j, u'> <= right,
 * is u' = u + diag(h) X v for the v that minimises
 *     <a, v> + |diag(h)^(1/2) X v|^2/2 + sum_j max(left v_j, right v_j),   a = X'u,
 * a problem of l1 (math/l1_columns.h). For feasible u' with slopes a',
 *     J(w) - D(u') >= sum_j s_j,   s_j = max(left w_j, right w_j) + a'_j w_j >= 0,
 * by Fenchel-Young. The slack, sum_j max(0, s_j) at a, foretells that: a_j beyond its bound comes
 * to it, and s_j to 0. The slack meets the tolerance long before all a_j are near their bounds.
 *
 * alpha_i is the nearest to u_i/c_i in the domain of l_i*, which holds 0 as l_i is bounded from
 * below. Sums over X, in single precision, choose the point; its bound is exact. */
#include "solve/newton/feasible.h"

#include <math.h>

#include "loss/quadratic.h"
#include "math/vec.h"
#include "risk/dual.h"

/* D(t u) is taken where (1 - t)^2 (J - D(0)), which it lacks at least where l* is quadratic, is at
 * most NEAR times the tolerance; a search begins where the gap is at most REACH times that. A round
 * is SWEEPS of the columns whose slope is beyond CLOSE of its bound, and the bound of the point
 * they lead to. After FIRST_ROUNDS there is another one while ROUNDS would take the gap to the
 * tolerance, if each took it to the same share as the last. Before the next search the run takes
 * WAIT times the passes of this one. Tuned. */
static const double NEAR = 50, REACH = 150, CLOSE = 0.8, WAIT = 3;
enum { FIRST_ROUNDS = 2, ROUNDS = 20, SWEEPS = 3 };

/* A projection begins where the slack is at most SLACK of the tolerance, and slopes.smoothed at
 * most the tolerance. Its bounds are those of a_j times 1 - inside, which takes inside Psi(w) from
 * D: INSIDE of the tolerance; inside <= MOST_INSIDE. A round leaves LEFT of the violation, or takes
 * EPOCHS. Tuned. */
static const double SLACK = 0.2, INSIDE = 0.1, MOST_INSIDE = 0.05, LEFT = 0.1;
enum { EPOCHS = 100 };

/* The Hessian of the projection has so much of its diagonal more: columns with h = 0. */
static const double RIDGE = 1e-15;

/* Not with free scalars: sum_i u_i = 0 is no bound of a column. The proximal points of a loss with
 * kinks gain none. */
static bool projects(const struct risk *risk)
{
    return risk->traits & RISK_SMOOTH && risk->borders == 0;
}

/* Room for all columns in `solver`, which a working set may not have taken yet. */
static bool projection_init(struct feasible *s, struct l1_columns *solver, struct arena *arena)
{
    size_t n = s->p->risk->dim;

    s->all = arena_get(arena, n, sizeof *s->all);
    s->place = arena_get(arena, s->p->risk->image, sizeof *s->place);
    if (arena->failed || !columns_reserve(&solver->X, s->X->start[n] + 1))
        return false;
    for (size_t j = 0; j < n; j++)
        s->all[j] = (uint32_t)j;
    s->solver = solver;
    return true;
}

bool feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct l1_columns *solver, struct arena *arena)
{
    const unsigned needs = REG_SEPARABLE | REG_PLAIN;
    bool boxed = (p->reg->traits & needs) == needs && !(problem_curvature(p) > 0);
    struct reg_weight h;

    *s = (struct feasible){.p = p};
    if (!X || !p->reg->share || !(p->risk->traits & RISK_DUAL))
        return true;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->scaled = arena_doubles(arena, p->risk->image);
    s->X = boxed ? X : NULL;
    if (!s->X)
        return !arena->failed;
    h = reg_weight_at(p->reg, p->reg_p, 0);
    s->left = p->lambda * h.left;
    s->right = p->lambda * h.right;
    s->u = arena_doubles(arena, p->risk->image);
    s->a = arena_doubles(arena, p->risk->dim);
    return projects(p->risk) ? projection_init(s, solver, arena) : !arena->failed;
}

/* u -= step diag(h) X_j, or diag(|u|) X_j where h is NULL; u_i by |u_i|/2 at most, which keeps its
 * sign and, of a large step, the model of l_i* by h_i. */
static void move(struct feasible *s, const double *h, size_t j, double step)
{
    for (size_t k = s->X->start[j]; k < s->X->start[j + 1]; k++) {
        double *u = s->u + s->X->row[k], size = fabs(*u);
        double change = step * (double)s->X->value[k] * (h ? h[s->X->row[k]] : size);
        *u -= clip(change, -size / 2, size / 2);
    }
}

/* If <X_j, u> is beyond a bound, u moves towards it along diag(h) X_j, or where that is 0 along
 * diag(|u|) X_j. Returns how often it reads the column. */
static int project(struct feasible *s, const double *h, size_t j)
{
    size_t begin = s->X->start[j], end = s->X->start[j + 1];
    double sum = 0, square = 0, other = 0, beyond;

    for (size_t k = begin; k < end; k++)
        sum += (double)s->X->value[k] * s->u[s->X->row[k]];
    beyond = sum - clip(sum, -s->right, -s->left);
    if (beyond == 0)
        return 1;
    for (size_t k = begin; k < end; k++) {
        double x = (double)s->X->value[k];
        square += x * x * h[s->X->row[k]];
        other += x * x * fabs(s->u[s->X->row[k]]);
    }
    if (isfinite(beyond / square))
        move(s, h, j, beyond / square);
    else if (isfinite(beyond / other))
        move(s, NULL, j, beyond / other);
    return 3;
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

/* The bound of the point nearest to s->u; s->a becomes its slopes. */
static double bound_here(struct feasible *s)
{
    risk_nearest_dual(s->p->risk, s->u, s->alpha);
    risk_plane(s->p->risk, s->alpha, s->a);
    return bound_of(s, s->a);
}

/* ---- column by column ------------------------------------------------------------------------ */

/* The share of all entries that `visited` is, in passes. */
static void count(const struct feasible *s, size_t visited)
{
    const struct risk *risk = s->p->risk;

    risk_count(risk, (double)visited / (2 * fmax(1, (double)s->X->start[risk->dim])));
}

/* The next point from one with the slopes a (dim). Returns its bound. */
static double next_bound(struct feasible *s, const struct slopes *at, const double *a)
{
    size_t visited = 0;

    for (int k = 0; k < SWEEPS; k++) {
        for (size_t j = 0; j < s->p->risk->dim; j++) {
            if (-a[j] >= CLOSE * s->left && -a[j] <= CLOSE * s->right)
                continue;
            visited += (size_t)project(s, at->h, j) * (s->X->start[j + 1] - s->X->start[j]);
        }
    }
    count(s, visited);
    return bound_here(s);
}

/* ---- the projection -------------------------------------------------------------------------- */

/* sum_j max(0, psi(w_j) + a_j w_j), psi(w_j) = max(left w_j, right w_j); *size = sum_j psi(w_j). */
static double slack_of(const struct feasible *s, const double *w, const double *a, double *size)
{
    double slack = 0;

    *size = 0;
    for (size_t j = 0; j < s->p->risk->dim; j++) {
        double psi = w[j] == 0 ? 0 : fmax(s->left * w[j], s->right * w[j]);
        *size += psi;
        slack += fmax(0, psi + a[j] * w[j]);
    }
    return slack;
}

/* v = 0, over diag(h)^(1/2) X. */
static bool projection_begin(struct feasible *s, const struct slopes *at, double inside)
{
    struct l1_columns *q = s->solver;
    size_t n = s->p->risk->dim;

    s->psi = (struct kinked){.left = (1 - inside) * s->left,
                             .right = (1 - inside) * s->right,
                             .lo = -INFINITY,
                             .hi = INFINITY};
    for (size_t i = 0; i < s->p->risk->image; i++)
        s->scaled[i] = sqrt(at->h[i]);
    vec_fill(n, 0, q->x);
    return columns_gather(&q->X, s->X, n, s->all, s->scaled, s->place, q->square);
}

/* The next point from one with the slopes a (dim): u += diag(h) X (v - v before). Returns its
 * bound. */
static double next_projection(struct feasible *s, const struct slopes *at, const double *a)
{
    struct l1_columns q = *s->solver; /* the same arrays */

    for (size_t j = 0; j < s->p->risk->dim; j++) {
        q.g[j] = a[j];
        q.ridge[j] = RIDGE * q.square[j];
    }
    q.psi = (struct kinked_each){&s->psi, 0};
    q.solve = NULL;
    q.visited = 0;
    l1_columns_minimise(&q, LEFT, EPOCHS);
    count(s, q.visited);
    for (size_t i = 0; i < s->p->risk->image; i++)
        if (at->h[i] > 0)
            s->u[i] += sqrt(at->h[i]) * q.v[s->place[i]];
    return bound_here(s);
}

/* ---- searches -------------------------------------------------------------------------------- */

/* The bound of the slopes u themselves, where it may be above `dual`: at t = 1, or where l_i* is
 * linear from 0 to alpha_i, it is that of the scaled plane. */
static double first_bound(struct feasible *s, const struct slopes *at, double dual, double wanted)
{
    double cut = 0;

    if (s->p->risk->traits & RISK_SMOOTH)
        cut = 1 - share_of(s, at->gradient);
    if (!(cut > 0 && cut * cut * (at->J - s->p->risk->floor) <= NEAR * wanted))
        return dual;
    risk_nearest_dual(s->p->risk, at->u, s->alpha);
    return fmax(dual, bound_of(s, at->gradient));
}

/* Whether gap (gap/before)^(ROUNDS - 1 - k) <= wanted, after round k. */
static bool reaches(int k, double before, double gap, double wanted)
{
    double share = gap / before;

    if (k + 1 < FIRST_ROUNDS)
        return true;
    for (int r = k + 1; r < ROUNDS && gap > wanted; r++)
        gap *= share;
    return share < 1 && gap <= wanted;
}

/* The bound of points near u, `dual` or above, each by `next`; *after is when another search may
 * begin. Where the slack exceeds the tolerance no bound meets it. */
static double search(struct feasible *s, const struct slopes *at, double dual,
                     const struct monitor *m,
                     double (*next)(struct feasible *, const struct slopes *, const double *),
                     double *after)
{
    double wanted = monitor_tolerance(m), gap = at->J - dual, before, size;
    double from = risk_passes(s->p->risk), to;
    const double *a = at->gradient;
    int k = 0;

    vec_copy(s->p->risk->image, at->u, s->u);
    do {
        double bound = next(s, at, a);
        a = s->a;
        before = gap;
        gap = at->J - bound;
        dual = fmax(dual, bound);
    } while (gap > wanted && reaches(k++, before, gap, wanted) &&
             slack_of(s, at->w, a, &size) <= wanted && !monitor_hurries(m));
    to = risk_passes(s->p->risk);
    *after = to + WAIT * (to - from);
    return dual;
}

/* The same by projections. */
static double search_projection(struct feasible *s, const struct slopes *at, double dual,
                                const struct monitor *m)
{
    double wanted = monitor_tolerance(m), size;
    double slack = slack_of(s, at->w, at->gradient, &size);

    if (!(size > 0 && slack <= SLACK * wanted && at->smoothed <= wanted))
        return dual;
    if (!projection_begin(s, at, fmin(MOST_INSIDE, INSIDE * wanted / size)))
        return dual; /* never: projection_init reserved the room */
    return search(s, at, dual, m, next_projection, &s->next_projection);
}

double feasible_dual(struct feasible *s, const struct slopes *at, double dual,
                     const struct monitor *m)
{
    double wanted = monitor_tolerance(m), J = at->J;

    if (!s->alpha || J - dual <= wanted)
        return dual;
    dual = first_bound(s, at, dual, wanted);
    if (s->X && J - dual > wanted && J - dual <= REACH * wanted &&
        risk_passes(s->p->risk) >= s->next)
        dual = search(s, at, dual, m, next_bound, &s->next);
    if (s->solver && J - dual > wanted &&
        risk_passes(s->p->risk) >= s->next_projection)
        dual = search_projection(s, at, dual, m);
    return dual;
}
