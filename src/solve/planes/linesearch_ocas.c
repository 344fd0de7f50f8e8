/* linesearch_ocas - the optimised cutting plane algorithm: BMRM, the best point of which moves by
 * exact line searches.
 *
 * Franc, Sonnenburg: Optimized Cutting Plane Algorithm for Large-Scale Risk Minimization (JMLR 10,
 * 2009).
 *   paper                        here
 *   w_t^b, the best so far       wb, its image zb = A wb
 *   w_t, argmin of the model     wt
 *   w_t - w_t^b                  d, its image dz
 *   k*                           k
 *   w_t^c, where to cut          only its image zc is needed
 *   mu                           the setting mu
 * The paper's loop is: minimise the model, search the line, cut. Here it is rotated and begins with
 * the cut, for which w^c = w^b at the start; J(w^b), known after the search, is told together with
 * the bound of the model.
 *
 * Not in the paper: other Omega than |w|^2/2 (search_line), null steps of a risk without a floor
 * (choose_cut), zeros at the end (make_sparse). */
#include <math.h>

#include "data/matrix.h"
#include "loss/loss.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/newton/newton_system.h"
#include "solve/planes/master.h"
#include "solve/solver.h"

/* Settings. Tuned. */
enum { PLANES, MU };

/* w_t gives the direction only: it is a null step (master.h) where J(w_t) is above the best
 * value by more than SLACK times the gap. Tuned. */
static const double SLACK = 1;

/* Share of the last w^c in the next one where k* = 0 and the risk has no floor. Tuned. */
static const double SMOOTHING = 0.9;

/* make_sparse tries thresholds until one costs nothing: the first is infinite, each other is a
 * tenth of the largest weight that the last one made 0. The last of TRIES is at most 1e-7 of the
 * first such weight. */
enum { TRIES = 8 };
static const double SMALLER = 10;

struct ocas {
    const struct problem *p;
    double *wb, *wt, *d, *a;  /* dim; a: the slope of the latest plane, or of the model */
    double *zb, *zc, *dz, *u; /* image; u: the slopes at zc */
    void *room;               /* of the line search */
    struct drift drift;       /* of zb */
};

static bool ocas_init(struct ocas *s, const struct problem *p, const struct point *x,
                      struct arena *arena)
{
    size_t n = p->risk->dim, rows = p->risk->image;

    *s = (struct ocas){.p = p,
                       .wb = x->w,
                       .wt = arena_doubles(arena, n),
                       .d = arena_doubles(arena, n),
                       .a = arena_doubles(arena, n),
                       .zb = arena_doubles(arena, rows),
                       .zc = arena_doubles(arena, rows),
                       .dz = arena_doubles(arena, rows),
                       .u = arena_doubles(arena, rows),
                       .room = arena_get(arena, p->risk->search_room, 1)};
    if (arena->failed)
        return false;
    point_image(x, p->risk, s->zb);
    vec_copy(rows, s->zb, s->zc);
    return true;
}

/* The cut: a = A'u, the slope of R at w^c; returns the offset b of its plane. Where R is far
 * (problem.h), w^c moves halfway to w^b, where R is known, again and again. */
static double cut(struct ocas *s)
{
    const struct problem *p = s->p;
    double b = 0;

    for (int k = 0; k < HALVINGS && problem_far(p, risk_slopes(p->risk, 0, s->zc, s->u, &b)); k++)
        vec_mix(p->risk->image, 0.5, s->zb, 0.5, s->zc);
    risk_adjoint(p->risk, s->u, s->a);
    return b;
}

/* d = w_t - w^b and dz = A d. */
static void aim(struct ocas *s)
{
    risk_apply(s->p->risk, s->wt, s->dz);
    vec_combine(s->p->risk->dim, 1, s->wt, -1, s->wb, s->d);
    vec_mix(s->p->risk->image, -1, s->zb, 1, s->dz);
}

/* J(w_t), from the image zb + dz; zc is scratch. */
static double trial_value(struct ocas *s)
{
    vec_combine(s->p->risk->image, 1, s->zb, 1, s->dz, s->zc);
    return problem_primal(s->p, risk_value(s->p->risk, 0, s->zc), s->wt);
}

/* The line search: k* = argmin over k >= 0 of J(w^b + k d). */
static double search_line(const struct ocas *s)
{
    const struct problem *p = s->p;
    double rise = problem_regularizer(p, s->wt) - problem_regularizer(p, s->wb);

    return problem_search(p, rise, vec_sqnorm(p->risk->dim, s->d), s->zb, s->dz, s->room);
}

/* zc = w^c where k* = 0 and the risk has no floor: w^c = w^b + share (w^c - w^b) + (1 - SMOOTHING)
 * (w_t - w^b) with share = SMOOTHING min(1, |z_t - z^b|/|z^c - z^b|). Slopes at a point far beyond
 * w_t say nothing about those at w_t: the first w_t of values of 1e8 is 1e16 times as large as the
 * later ones, and 0.9^50 of it is still all of w^c. */
static void smooth_cut(struct ocas *s)
{
    size_t rows = s->p->risk->image;
    double far;

    vec_mix(rows, -1, s->zb, 1, s->zc);
    far = sqrt(vec_sqnorm(rows, s->zc) / vec_sqnorm(rows, s->dz));
    vec_mix(rows, 1, s->zb, SMOOTHING / (far > 1 ? far : 1), s->zc);
    vec_add(rows, 1 - SMOOTHING, s->dz, s->zc);
}

/* zc = the image of w^c = (1 - mu) (w^b + k d) + mu w_t = w^b + ((1 - mu) k + mu) d. A free margin
 * makes R homogeneous, R(t w) = t R(w): at w^b = 0 all points on the way to w_t have the same
 * slopes, whatever mu. There, k = 0, w^c is smoothed (Pessoa, Sadykov, Uchoa, Vanderbeck, SEA 2013,
 * on in-out separation; the smoothing is Neame's). */
static void choose_cut(struct ocas *s, double k, double mu)
{
    if (k > 0 || s->p->risk->traits & RISK_BOUNDED)
        vec_combine(s->p->risk->image, 1, s->zb, (1 - mu) * k + mu, s->dz, s->zc);
    else
        smooth_cut(s);
}

/* w^b += k d. dz = A w_t - zb has the rounding error DBL_EPSILON |zb|, and z k times that: where
 * d itself is rounding k can be 1e16. */
static void move(struct ocas *s, double k)
{
    if (k > 1)
        drift_add(&s->drift, s->p->risk->image, s->u, s->zb, k, s->zb);
    vec_add(s->p->risk->dim, k, s->d, s->wb);
    problem_bound(s->p, s->wb);
    vec_add(s->p->risk->image, k, s->dz, s->zb);
    drift_add(&s->drift, s->p->risk->image, s->u, s->zb, k, s->dz);
}

/* w = best, but 0 where w_t is 0 and |best_j| <= threshold; returns the largest |best_j| made 0. */
static double without_small(size_t n, const double *best, const double *wt, double threshold,
                            double *w)
{
    double largest = 0;

    for (size_t j = 0; j < n; j++) {
        bool small = wt[j] == 0 && fabs(best[j]) <= threshold;
        w[j] = small ? 0 : best[j];
        if (small)
            largest = fmax(largest, fabs(best[j]));
    }
    return largest;
}

/* At the end, under an Omega with kinks: w_t has weights that are 0, w^b, a mean of many points,
 * has few. The weights that are 0 in w_t become 0 in the best point, all or the small ones, if J is
 * then no larger (monitor_prefer). wb and zb are scratch. */
static void make_sparse(struct ocas *s, struct monitor *m, double dual)
{
    const struct problem *p = s->p;
    double threshold = INFINITY, J;

    for (int k = 0; k < TRIES; k++, threshold /= SMALLER) {
        threshold = without_small(p->risk->dim, monitor_best(m), s->wt, threshold, s->wb);
        if (!(threshold > 0))
            return;
        risk_apply(p->risk, s->wb, s->zb);
        J = problem_primal(p, risk_value(p->risk, 0, s->zb), s->wb);
        if (monitor_prefer(m, J, s->wb)) {
            monitor_tick(m, J, dual, s->wb);
            return;
        }
        if (monitor_hurries(m))
            return;
    }
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    double b, k, J = INFINITY, dual = -INFINITY, trial = -INFINITY;
    struct master master;
    struct target target;
    struct ocas s;
    enum status status = master_init(&master, p, (size_t)p->set[PLANES], 1);

    if (!ocas_init(&s, p, x, arena))
        status = ERR_SYSTEM;
    if (status == OK && p->risk->traits & RISK_DUAL && !point_dual(x, p->risk))
        status = ERR_SYSTEM;
    if (status == OK && x->alpha) { /* a dual point is a plane to start with */
        b = risk_plane(p->risk, x->alpha, s.a);
        status = master_add(&master, s.a, b);
    }
    while (status == OK) {
        b = cut(&s); /* a plane at w^c */
        status = master_add(&master, s.a, b);
        if (status != OK)
            break;
        target = monitor_target(m, SLACK, trial);
        dual = master_minimise(&master, 0, &target, s.a, s.wt); /* w_t = argmin of the model */
        aim(&s);
        if (master_stabilises(&master))
            trial = trial_value(&s);
        k = search_line(&s);           /* k* */
        choose_cut(&s, k, p->set[MU]); /* w^c = (1 - mu) w^b + mu w_t */
        move(&s, k);                   /* w^b += k* (w_t - w^b) */
        J = drift_primal(&s.drift, p, m, dual, s.wb, s.zb);
        if (!monitor_tick(m, J, dual, s.wb))
            break;
        planes_drop_idle(&master.planes);
    }
    if (status == OK)
        drift_correct(&s.drift, p, m, s.zc);
    if (status == OK && p->reg->traits & REG_SPARSE && isfinite(J) && dual < INFINITY)
        make_sparse(&s, m, dual);
    master_free(&master);
    return status;
}

/* To a gap of 1e-3 at q = 0. Coherent units, of which most of q is one direction, take COHERENT
 * sqrt(q) more; where Newton's method has no factor it is left to that. The usual run takes
 * USUAL (1 + q)^(1/4), of a smooth risk SMOOTH (1 + q)^(1/4). With k classes, scores of a row, a
 * run takes k^(1/2) times PASSES. A search along a line by slopes of all scores takes the time of
 * SORTS entries a unit or, of several scores a row or looks, SLOPES times that of the slopes; the
 * exact one over k classes that of SORTS entries a score. Tuned. */
static const double PASSES = 30, USUAL = 40, SMOOTH = 18, SORTS = 60, SLOPES = 4, COHERENT = 0.05;

/* Losses of one score with logarithms take LOGARITHMS (1 + q)^(1/4), where Newton's method might
 * have a factor; a search along a line the time of LINE entries a unit. Tuned. */
static const double LOGARITHMS = 10, LINE = 30;

static bool follows_factors(const struct risk *risk)
{
    return risk->A && risk->A->outputs == 1 && risk_has_logarithms(risk) &&
           newton_system_factors(risk);
}

/* To a corner of J (problem_has_corners) a run takes ROWS m passes at any q, m rows. Tuned. */
static const double ROWS = 1.5;

static void meet_corners(const struct problem *p, struct estimate *e)
{
    if (problem_has_corners(p))
        e->passes = fmin(e->passes, ROWS * (double)p->risk->units);
}

/* The usual run takes at most PLANES_COLUMNS n passes, n columns; where Omega has kinks the larger
 * of PASSES and m, m rows. The planes of a whole set (problem_is_whole) take at most WHOLE of the
 * usual run, and PLANES_ROWS m, where q says more. Tuned. */
static const double WHOLE = 6, PLANES_ROWS = 2, PLANES_COLUMNS = 16;

static void meet_size(const struct problem *p, struct estimate *e)
{
    double rows = (double)p->risk->units, columns = fmax(1, (double)p->risk->dim);

    if (!(p->reg->traits & REG_QUADRATIC)) {
        e->usual = fmin(e->usual, fmax(PASSES, rows));
        return;
    }
    e->usual = fmin(e->usual, PLANES_COLUMNS * columns);
    if (problem_is_whole(p))
        e->passes = fmin(e->passes, fmin(WHOLE * e->usual, PLANES_ROWS * rows));
}

/* What a search along a line adds to the time of a pass. */
static double search_pass(const struct problem *p, bool classes)
{
    const struct matrix *A = p->risk->A;
    bool looks = A && p->risk->g->looks > 0, exact = A && p->risk->g->ops->search && !looks;

    if (!A || (exact && !classes))
        return 0;
    if ((A->outputs > 1 || looks) && !exact)
        return SLOPES * (problem_pass(p) - 1);
    return SORTS * (double)A->x.rows / matrix_work(A);
}

static struct estimate estimate(const struct problem *p, double q)
{
    const struct risk *risk = p->risk;
    bool smooth = (risk->traits & RISK_SMOOTH) != 0;
    bool classes = risk->A && risk->A->outputs > 1 && risk->traits & RISK_NEWTON;
    double passes = classes ? PASSES * sqrt((double)risk->A->outputs) : PASSES;
    struct estimate e = master_estimate(p, passes, q);

    e.usual = (smooth ? SMOOTH : USUAL) * sqrt(sqrt(1 + q));
    if (risk->A && risk_is_coherent(risk) && newton_system_direct(risk))
        e.passes = fmin(e.passes, passes + COHERENT * sqrt(q));
    if (follows_factors(risk)) {
        e.passes = fmin(e.passes, LOGARITHMS * sqrt(sqrt(1 + q)));
        e.pass += LINE * (double)risk->units / matrix_work(risk->A);
    }
    meet_corners(p, &e);
    meet_size(p, &e);
    e.pass += search_pass(p, classes) + master_pass(p, fmin(e.passes, e.usual));
    return e;
}

const struct solver solver_linesearch_ocas = {
    .name = "linesearch:ocas",
    .help = "optimised cutting planes (OCAS), Franc, Sonnenburg 2009",
    .risk_needs = RISK_IMAGE,
    .max_passes = 10000,
    .setting = {[PLANES] = {"planes", MASTER_PLANES, 3, 1e6, true,
                "keep at most so many cutting planes"},
                [MU] = {"mu", 0.1, 0, 1, false,
                        "cut at this share of the way from the best point to the model's minimum"}},
    .run = run,
    .estimate = estimate};
