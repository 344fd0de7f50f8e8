/* sda - sequential dual ascent: one exact step on one dual variable at a time.
 *
 * Franc: Online solvers for convex risk minimization (lecture, 2015), part A; for the hinge it is the dual coordinate descent of Hsieh et al.
 * (ICML 2008), for other losses the closed forms of SDCA (Shalev-Shwartz, Zhang, JMLR 14, 2013). MATH 4.6, 2.2.
 *   paper                 here
 *   alpha                 s.alpha, the slopes u_i of MATH 1
 *   w = -(1/lambda) sum   s.w, kept up with alpha
 *   the order of i        a new permutation each epoch, of the units that are awake
 *   gap                   J(w) - D(alpha), both from the same w
 * Shrinking: a unit whose step changes nothing sleeps for 1, 2, 4, 8 epochs, and wakes whenever the others have converged. */
#include <math.h>

#include "base/rng.h"
#include "base/vec.h"
#include "solve/solver.h"

enum { SHRINK };
enum { CHUNK = 1 << 16 };

enum { LONGEST_NAP = 4 }; /* 2^4 - 1 epochs */

/* Who sleeps: a unit that lay down `naps` times in a row is visited again in epoch `wakes`. */
struct sleep {
    int32_t *wakes;
    unsigned char *naps;
    int longest;
};

/* The units to visit in this epoch, in the order of the permutation; returns how many. */
static size_t awake(const struct sleep *z, size_t units, const int64_t *order, int32_t epoch, int64_t *visit)
{
    size_t count = 0;

    for (size_t k = 0; k < units; k++)
        if (z->wakes[order[k]] <= epoch)
            visit[count++] = order[k];
    return count;
}

/* After an epoch: who did not move lies down, for longer each time. */
static void lie_down(struct sleep *z, size_t count, const int64_t *visit, const unsigned char *moved, int32_t epoch)
{
    for (size_t k = 0; k < count; k++) {
        int64_t i = visit[k];
        int naps = moved[i] ? 0 : z->naps[i] < z->longest ? z->naps[i] + 1 : z->naps[i];
        z->naps[i] = (unsigned char)naps;
        z->wakes[i] = epoch + (1 << naps);
    }
}

/* One sweep over the units in visit, in pieces between which the monitor is asked. */
static void sweep(const struct problem *p, struct sweep s, const int64_t *visit, size_t count, const struct monitor *m)
{
    for (size_t k = 0; k < count && !(k > 0 && monitor_pressed(m)); k += CHUNK) {
        s.order = visit + k;
        s.count = count - k < CHUNK ? count - k : CHUNK;
        risk_sweep(p->risk, &s);
    }
}

/* When to look at the gap again: an epoch or more ahead, where the rate since the last look reaches the tolerance. */
static int32_t next_look(int32_t epoch, int32_t last, double gap, double last_gap, double tolerance)
{
    double rate = log(last_gap / gap) / (epoch - last), ahead = log(gap / tolerance) / rate;
    int32_t most = 1 + epoch / 2;

    return epoch + (ahead > 1 && ahead < most ? (int32_t)ahead : ahead <= 1 ? 1 : most);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    struct risk *risk = p->risk;
    size_t n = risk->dim, units = risk->units, count;
    int64_t *order = arena_get(arena, units, sizeof *order), *visit = arena_get(arena, units, sizeof *visit);
    struct sleep sleep = {arena_get(arena, units, sizeof *sleep.wakes), arena_get(arena, units, 1),
                          p->set[SHRINK] > 0 ? LONGEST_NAP : 0};
    struct sweep s = {.lambda = p->lambda, .alpha = x->alpha, .w = x->w, .moved = arena_get(arena, units, 1)};
    double *a = arena_doubles(arena, n), *z = arena_doubles(arena, risk->image), b, gap, last_gap = INFINITY;
    int32_t look = 1, last = 0;
    struct rng rng;

    if (arena->failed)
        return ERR_SYSTEM;
    rng_seed(&rng, p->seed);
    for (size_t i = 0; i < units; i++)
        order[i] = (int64_t)i;
    risk_plane(risk, x->alpha, a);
    vec_combine(n, -1 / p->lambda, a, 0, a, x->w);                        /* w = w(alpha) */
    for (int32_t epoch = 1;; epoch++) {
        rng_shuffle(&rng, units, order);
        count = awake(&sleep, units, order, epoch, visit);
        sweep(p, s, visit, count, m);                                     /* alpha_i = argmax of D along it; w = w(alpha) */
        lie_down(&sleep, count, visit, s.moved, epoch);
        if (epoch < look && !monitor_pressed(m))
            continue;
        b = risk_plane(risk, x->alpha, a);
        vec_combine(n, -1 / p->lambda, a, 0, a, x->w);                    /* free of the drift of its updates */
        risk_apply(risk, x->w, z);
        if (!monitor_tick(m, problem_primal(p, risk_value(risk, 0, z), x->w), problem_dual(p, a, b), x->w))
            return OK;
        gap = monitor_gap(m);
        look = next_look(epoch, last, gap, last_gap, monitor_tolerance(m));
        last = epoch;
        last_gap = gap;
    }
}

const struct solver solver_sda = {
    .name = "sda",
    .help = "sequential dual ascent, Franc 2015; dual coordinate descent, Hsieh et al. 2008",
    .risk_needs = RISK_IMAGE | RISK_DUAL,
    .reg_needs = REG_QUADRATIC,
    .max_passes = 100000,
    .setting = {{"shrink", 1, 0, 1, 1, "0: visit every unit in every epoch"}},
    .run = run};
