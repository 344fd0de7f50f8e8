/* auto - the engine of the least estimate, and those that come next.
 *
 *   1 the engine of the least time passes pass, by its own estimate (solver.h)
 *   2 an engine of second order, as soon as the first would take longer than that one's estimate,
 *     its gap falling as fast as lately (monitor.h), or where it stands still; from the best point
 *     and the dual point
 *   3 the engines that are left, by estimate, while the gap stands: STAGES in all; none with steps
 *     along single coordinates, where one of second order stands still */
#include "solve/auto.h"

#include <math.h>

enum { STAGES = 3 };

/* A stage is not judged in its first LEAST of the follower's estimate: with a large C its gap
 * stands for long and then falls. It ends after MOST of it. Tuned. */
static const double LEAST = 0.2, MOST = 2;

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
    return e->planes * (double)p->risk->dim * sizeof(double) <= PLANES_MEMORY;
}

/* Which engines: all, those of second order, those without steps along single coordinates. */
enum which { ANY, SECOND, CLOSING };

static bool among(enum which which, const struct estimate *e)
{
    return which == ANY || (which == SECOND ? e->second_order : !e->coordinates);
}

/* The least time of the engines that are left, whose planes fit unless `wide`. */
static struct choice least(const struct problem *p, double q, const struct solver *const *tried,
                           enum which which, bool wide)
{
    struct choice best = {.time = INFINITY};

    for (size_t i = 0; solver_at(i); i++) {
        const struct solver *solver = solver_at(i);
        struct estimate e;
        if (!solver->estimate || contains(tried, solver) ||
            !solver_admits(solver, p->risk->traits, p->reg))
            continue;
        e = solver->estimate(p, q);
        if (among(which, &e) && (wide || fits(p, &e)) && e.passes * e.pass < best.time)
            best = (struct choice){solver, e.passes * e.pass, e};
    }
    return best;
}

/* Where planes fit for none, those that do not are better than no engine at all. */
static struct choice choose(const struct problem *p, double q, const struct solver *const *tried,
                            enum which which)
{
    struct choice best = least(p, q, tried, which, false);

    return best.solver || tried[0] ? best : least(p, q, tried, which, true);
}

/* Above any q an estimate would overflow. */
static const double LARGEST = 1e100;

/* q. A start near the solution has the slopes of a smooth loss; a dual point of kinks is found in
 * the passes of a well conditioned problem. */
static double condition(const struct problem *p, const struct point *x)
{
    bool near = x->z && !point_has_dual(x, p->risk);

    return near && !(p->risk->traits & RISK_SMOOTH) ? 0 : fmin(LARGEST, problem_condition(p));
}

const struct solver *auto_first(const struct problem *p, const struct point *x)
{
    const struct solver *const tried[STAGES] = {NULL};

    return choose(p, condition(p, x), tried, ANY).solver;
}

/* When `first` makes way for an engine of second order. */
static struct handover until(const struct choice *first, const struct choice *follower)
{
    double passes = follower->time / first->estimate.pass;

    if (!follower->solver)
        return (struct handover){.most = INFINITY, .follower = INFINITY};
    return (struct handover){.least = LEAST * passes, .most = MOST * passes, .follower = passes};
}

/* Whether the run goes on, and another engine may. */
static bool goes_on(enum status status, enum verdict why, const struct monitor *m)
{
    return status == OK && (why == OUT_OF_PASSES || why == STALLED) && !monitor_hurries(m);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    const struct solver *tried[STAGES] = {NULL};
    double q = condition(p, x);
    struct choice next = choose(p, q, tried, ANY);
    enum verdict why = OUT_OF_PASSES;
    enum status status = OK;

    (void)arena; /* each stage has its own */
    for (int k = 0; k < STAGES && next.solver && goes_on(status, why, m); k++) {
        struct choice follower;
        struct handover handover;
        tried[k] = next.solver;
        follower = choose(p, q, tried, SECOND);
        handover = until(&next, &follower);
        status = solver_stage(next.solver, p, x, &handover, m, &why);
        next = follower.solver ? follower : choose(p, q, tried, CLOSING);
    }
    return status;
}

const struct solver solver_auto = {
    .name = "auto",
    .help = "the engine of the least estimated time, then another where that would be quicker",
    .risk_needs = RISK_IMAGE,
    .max_passes = 100000,
    .run = run};
