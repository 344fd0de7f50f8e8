/* sda - sequential dual ascent: one exact step on one dual variable at a time.
 *
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A; for the hinge it is the dual
 * coordinate descent of Hsieh et al. (ICML 2008), for other losses SDCA's closed forms (Shalev-Shwartz, Zhang, JMLR 14,
 * 2013).
 *   paper                 here
 *   alpha                 s.alpha, the slope u_i of each unit's loss
 *   w = -(1/lambda) sum   s.w, kept up with alpha; with elastic regularizers the weights are s.w shrunk (prox-SDCA,
 *                         Shalev-Shwartz, Zhang, Math. Program. 155, 2016), lambda stands for the curvature
 *   the order of i        a new permutation each epoch, of the units that are awake
 *   gap                   J(w) - D(alpha), both from the same w
 * Shrinking: a unit whose step changes nothing sleeps through 1, 3, 7, 15 epochs, longer each time; then it is looked
 * at again. */
#include <math.h>

#include "math/rng.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/solver.h"

enum { SHRINK };
enum { CHUNK = 1 << 16, LONGEST_NAP = 4 };

/* Who is visited, and in which order. */
struct visits {
    int32_t *wakes;      /* units: asleep before this epoch */
    unsigned char *naps; /* units: how many steps in a row changed nothing, at most `longest` */
    int longest;
    int64_t *order;      /* units + 1 */
    struct rng rng;
};

/* Puts the units that are awake in this epoch into v->order, in random order; returns how many. */
static size_t permute(struct visits *v, size_t units, int32_t epoch)
{
    size_t count = 0;

    for (size_t i = 0; i < units; i++) { /* without a branch: it could not be predicted */
        v->order[count] = (int64_t)i;
        count += v->wakes[i] <= epoch;
    }
    rng_shuffle(&v->rng, count, v->order);
    return count;
}

/* After an epoch: who did not move lies down, for longer each time. */
static void lie_down(struct visits *v, size_t count, int32_t epoch, const unsigned char *moved)
{
    for (size_t k = 0; k < count; k++) {
        int64_t i = v->order[k];
        int naps = moved[k] ? 0 : v->naps[i] < v->longest ? v->naps[i] + 1 : v->longest;
        v->naps[i] = (unsigned char)naps;
        v->wakes[i] = epoch + (1 << naps);
    }
}

/* One sweep over the units in visit, in pieces between which the monitor is asked. */
static void sweep(const struct problem *p, struct sweep base, const int64_t *visit, size_t count,
                  const struct monitor *m)
{
    struct sweep s = base;
    size_t chunk = 1 + CHUNK / (p->risk->dual_size / p->risk->units);

    for (size_t k = 0; k < count && !(k > 0 && monitor_hurries(m)); k += chunk) {
        s.order = visit + k;
        s.moved = base.moved + k;
        s.count = count - k < chunk ? count - k : chunk;
        risk_sweep(p->risk, &s);
    }
}

/* When to look at the gap again: an epoch or more ahead, where the rate since the last look reaches the tolerance. */
static int32_t next_look(int32_t epoch, int32_t last, double gap, double last_gap, double tolerance)
{
    double rate = log(last_gap / gap) / (double)(epoch - last), ahead = log(gap / tolerance) / rate;
    int32_t most = 1 + epoch / 2;

    return epoch + (ahead > 1 && ahead < (double)most ? (int32_t)ahead : ahead <= 1 ? 1 : most);
}

/* w = grad Psi*(sigma v), which the units see. */
struct dual_map {
    const struct problem *p;
    double sigma;
    const double *v;
    double *w;
};

static void update(void *context, size_t at, size_t n)
{
    const struct dual_map *map = context;
    const struct problem *p = map->p;

    for (size_t j = at; j < at + n; j++)
        map->w[j] = p->reg->coordinate(p->reg_p, p->lambda, 0, map->sigma * map->v[j]);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    const struct risk *risk = p->risk;
    size_t n = risk->dim, units = risk->units, count;
    struct visits v = {.wakes = arena_get(arena, units, sizeof *v.wakes), .naps = arena_get(arena, units, 1),
                       .order = arena_get(arena, units + 1, sizeof *v.order),
                       .longest = p->set[SHRINK] > 0 ? LONGEST_NAP : 0};
    double sigma = problem_curvature(p);
    struct sweep s = {.sigma = sigma, .alpha = x->alpha, .moved = arena_get(arena, units, 1), .update = update};
    struct dual_map map = {.p = p, .sigma = sigma};
    double *a = arena_doubles(arena, n), *z = arena_doubles(arena, risk->image), b, gap, last_gap = INFINITY;
    int32_t look = 1, last = 0;

    rng_seed(&v.rng, p->seed);
    map.v = s.v = arena_doubles(arena, n);
    map.w = s.w = p->reg->coordinate ? arena_doubles(arena, n) : s.v;
    s.context = &map;
    if (arena->failed)
        return ERR_SYSTEM;
    risk_plane(risk, x->alpha, a);
    for (int32_t epoch = 1; epoch < INT32_MAX / 4; epoch++) {
        if (epoch == last + 1)                                            /* after a look: free of drift */
            vec_combine(n, -1 / sigma, a, 0, a, s.v);
        if (epoch == last + 1 && p->reg->coordinate)
            update(&map, 0, n);
        count = permute(&v, units, epoch);
        sweep(p, s, v.order, count, m);                                   /* alpha_i = argmax of D along it */
        lie_down(&v, count, epoch, s.moved);
        if (epoch < look && !monitor_hurries(m))
            continue;
        b = risk_plane(risk, x->alpha, a);
        problem_minimiser(p, a, x->w);                                    /* w = w(alpha) = grad Psi*(-a) */
        risk_apply(risk, x->w, z);
        if (!monitor_tick(m, problem_primal(p, risk_value(risk, 0, z), x->w), problem_dual(p, a, b), x->w))
            return OK;
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
    .setting = {{"shrink", 1, 0, 1, 1, "0: visit every unit in every epoch"}},
    .run = run};
