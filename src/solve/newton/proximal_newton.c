/* proximal_newton - proximal points on the dual, each by a semismooth Newton method.
 *
 * Outer loop: alpha becomes the argmax over v of D(v) - q/2 sum_i c_i (v_i - alpha_i)^2, D the dual
 * (Rockafellar, SIAM J. Control Optim. 14, 1976; for the hinge: Yan, Li, An efficient augmented
 * Lagrangian method for support vector machine, Optim. Methods Softw. 35, 2020). Inner loop: that
 * argmax is v(z) at the minimum of the primal
 *     F(w) = lambda/2 |w|^2 + sum_i c_i l_q(z_i),   z = A w,
 * l_q the loss smoothed by q around alpha (loss/prox.h), which Newton's method finds with the
 * semismooth derivative of v (Li, Sun, Toh, SIAM J. Optim. 28, 2018). Where l is smooth and most
 * rows bend at the start (centre_first), or that is warm, q is 0: F = J, and the inner loop is
 * Newton's method. A loss of prox_size 0 has no centre (loss/prox.h): q falls with the gap, a
 * continuation in the smoothing. Where Omega has kinks another method takes over (newton_l1.h).
 *
 *   symbol                here
 *   alpha, q              prox.alpha, prox.q; the augmented Lagrangian's sigma is 1/(lambda q)
 *   u_i = c_i v_i         prox.u
 *   h_i = c_i dv_i/dz_i   prox.h
 *   z = A w               z
 *   a = A'u               a
 *   g = grad F            g = lambda w + a
 *   H = lambda I +        newton_system.h
 *       A' diag(h) A
 *   d = -H^-1 g           d, and dz = A d
 *   D(v)                  dual: -sum_i c_i l*(v_i) - |a|^2/(2 lambda), for every v(z) */
#include <float.h>
#include <math.h>

#include "data/rows/gram.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/newton/centre.h"
#include "solve/newton/newton_l1.h"
#include "solve/newton/newton_estimate.h"
#include "solve/newton/newton_system.h"
#include "solve/solver.h"

/* Without a floor, R(t w) = t R(w): the proximal weight of the dual step to the rows of the least
 * scores, and the first q, by the mean score of a dual point. Tuned. */
static const double LOWEST = 0.1, FIRST_HOMOGENEOUS = 3;

/* The inner loop ends where |g|^2/(2 lambda), its share of the gap, is at most INNER of the gap, or
 * after LINGERS steps the gain of one at most GAINED of it. Tuned. */
static const double INNER = 0.5, GAINED = 1e-3;
enum { LINGERS = 5 };

/* The relative residual of conjugate gradients where l has kinks. */
static const double RESIDUAL = 0.1;

/* Where a step promises a gain -<g, d>/2 of at most POLISH |J|, or of what is 0 but for rounding,
 * the slope of a line search is noise: steps of t = 1 polish. They end after MOST_IDLE steps in
 * which |g|^2 did not fall by FASTER. */
static const double POLISH = 1e-11;
enum { MOST_IDLE = 5 };

/* The inner loop ends after so many steps: where weights of classes differ by 1e30, or columns are
 * large, it does not come to its end but with a larger q. Where Newton's method on J itself took so
 * many in which the gap did not fall by FASTER the outer loop begins: most rows may lie where l
 * does not bend, and steps along d be short. Tuned. */
enum { MOST_STEPS = 100 };

/* The dual point of the model (look_ahead). */
struct ahead {
    double *alpha; /* rows; NULL: it is not looked for */
    double dual;   /* D there; -INFINITY: not known */
    double gain;   /* of the last step by the model: -<g, d>/2 */
};

/* How an inner loop goes. */
struct inner {
    double least; /* |g|^2 when it last fell by FASTER */
    int idle;     /* steps since then */
    int steps;    /* in all; with q = 0 since the gap fell by FASTER */
};

struct prox_newton {
    const struct problem *p;
    size_t n, rows;
    double *w, *a, *g, *d; /* dim */
    double *z;             /* image */
    double *dz;            /* image: h's memory where no border needs h beside it */
    struct centre centre;
    struct prox prox;      /* at z */
    double R, J, dual;     /* R(w), J(w), D(v) */
    double offset;         /* of the plane (a, offset) */
    struct ahead ahead;
    double sqnorm;         /* |g|^2 */
    struct inner inner;
    struct drift drift;    /* of z */
    struct newton_system system;
};

static enum status init(struct prox_newton *s, const struct problem *p, struct point *x,
                        const struct monitor *m, struct arena *arena)
{
    const unsigned centreless = RISK_SMOOTH | RISK_BOUNDED; /* q is 0 at first */
    size_t n = p->risk->dim, rows = p->risk->image;

    *s = (struct prox_newton){.p = p,
                              .n = n,
                              .rows = rows,
                              .w = x->w,
                              .a = arena_doubles(arena, n),
                              .g = arena_doubles(arena, n),
                              .d = arena_doubles(arena, n),
                              .z = arena_doubles(arena, rows),
                              .centre = centre_make(p->risk, x, arena),
                              .inner.least = INFINITY};
    s->prox = (struct prox){.z = s->z,
                            .u = arena_doubles(arena, rows),
                            .h = arena_doubles(arena, rows)};
    s->ahead.dual = -INFINITY;
    newton_system_init(&s->system, p->risk, p->lambda, newton_factors(p), newton_allowance(p),
                       x, monitor_stop(m), arena);
    if (s->system.cg.y)
        s->ahead.alpha = arena_doubles(arena, rows);
    s->dz = p->risk->borders > 0 || s->ahead.alpha ? arena_doubles(arena, rows) : s->prox.h;
    if (arena->failed)
        return ERR_SYSTEM;
    if ((p->risk->traits & centreless) == centreless)
        return OK;
    return centre_take(&s->centre, &s->prox) ? OK : ERR_SYSTEM;
}

/* ---- the proximal weight ------------------------------------------------------------------- */

/* The size of scores at the solution of a risk without a floor, homogeneous, R(t w) = t R(w), and w
 * of the size of -a/lambda: the root of the mean square of A a/lambda. */
static double score_size(struct prox_newton *s)
{
    const struct risk *risk = s->p->risk;
    double size;

    centre_bending(&s->centre, &s->prox, 1);
    risk_adjoint(risk, s->prox.u, s->a);
    risk_apply(risk, s->a, s->dz);
    size = sqrt(vec_sqnorm(s->rows, s->dz) / (double)s->rows) / s->p->lambda;
    return isfinite(size) && size > 0 ? size : 1;
}

/* alpha becomes v(z) for the proximal weight q, and w = -a/lambda. Returns the mean of the scores
 * of w by the weights |u_i|: -<a, w>/sum_i |u_i|. */
static double dual_step(struct prox_newton *s, double q)
{
    struct loss *g = s->p->risk->g;
    double lambda = s->p->lambda, sum = 0;

    s->prox.q = q;
    s->prox.v = s->centre.alpha;
    g->ops->proximal(g, &s->prox, NULL);
    s->prox.v = NULL;
    risk_adjoint(s->p->risk, s->prox.u, s->a);
    vec_combine(s->n, -1 / lambda, s->a, 0, s->a, s->w);
    for (size_t i = 0; i < s->rows; i++)
        sum += fabs(s->prox.u[i]);
    return vec_sqnorm(s->n, s->a) / (lambda * sum);
}

/* A start from w = 0 and alpha = 0 where R(t w) = t R(w), or nearly so for large t: v(0), all rows
 * alike, then the v of the rows of the least scores, if that has the larger dual -|a|^2/(2 lambda);
 * sum_i |u_i| is nu of either. Returns q. */
static double start_homogeneous(struct prox_newton *s)
{
    double size = dual_step(s, 1), lowest;

    risk_apply(s->p->risk, s->w, s->z);
    lowest = size > 0 ? dual_step(s, LOWEST * size) : size;
    if (!(lowest < size)) {
        vec_fill(s->p->risk->g->prox_size, 0, s->centre.alpha);
        vec_fill(s->rows, 0, s->z);
        lowest = dual_step(s, 1);
    }
    risk_apply(s->p->risk, s->w, s->z);
    return lowest > 0 && isfinite(lowest) ? FIRST_HOMOGENEOUS * lowest : 1;
}

/* q for the start; 0 asks for Newton's method on J itself, which has no centre: near the minimum it
 * is as good as any, and the slopes at w certify J. False: no memory. */
static bool first_weight(struct prox_newton *s, const struct point *x)
{
    const struct risk *risk = s->p->risk;
    const double *alpha = s->centre.alpha;
    bool begun = alpha && vec_nonzeros(risk->g->prox_size, alpha) > 0;

    if (risk->traits & RISK_SMOOTH && x->warm)
        return true;
    if (risk->traits & RISK_BOUNDED)
        return centre_first(&s->centre, &s->prox);
    if (!begun && vec_nonzeros(s->n, s->w) == 0) {
        s->prox.q = start_homogeneous(s);
        return true;
    }
    s->centre.size = score_size(s);
    return centre_first(&s->centre, &s->prox);
}

/* True if w is a minimum of F as far as the outer loop asks. |g|^2/(2 lambda) is above F - min F,
 * and may be far above it where D is known at the dual point of the model: there the gain of the
 * last step tells, too. */
static bool inner_solved(const struct prox_newton *s)
{
    double gap = s->J - s->dual;
    bool known = s->ahead.dual > -INFINITY && s->inner.steps > LINGERS;
    bool gained = known && s->ahead.gain <= GAINED * gap;

    return s->prox.q > 0 && (gained || s->sqnorm / (2 * s->p->lambda) <= INNER * gap);
}

/* The outer step. False: no memory. */
static bool move_centre(struct prox_newton *s, const struct monitor *m)
{
    struct inner_end end = {s->J - s->dual, inner_solved(s), s->R, s->offset,
                            monitor_tolerance(m)};
    double factor;

    if (!centre_take(&s->centre, &s->prox))
        return false;
    factor = centre_move(&s->centre, &s->prox, &end);
    newton_system_scale(&s->system, 1 / factor);
    s->inner = (struct inner){.least = INFINITY};
    return true;
}

/* ---- the inner loop ------------------------------------------------------------------------ */

/* D(v) for q = 0: each u_i is a slope of l at z_i, so that J - D = |g|^2/(2 lambda) exactly. Where
 * that is most of J the rounding of J, (n + rows) DBL_EPSILON of it at most, could make a D that is
 * 0 positive: it is taken off. */
static double smooth_dual(const struct prox_newton *s)
{
    double gap = s->sqnorm / (2 * s->p->lambda), J = fabs(s->J);

    return s->J - gap - (gap > J / 2 ? DBL_EPSILON * (double)(s->n + s->rows) * J : 0);
}

/* u, h, a and g at w and z; J(w) and D(v). */
static void differentiate(struct prox_newton *s)
{
    const struct problem *p = s->p;
    struct loss *g = p->risk->g;

    s->R = g->ops->proximal(g, &s->prox, s->prox.q > 0 ? &s->offset : NULL);
    risk_adjoint(p->risk, s->prox.u, s->a);
    vec_combine(s->n, p->lambda, s->w, 1, s->a, s->g);
    s->sqnorm = vec_sqnorm(s->n, s->g);
    s->J = problem_primal(p, s->R, s->w);
    s->dual = s->prox.q > 0 ? problem_dual(p, s->a, s->offset) : smooth_dual(s);
    s->dual = fmax(s->dual, s->ahead.dual);
}

/* The same; where the drift of z counts, from z = A w. */
static void evaluate(struct prox_newton *s, const struct monitor *m)
{
    differentiate(s);
    if (!drift_counts(&s->drift, m, s->J, s->dual))
        return;
    risk_apply(s->p->risk, s->w, s->z);
    s->drift.error = 0;
    differentiate(s);
}

/* D at the dual point of the model that d minimises, v_i + dv_i/dz_i dz_i, or the nearest one: its
 * plane has the slope a = -lambda (w + d) - r, r what the system left, so that for q = 0 the gap
 * to J(w + d) is |r|^2/(2 lambda) + sum_i c_i (l(z_i + dz_i) + l*(v) - v (z_i + dz_i)). At
 * v(z + dz) it is |g|^2/(2 lambda), what the model does not know of g over lambda. The d here is
 * the y of the system, if there is one, whose |r| is less. */
static void look_ahead(struct prox_newton *s)
{
    const struct risk *risk = s->p->risk;
    const struct gradients *cg = &s->system.cg;
    const double *dz = cg->smoothed ? s->ahead.alpha : s->dz;
    double b;

    if (cg->smoothed)
        risk_apply(risk, cg->y, s->ahead.alpha);
    for (size_t i = 0; i < s->rows; i++)
        s->ahead.alpha[i] = s->prox.u[i] + s->prox.h[i] * dz[i];
    risk_nearest_dual(risk, s->ahead.alpha, s->ahead.alpha);
    b = risk_plane(risk, s->ahead.alpha, s->a);
    s->ahead.dual = fmax(s->ahead.dual, problem_dual(s->p, s->a, b));
}

/* w += t d, d = -H^-1 g; t by a line search on F, or 1 in polishing. */
static void step(struct prox_newton *s, const struct monitor *m)
{
    const struct problem *p = s->p;
    struct loss *g = p->risk->g;
    double residual = p->risk->traits & RISK_SMOOTH ? 0 : RESIDUAL, t = 1;

    newton_system_solve(&s->system, &s->prox, s->w, s->g, residual, m, s->d);
    risk_apply(p->risk, s->d, s->dz);
    s->ahead.gain = -vec_dot(s->n, s->g, s->d) / 2;
    if (s->ahead.alpha && newton_is_near(&s->prox, s->ahead.gain, m))
        look_ahead(s);
    if (s->ahead.gain > fmax(POLISH * fabs(s->J), p->zero))
        t = g->ops->proximal_search(g, &s->prox, p->lambda * vec_dot(s->n, s->w, s->d),
                                    p->lambda * vec_sqnorm(s->n, s->d), s->dz);
    else if (s->sqnorm <= s->inner.least / FASTER)
        s->inner.idle = 0;
    else
        s->inner.idle++;
    s->inner.least = s->inner.idle == 0 ? s->sqnorm : s->inner.least;
    s->inner.steps++;
    if (s->prox.q == 0 && s->J - s->dual <= s->centre.gap / FASTER) {
        s->centre.gap = s->J - s->dual;
        s->inner.steps = 0;
    }
    vec_add(s->n, t, s->d, s->w);
    vec_add(s->rows, t, s->dz, s->z);
    drift_add(&s->drift, s->rows, s->prox.u, s->z, t, s->dz);
}

/* True if w is a minimum of F as far as the outer loop or the digits ask, or comes no nearer. */
static bool inner_ends(const struct prox_newton *s)
{
    const struct inner *inner = &s->inner;

    return inner_solved(s) || inner->idle >= MOST_IDLE || inner->steps >= MOST_STEPS;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    struct prox_newton s;

    if (!(p->reg->traits & REG_QUADRATIC))
        return newton_l1_run(p, x, arena, m);
    if (init(&s, p, x, m, arena) != OK)
        return ERR_SYSTEM;
    newton_system_centre(p->risk, s.w); /* z moves by the same number in all scores of a row */
    point_image(x, p->risk, s.z);
    if (!first_weight(&s, x))
        return ERR_SYSTEM;
    for (evaluate(&s, m); monitor_tick(m, s.J, s.dual, s.w); evaluate(&s, m)) {
        if (!inner_ends(&s)) {
            step(&s, m);
        } else {
            if (centre_ends(&s.centre))
                break;
            if (!move_centre(&s, m))
                return ERR_SYSTEM;
        }
    }
    drift_correct(&s.drift, p, m, s.z);
    return OK;
}

const struct solver solver_proximal_newton = {
    .name = "proximal:newton",
    .help = "proximal points on the dual by semismooth Newton, Yan, Li 2020; Newton where smooth",
    .risk_needs = RISK_IMAGE | RISK_NEWTON,
    .reg_needs = REG_EUCLIDEAN | REG_SUBLINEAR,
    .kinked_needs = RISK_BOUNDED,
    .max_passes = 100000,
    .run = run,
    .estimate = newton_estimate};
