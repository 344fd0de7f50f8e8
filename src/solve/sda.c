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
 *   gap                      J - D(alpha), J at w(alpha) or at a better point (incumbent.h): told
 *                            by the monitor
 *
 * A bias b that is not regularized asks for sum_i c_i alpha_i = 0. Its term in J is
 * sigma/2 |b/s - e|^2, and e becomes b/s after each epoch: proximal points (Rockafellar, SIAM J.
 * Control Optim. 14, 1976), for D the method of multipliers. b/s is one more entry of v, of a
 * feature s in each row: v_b = e - (s/sigma) sum_i c_i alpha_i, and v_b + (v_b - e) with e = v_b.
 *
 * Shrinking: a unit whose steps change nothing leaves the active set. An evaluation of the gap
 * needs all scores <w, x_i>: with them each unit whose step at w would change alpha returns.
 * Hsieh et al. (section 3.2) drop units by their projected gradient until the end, then visit all;
 * here no epoch after the first is one of all units. Of the scores of a unit those that can change
 * are visited more often (sweep.near). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "math/rng.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/incumbent.h"
#include "solve/solver.h"

enum { SHRINK };

/* A unit leaves after more than PATIENCE steps in a row without change; one of one score at its
 * first, before evaluation EAGER, for the epochs up to there are those of most units. To 1e-3 and
 * 1e-6 nineteen runs of the hinge on seven data sets, C from 0.01 to 100, took 1, 0.89 times the
 * cycles without and with patience from evaluation 4 on, 0.90, 0.91 from 3, 8 on (PATIENCE 1);
 * crammer-singer on letter.scale, connect-4 and sector.scale 0.95, 0.97, 1.10, 1.12 times those of
 * the program before with a PATIENCE of 2, 4, 8, 16. */
enum { PATIENCE = 2, EAGER = 4 };

/* The gap is evaluated at the latest after LATEST times as many epochs as there were, or else where
 * a prediction says so. Nineteen of those runs took 1, 0.90, 0.84, 0.85 times the passes with 0.5,
 * 1, 2, 4: an evaluation costs a pass, an epoch over few active units much less. With 2 auto, which
 * judges at evaluations, left sda later (hinge on digits-8, C = 1, 2). */
enum { LATEST = 1 };

/* Nor does it pay to go on for long with an active set: the gap is evaluated, and units return,
 * where the gain of an epoch is at most DROP of that of the first since. To 1e-6 thirteen runs of
 * the hinge on six data sets took 1, 0.97, 0.99, 1.09 times the cycles with 0.01, 0.03, 0.1, 0.3;
 * to 1e-3 as many with each. */
static const double DROP = 0.03;

/* Continuation: the first epochs maximise D for a larger sigma, FIRST_Q the mean of q_i at first;
 * sigma falls by FALL after each epoch, without evaluations of the gap. alpha has the same domain
 * for each sigma. Crammer-singer to 1e-3 on letter.scale, C = 1, 10, 100, took 0.76, 0.51, 0.52 of
 * the passes; with FIRST_Q = 0.15 0.88, 0.68, 0.65 (FALL = 1.2), with FALL = 1.2 0.80, 0.59, 0.62.
 * A sigma that has to fall by more than FARTHEST, 73 epochs, is taken at once: where values are as
 * unscaled as that, `auto` is to see the gaps of the first epochs. */
static const double FIRST_Q = 0.5, FALL = 1.1, FARTHEST = 1000;

/* The monitor is asked for limits after so many dual variables, some milliseconds. */
enum { CHUNK = 1 << 16 };

/* No epoch is numbered higher: 1 + (1 + LATEST) epoch fits an int32_t. */
enum { MOST_EPOCHS = INT32_MAX / 4 };

/* s as a share of the root mean square of |x_i|. Hinge, squared hinge and logistic loss on imdb,
 * w8a, a9a and arxiv_astro, C = 1 and 100, took .85 to 1.15 of the passes with 0.03, 1 to 1.5 of
 * them with 0.3, 1.2 to 2 with 1, 3 to 6 with 10; regression on arxiv_astro with b = 1000 took 1.2
 * to 1.4 with 1. */
static const double BIAS_SHARE = 0.1;

/* A permutation is one of blocks of BLOCK units that follow each other, then one within each window
 * of WINDOW active units: what a window reads lies in runs, and units far apart meet in it. 21 runs
 * of six losses on eleven data sets took 1.05 times the passes of one permutation of all units and
 * 0.90 of the time (geometric means), kdd99_10 0.45 to 0.8. Single units a block took 1.01 and 1.14
 * times as much, windows of 32 units 1.37 and 1.10 (4.5 times the passes on kdd99_10). */
enum { BLOCK = UNIT_BITS, WINDOW = 4096 };

/* A unit that costs more than the mean is visited several times in an epoch (risk_visits), at most
 * MOST_VISITS. 22 runs on a9a, w8a and kdd99_10, rows that are the same taken together (C = 0.01,
 * 0.1, 1; hinge, squared-hinge, logistic), took 1.07, 0.75, 0.71, 0.72, 0.72 of the steps on single
 * rows with 1, 4, 8, 16, 32 visits; 20 runs with weights of classes (-w) 0.81 of those with 1. */
enum { MOST_VISITS = 16 };

/* Which units are visited, and in which order: the permutation of an epoch is made as it is needed,
 * so that a part of it is held. */
struct active_set {
    size_t units, chunk; /* chunk: so many units are handed out at a time */
    uint32_t *active;    /* unit_words(units): bit i % UNIT_BITS of word i / UNIT_BITS */
    int64_t *block;      /* numbers of the blocks with active units, in a random order */
    size_t blocks, next; /* next: place in `block` of the first block that was not looked at */
    unsigned char *moved; /* chunk: by place in order: the step changed alpha_i */
    unsigned char *visits; /* units: in an epoch; NULL: one each */
    int64_t *order;       /* units that follow in the permutation: */
    size_t visited;       /* those that are visited now, */
    size_t mixed, count;  /* the end of the last window, and of those of which none was made */
    unsigned char *idle;  /* units: steps in a row without change */
    int patience;         /* units that were idle for more steps leave */
    bool shrinks;
    struct rng rng;
};

/* All units are active. */
static void active_fill(struct active_set *s)
{
    for (size_t i = 0; i < s->units; i++)
        s->active[i / UNIT_BITS] |= (uint32_t)1 << i % UNIT_BITS;
}

static void active_init(struct active_set *s, const struct problem *p, struct arena *arena)
{
    size_t units = p->risk->units, words = unit_words(units);
    size_t chunk = 1 + CHUNK / (p->risk->dual_size / units), room = chunk + 2 * WINDOW;
    unsigned char *visits = arena_get(arena, units, 1);
    bool several = visits && risk_visits(p->risk, problem_curvature(p), MOST_VISITS, visits);
    size_t most = several ? 2 * units : units; /* visits in an epoch */

    *s = (struct active_set){.units = units,
                             .chunk = chunk,
                             .active = arena_get(arena, words, sizeof *s->active),
                             .block = arena_get(arena, words, sizeof *s->block),
                             .moved = arena_get(arena, chunk < most ? chunk : most, 1),
                             .visits = several ? visits : NULL,
                             .idle = arena_get(arena, units, 1),
                             .order = arena_get(arena, (room < most ? room : most) +
                                                           MOST_VISITS * BLOCK,
                                                sizeof *s->order),
                             .shrinks = p->set[SHRINK] > 0};
    rng_seed(&s->rng, p->seed);
    if (s->active)
        active_fill(s);
}

/* A new permutation begins. */
static void active_begin(struct active_set *s)
{
    s->blocks = 0;
    for (size_t b = 0; b < unit_words(s->units); b++) {
        s->block[s->blocks] = (int64_t)b;
        s->blocks += s->active[b] != 0;
    }
    rng_shuffle(&s->rng, s->blocks, s->block);
    s->next = 0;
    s->visited = 0;
    s->mixed = 0;
    s->count = 0;
}

/* The further visits of the active units of block b. */
static void active_repeat(struct active_set *s, int64_t b)
{
    for (uint32_t bits = s->active[b]; bits; bits &= bits - 1) {
        int64_t i = b * BLOCK + __builtin_ctz(bits);
        for (int visit = 1; visit < s->visits[i]; visit++)
            s->order[s->count++] = i;
    }
}

/* One more window of active units; fewer than WINDOW are the last ones. */
static void active_window(struct active_set *s)
{
    size_t window;

    while (s->count - s->mixed < WINDOW && s->next < s->blocks) {
        int64_t b = s->block[s->next++];
        for (uint32_t bits = s->active[b]; bits; bits &= bits - 1)
            s->order[s->count++] = b * BLOCK + __builtin_ctz(bits);
        if (s->visits)
            active_repeat(s, b);
    }
    window = s->count - s->mixed < WINDOW ? s->count - s->mixed : WINDOW;
    rng_shuffle(&s->rng, window, s->order + s->mixed);
    s->mixed += window;
}

/* The next units of the permutation: order[0 .. visited - 1]. False: there are none. */
static bool active_next(struct active_set *s)
{
    memmove(s->order, s->order + s->visited, (s->count - s->visited) * sizeof *s->order);
    s->count -= s->visited;
    s->mixed -= s->visited;
    while (s->mixed < s->chunk && (s->mixed < s->count || s->next < s->blocks))
        active_window(s);
    s->visited = s->mixed < s->chunk ? s->mixed : s->chunk;
    return s->visited > 0;
}

/* After the steps: units that did not move, for longer than `patience`, leave; one that a later
 * visit moves is back. */
static void active_shrink(struct active_set *s)
{
    for (size_t k = 0; s->shrinks && k < s->visited; k++) {
        int64_t i = s->order[k];
        int idle = s->moved[k] ? 0 : s->idle[i] + 1;
        uint32_t leaves = idle > s->patience;
        s->idle[i] = (unsigned char)(leaves ? 0 : idle);
        s->active[i / UNIT_BITS] &= ~(leaves << i % UNIT_BITS);
        s->active[i / UNIT_BITS] |= (uint32_t)s->moved[k] << i % UNIT_BITS;
    }
}

/* One epoch: exact steps on the units of a new permutation of the active set, until a limit is
 * passed. Returns the sum of what risk_sweep returns; adds to *steps. */
static double epoch_of_steps(const struct problem *p, struct active_set *active, struct sweep s,
                             const struct monitor *m, double *steps)
{
    double sum = 0;

    active_begin(active);
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
    double power;     /* the gap is about proportional to gain^power: 1 or 1/2 */
    int32_t last;     /* the epoch of the last evaluation, 0: none */
    int count;        /* evaluations so far */
    double gap, gain; /* then */
    double first;     /* the gain of the first epoch since */
};

/* Is the gap to be evaluated after this epoch? */
static bool look_is_due(struct looks *looks, int32_t epoch, double gain, double tolerance)
{
    double gap = looks->gap * pow(gain / looks->gain, looks->power);

    if (epoch == looks->last + 1)
        looks->first = gain;
    return gain <= DROP * looks->first || gap <= tolerance || epoch > (1 + LATEST) * looks->last;
}

/* w = grad Psi*(sigma v), weight by weight (REG_SEPARABLE). */
struct dual_map {
    const struct problem *p;
    double sigma;
    double *v, *w; /* dim */
    double *some;  /* dim: -sigma v on a support, then w there */
    size_t count;
};

static void gather(void *context, size_t at, size_t n)
{
    struct dual_map *map = context;

    for (size_t j = at; j < at + n; j++)
        map->some[map->count++] = -map->sigma * map->v[j];
}

static void scatter(void *context, size_t at, size_t n)
{
    struct dual_map *map = context;

    for (size_t j = at; j < at + n; j++)
        map->w[j] = map->some[map->count++];
}

/* One call of Omega's function for all weights of the support. */
static void map_support(void *context, const struct support *moved)
{
    struct dual_map *map = context;
    const struct problem *p = map->p;

    map->count = 0;
    support_visit(moved, gather, map);
    p->reg->prox(p->reg_p, map->count, p->lambda, 0, map->some, map->some, map->some);
    map->count = 0;
    support_visit(moved, scatter, map);
}

/* v = -(1/sigma) a, and w of it. */
static void map_product(struct dual_map *map, const double *a)
{
    size_t n = map->p->risk->dim;

    vec_combine(n, -1 / map->sigma, a, 0, a, map->v);
    if (map->w != map->v)
        problem_minimiser(map->p, a, map->w);
}

/* sigma of the first epoch. It is larger for losses with kinks and several scores, where no alpha
 * is given and units outnumber the weights of an output: rows of wide text are nearly orthogonal,
 * and exact steps from 0 come close at once (crammer-singer on sector, C = 1: a larger sigma took
 * 1.04 to 1.25 times as long). */
static double first_sigma(const struct problem *p, const double *a)
{
    const struct risk *risk = p->risk;
    size_t outputs = risk->dual_size / risk->units;
    double sigma = problem_curvature(p), first;

    if (p->reg->coordinate || risk->traits & RISK_SMOOTH || outputs == 1 ||
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
    double *a, *z; /* dim, image: the slope of the plane of alpha; A w */
    double steps;  /* steps since v was a product */
    double bias;   /* s; 0: there is no such bias */
    struct incumbent best;
};

/* Searches from w(v) for a better point cost as much as a pass. They are made where the gap there
 * is at most SEARCHED times the tolerance: the hinge on imdb at C = 100 comes from 40 times it to
 * 7. */
static const double SEARCHED = 50;

/* The drift of v counts where it is more than this share of the gap: two digits stay right. */
static const double SHARE = 0.01;

/* Bounds |<A'alpha + sigma v, w>| to first order: each step rounds a product and a sum at v_j, by
 * DBL_EPSILON |v_j|, and |w_j| <= |v_j|. */
static double drift(const struct gauge *g, const struct dual_map *map)
{
    return DBL_EPSILON * g->steps * map->sigma * vec_sqnorm(map->p->risk->dim, map->v);
}

/* J at w = w(v), which x->w becomes. Units whose step at w, and b, would change alpha return to the
 * active set. */
static double primal(const struct dual_map *map, struct point *x, struct gauge *g,
                     struct active_set *active)
{
    const struct problem *p = map->p;

    problem_minimiser(p, g->a, x->w); /* w = grad Psi*(-a) */
    risk_apply(p->risk, x->w, g->z);
    for (size_t i = 0; g->bias > 0 && i < p->risk->image; i++) /* R has the same value there */
        g->z[i] += g->bias * map->v[p->risk->dim];
    if (active->shrinks)
        risk_reactivate(p->risk, map->sigma, x->alpha, g->z, active->active);
    return problem_primal(p, risk_value(p->risk, 0, g->z), x->w);
}

/* Searches from w(v), where J leaves this gap, can lead to a better point that ends the run, or to
 * which later searches lead. */
static bool search_pays(const struct gauge *g, double gap, const struct monitor *m)
{
    double tolerance = monitor_tolerance(m);
    bool near = gap <= SEARCHED * tolerance || tolerance == 0 || monitor_hurries(m);

    return g->best.p && gap > tolerance && near;
}

/* Tells J, at w(v) or at the incumbent, and D(alpha) = b - Psi*(-a) from a = -sigma v, less the
 * drift of v. Where they meet the tolerance, or the drift counts, a is the product A'alpha, and v
 * too. With a bias a is that of the plane's own alpha, always. False: leave. */
static bool evaluate(struct dual_map *map, struct point *x, struct gauge *g,
                     struct active_set *active, struct monitor *m)
{
    const struct problem *p = map->p;
    bool biased = g->bias > 0;
    double b = risk_plane(p->risk, x->alpha, biased ? g->a : NULL), J, dual;
    double error = biased ? 0 : drift(g, map);
    const double *w = x->w;

    if (!biased)
        vec_combine(p->risk->dim, -map->sigma, map->v, 0, map->v, g->a);
    dual = problem_dual(p, g->a, b) - error;
    J = primal(map, x, g, active);
    if (search_pays(g, monitor_gap_at(m, J, dual), m)) {
        J = incumbent_meet(&g->best, x->w, g->z);
        w = g->best.w;
    }
    if (!biased && (monitor_gap_at(m, J, dual) <= monitor_tolerance(m) ||
                    error > SHARE * (J - dual))) {
        b = risk_plane(p->risk, x->alpha, g->a);
        dual = problem_dual(p, g->a, b);
        map_product(map, g->a);
        g->steps = 0;
    }
    return monitor_tick(m, J, dual, w);
}

/* s; 0 without a bias that is not regularized. */
static double bias_feature(const struct risk *risk)
{
    double sqnorm = risk->dual_ops->curvature(risk) * (double)risk->units;

    if (risk->borders == 0)
        return 0;
    return sqnorm > 0 && isfinite(sqnorm) ? BIAS_SHARE * sqrt(sqnorm) : 1;
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

/* v = -(1/sigma) A'alpha for the sigma of the first epoch. With a bias alpha = 0: the plane of
 * another one is not A'alpha. */
static void begin(struct dual_map *map, struct sweep *s, struct point *x, struct gauge *g)
{
    const struct risk *risk = map->p->risk;

    g->bias = bias_feature(risk);
    s->bias = g->bias;
    if (g->bias > 0)
        vec_fill(risk->dual_size, 0, x->alpha);
    else if (vec_sqnorm(risk->dual_size, x->alpha) > 0)
        risk_plane(risk, x->alpha, g->a);
    map_product(map, g->a);
    take_sigma(first_sigma(map->p, g->a), map, s);
}

/* A search along a line is exact where the loss has kinks and no bias is free (loss/free.c). */
static bool has_incumbent(const struct problem *p)
{
    return !p->reg->coordinate && !(p->risk->traits & RISK_SMOOTH) && p->risk->borders == 0;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t n = p->risk->dim, outputs = p->risk->dual_size / p->risk->units;
    struct active_set active;
    size_t room = n + p->risk->borders;
    struct dual_map map = {.p = p, .sigma = problem_curvature(p), .v = arena_doubles(arena, room)};
    struct sweep s = {.sigma = map.sigma, .alpha = x->alpha, .v = map.v};
    struct gauge gauge = {.a = arena_doubles(arena, n), .z = arena_doubles(arena, p->risk->image)};
    struct looks looks = {.power = p->risk->traits & RISK_SMOOTH ? 1 : 0.5};
    double gain, sigma = map.sigma, e = 0;

    active_init(&active, p, arena);
    map.w = p->reg->coordinate ? arena_doubles(arena, room) : map.v;
    map.some = p->reg->coordinate ? arena_doubles(arena, n) : NULL;
    s.w = map.w;
    s.update = map_support;
    s.context = &map;
    if (outputs > 1 && p->set[SHRINK] > 0)
        s.near = arena_get(arena, p->risk->units * sweep_near(outputs), sizeof *s.near);
    if (has_incumbent(p))
        incumbent_init(&gauge.best, p, arena);
    if (arena->failed)
        return ERR_SYSTEM;
    begin(&map, &s, x, &gauge);
    for (int32_t epoch = 1; epoch < MOST_EPOCHS; epoch++) {
        active.patience = outputs > 1 || looks.count >= EAGER ? PATIENCE : 0;
        gain = epoch_of_steps(p, &active, s, m, &gauge.steps);
        if (gauge.bias > 0)
            move_bias(&map, &e);
        if (map.sigma > sigma && !monitor_hurries(m)) {
            take_sigma(fmax(sigma, map.sigma / FALL), &map, &s);
            continue;
        }
        if (!look_is_due(&looks, epoch, gain, monitor_tolerance(m)) && !monitor_hurries(m))
            continue;
        if (!evaluate(&map, x, &gauge, &active, m))
            break;
        looks = (struct looks){looks.power, epoch, looks.count + 1, monitor_gap(m), gain, gain};
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
