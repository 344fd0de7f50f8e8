/* stochastic - engines that visit single units: pegasos and proximal:online.
 *
 *   pegasos          Shalev-Shwartz, Singer, Srebro, Cotter: Pegasos (Math. Program. 127, 2011),
 *                    Figures 1 and 2, with a permutation of the units each epoch; Algorithm 1 of
 *                    Do, Le, Foo: Proximal Regularization for Online and Batch Learning (ICML 2009)
 *   proximal:online  Algorithm 2 of Do, Le, Foo inside the optimistic phases of their Algorithm 3,
 *                    with epsilon = 0: a phase ends when w reaches its radius, and w is kept from
 *                    phase to phase
 *
 *   paper                 here
 *   lambda                sigma, the curvature of Psi
 *   w_t                   at.s at.v
 *   A_t, k                the batch at i of order; batch
 *   t                     t, or sigma t; a last short batch counts as the part of a step that it is
 *   eta_t                 1/S: S = lambda t, or lambda t + tau_{1:t} of proximal:online
 *   B                     bound: the solution has |w| <= B
 *   R                     radius, of a phase
 *   G                     G: G^2 bounds the mean of |g|^2 on |w| <= R, g the slopes of the units
 *   tau_t, tau_{1:t}      prox_strength, taus
 *
 * The certificate is the master problem (7) of Smola, Vishwanathan, Le (2007) over the planes found
 * at the ends of epochs. Without projection the w of pegasos is -(1/sigma) times the mean over the
 * epochs of all slopes, each a feasible dual point, so that where Psi = sigma |w|^2/2 -sigma w and
 * the mean of the offsets are a plane below R: a bound without any further pass. */
#include <math.h>

#include "math/rng.h"
#include "math/vec.h"
#include "risk/units.h"
#include "solve/planes/master.h"
#include "solve/solver.h"

enum { BATCH }; /* setting */

/* Planes of the certificate: some 40 ends of epochs are evaluated in 200 epochs (DENSE). Tuned. */
enum { CERTIFICATE_PLANES = 40 };

/* After DENSE epochs J is evaluated every DENSE-th part of the epochs so far: it costs a pass. */
enum { DENSE = 10 };

/* So many steps, or one over all weights, and the monitor is asked: it reads the clock. */
enum { STEPS = 1024 };

/* v takes the scale s in when |s| is smaller: far from underflow, and seldom. */
static const double LEAST_SCALE = 1e-9;

/* The average after epoch k has the weight (DECAY + 1)/(k + DECAY) on the latest iterate:
 * polynomial decay (Shamir, Zhang, ICML 2013) with eta = 3. */
static const double DECAY = 3;

/* w = s v: a step that scales w and adds a few rows costs the entries of these rows, not dim.
 *
 * Where Psi = sigma |w|^2/2 + lambda sum_j h_j(w_j) with h other than 0 (reg.h, coordinate), each
 * step is followed by the prox of a multiple of h. Those prox steps add up (REG_ADDITIVE), so that
 * weight j takes them together when a unit next needs it (Langford, Li, Zhang, JMLR 10, 2009): the
 * prox of (total - seen_j) h_j, in units of v, as h(s v) = s h(v) between bounds. Bounds hold at
 * once, for the weights of a unit: all others are within them, as steps move them towards 0.
 *
 * Weights with curvatures c_j of their own, c the least one, have steps in the norm |w|_m^2 =
 * sum_j m_j w_j^2, m_j = c_j/c, in which Psi = sigma |w|_m^2/2 + lambda sum_j h_j(w_j): plain ones
 * on sqrt(m_j) w_j and x_ij/sqrt(m_j). As m_j >= 1, G holds for those slopes, too, and B and R for
 * |w|_m: psi_j = f_j (c' w^2/2 + r |w|) is at least growth sqrt(m_j) |w| besides. */
struct scaled_iterate {
    double s, *v;  /* v: dim */
    double sqnorm; /* |v|_m^2; at least that while prox steps are put off */
    double *m;     /* dim; NULL: ones */
    double *moved; /* dim, with m: zeros between steps */
    double total;  /* the sum of the prox steps so far; 0: none is put off */
    double *seen;  /* dim: what of it each weight has taken */
    bool whole;    /* all weights took theirs since the monitor was last asked: dim operations */
};

struct certificate {
    struct master master;
    long next;      /* the epoch to evaluate J after */
    double below;   /* the sum of all offsets, for a plane (-sigma w, below/epochs); or -INFINITY */
    double *mean;   /* dim: an average of the iterates at the ends of epochs */
    double *lowest; /* dim: the minimum of the cutting-plane model */
};

struct stochastic {
    const struct problem *p;
    struct monitor *m;
    struct scaled_iterate at;
    bool shrinks;   /* h is not 0 */
    bool clips;     /* h has bounds that are not 0 or infinite */
    size_t batch;   /* units a step */
    int64_t *order; /* units: a permutation an epoch */
    struct rng rng;
    long epoch;             /* epochs that ended */
    double sigma, bound, t; /* t: sigma t in a phase of proximal:online */
    double taus, radius, G; /* proximal:online: of a phase */
    bool projects;          /* pegasos */
    double *w;              /* dim: the iterate, as of the last certificate */
    double *a;              /* dim: a plane */
    double *u;              /* the scores of a batch: scratch */
    struct certificate certificate;
};

/* |v|_m^2 */
static double sqnorm(const struct stochastic *e)
{
    const struct scaled_iterate *x = &e->at;
    size_t n = e->p->risk->dim;
    double sum = 0;

    if (!x->m)
        return vec_sqnorm(n, x->v);
    for (size_t j = 0; j < n; j++)
        sum += x->m[j] * x->v[j] * x->v[j];
    return sum;
}

/* What Omega says of single weights: m_j, and whether there are bounds. */
static void take_weights(struct stochastic *e, struct arena *arena)
{
    const struct problem *p = e->p;
    size_t n = p->reg->traits & REG_COLUMNS ? p->risk->dim : 1;
    double c = p->reg->facts(p->reg_p).curvature;

    if (p->reg->traits & REG_COLUMNS && c > 0) {
        e->at.m = arena_doubles(arena, n);
        e->at.moved = arena_doubles(arena, n);
    }
    for (size_t j = 0; j < n && !arena->failed; j++) {
        struct reg_weight h = reg_weight_at(p->reg, p->reg_p, j);
        e->clips |= isfinite(h.lo) || isfinite(h.hi);
        if (e->at.m)
            e->at.m[j] = h.curvature / c;
    }
}

/* Starts at x->w. ERR_SYSTEM: no memory; the master is to be freed in any case. */
static enum status stochastic_init(struct stochastic *e, const struct problem *p, struct point *x,
                                   struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim, units = p->risk->units;

    *e = (struct stochastic){
        .p = p, .m = m, .w = x->w, .at.s = 1, .certificate = {.next = 1, .below = -INFINITY}};
    e->shrinks = !(p->reg->traits & REG_QUADRATIC);
    e->sigma = problem_curvature(p);
    e->bound = problem_radius(p);
    e->batch = p->set[BATCH] < (double)units ? (size_t)p->set[BATCH] : units;
    e->at.v = arena_doubles(arena, n);
    e->at.seen = arena_doubles(arena, n);
    e->a = arena_doubles(arena, n);
    e->u = arena_doubles(arena, risk_unit_room(p->risk, e->batch));
    e->certificate.lowest = arena_doubles(arena, n);
    e->certificate.mean = arena_doubles(arena, n);
    e->order = arena_get(arena, units, sizeof *e->order);
    take_weights(e, arena);
    if (arena->failed || master_init(&e->certificate.master, p, CERTIFICATE_PLANES, 1) != OK ||
        master_start(&e->certificate.master, x, e->a) != OK)
        return ERR_SYSTEM;
    for (size_t i = 0; i < units; i++)
        e->order[i] = (int64_t)i;
    vec_copy(n, e->w, e->at.v);
    e->at.sqnorm = sqnorm(e);
    rng_seed(&e->rng, p->seed);
    return OK;
}

/* How many units the batch at place i of the order has: the last one may be short. */
static size_t batch_at(const struct stochastic *e, size_t i)
{
    size_t left = e->p->risk->units - i;

    return left < e->batch ? left : e->batch;
}

/* True while a batch starts at place i of the order; false too if a limit was passed: then the
 * epoch is cut short, and its offsets are none of a plane. */
static bool more(struct stochastic *e, size_t i)
{
    if (i >= e->p->risk->units)
        return false;
    if (!e->at.whole && i / e->batch % STEPS < STEPS - 1)
        return true;
    e->at.whole = false;
    if (!monitor_hurries(e->m))
        return true;
    e->certificate.below = -INFINITY;
    return false;
}

/* ---- the iterate ----------------------------------------------------------------------------- */

/* v[at] .. v[at + n - 1] take the prox steps that were put off. */
static void catch_up(void *context, size_t at, size_t n)
{
    struct stochastic *e = context;
    struct scaled_iterate *x = &e->at;
    const struct problem *p = e->p;
    double c = p->reg->facts(p->reg_p).curvature, s = e->clips ? x->s : 1;

    for (size_t j = at; j < at + n; j++) {
        double old = x->v[j], t = s * (x->total - x->seen[j]), m = x->m ? x->m[j] : 1;
        x->v[j] = p->reg->coordinate(p->reg_p, j, t, m * (1 - t * c), m * (s * old)) / s;
        x->seen[j] = x->total;
        x->sqnorm += m * (x->v[j] * x->v[j] - old * old);
    }
}

/* The same for every weight. */
static void catch_up_all(struct stochastic *e)
{
    if (e->at.total == 0)
        return;
    catch_up(e, 0, e->p->risk->dim);
    vec_fill(e->p->risk->dim, 0, e->at.seen);
    e->at.total = 0;
    e->at.whole = true;
}

/* w = f w */
static void scale(struct stochastic *e, double f)
{
    struct scaled_iterate *x = &e->at;

    x->s *= f;
    if (fabs(x->s) < LEAST_SCALE) {
        catch_up_all(e);
        vec_scale(e->p->risk->dim, x->s, x->v);
        x->s = 1;
        x->sqnorm = sqnorm(e);
    }
}

/* v += moved/m, once a weight. */
static void add_moved(void *context, size_t at, size_t n)
{
    struct stochastic *e = context;
    struct scaled_iterate *x = &e->at;

    for (size_t j = at; j < at + n; j++) {
        double old = x->v[j];
        x->v[j] += x->moved[j] / x->m[j];
        x->moved[j] = 0;
        x->sqnorm += x->m[j] * (x->v[j] * x->v[j] - old * old);
    }
}

/* The weights that the batch at place i needs, some twice and more. */
static void visit_batch(struct stochastic *e, size_t i,
                        void (*body)(void *context, size_t at, size_t n))
{
    for (size_t j = 0; j < batch_at(e, i); j++) {
        struct support support = risk_unit_support(e->p->risk, e->order[i + j]);
        support_visit(&support, body, e);
    }
}

/* They take the prox steps that were put off. */
static void catch_up_batch(struct stochastic *e, size_t i)
{
    if (e->at.total > 0)
        visit_batch(e, i, catch_up);
}

/* w = prox_{share eta lambda h}(f w - eta (units/batch) sum_j g_j/m), g_j the subgradients of R_i
 * at w over the batch at place i of the order; f = 1 - eta sigma makes it a step on J. Returns the
 * sum of the offsets R_i(w) - <g_j, w> of their planes. */
static double descend(struct stochastic *e, size_t i, double f, double eta, double share)
{
    const struct risk *risk = e->p->risk;
    struct scaled_iterate *x = &e->at;
    const int64_t *unit = e->order + i;
    size_t k = batch_at(e, i);
    double s = f * x->s, units = (double)risk->units, batch = (double)e->batch;
    struct sums sums;

    catch_up_batch(e, i);
    if (fabs(s) < LEAST_SCALE) { /* v = s v + change, then s = 1; f = 0 forgets w */
        catch_up_all(e);
        vec_fill(risk->dim, 0, e->a);
        sums = risk_unit_step(risk, k, unit, x->s, x->v, e->u, -eta * units / batch, e->a);
        for (size_t j = 0; x->m && j < risk->dim; j++)
            e->a[j] /= x->m[j];
        vec_mix(risk->dim, 1, e->a, s, x->v);
        x->s = 1;
        x->sqnorm = sqnorm(e);
    } else {
        sums = risk_unit_step(risk, k, unit, x->s, x->v, e->u, -eta * units / (batch * s),
                              x->m ? x->moved : x->v);
        x->s = s;
        if (x->m)
            visit_batch(e, i, add_moved);
        else
            x->sqnorm += sums.value;
    }
    if (e->shrinks)
        x->total += share * eta * e->p->lambda / x->s;
    if (e->clips)
        catch_up_batch(e, i);
    return sums.offset;
}

/* |w|_m, or more while prox steps are put off */
static double norm_estimate(const struct stochastic *e)
{
    return fabs(e->at.s) * sqrt(fmax(0, e->at.sqnorm));
}

/* True if |w|_m >= radius. */
static bool reaches(struct stochastic *e, double radius)
{
    if (norm_estimate(e) < radius || e->at.total == 0)
        return norm_estimate(e) >= radius;
    catch_up_all(e);
    e->at.sqnorm = sqnorm(e);
    return norm_estimate(e) >= radius;
}

/* w = min(1, radius/|w|_m) w */
static void project(struct stochastic *e, double radius)
{
    if (reaches(e, radius))
        scale(e, radius / norm_estimate(e));
}

/* ---- the certificate ------------------------------------------------------------------------- */

/* e->w = s v, all prox steps taken. */
static void take_iterate(struct stochastic *e)
{
    struct scaled_iterate *x = &e->at;
    size_t n = e->p->risk->dim;

    catch_up_all(e);
    vec_copy(n, x->v, e->w);
    vec_scale(n, x->s, e->w);
    x->sqnorm = sqnorm(e); /* free of the drift of its updates */
}

/* Evaluates J at w, keeps the plane that touches R there, and tells the monitor. */
static enum status evaluate(struct stochastic *e, const double *w, bool *leave)
{
    struct certificate *c = &e->certificate;
    double b, R = risk_eval(e->p->risk, w, e->a, &b), dual;
    struct target target;

    if (master_add(&c->master, e->a, b) != OK)
        return ERR_SYSTEM;
    target = monitor_target(e->m, 0, -INFINITY);
    dual = master_minimise(&c->master, 0, &target, e->a, c->lowest);
    *leave = !monitor_tick(e->m, problem_primal(e->p, R, w), dual, w);
    return OK;
}

/* The end of an epoch: J at w and, without strong convexity, at an average too, of which the planes
 * give the bound; after every epoch at first, later after a tenth of the epochs so far, and always
 * when the run is about to stop. *leave is set when the monitor says so. ERR_SYSTEM: no memory. */
static enum status certify(struct stochastic *e, bool *leave)
{
    struct certificate *c = &e->certificate;
    size_t n = e->p->risk->dim;
    /* without curvature the iterates need not converge, their average does */
    bool average = e->sigma == 0, evaluated;
    enum status status = OK;

    e->epoch++;
    evaluated = e->epoch >= c->next || monitor_hurries(e->m);
    if (!average && !evaluated)
        return OK;
    take_iterate(e);
    if (average) {
        double share = (DECAY + 1) / ((double)e->epoch + DECAY);
        vec_mix(n, share, e->w, 1 - share, c->mean);
    }
    if (!evaluated)
        return OK;
    c->next = e->epoch + 1 + e->epoch / DENSE;
    if (isfinite(c->below)) {
        vec_combine(n, -e->sigma, e->w, 0, e->w, e->a);
        status = master_add(&c->master, e->a, c->below / (double)e->epoch);
    }
    if (status == OK)
        status = evaluate(e, e->w, leave);
    if (status == OK && average && !*leave)
        status = evaluate(e, c->mean, leave);
    return status;
}

/* Epochs of steps until the monitor says leave; share: of a step that the batch at i is. */
static enum status visit(struct stochastic *e,
                         void (*step)(struct stochastic *e, size_t i, double share))
{
    bool leave = false;
    enum status status = OK;

    while (status == OK && !leave) {
        rng_shuffle(&e->rng, e->p->risk->units, e->order);
        for (size_t i = 0; more(e, i); i += e->batch)
            step(e, i, (double)batch_at(e, i) / (double)e->batch);
        status = certify(e, &leave);
    }
    return status;
}

/* ---- pegasos --------------------------------------------------------------------------------- */

enum { PROJECT = 1 };                   /* setting */
enum { NEVER, ALWAYS, UNBOUNDED_ONLY }; /* of PROJECT */

static void pegasos_step(struct stochastic *e, size_t i, double share)
{
    double t = e->t + share;

    /* w = (1 - eta sigma) w - eta g, eta = 1/(sigma t) */
    e->certificate.below += descend(e, i, e->t / t, 1 / (e->sigma * t), share);
    e->t = t;
    if (e->projects)
        project(e, e->bound); /* w = min(1, B/|w|) w */
}

static enum status pegasos(const struct problem *p, struct point *x, struct arena *arena,
                           struct monitor *m)
{
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, arena, m);

    e.projects = p->set[PROJECT] == ALWAYS ||
                 (p->set[PROJECT] == UNBOUNDED_ONLY && !(p->risk->traits & RISK_LIPSCHITZ));
    e.certificate.below = e.projects || e.shrinks ? -INFINITY : 0;
    if (status == OK)
        status = visit(&e, pegasos_step);
    master_free(&e.certificate.master);
    return status;
}

const struct solver solver_pegasos = {
    .name = "pegasos",
    .help = "stochastic subgradient steps (Pegasos), Shalev-Shwartz et al. 2011",
    .risk_needs = RISK_UNITS,
    .reg_needs = REG_STRONG | REG_ADDITIVE,
    .max_passes = 1000,
    .setting = {[BATCH] = {"batch", 1, 1, 1e9, true, "units a step"},
                [PROJECT] = {"project", UNBOUNDED_ONLY, NEVER, UNBOUNDED_ONLY, true,
                             "project on the ball of the solution: 0 no, 1 yes, 2 if slopes have "
                             "no bound"}},
    .run = pegasos};

/* ---- proximal:online ------------------------------------------------------------------------- */

enum { RADIUS = 1 }; /* setting */

/* A phase within |w| <= radius: t and taus begin at 0. G for it is that of the units, sigma R for
 * the curvature of Psi and, as the least slope of its kinks, the growth. */
static void begin_phase(struct stochastic *e, double radius)
{
    e->radius = radius;
    e->G = risk_unit_bound(e->p->risk, radius) + e->sigma * radius + problem_growth(e->p);
    e->t = 0;
    e->taus = 0;
}

static void online_step(struct stochastic *e, size_t i, double share)
{
    double S;

    e->t += share * e->sigma;
    e->taus += share * prox_strength(e->t + e->taus, e->G / e->radius); /* tau_t */
    S = e->t + e->taus;                                                 /* 1/eta_t */
    descend(e, i, 1 - share * e->sigma / S, 1 / S, share); /* w -= eta (sigma w + g) */
    project(e, e->bound);
    if (e->radius < e->bound && reaches(e, e->radius)) /* too optimistic: a new phase */
        begin_phase(e, fmin(e->bound, e->radius * sqrt(2)));
}

static enum status proximal_online(const struct problem *p, struct point *x, struct arena *arena,
                                   struct monitor *m)
{
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, arena, m);

    begin_phase(&e, fmin(p->set[RADIUS], e.bound));
    if (status == OK)
        status = visit(&e, online_step);
    master_free(&e.certificate.master);
    return status;
}

const struct solver solver_proximal_online = {
    .name = "proximal:online",
    .help =
        "stochastic subgradient steps with proximal terms, Do, Le, Foo 2009, Algorithms 2 and 3",
    .risk_needs = RISK_UNITS,
    .reg_needs = REG_ADDITIVE,
    .max_passes = 1000,
    .setting = {[BATCH] = {"batch", 1, 1, 1e9, true, "units a step"},
                [RADIUS] = {"radius", 1, 1e-100, 1e100, false,
                            "first guess of |w|, doubled in square when |w| reaches it"}},
    .run = proximal_online};
