/* sda - sequential dual ascent: one exact step on one dual variable at a time.
 *
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A. For the hinge it is
 * the dual coordinate descent of Hsieh et al. (ICML 2008), for other losses the closed forms of
 * SDCA (Shalev-Shwartz, Zhang, JMLR 14, 2013), for other Omega prox-SDCA (the same authors, Math.
 * Program. 155, 2016).
 *
 *   paper                    here
 *   alpha                    x->alpha: a slope alpha_i of each unit's loss
 *   lambda                   sigma, the curvature of Psi = lambda Omega
 *   v = -(1/lambda) sum_i    sweep.v, kept up with alpha
 *       c_i alpha_i x_i
 *   w = grad Psi*(sigma v)   sweep.w; v itself where Psi(w) = sigma |w|^2/2
 *   i = 1, 2, ...            a new permutation of the active set in each epoch
 *   alpha_i = argmax of D    risk_sweep: the step stands in risk/dual.h and in each loss's `step`
 *   gap                      J(w) - D(alpha) at w = w(alpha), told by the monitor
 *
 * Shrinking: a unit whose steps change nothing, again and again, leaves the active set for 1, 3, 7,
 * 15 epochs, then returns. The literature's rule is another (LIBLINEAR drops units by their
 * projected gradient, until the end): here nothing is lost but time, as all units return. */
#include <math.h>

#include "math/rng.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/solver.h"

enum { SHRINK };

/* After k steps in a row without change a unit rests 2^k - 1 epochs, k <= MOST_RESTS: 15 at most.
 * Six runs of the hinge on breast-cancer, digits-8 and a9a took 1,017, 321, 145, 115 passes
 * (geometric means) with 0, 2, 4, 6. Longer rests find a unit that must move again later. */
enum { MOST_RESTS = 4 };

/* The monitor is asked for limits after so many dual variables, some milliseconds. */
enum { CHUNK = 1 << 16 };

/* No epoch is numbered higher: epoch + 15 and 3/2 epoch fit an int32_t. */
enum { MOST_EPOCHS = INT32_MAX / 4 };

/* A permutation is one of blocks of BLOCK units that follow each other, then one within each window
 * of WINDOW active units: what a window reads lies in runs, and units far apart meet in it. Twenty
 * runs of five losses on ten data sets took 1.01 times the passes of one permutation of all units
 * (geometric mean), kdd99_10 and connect-4 0.6 times its time; single units a block the same passes
 * without the gain in time, windows of 32 units up to 4 times the passes. */
enum { BLOCK = 32, WINDOW = 4096 };

/* Which units are visited, and in which order. */
struct active_set {
    size_t units;
    int64_t *block; /* numbers of the blocks, in a random order */
    size_t blocks;
    int32_t *returns;     /* units: at rest before this epoch */
    unsigned char *rests; /* units: steps in a row without change, at most `most` */
    unsigned char *moved; /* units: by place in order: the step changed alpha_i */
    int64_t *order;       /* units + 1: the active ones first */
    int most;
    struct rng rng;
};

static void active_init(struct active_set *s, const struct problem *p, struct arena *arena)
{
    size_t units = p->risk->units, blocks = (units + BLOCK - 1) / BLOCK;

    *s = (struct active_set){.units = units,
                             .block = arena_get(arena, blocks, sizeof *s->block),
                             .blocks = blocks,
                             .returns = arena_get(arena, units, sizeof *s->returns),
                             .rests = arena_get(arena, units, 1),
                             .moved = arena_get(arena, units, 1),
                             .order = arena_get(arena, units + 1, sizeof *s->order),
                             .most = p->set[SHRINK] > 0 ? MOST_RESTS : 0};
    rng_seed(&s->rng, p->seed);
    for (size_t b = 0; s->block && b < blocks; b++)
        s->block[b] = (int64_t)b;
}

/* A random permutation of the units that are active in this epoch; returns how many. */
static size_t active_permute(struct active_set *s, int32_t epoch)
{
    size_t count = 0;

    rng_shuffle(&s->rng, s->blocks, s->block);
    for (size_t b = 0; b < s->blocks; b++) {
        size_t first = (size_t)s->block[b] * BLOCK;
        size_t end = s->units - first < BLOCK ? s->units : first + BLOCK;
        for (size_t i = first; i < end; i++) { /* without a branch: it could not be predicted */
            s->order[count] = (int64_t)i;
            count += s->returns[i] <= epoch;
        }
    }
    for (size_t k = 0; k < count; k += WINDOW)
        rng_shuffle(&s->rng, count - k < WINDOW ? count - k : WINDOW, s->order + k);
    return count;
}

/* After an epoch over `count` units: those that did not move rest, for longer each time. */
static void active_shrink(struct active_set *s, size_t count, int32_t epoch)
{
    for (size_t k = 0; k < count; k++) {
        int64_t i = s->order[k];
        int rests = s->rests[i] < s->most ? s->rests[i] + 1 : s->most;
        if (s->moved[k])
            rests = 0;
        s->rests[i] = (unsigned char)rests;
        s->returns[i] = epoch + (1 << rests);
    }
}

/* One epoch: exact steps on the first `count` units of the order, until a limit is passed. */
static void epoch_of_steps(const struct problem *p, const struct active_set *active, size_t count,
                           struct sweep s, const struct monitor *m)
{
    size_t chunk = 1 + CHUNK / (p->risk->dual_size / p->risk->units);

    for (size_t k = 0; k < count && !(k > 0 && monitor_hurries(m)); k += chunk) {
        s.order = active->order + k;
        s.moved = active->moved + k;
        s.count = count - k < chunk ? count - k : chunk;
        risk_sweep(p->risk, &s); /* alpha_i = argmax of D along it; v, w follow */
    }
}

/* The epoch of the next evaluation of the gap: where the gap, falling as fast as between the last
 * two, meets the tolerance; at least the next epoch, at most half as many epochs ahead as there
 * were. */
static int32_t next_look(int32_t epoch, int32_t last, double gap, double last_gap, double tolerance)
{
    double rate = log(last_gap / gap) / (double)(epoch - last);
    double ahead = log(gap / tolerance) / rate;
    int32_t most = 1 + epoch / 2;

    if (ahead <= 1)
        return epoch + 1;
    return epoch + (ahead < (double)most ? (int32_t)ahead : most);
}

/* w_j = grad Psi*(sigma v)_j, weight by weight (reg.h, coordinate). */
struct dual_map {
    const struct problem *p;
    double sigma;
    double *v, *w; /* dim */
};

static void map_weights(void *context, size_t at, size_t n)
{
    const struct dual_map *map = context;
    const struct problem *p = map->p;

    for (size_t j = at; j < at + n; j++)
        map->w[j] = p->reg->coordinate(p->reg_p, p->lambda, 0, map->sigma * map->v[j]);
}

static void map_support(void *context, const struct support *moved)
{
    support_visit(moved, map_weights, context);
}

/* Tells J and D at w = w(alpha); a (dim) becomes A'alpha, z (image) A w. False: leave. */
static bool evaluate(const struct problem *p, struct point *x, double *a, double *z,
                     struct monitor *m)
{
    double b = risk_plane(p->risk, x->alpha, a), J; /* D(alpha) = b - Psi*(-a) */

    problem_minimiser(p, a, x->w); /* w(alpha) = grad Psi*(-a) */
    risk_apply(p->risk, x->w, z);
    J = problem_primal(p, risk_value(p->risk, 0, z), x->w);
    return monitor_tick(m, J, problem_dual(p, a, b), x->w);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t n = p->risk->dim, outputs = p->risk->dual_size / p->risk->units, count;
    struct active_set active;
    struct dual_map map = {.p = p, .sigma = problem_curvature(p), .v = arena_doubles(arena, n)};
    struct sweep s = {.sigma = map.sigma, .alpha = x->alpha, .v = map.v};
    double *a = arena_doubles(arena, n), *z = arena_doubles(arena, p->risk->image);
    double gap, last_gap = INFINITY;
    int32_t look = 1, last = 0; /* the epoch to evaluate the gap after; that of the last time */

    active_init(&active, p, arena);
    map.w = p->reg->coordinate ? arena_doubles(arena, n) : map.v;
    s.w = map.w;
    s.update = map_support;
    s.context = &map;
    if (outputs > 1 && p->set[SHRINK] > 0)
        s.near = arena_get(arena, p->risk->units * sweep_near(outputs), sizeof *s.near);
    if (arena->failed)
        return ERR_SYSTEM;
    risk_plane(p->risk, x->alpha, a);
    for (int32_t epoch = 1; epoch < MOST_EPOCHS; epoch++) {
        if (epoch == last + 1) { /* v by the product: free of the drift of its updates */
            vec_combine(n, -1 / map.sigma, a, 0, a, map.v);
            if (p->reg->coordinate)
                map_weights(&map, 0, n);
        }
        count = active_permute(&active, epoch);
        epoch_of_steps(p, &active, count, s, m);
        active_shrink(&active, count, epoch);
        if (epoch < look && !monitor_hurries(m))
            continue;
        if (!evaluate(p, x, a, z, m))
            break;
        gap = monitor_gap(m);
        look = next_look(epoch, last, gap, last_gap, monitor_tolerance(m));
        last = epoch;
        last_gap = gap;
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
