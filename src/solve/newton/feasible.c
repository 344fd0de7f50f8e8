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
 * Where many columns violate their bounds each step moves all columns that share its rows, and
 * sweeps converge slowly. The nearest dual point,
 *     min over u' of sum_i (u'_i - u_i)^2/(2 h_i) with left <= -<X_j, u'> <= right,
 * is u' = u + diag(h) X v for the v that minimises
 *     P(v) = <a, v> + |diag(h)^(1/2) X v|^2/2 + sum_j psi(v_j),   a = X'u,
 * psi(x) = max(left x, right x): a problem of l1 (Osborne, Presnell, Turlach, J. Comput. Graph.
 * Stat. 9, 2000; math/l1_columns.h). Rows with h_i = 0 keep u_i. A u' that leaves the domain of
 * l_i* is clipped for alpha alone, and a is that of alpha. v goes on from round to round, each a
 * step for the projection on bounds and domain. From the second on rows that are not inside of
 * their domain keep u'_i, as alpha_i does not move with it; -P(v) is about the distance then.
 *
 * A column X_j of large numbers, as in a table that was not scaled, violates its bound many times
 * over where u is off by little, and a projection leaves LEFT of that. B, a few such columns, meet
 * their bounds at
 *     u' = u - diag(h) X_B y,   X_B' diag(h) X_B y = a_B less its nearest point in bounds,
 * the sums over the rows inside of their domains (few_columns.h); columns that then violate theirs
 * join B.
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

/* A projection begins where the slack is at most SLACK of the tolerance, and with slopes.smoothed
 * at most the tolerance. Its bounds are those of a_j times 1 - inside, which takes inside Psi(w)
 * from D: INSIDE of the tolerance; inside <= MOST_INSIDE. A round leaves LEFT of the violation, or
 * takes EPOCHS. Tuned. */
static const double SLACK = 0.2, INSIDE = 0.1, MOST_INSIDE = 0.05, LEFT = 0.1;
enum { EPOCHS = 100 };

/* B grows FEW_ROUNDS times at most. Tuned. */
enum { FEW_ROUNDS = 5 };

/* The diagonal of the projection is 1 + RIDGE of itself; 1 where h = 0 in all rows of X_j: v_j is
 * finite and moves no u_i. */
static const double RIDGE = 1e-15;

/* Not with free scalars: sum_i u_i = 0 bounds no column. Not for losses with kinks: no fewer
 * passes. */
static bool projects(const struct risk *risk)
{
    return risk->traits & RISK_SMOOTH && risk->borders == 0;
}

static void projection_init(struct feasible *s, struct l1_columns *solver, struct arena *arena)
{
    size_t n = s->p->risk->dim;

    few_columns_init(&s->few.columns, s->p->risk->image, arena);
    s->h = arena_doubles(arena, s->p->risk->image);
    s->few.u = arena_doubles(arena, s->p->risk->image);
    s->few.a = arena_doubles(arena, n);
    s->all = arena_get(arena, n, sizeof *s->all);
    s->place = arena_get(arena, s->p->risk->image, sizeof *s->place);
    for (size_t j = 0; s->all && j < n; j++)
        s->all[j] = (uint32_t)j;
    s->solver = solver;
}

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
                   struct l1_columns *solver, struct arena *arena)
{
    bool boxed;

    *s = (struct feasible){.p = p};
    if ((!X && p->risk->outputs == 1) || !p->reg->share || !(p->risk->traits & RISK_DUAL))
        return;
    s->alpha = arena_doubles(arena, p->risk->image);
    s->scaled = arena_doubles(arena, p->risk->image);
    boxed = feasible_bounds(p, &s->bounds);
    s->X = boxed ? X : NULL;
    if (!s->X)
        return;
    s->u = arena_doubles(arena, p->risk->image);
    s->a = arena_doubles(arena, p->risk->dim);
    if (projects(p->risk))
        projection_init(s, solver, arena);
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
    double sum = 0, square = 0, other = 0, excess;

    for (size_t k = begin; k < end; k++)
        sum += (double)s->X->value[k] * s->u[s->X->row[k]];
    excess = few_columns_beyond(&s->bounds, sum, 0);
    if (excess == 0)
        return 1;
    for (size_t k = begin; k < end; k++) {
        double x = (double)s->X->value[k];
        square += x * x * h[s->X->row[k]];
        other += x * x * fabs(s->u[s->X->row[k]]);
    }
    if (isfinite(excess / square))
        move(s, h, j, excess / square);
    else if (isfinite(excess / other))
        move(s, NULL, j, excess / other);
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

double feasible_bound(struct feasible *s, const double *u, double *a)
{
    risk_nearest_dual(s->p->risk, u, s->alpha);
    risk_plane(s->p->risk, s->alpha, a);
    return bound_of(s, a);
}

/* Counts visited/(2 nnz) passes. */
static void count(const struct feasible *s, size_t visited)
{
    const struct risk *risk = s->p->risk;

    risk_count(risk, (double)visited / (2 * fmax(1, (double)s->X->start[risk->dim])));
}

/* ---- column by column ------------------------------------------------------------------------ */

/* The next point from one with the slopes a (dim). Returns its bound. */
static double sweeps_round(struct feasible *s, const struct slopes *at, const double *a)
{
    size_t visited = 0;

    for (int k = 0; k < SWEEPS; k++) {
        for (size_t j = 0; j < s->p->risk->dim; j++) {
            if (-a[j] >= CLOSE * s->bounds.left && -a[j] <= CLOSE * s->bounds.right)
                continue;
            visited += (size_t)project(s, at->h, j) * (s->X->start[j + 1] - s->X->start[j]);
        }
    }
    count(s, visited);
    return feasible_bound(s, s->u, s->a);
}

/* ---- few columns ----------------------------------------------------------------------------- */

/* u += t diag(h)^(1/2) v, v over the rows of h_i > 0 */
static void step_along(const struct feasible *s, double t, double *u)
{
    for (size_t i = 0; i < s->p->risk->image; i++)
        if (s->h[i] > 0)
            u[i] += t * sqrt(s->h[i]) * s->round.v[s->place[i]];
}

/* u' for B, the rows of X that move its alpha inside. Returns its bound; -INFINITY: there is no
 * step. */
static double few_round(struct feasible *s)
{
    struct few_columns *few = &s->few.columns;
    size_t visited;
    bool solved;

    few->X = &s->round.X;
    few->v = s->round.v;
    risk_inside_dual(s->p->risk, s->few.u, few->inside);
    for (size_t i = 0; i < s->p->risk->image; i++)
        if (s->h[i] > 0)
            few->inside[s->place[i]] = few->inside[i]; /* place[i] <= i */
    solved = few_columns_step(few, s->few.a, &s->bounds, &visited);
    count(s, visited);
    if (!solved)
        return -INFINITY;
    step_along(s, -1, s->few.u);
    return feasible_bound(s, s->few.u, s->few.a);
}

/* The largest bound of s->u, that is `bound`, and the points u'; s->a are the slopes. A column that
 * is beyond its bounds by the share `inside` takes at most inside Psi(w) from D. */
static double search_few(struct feasible *s, double bound)
{
    size_t n = s->p->risk->dim;
    double next = bound;

    s->few.columns.count = 0;
    vec_copy(s->p->risk->image, s->u, s->few.u);
    vec_copy(n, s->a, s->few.a);
    for (int k = 0; k < FEW_ROUNDS && next > -INFINITY &&
                    few_columns_find(&s->few.columns, n, s->few.a, &s->bounds, s->inside);
         k++) {
        next = monitor_hurries(s->m) ? -INFINITY : few_round(s);
        bound = fmax(bound, next);
    }
    return bound;
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

/* -P(v): that of the rounds before, and what this one's d adds. */
static double distance_of(const struct feasible *s)
{
    const struct l1_columns *q = &s->round;
    double sum = s->distance - vec_sqnorm(q->X.rows, q->v) / 2;

    for (size_t j = 0; j < q->X.count; j++)
        sum -= q->g[j] * q->d[j] + kinked_value(&s->psi, q->x[j]) -
               kinked_value(&s->psi, q->x[j] - q->d[j]);
    return sum;
}

/* A round ends at a limit of the run, or where no bound can meet the tolerance: as at a start from
 * the solution for a larger lambda, where all columns of the support violate and the slack is 0. */
static bool hurries(const void *context)
{
    const struct feasible *s = context;

    return monitor_hurries(s->m) || distance_of(s) > monitor_tolerance(s->m);
}

/* The solver's X = diag(h)^(1/2) X. False: no memory. */
static bool gather(struct feasible *s)
{
    struct l1_columns *q = s->solver;

    for (size_t i = 0; i < s->p->risk->image; i++)
        s->scaled[i] = sqrt(s->h[i]);
    return columns_gather(&q->X, s->X, s->p->risk->dim, s->all, s->scaled, s->place, q->square);
}

/* v = 0 and psi. False: no memory. */
static bool projection_begin(struct feasible *s, const struct slopes *at, double size,
                             const struct monitor *m)
{
    s->inside = feasible_inwards(s, monitor_tolerance(m), size, &s->psi);
    s->distance = 0;
    s->m = m;
    s->begun = false;
    vec_fill(s->p->risk->dim, 0, s->solver->x);
    vec_copy(s->p->risk->image, at->h, s->h);
    return gather(s);
}

/* After the first round rows at an end of their domain, or beyond, move no alpha and are left out.
 * False: no memory. */
static bool leave_rows(struct feasible *s, const double *h)
{
    if (!s->begun)
        return true;
    risk_inside_dual(s->p->risk, s->u, s->h);
    for (size_t i = 0; i < s->p->risk->image; i++)
        s->h[i] *= h[i];
    return gather(s);
}

/* The next point from one with the slopes a (dim): u += diag(h) X (v - v before). Returns its
 * bound. */
static double projection_round(struct feasible *s, const struct slopes *at, const double *a)
{
    struct l1_columns *q = &s->round;

    if (!leave_rows(s, at->h))
        return -INFINITY;
    s->begun = true;
    *q = *s->solver;
    for (size_t j = 0; j < s->p->risk->dim; j++) {
        q->g[j] = a[j];
        q->ridge[j] = q->square[j] > 0 ? RIDGE * q->square[j] : 1;
    }
    q->psi = (struct kinked_each){&s->psi, 0};
    q->solve = NULL;
    q->stop = (struct stop_token){hurries, s};
    q->visited = 0;
    l1_columns_minimise(q, LEFT, EPOCHS);
    count(s, q->visited);
    s->distance = distance_of(s);
    step_along(s, 1, s->u);
    return search_few(s, feasible_bound(s, s->u, s->a));
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

/* The bound of points near u, `dual` or above, each by a round; *due is when another search may
 * begin. Ends, too, where the slack at a exceeds the tolerance: for feasible u with slopes a,
 * J - D(u) >= slack. */
static double search(struct feasible *s, const struct slopes *at, double dual,
                     const struct monitor *m,
                     double (*round)(struct feasible *, const struct slopes *, const double *),
                     double *due)
{
    double wanted = monitor_tolerance(m), gap = at->J - dual, before, size;
    double from = risk_passes(s->p->risk), to;
    const double *a = at->gradient;
    int k = 0;

    vec_copy(s->p->risk->image, at->u, s->u);
    do {
        double bound = round(s, at, a);
        a = s->a;
        before = gap;
        gap = at->J - bound;
        dual = fmax(dual, bound);
    } while (gap > wanted && reaches(k++, before, gap, wanted) && s->distance <= wanted &&
             feasible_slack(s, at->w, a, &size) <= wanted && !monitor_hurries(m));
    to = risk_passes(s->p->risk);
    *due = to + WAIT * (to - from);
    return dual;
}

/* The same by projections. */
static double search_projection(struct feasible *s, const struct slopes *at, double dual,
                                const struct monitor *m)
{
    double wanted = monitor_tolerance(m), size;
    double slack = feasible_slack(s, at->w, at->gradient, &size);

    if (!(size > 0 && slack <= SLACK * wanted && slack + at->smoothed <= wanted))
        return dual;
    if (projection_begin(s, at, size, m))
        dual = search(s, at, dual, m, projection_round, &s->projection_due);
    s->distance = 0;
    return dual;
}

double feasible_dual(struct feasible *s, const struct slopes *at, double dual,
                     const struct monitor *m)
{
    double wanted = monitor_tolerance(m), J = at->J;

    if (!s->alpha || J - dual <= wanted)
        return dual;
    dual = first_bound(s, at, dual, wanted);
    if (s->X && J - dual > wanted && J - dual <= REACH * wanted &&
        risk_passes(s->p->risk) >= s->due)
        dual = search(s, at, dual, m, sweeps_round, &s->due);
    if (s->solver && wanted > 0 && J - dual > wanted &&
        risk_passes(s->p->risk) >= s->projection_due)
        dual = search_projection(s, at, dual, m);
    return dual;
}
