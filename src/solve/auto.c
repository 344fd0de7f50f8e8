/* auto - the engine of the least estimate, and those that come next.
 *
 *   1 the engine of the least time passes pass, by its own estimate (solver.h); in a run that goes
 *     on from others not the one that was the first of these to make way, at this lambda or above
 *   2 an engine of second order, as soon as the first would take longer than that one's estimate,
 *     its gap falling as fast as lately or its dual rising as it did (monitor.h), or where it
 *     stands still; from the best point and the dual point. Where none fits, after steps along
 *     single coordinates one without them in its place, by the passes of its usual run; such a one
 *     behind planes, too, and behind one of second order for kinks of R without dual points, or of
 *     both R and Omega
 *   3 the engines that are left, by estimate, while the gap stands: STAGES in all; none with steps
 *     along single coordinates, where another engine stands still */
#include "solve/auto.h"

#include <math.h>

#include "risk/lanes.h"

enum { STAGES = 3 };

/* By its gap a stage is not judged in its first LEAST of the follower's estimate: with a large C it
 * stands for long and then falls. A stage ends after MOST of that estimate. Tuned. */
static const double LEAST = 0.2, MOST = 2;

/* With one output a follower takes AFTER of its estimate behind coordinate steps; LEAST and MOST
 * are shares of that. Over few columns, at most WIDE times as many as units, D climbs long: the
 * passes that are left are taken to be CLIMB times those at its rate so far; with several outputs
 * so where the follower is none of second order. Tuned. */
static const double AFTER = 0.4, WIDE = 1.5, CLIMB = 2;

/* An engine of planes or of second order makes way for a usual run after OWN of its own estimate,
 * and not before it took the time of that run; Newton's method for the risk of a whole set after
 * OWN_WHOLE. Under kinks of Omega Newton's method first takes LONGER times the time of that run and
 * FEWEST passes, too. Tuned. */
static const double OWN = 2, OWN_WHOLE = 6, LONGER = 2, FEWEST = 400;

struct choice {
    const struct solver *solver; /* NULL: none is left */
    double time;                 /* of all passes */
    struct estimate estimate;
};

static bool contains(const struct solver *const *tried, const struct solver *solver)
{
    for (int k = 0; k < STAGES; k++)
        if (tried[k] == solver)
            return true;
    return false;
}

/* Bytes: planes beyond a quarter of the memory of a machine of 8 GB are too many for any other
 * machine, too, so that the choice is the same on all. */
static const double PLANES_MEMORY = 0x1p31;

static bool fits(const struct problem *p, const struct estimate *e)
{
    return fmin(e->planes, e->passes) * (double)p->risk->dim * sizeof(double) <= PLANES_MEMORY;
}

/* Which engines: all, those of second order, those without steps along single coordinates, of
 * these the ones whose usual run is known. */
enum which { ANY, SECOND, CLOSING, USUAL };

static bool among(enum which which, const struct estimate *e)
{
    switch (which) {
    case ANY: return true;
    case SECOND: return e->second_order;
    case CLOSING: return !e->coordinates;
    case USUAL: break;
    }
    return !e->coordinates && e->usual > 0;
}

/* Where a run starts: q; whether from the w of a run before, as at each cost of a search; and what
 * is not to be the first engine. */
struct start {
    double q;
    bool near;
    const struct solver *slow;
};

/* The least time of the engines that are left, whose planes fit unless `wide`. */
static struct choice least(const struct problem *p, struct start x,
                           const struct solver *const *tried, enum which which, bool wide)
{
    struct choice best = {.time = INFINITY};

    for (size_t i = 0; solver_at(i); i++) {
        const struct solver *solver = solver_at(i);
        struct estimate e;
        bool slow = !tried[0] && solver == x.slow;
        if (!solver->estimate || slow || contains(tried, solver) ||
            !solver_admits(solver, p->risk->traits, p->reg))
            continue;
        e = solver->estimate(p, x.q);
        if (which == USUAL)
            e.passes = e.usual;
        else if (x.near && e.near > 0)
            e.passes *= e.near;
        if (among(which, &e) && (wide || fits(p, &e)) && e.passes * e.pass < best.time)
            best = (struct choice){solver, e.passes * e.pass, e};
    }
    return best;
}

/* Where planes fit for none, those that do not are better than no engine at all. */
static struct choice choose(const struct problem *p, struct start x,
                            const struct solver *const *tried, enum which which)
{
    struct choice best = least(p, x, tried, which, false);

    return best.solver || tried[0] ? best : least(p, x, tried, which, true);
}

/* Above any q an estimate would overflow. */
static const double LARGEST = 1e100;

/* Near the solution a smooth loss has its slopes; a dual point of kinks is found in the passes of a
 * well conditioned problem, q = 0. */
static struct start start_at(const struct problem *p, const struct point *x)
{
    bool found = x->z && !point_has_dual(x, p->risk) && !(p->risk->traits & RISK_SMOOTH);
    bool near = x->z && x->again, slow = near && p->lambda <= x->slow.lambda;

    return (struct start){.q = found ? 0 : fmin(LARGEST, problem_condition(p)),
                          .near = near,
                          .slow = slow ? x->slow.solver : NULL};
}

const struct solver *auto_first(const struct problem *p, const struct point *x)
{
    const struct solver *const tried[STAGES] = {NULL};

    return choose(p, start_at(p, x), tried, ANY).solver;
}

/* What follows `first` where that is slow. */
static struct choice following(const struct problem *p, struct start x,
                               const struct solver *const *tried, const struct choice *first)
{
    struct choice second = choose(p, x, tried, SECOND);
    bool kinked = !(p->risk->traits & RISK_SMOOTH);
    bool hard = kinked && (!(p->risk->traits & RISK_DUAL) || !(p->reg->traits & REG_QUADRATIC));
    bool others = first->estimate.coordinates || first->estimate.planes > 0 ||
                  (first->estimate.second_order && hard);

    return second.solver || !others ? second : choose(p, x, tried, USUAL);
}

/* When `first` makes way for it. */
static struct handover until(const struct problem *p, const struct choice *first,
                             const struct choice *follower)
{
    bool steps = first->estimate.coordinates && p->risk->outputs == 1;
    bool judged = steps || !follower->estimate.second_order; /* by the rise of D, too */
    double room = WIDE * (double)p->risk->units * (double)p->risk->outputs;
    bool climbs = judged && (double)p->risk->dim <= room;
    double passes = (steps ? AFTER : 1) * follower->time / first->estimate.pass;
    bool patient = first->estimate.second_order;
    double own = patient && problem_is_whole(p) ? OWN_WHOLE : OWN;
    bool longer = patient && !(p->reg->traits & REG_QUADRATIC);
    double run = longer ? fmax(FEWEST, LONGER * passes) : passes;

    if (!follower->solver)
        return (struct handover){.most = INFINITY, .follower = INFINITY, .patient = patient};
    if (!first->estimate.coordinates && !follower->estimate.second_order)
        return (struct handover){.least = fmax(own * first->estimate.passes, run),
                                 .most = INFINITY,
                                 .follower = passes,
                                 .patient = patient};
    return (struct handover){.least = LEAST * passes,
                             .most = MOST * passes,
                             .follower = passes,
                             .climb = climbs ? CLIMB : 0,
                             .patient = patient};
}

/* Where a run stands among its stages. */
struct stages {
    const struct solver *tried[STAGES];
    int count; /* tried so far */
    struct start start;
    struct choice next;
    enum verdict why; /* how the last one ended; before the first OUT_OF_PASSES */
};

static struct stages stages_begin(const struct problem *p, const struct point *x)
{
    struct stages s = {.start = start_at(p, x), .why = OUT_OF_PASSES};

    s.next = choose(p, s.start, s.tried, ANY);
    return s;
}

/* s->next is the stage that begins, and becomes the one that is to follow. */
static struct handover stages_take(struct stages *s, const struct problem *p)
{
    struct choice follower;
    struct handover handover;

    s->tried[s->count++] = s->next.solver;
    follower = following(p, s->start, s->tried, &s->next);
    handover = until(p, &s->next, &follower);
    s->next = follower.solver ? follower : choose(p, s->start, s->tried, CLOSING);
    return handover;
}

/* Whether the run goes on, and another engine may. */
static bool stages_go_on(const struct stages *s, const struct monitor *m)
{
    return s->count < STAGES && s->next.solver && (s->why == OUT_OF_PASSES || s->why == STALLED) &&
           !monitor_hurries(m);
}

static enum status stages_run(struct stages *s, const struct problem *p, struct point *x,
                              struct monitor *m)
{
    enum status status = OK;

    while (status == OK && stages_go_on(s, m)) {
        const struct solver *solver = s->next.solver;
        struct handover handover = stages_take(s, p);
        if (s->count == 2 && !x->slow.solver)
            x->slow = (struct too_slow){s->tried[0], p->lambda};
        status = solver_stage(solver, p, x, &handover, m, &s->why);
    }
    return status;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    struct stages s = stages_begin(p, x);

    (void)arena; /* each stage has its own */
    return stages_run(&s, p, x, m);
}

/* ---- lanes ----------------------------------------------------------------------------------- */

static bool lanes(const struct problem *p)
{
    const struct point cold = {.w = NULL};
    const struct solver *first = auto_first(p, &cold);

    return first && first->lanes && first->lanes(p);
}

/* Lanes have the same rows and costs, and so one q and one choice. */
static enum status run_lanes(const struct lane *lane, size_t count, struct arena *arena)
{
    struct stages s[LANES] = {stages_begin(lane[0].p, lane[0].x)};
    const struct solver *first = s[0].next.solver;
    bool together = first && first->lanes && first->lanes(lane[0].p);
    struct handover handover[LANES] = {{.most = 0}};
    enum verdict why[LANES];
    enum status status = OK;

    (void)arena;
    if (together)
        handover[0] = stages_take(&s[0], lane[0].p);
    for (size_t k = 1; k < count; k++) {
        s[k] = s[0];
        handover[k] = handover[0];
    }
    if (together)
        status = solver_stage_lanes(first, lane, count, handover, why);
    for (size_t k = 0; k < count && together && status == OK; k++)
        s[k].why = why[k];
    for (size_t k = 0; k < count && status == OK; k++)
        status = stages_run(&s[k], lane[k].p, lane[k].x, lane[k].m);
    return status;
}

const struct solver solver_auto = {
    .name = "auto",
    .help = "the engine of the least estimated time, then another where that would be quicker",
    .risk_needs = RISK_IMAGE,
    .max_passes = 100000,
    .run = run,
    .lanes = lanes,
    .run_lanes = run_lanes};
