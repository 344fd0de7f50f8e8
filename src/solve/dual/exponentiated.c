/* exponentiated - dual ascent by exponentiated gradients, unit by unit.
 *
 * Collins, Globerson, Koo, Carreras, Bartlett: Exponentiated gradient algorithms for conditional
 * random fields and max-margin Markov networks, JMLR 9, 2008, Figure 3.
 *
 *   paper                    here
 *   alpha_i                  the Gibbs distribution of theta_i, its expected counts mu_i
 *   w(alpha)                 w = -(c/lambda) sum_i X_i'(mu_i - e_i), e_i the true counts
 *   alpha_i' ~ alpha_i^(1-eta) exp(eta scores)
 *                            theta_i' = (1 - eta_i) theta_i + eta_i z_i, z_i = X_i w
 *   eta                      eta_i, one for each unit
 *
 * With d = mu_i' - mu_i and w' = w - (c/lambda) X_i'd a step gains
 *     c (H(alpha_i') - H(alpha_i)) - lambda/2 (|w'|^2 - |w|^2)
 * of the dual D = c sum_i H(alpha_i) - lambda |w|^2/2, the change of |w|^2 summed as w moves. One
 * that loses is undone and made shorter. The slopes of D along the chord, at its start and its end,
 *     A_0 = <z_i - theta_i, d>,   A_1 = <z_i - theta_i', d> - (c/lambda) |X_i'd|^2,
 * make the next step that of the secant, eta_i A_0/(A_0 - A_1).
 *
 * The units of a block take their steps from one w, on any thread; they are applied in their order,
 * each with its exact gain. */
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
enum { BLOCK = 8, SHARE = 1000 };

/* Between evaluations of J lie log(gap/tolerance)/RATE epochs, at most FAR, or one in TENTH of
 * those so far. */
static const double RATE = 1.4, FAR = 8;
enum { TENTH = 10 };

/* A step of a unit as it was proposed. */
struct proposal {
    int64_t unit;
    void *room;
    double *z, *theta, *mu; /* the scores at the w of the block; theta_i', mu_i' */
    double *d;              /* mu_i' - mu_i */
    double H;
};

struct ascent {
    const struct problem *p;
    struct monitor *m;
    double c, lambda;
    double *theta, *mu; /* of all units, one behind the other: unit i from at[i] on */
    size_t *at;         /* units + 1 */
    double *H, *eta;    /* units */
    double *w, *a, *image;
    int64_t *order;     /* units */
    struct proposal step[BLOCK];
    int block;          /* proposals made from one w */
    long epoch, next;   /* epochs so far; the one to evaluate J after */
    struct rng rng;
};

static size_t size_of(const struct ascent *e, int64_t i)
{
    return e->at[i + 1] - e->at[i];
}

/* theta_i' = (1 - eta) theta_i + eta z_i, mu_i', H and d of it. */
static void propose(const struct ascent *e, struct proposal *s)
{
    int64_t i = s->unit;
    size_t n = size_of(e, i);
    double eta = e->eta[i];

    vec_combine(n, 1 - eta, e->theta + e->at[i], eta, s->z, s->theta);
    s->H = risk_gibbs_counts(e->p->risk, i, s->room, s->theta, s->mu);
    vec_combine(n, 1, s->mu, -1, e->mu + e->at[i], s->d);
}

static void propose_one(void *context, int k)
{
    struct ascent *e = context;
    struct proposal *s = &e->step[k];

    risk_gibbs_scores(e->p->risk, s->unit, e->w, s->z);
    propose(e, s);
}

/* A_0/(A_0 - A_1), with (c/lambda) |X_i'd|^2 = (lambda/c) (change + 2 (c/lambda) <z_i, d>). */
static double secant(const struct ascent *e, const struct proposal *s, double change)
{
    size_t n = size_of(e, s->unit);
    double zd = vec_dot(n, s->z, s->d);
    double start = zd - vec_dot(n, e->theta + e->at[s->unit], s->d);
    double end = zd - vec_dot(n, s->theta, s->d) - (e->lambda / e->c * change + 2 * zd);

    return start / (start - end);
}

/* Moves w along the proposal. False: D would fall, w is where it was and eta_i shorter. */
static bool accept(struct ascent *e, const struct proposal *s)
{
    const struct risk *risk = e->p->risk;
    double *eta = &e->eta[s->unit], q = e->c / e->lambda;
    double change = risk_gibbs_move(risk, s->unit, -q, s->d, e->w);
    double gain = e->c * (s->H - e->H[s->unit]) - e->lambda / 2 * change;
    double ratio = secant(e, s, change);

    if (gain >= 0) {
        *eta = fmin(1, *eta * fmin(DOUBLE, fmax(HALF, isnan(ratio) ? DOUBLE : ratio)));
        return true;
    }
    risk_gibbs_move(risk, s->unit, q, s->d, e->w);
    *eta *= fmin(HALF, fmax(LEAST, SHORTER * (isnan(ratio) ? HALF : ratio)));
    *eta = fmax(*eta, FLOOR);
    return false;
}

/* The step that gains, of those tried, becomes alpha_i. */
static void apply(struct ascent *e, struct proposal *s)
{
    int64_t i = s->unit;
    size_t n = size_of(e, i);
    bool gains = accept(e, s);

    for (int k = 0; k < TRIES && !gains; k++) {
        propose(e, s);
        gains = accept(e, s);
    }
    if (gains) {
        vec_copy(n, s->theta, e->theta + e->at[i]);
        vec_copy(n, s->mu, e->mu + e->at[i]);
        e->H[i] = s->H;
    }
    if (e->epoch == 0)
        e->eta[i] = fmin(AFTER, e->eta[i]);
}

/* One epoch: a step on each unit of a new permutation, until a limit is passed. */
static void ascend(struct ascent *e)
{
    const struct risk *risk = e->p->risk;
    int64_t units = (int64_t)risk->units;

    rng_shuffle(&e->rng, risk->units, e->order);
    for (int64_t at = 0; at < units && !monitor_hurries(e->m); at += e->block) {
        int count = units - at < e->block ? (int)(units - at) : e->block;
        for (int k = 0; k < count; k++)
            e->step[k].unit = e->order[at + k];
        par_for(risk->par ? risk->par : &par_alone, count, propose_one, e);
        for (int k = 0; k < count; k++)
            apply(e, &e->step[k]);
    }
    e->epoch++;
}

/* w = w(alpha), anew; returns D(alpha), the bound of the plane (a, c sum_i H(alpha_i)). */
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
    double D, ahead;

    if (e->epoch < e->next && !monitor_hurries(e->m))
        return true;
    D = dual(e);
    if (!monitor_tick(e->m, primal(e), D, e->w))
        return false;
    ahead = logarithm(monitor_gap(e->m) / monitor_tolerance(e->m)) / RATE;
    ahead = fmax(ahead > 0 ? fmin(ahead, FAR) : 1, (double)(e->epoch / TENTH));
    e->next = e->epoch + (ahead > 1 ? (long)ahead : 1);
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
        s->z = arena_doubles(arena, widest);
        s->theta = arena_doubles(arena, widest);
        s->mu = arena_doubles(arena, widest);
        s->d = arena_doubles(arena, widest);
        s->room = risk->gibbs_ops->room(risk, arena);
    }
    return arena->failed ? ERR_SYSTEM : OK;
}

/* theta_i: `warm`, the scores at w, as at an optimum; else nearly the truth. D(alpha), and w(alpha)
 * with it. */
static double start(struct ascent *e, bool warm)
{
    const struct risk *risk = e->p->risk;

    vec_fill(e->at[risk->units], 0, e->theta);
    for (size_t i = 0; i < risk->units; i++) {
        double *theta = e->theta + e->at[i];
        e->order[i] = (int64_t)i;
        e->eta[i] = FIRST;
        if (warm)
            risk_gibbs_scores(risk, (int64_t)i, e->w, theta);
        else
            risk_gibbs_truth(risk, (int64_t)i, CERTAIN, theta);
        e->H[i] = risk_gibbs_counts(risk, (int64_t)i, e->step->room, theta, e->mu + e->at[i]);
    }
    return dual(e);
}

enum status exponentiated_run(const struct problem *p, struct point *x, struct arena *arena,
                              struct monitor *m)
{
    struct ascent e = {.p = p, .m = m, .w = x->w, .lambda = problem_curvature(p)};

    e.c = 1 / (double)p->risk->units;
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
