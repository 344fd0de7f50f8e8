/* exponentiated - dual ascent by exponentiated gradients, unit by unit.
 *
 * Collins, Globerson, Koo, Carreras, Bartlett: Exponentiated gradient algorithms for conditional
 * random fields and max-margin Markov networks, JMLR 9, 2008, Figure 3.
 *
 *   paper                    here
 *   alpha_i                  the Gibbs distribution of theta_i, its expected counts mu_i
 *   w(alpha)                 w = -(c/lambda) sum_i v_i X_i'(mu_i - e_i), e_i the true counts,
 *                            v_i the weight of unit i (1 in the paper)
 *   alpha_i' ~ alpha_i^(1-eta) exp(eta scores)
 *                            theta_i' = (1 - eta_i) theta_i + eta_i z_i, z_i = X_i w
 *   eta                      eta_i, one for each unit
 *
 * With d = mu_i' - mu_i, c_i = c v_i and w' = w - (c_i/lambda) X_i'd a step gains
 *     c_i (H(alpha_i') - H(alpha_i)) - lambda/2 (|w'|^2 - |w|^2)
 * of the dual D = sum_i c_i H(alpha_i) - lambda |w|^2/2, the change of |w|^2 summed as w moves. One
 * that loses is undone and made shorter. The slopes of D along the chord, at its start and its end,
 *     A_0 = <z_i - theta_i, d>,   A_1 = <z_i - theta_i', d> - (c_i/lambda) |X_i'd|^2,
 * make the next step that of the secant, eta_i A_0/(A_0 - A_1).
 *
 * The units of a block take their steps from one w, which moves along all of them in their order,
 * each with its exact gain; those that lose are undone behind the others. Scores and moves go slice
 * by slice of w, all else unit by unit, on any thread. */
#include "solve/dual/exponentiated.h"

#include <math.h>

#include "math/logarithm.h"
#include "math/rng.h"
#include "math/vec.h"
#include "risk/gibbs.h"
#include "risk/image.h"

/* theta of the true answer at the start is CERTAIN, else 0: alpha_i nearly the truth, D nearly
 * 0. */
static const double CERTAIN = 12;

/* eta_i before the first visit; at most AFTER behind it; at least FLOOR, from which eta_i doubles
 * to any size in a few epochs. */
static const double FIRST = 0.7, AFTER = 0.3, FLOOR = 1e-3;

/* A step that loses is made SHORTER times that of the secant, LEAST to HALF of what it was; at most
 * TRIES times more. A step that gains changes eta_i by HALF to DOUBLE. */
static const double SHORTER = 0.7, LEAST = 0.1, HALF = 0.5, DOUBLE = 2;
enum { TRIES = 2 };

/* A block has one unit in SHARE, at most BLOCK. */
enum { BLOCK = 6, SHARE = 1000 };

/* Between evaluations of J lie log(gap/tolerance)/RATE epochs, at most FAR, or one in TENTH of
 * those so far. */
static const double RATE = 1.4, FAR = 8;
enum { TENTH = 10 };

/* A step of a unit as it was proposed. */
struct proposal {
    int64_t unit, kept;     /* kept: the unit whose step, of the last block, is to be kept; or -1 */
    void *room;
    double *z, *theta, *mu; /* the scores at the w of the block; theta_i', mu_i' */
    double *d;              /* mu_i' - mu_i */
    double H;               /* v_i H(alpha_i') */
    double zd, begin, end;  /* <z_i, d>, <z_i - theta_i, d>, <z_i - theta_i', d> */
    double *part[GIBBS_SLICES];   /* z and the change of |w|^2, slice by slice */
    double change[GIBBS_SLICES];
    bool gains;
};

/* When J was evaluated, and when it will be: epochs. */
struct looks {
    long last, next;
    double gap; /* J - D at the last one */
};

struct ascent {
    const struct problem *p;
    struct monitor *m;
    double c, lambda;
    double *theta, *mu; /* of all units, one behind the other: unit i from at[i] on */
    size_t *at;         /* units + 1 */
    double *H, *eta;    /* units: v_i H(alpha_i), eta_i */
    double *w, *a, *image;
    int64_t *order;     /* units */
    bool warm;          /* the start is from w */
    struct proposal step[BLOCK];
    int block, count;   /* proposals made from one w: at most, now */
    long epoch;         /* epochs so far */
    struct looks looks;
    struct rng rng;
};

static size_t size_of(const struct ascent *e, int64_t i)
{
    return e->at[i + 1] - e->at[i];
}

/* The threads of a block; a unit alone is done before they would meet. */
static const struct par *par_of(const struct ascent *e)
{
    return e->p->risk->par && e->block > 1 ? e->p->risk->par : &par_alone;
}

/* c_i */
static double cost_of(const struct ascent *e, int64_t i)
{
    return e->c * risk_gibbs_weight(e->p->risk, i);
}

/* v_i H(alpha_i) of theta, and mu of it. */
static double entropy(const struct ascent *e, int64_t i, void *room, const double *theta,
                      double *mu)
{
    double H = risk_gibbs_counts(e->p->risk, i, room, theta, mu);

    return risk_gibbs_weight(e->p->risk, i) * H;
}

/* theta_i' = (1 - eta) theta_i + eta z_i; mu_i', H, d and the slopes of it. */
static void propose(const struct ascent *e, struct proposal *s)
{
    int64_t i = s->unit;
    size_t n = size_of(e, i);
    double eta = e->eta[i];

    vec_combine(n, 1 - eta, e->theta + e->at[i], eta, s->z, s->theta);
    s->H = entropy(e, i, s->room, s->theta, s->mu);
    vec_combine(n, 1, s->mu, -1, e->mu + e->at[i], s->d);
    s->zd = vec_dot(n, s->z, s->d);
    s->begin = s->zd - vec_dot(n, e->theta + e->at[i], s->d);
    s->end = s->zd - vec_dot(n, s->theta, s->d);
}

/* A step that gained becomes alpha_i. */
static void keep(struct ascent *e, struct proposal *s)
{
    int64_t i = s->kept;

    if (i < 0)
        return;
    vec_copy(size_of(e, i), s->theta, e->theta + e->at[i]);
    vec_copy(size_of(e, i), s->mu, e->mu + e->at[i]);
    e->H[i] = s->H;
    s->kept = -1;
}

/* Part k: the scores of a slice, or behind these a step of the last block. */
static void score_or_keep(void *context, int slice)
{
    struct ascent *e = context;

    if (slice >= GIBBS_SLICES) {
        keep(e, &e->step[slice - GIBBS_SLICES]);
        return;
    }
    for (int k = 0; k < e->count; k++)
        risk_gibbs_scores(e->p->risk, e->step[k].unit, slice, e->w, e->step[k].part[slice]);
}

static void propose_one(void *context, int k)
{
    struct ascent *e = context;
    struct proposal *s = &e->step[k];

    risk_gibbs_join(e->p->risk, s->unit, s->part, s->z);
    propose(e, s);
}

/* w moves along d, in a slice. */
static void move_slice(void *context, int slice)
{
    struct ascent *e = context;

    for (int k = 0; k < e->count; k++)
        e->step[k].change[slice] = risk_gibbs_move(e->p->risk, e->step[k].unit, slice,
                                                   -cost_of(e, e->step[k].unit) / e->lambda,
                                                   e->step[k].d, e->w);
}

/* A_0/(A_0 - A_1), with (c_i/lambda) |X_i'd|^2 = (lambda/c_i) (change + 2 (c_i/lambda) <z_i, d>);
 * NaN where c_i is 0. */
static double secant(const struct ascent *e, const struct proposal *s, double change)
{
    double end = s->end - (e->lambda / cost_of(e, s->unit) * change + 2 * s->zd);

    return s->begin / (s->begin - end);
}

/* Whether the step, along which w has moved, raises D; eta_i of the next one. */
static bool judge(struct ascent *e, const struct proposal *s)
{
    double *eta = &e->eta[s->unit], change = vec_sum(GIBBS_SLICES, s->change);
    double gain = e->c * (s->H - e->H[s->unit]) - e->lambda / 2 * change;
    double ratio = secant(e, s, change);

    if (gain >= 0) {
        *eta = fmin(1, *eta * fmin(DOUBLE, fmax(HALF, isnan(ratio) ? DOUBLE : ratio)));
        return true;
    }
    *eta *= fmin(HALF, fmax(LEAST, SHORTER * (isnan(ratio) ? HALF : ratio)));
    *eta = fmax(*eta, FLOOR);
    return false;
}

/* Moves w along the proposal, or back. */
static void move(struct ascent *e, struct proposal *s, double sign)
{
    for (int slice = 0; slice < GIBBS_SLICES; slice++)
        s->change[slice] = risk_gibbs_move(e->p->risk, s->unit, slice,
                                           -sign * cost_of(e, s->unit) / e->lambda, s->d, e->w);
}

/* Undoes a step that loses; a shorter one is made that gains, or none. */
static void retry(struct ascent *e, struct proposal *s)
{
    move(e, s, -1);
    for (int k = 0; k < TRIES && !s->gains; k++) {
        propose(e, s);
        move(e, s, 1);
        s->gains = judge(e, s);
        if (!s->gains)
            move(e, s, -1);
        risk_gibbs_visited(e->p->risk, 1);
    }
}

/* A step on each unit of a block. */
static void visit(struct ascent *e)
{
    const struct par *par = par_of(e);

    par_for(par, GIBBS_SLICES + e->block, score_or_keep, e);
    par_for(par, e->count, propose_one, e);
    par_for(par, GIBBS_SLICES, move_slice, e);
    risk_gibbs_visited(e->p->risk, e->count);
    for (int k = 0; k < e->count; k++)
        e->step[k].gains = judge(e, &e->step[k]);
    for (int k = 0; k < e->count; k++)
        if (!e->step[k].gains)
            retry(e, &e->step[k]);
    for (int k = 0; k < e->count; k++) {
        struct proposal *s = &e->step[k];
        s->kept = s->gains ? s->unit : -1;
        if (e->epoch == 0)
            e->eta[s->unit] = fmin(AFTER, e->eta[s->unit]);
    }
}

/* The units of a block, the largest first: so threads that take them one by one end together. */
static void fill_block(struct ascent *e, const int64_t *unit)
{
    for (int k = 0; k < e->count; k++) {
        int at = k;
        for (; at > 0 && size_of(e, e->step[at - 1].unit) < size_of(e, unit[k]); at--)
            e->step[at].unit = e->step[at - 1].unit;
        e->step[at].unit = unit[k];
    }
}

/* One epoch: a step on each unit of a new permutation, until a limit is passed. */
static void ascend(struct ascent *e)
{
    const struct risk *risk = e->p->risk;
    int64_t units = (int64_t)risk->units;

    rng_shuffle(&e->rng, risk->units, e->order);
    for (int64_t at = 0; at < units && !monitor_hurries(e->m); at += e->block) {
        e->count = units - at < e->block ? (int)(units - at) : e->block;
        fill_block(e, e->order + at);
        visit(e);
    }
    for (int k = 0; k < e->block; k++)
        keep(e, &e->step[k]);
    e->epoch++;
}

/* w = w(alpha), anew; returns D(alpha), the bound of the plane (a, c sum_i v_i H(alpha_i)). */
static double dual(struct ascent *e)
{
    const struct risk *risk = e->p->risk;

    risk_gibbs_plane(risk, e->mu, e->a);
    vec_combine(risk->dim, -1 / e->lambda, e->a, 0, e->a, e->w);
    return problem_dual(e->p, e->a, e->c * vec_sum(risk->units, e->H));
}

static double primal(struct ascent *e)
{
    risk_apply(e->p->risk, e->w, e->image);
    return problem_primal(e->p, risk_value(e->p->risk, 0, e->image), e->w);
}

/* The end of an epoch. False: leave. */
static bool look(struct ascent *e)
{
    double D, gap, rate = RATE, ahead;

    if (e->epoch < e->looks.next && !monitor_hurries(e->m))
        return true;
    D = dual(e);
    if (!monitor_tick(e->m, primal(e), D, e->w))
        return false;
    gap = monitor_gap(e->m);
    if (e->looks.last > 0)
        rate = logarithm(e->looks.gap / gap) / (double)(e->epoch - e->looks.last);
    ahead = logarithm(gap / monitor_tolerance(e->m)) / rate;
    ahead = fmax(ahead > 0 ? fmin(ahead, FAR) : 1, (double)(e->epoch / TENTH));
    e->looks.next = e->epoch + (ahead > 1 ? (long)ahead : 1);
    e->looks.last = e->epoch;
    e->looks.gap = gap;
    return true;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static enum status begin(struct ascent *e, struct arena *arena)
{
    const struct risk *risk = e->p->risk;
    size_t widest = 0;

    e->block = (int)fmax(1, fmin(BLOCK, (double)(risk->units / SHARE)));
    e->at = arena_get(arena, risk->units + 1, sizeof *e->at);
    for (size_t i = 0; e->at && i < risk->units; i++) {
        size_t n = risk->gibbs_ops->size(risk, (int64_t)i);
        e->at[i + 1] = e->at[i] + n;
        widest = n > widest ? n : widest;
    }
    e->theta = arena_doubles(arena, e->at ? e->at[risk->units] : 0);
    e->mu = arena_doubles(arena, e->at ? e->at[risk->units] : 0);
    e->H = arena_doubles(arena, risk->units);
    e->eta = arena_doubles(arena, risk->units);
    e->order = arena_get(arena, risk->units, sizeof *e->order);
    e->a = arena_doubles(arena, risk->dim);
    e->image = arena_doubles(arena, risk->image);
    for (int k = 0; k < e->block; k++) {
        struct proposal *s = &e->step[k];
        s->kept = -1;
        s->z = arena_doubles(arena, widest);
        s->theta = arena_doubles(arena, widest);
        s->mu = arena_doubles(arena, widest);
        s->d = arena_doubles(arena, widest);
        s->room = risk->gibbs_ops->room(risk, arena);
        for (int slice = 0; slice < GIBBS_SLICES; slice++)
            s->part[slice] = arena_doubles(arena, widest);
    }
    return risk->gibbs_ops->begin(risk, arena) && !arena->failed ? OK : ERR_SYSTEM;
}

/* The units of a part of all, as many as a block has: theta_i, `warm`, the scores at w, as at an
 * optimum, else nearly the truth; mu_i and H of it. */
static void start_part(void *context, int k)
{
    struct ascent *e = context;
    const struct risk *risk = e->p->risk;
    struct proposal *s = &e->step[k];
    int64_t units = (int64_t)risk->units, end = units * (k + 1) / e->block;

    for (int64_t i = units * k / e->block; i < end; i++) {
        double *theta = e->theta + e->at[i];
        e->order[i] = i;
        e->eta[i] = FIRST;
        for (int slice = 0; e->warm && slice < GIBBS_SLICES; slice++)
            risk_gibbs_scores(risk, i, slice, e->w, s->part[slice]);
        if (e->warm)
            risk_gibbs_join(risk, i, s->part, theta);
        else
            risk_gibbs_truth(risk, i, CERTAIN, theta);
        e->H[i] = entropy(e, i, s->room, theta, e->mu + e->at[i]);
    }
}

/* D(alpha), and w(alpha) with it. */
static double start(struct ascent *e, bool warm)
{
    e->warm = warm;
    par_for(par_of(e), e->block, start_part, e);
    return dual(e);
}

enum status exponentiated_run(const struct problem *p, struct point *x, struct arena *arena,
                              struct monitor *m)
{
    struct ascent e = {.p = p, .m = m, .w = x->w, .lambda = problem_curvature(p)};
    double mass = 0;

    for (int64_t i = 0; i < (int64_t)p->risk->units; i++)
        mass += risk_gibbs_weight(p->risk, i);
    e.c = 1 / mass;
    if (begin(&e, arena) != OK)
        return ERR_SYSTEM;
    rng_seed(&e.rng, p->seed);
    if (!x->warm || start(&e, true) < 0)
        start(&e, false);
    do
        ascend(&e);
    while (look(&e));
    return OK;
}

/* Passes to a gap of 1e-3 at q = 0, and more at q. */
static const double PASSES = 12;

struct estimate exponentiated_estimate(const struct problem *p, double q)
{
    return (struct estimate){.passes = PASSES + q, .pass = problem_pass(p)};
}
