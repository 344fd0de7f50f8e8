/* solver - the engines: what each needs, its settings, and how it is run. */
#ifndef RRM_SOLVER_H
#define RRM_SOLVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "solve/monitor.h"
#include "solve/problem.h"

/* A number that -o NAME=VALUE sets. */
struct setting {
    const char *name;
    double initial, lo, hi;
    bool whole; /* whole numbers only */
    const char *help;
};

enum { SETTINGS = 8 }; /* at most so many an engine */

struct solver;

/* The first engine of a run of auto, at this lambda, behind which another one followed. */
struct too_slow {
    const struct solver *solver; /* NULL: none is known */
    double lambda;
};

/* Where a run starts and ends. */
struct point {
    double *w;     /* dim */
    bool warm;     /* w is that of a model or of a run before, not of problem_start */
    bool again;    /* it is that of a run before */
    struct too_slow slow; /* of the first run for which that is known */
    double *alpha; /* dual_size: a dual point of a risk with RISK_DUAL; NULL: one of zeros */
    double *z;     /* image: A w at a warm start, during a run; NULL: not known */
    double *K;     /* units x units: A A' of few rows, once a run has left it here; else NULL */
    double share;  /* runs may leave matrix_work(A) times that many numbers for runs to come */
    struct arena *arena; /* for alpha and K */
};

/* x->alpha, from now on in memory. NULL: there is not enough. */
static inline double *point_dual(struct point *x, const struct risk *risk)
{
    if (!x->alpha)
        x->alpha = arena_doubles(x->arena, risk->dual_size);
    return x->alpha;
}

/* True if a dual point that is not 0 is known. */
bool point_has_dual(const struct point *x, const struct risk *risk);

/* The plane (a, *b) of that dual point, a (dim). Half a pass. */
void point_plane(const struct point *x, const struct risk *risk, double *a, double *b);

/* z (image) = A x->w. Half a pass, if that is not known. */
void point_image(const struct point *x, const struct risk *risk, double *z);

/* What a run from w = 0 to a gap of 1e-3 of J takes, as far as can be told before it. */
struct estimate {
    double passes;     /* INFINITY: auto leaves the engine out */
    double usual;      /* the same in the usual run, not the slowest; 0: that is not known */
    double near;       /* the share of passes from the solution at half the cost; 0: not known */
    double pass;       /* the time of one, in that of a pass from row to row */
    bool second_order; /* the passes hardly grow with q or with the tolerance */
    bool coordinates;  /* steps along single coordinates: the scales of columns slow them */
    double planes;     /* vectors as long as w that are kept */
};

/* One of up to LANES problems (risk/lanes.h) that differ in their labels alone: a run of its own,
 * side by side with those of the others. */
struct lane {
    const struct problem *p;
    struct point *x;
    struct monitor *m;
};

struct solver {
    const char *name, *help;
    unsigned risk_needs, reg_needs;   /* traits */
    unsigned kinked_needs;            /* traits of the risk besides, unless REG_QUADRATIC */
    double max_passes;                /* unless -m says otherwise */
    struct setting setting[SETTINGS]; /* ends with a NULL name */
    /* May start at x (zeros: cold), which not every algorithm can, and leaves its last iterate
     * there; tells the monitor after every iteration and leaves when that says so, or when it can
     * do no more. Memory comes from the arena. ERR_SYSTEM: there was not enough. */
    enum status (*run)(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m);
    /* `run` on several lanes at once, where `lanes` says of each problem that this is quicker.
     * NULL: it never is. */
    bool (*lanes)(const struct problem *p);
    enum status (*run_lanes)(const struct lane *lane, size_t count, struct arena *arena);
    /* Where it is admitted, at q = problem_condition. NULL: auto leaves the engine out. */
    struct estimate (*estimate)(const struct problem *p, double q);
};

/* Every solver, in the order of solve/list.h; NULL behind the last. */
const struct solver *solver_at(size_t index);
/* The solver that all of text names (a ":" is part of a name); NULL: there is none. */
const struct solver *solver_find(const char *text);

/* True if the solver can minimise this risk with this regularizer. None can where J may fall for
 * ever: a risk without a floor needs a strongly convex regularizer. Traits of 0 mean that there is
 * no such risk (risk_traits in risk/composite.h). */
bool solver_admits(const struct solver *solver, unsigned risk_traits, const struct reg *reg);

/* Adds the names of the solvers that admit it to text, separated by commas. */
void solver_list(unsigned risk_traits, const struct reg *reg, char *text, size_t size);

/* A stage: a run of one engine inside the run of another, from the best point and the dual point of
 * the last stage, with its own settings at their defaults, under a monitor that reports to that of
 * the run. From the run's best point, if one is known, else from x->w, and from x->alpha, up to the
 * handover; its memory is freed then. *why is how the stage ended: RUNNING never. Where
 * OUT_OF_PASSES or STALLED is not the run's own end, another stage may follow. ERR_SYSTEM: no
 * memory. */
enum status solver_stage(const struct solver *solver, const struct problem *p, struct point *x,
                         struct handover *handover, struct monitor *run, enum verdict *why);

/* A stage of each of up to LANES runs, side by side, by `run_lanes` of the solver; handover and why
 * are as many. */
enum status solver_stage_lanes(const struct solver *solver, const struct lane *lane, size_t count,
                               struct handover *handover, enum verdict *why);

#endif
