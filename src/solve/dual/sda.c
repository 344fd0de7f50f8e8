/* sda - sequential dual ascent: one exact step on one dual variable at a time.
 *
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A. For the hinge it is
 * the dual coordinate descent of Hsieh et al. (ICML 2008), for other losses the closed forms of
 * SDCA (Shalev-Shwartz, Zhang, JMLR 14, 2013), for other Omega prox-SDCA (the same authors, Math.
 * Program. 155, 2016).
 *
 *   paper                    here
 *   alpha                    x->alpha: a slope alpha_i of each unit's loss
 *   lambda                   sigma, the curvature of Psi = lambda Omega; more in the first epochs
 *   v = -(1/lambda) sum_i    sweep.v, kept up with alpha
 *       c_i alpha_i x_i
 *   w = grad Psi*(sigma v)   sweep.w; v itself where Psi(w) = sigma |w|^2/2
 *   i = 1, 2, ...            a new permutation of the active set in each epoch
 *   alpha_i = argmax of D    risk_sweep: the step stands in risk/dual.h and in each loss's `step`
 *   gap                      J - D(alpha), J at w(alpha) or at a multiple of it (stretch): told by
 *                            the monitor
 *
 * A bias b that is not regularized asks for sum_i c_i alpha_i = 0. Its term in J is
 * sigma/2 |b/s - e|^2, and e becomes b/s after each epoch: proximal points (Rockafellar, SIAM J.
 * Control Optim. 14, 1976), for D the method of multipliers. b/s is one more entry of v, of a
 * feature s in each row: v_b = e - (s/sigma) sum_i c_i alpha_i, and v_b + (v_b - e) with e = v_b.
 *
 * Shrinking (active_set.h): a unit whose steps change nothing leaves the active set. An evaluation
 * of the gap needs all scores <w, x_i>: with them each unit whose step at w would change alpha
 * returns, so that no epoch after the first is one of all units. Of the scores of a unit those that
 * can change are visited more often (sweep.near).
 *
 * After many epochs with one active set D is maximised over the last changes of alpha, too
 * (subspace.h): where w = v, and b is no weight of its own. */
#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/dual/active_set.h"
#include "solve/dual/dual_map.h"
#include "solve/solver.h"
#include "solve/dual/subspace.h"

enum { SHRINK };

/* The gap is evaluated at the latest after LATEST times as many epochs as there were, or else where
 * a prediction says so. Nineteen runs of five losses on nine data sets, C from 0.01 to 100, took 1,
 * 0.90, 0.84, 0.85 times the passes with 0.5, 1, 2, 4: an evaluation costs a pass, an epoch over
 * few active units much less. With 2 auto, which judges at evaluations, left sda later (hinge on
 * digits-8, C = 1, 2). */
enum { LATEST = 1 };

/* Nor does it pay to go on for long with an active set: the gap is evaluated, and units return,
 * where the gain of an epoch is at most DROP of that of the first since. To 1e-6 thirteen runs of
 * the hinge on six data sets took 1, 0.97, 0.99, 1.09 times the cycles with 0.01, 0.03, 0.1, 0.3;
 * to 1e-3 as many with each. */
static const double DROP = 0.03;

/* Continuation: the first epochs maximise D for a larger sigma, FIRST_Q the mean of q_i at first;
 * sigma falls by FALL after each epoch, without evaluations of the gap. alpha has the same domain
 * for each sigma. Tuned. A sigma that has to fall by more than FARTHEST, 73 epochs, is taken at
 * once: where values are as unscaled as that, `auto` is to see the gaps of the first epochs. */
static const double FIRST_Q = 0.5, FALL = 1.1, FARTHEST = 1000;

/* Scores so near to a kink, as a share of R(0), do not tell alpha_i of a start w. Tuned. */
static const double NEAR = 0.02;

/* After a start from w D alone is looked at while it rises by more than RISING of the gap; then
 * units become active as far as WIDER NEAR and WIDER^2 NEAR <= WIDEST from a kink. Tuned. */
static const double RISING = 0.25, WIDER = 3, WIDEST = 0.2;

/* No epoch is numbered higher: 1 + (1 + LATEST) epoch fits an int32_t. */
enum { MOST_EPOCHS = INT32_MAX / 4 };

/* s as a share of the root mean square of |x_i|. Tuned. */
static const double BIAS_SHARE = 0.1;

/* s^2/sigma is this at least: sum_i c_i s^2/sigma is to b what q_i is to alpha_i. With less, as at
 * C <= 0.1, proximal points lie close to each other. Tuned. */
static const double BIAS_CURVATURE = 200;

/* One epoch: exact steps on the units of a new permutation of the active set, until a limit is
 * passed. Returns the sum of what risk_sweep returns; adds to *steps. */
static double epoch_of_steps(const struct problem *p, struct active_set *active, int evaluations,
                             struct sweep s, const struct monitor *m, double *steps)
{
    double sum = 0;

    active_begin(active, evaluations);
    s.order = active->order;
    s.moved = active->moved;
    for (bool first = true; first || !monitor_hurries(m); first = false) {
        if (!active_next(active))
            break;
        s.count = active->visited;
        sum += risk_sweep(p->risk, &s); /* alpha_i = argmax of D along it; v, w follow */
        active_shrink(active);
        *steps += (double)s.count;
    }
    return sum;
}

/* When to evaluate the gap. An epoch's gain is the sum over its steps of c_i q_i |change of
 * alpha_i|^2 (risk_sweep). Where l is smooth, the gap falls in proportion to it; where l has kinks,
 * the gap is a sum of distances to the kinks and falls like its root. */
struct looks {
    bool smooth;      /* the gap is about proportional to the gain; else to its root */
    int32_t last;     /* the epoch of the last evaluation, 0: none */
    int count;        /* evaluations so far */
    double gap, gain; /* then */
    double first;     /* the gain of the first epoch since */
};

/* Is the gap to be evaluated after this epoch? */
static bool look_is_due(struct looks *looks, int32_t epoch, double gain, double tolerance)
{
    double ratio = gain / looks->gain, gap = looks->gap * (looks->smooth ? ratio : sqrt(ratio));

    if (epoch == looks->last + 1)
        looks->first = gain;
    return gain <= DROP * looks->first || gap <= tolerance || epoch > (1 + LATEST) * looks->last;
}

/* sigma of the first epoch. It is larger for losses with kinks and several scores, where no alpha
 * is given and units outnumber the weights of an output: rows of wide text are nearly orthogonal,
 * and exact steps from 0 come close at once. */
static double first_sigma(const struct problem *p, const double *a)
{
    const struct risk *risk = p->risk;
    size_t outputs = risk->dual_size / risk->units;
    double sigma = problem_curvature(p), first;

    if (!(p->reg->traits & REG_QUADRATIC) || risk->traits & RISK_SMOOTH || outputs == 1 ||
        risk->units <= risk->dim / outputs || vec_sqnorm(risk->dim, a) > 0)
        return sigma;
    first = risk->dual_ops->curvature(risk) / FIRST_Q;
    return first > sigma && first <= FARTHEST * sigma ? first : sigma;
}

/* Another sigma: v = -(1/sigma) A'alpha moves. */
static void take_sigma(double sigma, struct dual_map *map, struct sweep *s)
{
    vec_scale(map->p->risk->dim, map->sigma / sigma, map->v);
    map->sigma = sigma;
    s->sigma = sigma;
}

/* What evaluations need. */
struct gauge {
    double *z;    /* image: A w */
    double steps; /* steps since v was a product */
    double bias;  /* s; 0: there is no such bias */
    double dual;  /* D(alpha) at the last evaluation */
    double start, near; /* while rising: J at the start; how near to kinks units are active */
    bool rising;  /* D alone is evaluated: see rise */
    double *zero; /* image: zeros; NULL: J is not stretched */
    void *room;   /* of the search of stretch */
    struct subspace plane; /* between evaluations */
};

/* J(k w) is looked for where J is late: D rose by at most LATE times the gap since the last
 * evaluation. Tuned. */
static const double LATE = 0.5;

/* The drift of v counts where it is more than this share of the gap: two digits stay right. */
static const double SHARE = 0.01;

/* Bounds |<A'alpha + sigma v, w>| to first order: each step rounds a product and a sum at v_j, by
 * DBL_EPSILON |v_j|, and |w_j| <= |v_j|. */
static double drift(const struct gauge *g, const struct dual_map *map)
{
    return DBL_EPSILON * g->steps * map->sigma * vec_sqnorm(map->p->risk->dim, map->v);
}

/* J at w = w(v), which x->w = a becomes. Units whose step at w, and b, would change alpha return to
 * the active set. */
static double primal(const struct dual_map *map, struct point *x, struct gauge *g,
                     struct active_set *active)
{
    const struct problem *p = map->p;
    struct sweep s = {
        .sigma = map->sigma, .sqnorm = active->sqnorm, .alpha = x->alpha, .bias = g->bias};

    problem_minimiser(p, x->w, x->w); /* w = grad Psi*(-a) */
    risk_apply(p->risk, x->w, g->z);
    for (size_t i = 0; g->bias > 0 && i < p->risk->image; i++) /* R has the same value there */
        g->z[i] += g->bias * map->v[p->risk->dim];
    if (active->shrinks)
        risk_reactivate(p->risk, &s, g->z, active->active);
    return problem_primal(p, risk_value(p->risk, 0, g->z), x->w);
}

/* At a large C the dual of a loss with kinks is solved to many digits before J(w(alpha)) is: scores
 * a little below the kink cost C each. w and z become k w and k z, which moves them all without a
 * pass: k = argmin over k >= 0 of J(k w). Returns J there. */
static double stretch(const struct gauge *g, const struct problem *p, double *w)
{
    size_t n = p->risk->dim, image = p->risk->image;
    double psi = problem_regularizer(p, w), k;

    k = problem_search(p, psi, vec_sqnorm(n, w), g->zero, g->z, g->room);
    vec_scale(n, k, w);
    vec_scale(image, k, g->z);
    return problem_primal(p, risk_value(p->risk, 0, g->z), w);
}

/* Whether J, this gap above D(alpha), is late. */
static bool primal_is_late(const struct gauge *g, double dual, double gap, const struct monitor *m)
{
    bool late = dual - g->dual <= LATE * gap || monitor_hurries(m);

    return g->zero && gap > monitor_tolerance(m) && late;
}

/* Tells J at w(v), and D(alpha) = b - Psi*(-a) from a = -sigma v, less the drift of v. Where they
 * meet the tolerance, or the drift counts, a is the product A'alpha, and v too. With a bias a is
 * that of the plane's own alpha, always. a lies where w(v) comes to lie, then where v does. False:
 * leave. */
static bool evaluate(struct dual_map *map, struct point *x, struct gauge *g,
                     struct active_set *active, struct monitor *m)
{
    const struct problem *p = map->p;
    bool biased = g->bias > 0;
    double b = risk_plane(p->risk, x->alpha, biased ? x->w : NULL), J, dual;
    double error = biased ? 0 : drift(g, map);

    subspace_forget(&g->plane);
    if (!biased)
        vec_combine(p->risk->dim, -map->sigma, map->v, 0, map->v, x->w);
    dual = problem_dual(p, x->w, b) - error;
    J = primal(map, x, g, active);
    if (primal_is_late(g, dual, J - dual, m))
        J = stretch(g, p, x->w);
    g->dual = dual;
    if (!biased && (monitor_gap_at(m, J, dual) <= monitor_tolerance(m) ||
                    error > SHARE * (J - dual))) {
        b = risk_plane(p->risk, x->alpha, map->v);
        dual = problem_dual(p, map->v, b);
        dual_map_product(map);
        g->steps = 0;
    }
    return monitor_tick(m, J, dual, x->w);
}

/* D(alpha) from a = -sigma v, less the drift of v; where that would meet the tolerance, a is the
 * product A'alpha, and v too. */
static double rising_dual(struct dual_map *map, const struct point *x, struct gauge *g,
                          const struct monitor *m)
{
    const struct problem *p = map->p;
    double b = risk_plane(p->risk, x->alpha, NULL), dual;

    dual = b - drift(g, map) -
           p->reg->conjugate(p->reg_p, p->risk->dim, p->lambda, map->sigma, map->v);
    if (g->steps == 0 || monitor_gap_at(m, g->start, dual) > monitor_tolerance(m))
        return dual;
    b = risk_plane(p->risk, x->alpha, map->v);
    dual = problem_dual(p, map->v, b);
    dual_map_product(map);
    g->steps = 0;
    return dual;
}

/* Units at scores farther from a kink become active. False: they have been, at WIDEST, or l has
 * none. */
static bool widen(const struct problem *p, const struct point *x, struct gauge *g,
                  struct active_set *active)
{
    g->near *= WIDER;
    if (p->risk->traits & RISK_SMOOTH || g->near > WIDEST)
        return false;
    risk_recover(p->risk, g->near * p->risk->at_zero, x->z, NULL, NULL, active->active);
    return true;
}

/* After a start from w, while D(alpha) alone rises: J stays that of w, and no scores are needed.
 * Where D rises by at most RISING of the gap, what is left of that lies in units that are not
 * active, or in w: the active set widens, at last J is evaluated; and so it is after an epoch of so
 * many steps that it cost more than that, half a pass. False: leave. */
static bool rise(struct dual_map *map, struct point *x, struct gauge *g, struct active_set *active,
                 double steps, struct monitor *m)
{
    const struct problem *p = map->p;
    double dual = rising_dual(map, x, g, m);
    bool few = steps < (double)p->risk->units / 2;

    g->rising = few && (dual - g->dual > RISING * (g->start - dual) || widen(p, x, g, active));
    g->dual = dual;
    return monitor_tick(m, g->start, dual, monitor_best(m));
}

/* s; 0 without a bias that is not regularized. */
static double bias_feature(const struct problem *p)
{
    const struct risk *risk = p->risk;
    double sqnorm;

    if (risk->borders == 0)
        return 0;
    sqnorm = risk->dual_ops->curvature(risk) * (double)risk->units;
    if (!(sqnorm > 0 && isfinite(sqnorm)))
        return 1;
    return fmax(BIAS_SHARE * sqrt(sqnorm), sqrt(BIAS_CURVATURE * problem_curvature(p)));
}

/* e becomes v_b, and v_b moves with it. */
static void move_bias(const struct dual_map *map, double *e)
{
    size_t n = map->p->risk->dim;
    double b = map->v[n];

    map->v[n] = b + (b - *e);
    map->w[n] = map->v[n];
    *e = b;
}

/* A start from w, x->z = A w, where no alpha is given: alpha and the active set as the scores tell
 * them, v = A'alpha. At an optimal w all else is right but alpha_i in the active set. The bias
 * begins where it is best: s v_b = b for e = v_b + (s/sigma) sum_i c_i alpha_i. */
static void recover(struct dual_map *map, struct point *x, struct gauge *g,
                    struct active_set *active, double *e)
{
    const struct problem *p = map->p;
    size_t n = p->risk->dim, image = p->risk->image;
    double *u = g->z, b;

    g->start = problem_primal(p, risk_value(p->risk, 0, x->z), x->w);
    g->rising = g->bias == 0;
    g->near = NEAR;
    active_empty(active);
    b = risk_recover(p->risk, NEAR * p->risk->at_zero, x->z, x->alpha, u, active->active);
    risk_adjoint(p->risk, u, map->v);
    if (g->bias > 0) {
        map->v[n] = b / g->bias;
        map->w[n] = map->v[n];
        *e = map->v[n] + g->bias / map->sigma * vec_sum(image, u);
    }
}

/* v = -(1/sigma) A'alpha for the sigma of the first epoch. With a bias a given alpha is forgotten:
 * its plane is not A'alpha. */
static void begin(struct dual_map *map, struct sweep *s, struct point *x, struct gauge *g,
                  struct active_set *active, double *e)
{
    const struct risk *risk = map->p->risk;
    bool given = point_has_dual(x, risk);
    double sigma;

    g->bias = bias_feature(map->p);
    s->bias = g->bias;
    if (x->z && !given)
        recover(map, x, g, active, e);
    else if (given && g->bias == 0)
        risk_plane(risk, x->alpha, map->v);
    else
        vec_fill(risk->dual_size, 0, x->alpha);
    sigma = first_sigma(map->p, map->v);
    dual_map_product(map);
    take_sigma(sigma, map, s);
}

/* A search along a line is exact where Omega is quadratic, the loss has kinks and no bias is free
 * (loss/free.c). */
static void init_stretch(struct gauge *g, const struct problem *p, struct arena *arena)
{
    if (!(p->reg->traits & REG_QUADRATIC) || p->risk->traits & RISK_SMOOTH || p->risk->borders > 0)
        return;
    g->zero = arena_doubles(arena, p->risk->image);
    g->room = arena_get(arena, p->risk->search_room, 1);
}

/* The changes of alpha and v lie where evaluations have theirs. */
static void init_plane(struct gauge *g, const struct problem *p, struct point *x,
                       struct arena *arena)
{
    if (p->risk->traits & RISK_QUADRATIC && p->reg->traits & REG_QUADRATIC && p->risk->borders == 0)
        subspace_init(&g->plane, p->risk, g->z, x->w, arena);
}

/* An epoch of so many steps has ended: where D is maximised over the last changes, v moves. */
static void follow(struct gauge *g, const struct dual_map *map, struct point *x, double steps)
{
    g->steps += steps;
    if (g->plane.risk)
        g->steps += subspace_step(&g->plane, steps, map->sigma, x->alpha, map->v);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t outputs = p->risk->dual_size / p->risk->units;
    struct active_set active;
    struct dual_map map = dual_map_make(p, arena);
    struct sweep s = {.sigma = map.sigma, .alpha = point_dual(x, p->risk), .v = map.v, .w = map.w};
    struct gauge gauge = {.z = arena_doubles(arena, p->risk->image), .dual = -INFINITY};
    struct looks looks = {.smooth = p->risk->traits & RISK_SMOOTH};
    double gain, sigma = map.sigma, e = 0;

    active_init(&active, p, p->set[SHRINK] > 0, arena);
    s.sqnorm = active.sqnorm;
    s.update = dual_map_support;
    s.context = &map;
    if (outputs > 1 && p->set[SHRINK] > 0)
        s.near = arena_get(arena, p->risk->units * sweep_near(outputs), sizeof *s.near);
    init_stretch(&gauge, p, arena);
    init_plane(&gauge, p, x, arena);
    if (arena->failed || !s.alpha)
        return ERR_SYSTEM;
    begin(&map, &s, x, &gauge, &active, &e);
    if (gauge.rising && !rise(&map, x, &gauge, &active, 0, m))
        return OK;
    for (int32_t epoch = 1; epoch < MOST_EPOCHS; epoch++) {
        bool rising = gauge.rising;
        double steps = 0;
        gain = epoch_of_steps(p, &active, looks.count, s, m, &steps);
        follow(&gauge, &map, x, steps);
        if (gauge.bias > 0)
            move_bias(&map, &e);
        if (map.sigma > sigma && !monitor_hurries(m)) {
            take_sigma(fmax(sigma, map.sigma / FALL), &map, &s);
            continue;
        }
        if (rising && !rise(&map, x, &gauge, &active, steps, m))
            break;
        if (gauge.rising ||
            (!rising && !look_is_due(&looks, epoch, gain, monitor_tolerance(m)) &&
             !monitor_hurries(m)))
            continue;
        if (!evaluate(&map, x, &gauge, &active, m))
            break;
        looks = (struct looks){looks.smooth, epoch, looks.count + 1, monitor_gap(m), gain, gain};
    }
    return OK;
}

const struct solver solver_sda = {
    .name = "sda",
    .help = "sequential dual ascent, Franc 2015; dual coordinate descent, Hsieh et al. 2008",
    .risk_needs = RISK_IMAGE | RISK_DUAL,
    .reg_needs = REG_STRONG | REG_SEPARABLE,
    .max_passes = 100000,
    .setting = {[SHRINK] = {"shrink", 1, 0, 1, true, "0: visit every unit in every epoch"}},
    .run = run};
