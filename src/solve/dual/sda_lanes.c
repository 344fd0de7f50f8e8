/* sda_lanes - sequential dual ascent on several problems over one matrix, side by side.
 *
 * The listing is that of sda.c with one permutation for all lanes: a visit of row i takes alpha_i
 * of each lane to its argmax. A step of one lane leaves those of the others as they are, so that
 * each lane is a run of sda over the units that are active in any of them.
 *
 *   sda.c                    here
 *   alpha, v, A w            s.alpha, s.v, z, lane by lane side by side; for the gap of a lane they
 *                            come to lie in x->alpha, map.v and gauge.z
 *   the active set           one: a unit leaves when it moves in no lane, returns when it would
 *                            move in one
 *   the gap                  evaluated for all lanes, as A w of all costs little more than of one,
 *                            when it is due for half of those that are on
 *
 * Active sets shrink, each in its own way, and a visit serves fewer lanes: where runs of each are
 * quicker the lanes end, and sda.c goes on from their dual points and active sets. */
#include "solve/dual/sda_lanes.h"

#include "math/vec.h"
#include "risk/lanes.h"
#include "solve/dual/starts.h"

/* A visit of a unit takes the time of so many visits for one lane each: lanes end where no more of
 * them move in the mean. Tuned. */
static const double VISIT = 2;

/* The state of a lane; gauges share their vectors. */
struct ascent {
    const struct problem *p;
    struct point *x;
    struct monitor *m;
    struct gauge gauge;
    struct looks looks;
    uint32_t *active; /* unit_words: of its own, once lanes end */
};

struct ascents {
    size_t count;
    struct ascent lane[LANES];
    struct active_set active;
    struct dual_map map; /* p and v are those of one lane after the other */
    struct lanes s;
    double *y, *z; /* units x LANES */
    int32_t epoch;
    double steps; /* units visited in it */
    int looks;    /* so far */
};

bool sda_lanes_apply(const struct problem *p)
{
    const struct risk *risk = p->risk;

    return risk->traits & RISK_DUAL && !(risk->traits & RISK_GIBBS) && risk->outputs == 1 &&
           risk->borders == 0 && p->reg->traits & REG_QUADRATIC;
}

/* to[i] = from[i * LANES + k] */
static void take_lane(size_t n, size_t k, const double *from, double *to)
{
    for (size_t i = 0; i < n; i++)
        to[i] = from[i * LANES + k];
}

static void put_lane(size_t n, size_t k, const double *from, double *to)
{
    for (size_t i = 0; i < n; i++)
        to[i * LANES + k] = from[i];
}

/* n numbers of each lane: those of an index are a line of the cache. */
static double *lines(struct arena *arena, size_t n)
{
    const size_t line = LANES * sizeof(double);
    char *at = arena_get(arena, n + 1, line);

    return at ? (double *)(void *)(at + (line - (uintptr_t)at % line) % line) : NULL;
}

static enum status ascents_init(struct ascents *a, const struct lane *lane, size_t count,
                                struct arena *arena)
{
    const struct problem *p = lane[0].p;
    size_t units = p->risk->units, n = p->risk->dim;
    struct gauge gauge;

    *a = (struct ascents){.count = count, .map = dual_map_make(p, arena)};
    active_init(&a->active, p, p->set[SDA_SHRINK] > 0, arena);
    gauge_init(&gauge, p, arena);
    gauge.scored = true;
    a->y = lines(arena, units);
    a->z = lines(arena, units);
    a->s = (struct lanes){.sigma = a->map.sigma,
                          .sqnorm = a->active.sqnorm,
                          .y = a->y,
                          .alpha = lines(arena, units),
                          .v = lines(arena, n)};
    for (size_t k = 0; k < count; k++) {
        a->lane[k] = (struct ascent){.p = lane[k].p, .x = lane[k].x, .m = lane[k].m, .gauge = gauge,
                                     .looks.smooth = p->risk->traits & RISK_SMOOTH};
        a->lane[k].active = arena_get(arena, unit_words(units), sizeof *a->lane[k].active);
        if (!point_dual(lane[k].x, lane[k].p->risk))
            return ERR_SYSTEM;
    }
    return arena->failed ? ERR_SYSTEM : OK;
}

/* Each lane from its alpha, or 0. */
static void begin(struct ascents *a)
{
    for (size_t k = 0; k < a->count; k++) {
        struct ascent *l = &a->lane[k];
        struct sweep s = {.sigma = a->map.sigma};

        a->map.p = l->p;
        starts_begin(&l->gauge, &a->map, &s, l->x, &a->active);
        put_lane(l->p->risk->dim, k, a->map.v, a->s.v);
        put_lane(l->p->risk->units, k, l->x->alpha, a->s.alpha);
        risk_lane_labels(l->p->risk, k, a->y);
        a->s.on[k] = 1;
    }
}

static size_t lanes_on(const struct ascents *a)
{
    size_t count = 0;

    for (size_t k = 0; k < a->count; k++)
        count += a->s.on[k] > 0;
    return count;
}

static bool hurries(const struct ascents *a)
{
    for (size_t k = 0; k < a->count; k++)
        if (a->s.on[k] > 0 && monitor_hurries(a->lane[k].m))
            return true;
    return false;
}

static void count_passes(const struct ascents *a, double passes)
{
    for (size_t k = 0; k < a->count; k++)
        if (a->s.on[k] > 0)
            risk_count(a->lane[k].p->risk, passes);
}

/* One epoch of all lanes. */
static void ascend(struct ascents *a)
{
    double units = (double)a->lane[0].p->risk->units;

    vec_fill(LANES, 0, a->s.gain);
    a->s.moves = 0;
    a->steps = 0;
    active_begin(&a->active, a->looks);
    a->s.order = a->active.order;
    a->s.moved = a->active.moved;
    for (bool first = true; first || !hurries(a); first = false) {
        if (!active_next(&a->active))
            break;
        a->s.count = a->active.visited;
        risk_sweep_lanes(a->lane[0].p->risk, &a->s);
        active_shrink(&a->active);
        count_passes(a, (double)a->s.count / units);
        a->steps += (double)a->s.count;
        for (size_t k = 0; k < a->count; k++)
            a->lane[k].gauge.steps += (double)a->s.count;
    }
    a->epoch++;
}

static bool is_due(struct ascents *a)
{
    size_t due = 0;

    for (size_t k = 0; k < a->count; k++)
        due += a->s.on[k] > 0 && look_is_due(&a->lane[k].looks, a->epoch, a->s.gain[k],
                                         monitor_tolerance(a->lane[k].m));
    return due >= lanes_on(a) - due || hurries(a);
}

/* Tells J and D(alpha) of lane k; units whose step would change alpha join `active`. */
static void look_at(struct ascents *a, size_t k, struct active_set *active)
{
    struct ascent *l = &a->lane[k];
    const struct risk *risk = l->p->risk;
    double steps = l->gauge.steps;

    a->map.p = l->p;
    take_lane(risk->dim, k, a->s.v, a->map.v);
    take_lane(risk->units, k, a->s.alpha, l->x->alpha);
    take_lane(risk->units, k, a->z, l->gauge.z);
    a->s.on[k] = gauge_evaluate(&l->gauge, &a->map, l->x, active, l->m);
    if (l->gauge.steps < steps) /* v is a product now */
        put_lane(risk->dim, k, a->map.v, a->s.v);
    look_note(&l->looks, a->epoch, monitor_gap(l->m), a->s.gain[k]);
}

/* At the last look of the lanes each has an active set of its own. */
static void look(struct ascents *a, bool last)
{
    risk_apply_lanes(a->lane[0].p->risk, a->s.v, a->z);
    count_passes(a, 0.5);
    a->looks++;
    for (size_t k = 0; k < a->count; k++) {
        struct active_set own = a->active;
        own.active = a->lane[k].active;
        if (a->s.on[k] > 0)
            look_at(a, k, last ? &own : &a->active);
    }
}

/* Whether lanes are quicker than a run of each would be. */
static bool pays(const struct ascents *a)
{
    return a->epoch == 1 || a->s.moves > VISIT * a->steps;
}

enum status sda_lanes_run(const struct lane *lane, size_t count, struct arena *arena,
                          struct lane_left *left)
{
    struct ascents a;
    bool last = false;

    if (ascents_init(&a, lane, count, arena) != OK)
        return ERR_SYSTEM;
    begin(&a);
    while (lanes_on(&a) > 0 && a.epoch < MOST_EPOCHS && !last) {
        ascend(&a);
        last = !pays(&a);
        if (is_due(&a) || last)
            look(&a, last);
    }
    for (size_t k = 0; k < count; k++)
        left[k] = (struct lane_left){a.s.on[k] > 0, a.lane[k].active, a.epoch, a.lane[k].looks};
    return OK;
}
