/* schedule - the runs of a training, side by side on the threads: how long each may take, and what
 * an interrupt leaves time for. */
#ifndef RRM_SCHEDULE_H
#define RRM_SCHEDULE_H

#include <stdatomic.h>

#include "base/par.h"
#include "base/status.h"
#include "train/fit.h"

/* A run that a worker has taken, or the runs of a team. */
struct job {
    struct schedule *schedule;
    int run, count; /* the runs run .. run + count - 1, from 0 */
    int left;       /* jobs that had not begun, this one included */
};

struct schedule {
    /* what is asked for */
    int problems;                /* the first runs: their objectives add up */
    int runs;                    /* these and the others, a multiple of problems */
    int teams;                   /* > 0: each `problems` runs are cut into so many jobs, but where
                                  * seconds may be too few; 0: a run is a job */
    double seconds;              /* for all of them together; INFINITY: no limit */
    const atomic_int *interrupt; /* two flags: an interrupt, one more; NULL: never */
    bool in_order;               /* one run after the other, each with all threads */
    bool transient;              /* what an interrupt leaves is of no use: there is no grace */
    enum status (*body)(void *context, const struct job *job, struct error *err);
    void *context;
    struct outcome *outcome; /* runs: zeros; body keeps them by schedule_note */

    /* how it goes */
    const struct par *inside; /* the threads of each run */
    const struct par *across; /* those that work on a job each */
    bool coarse;              /* the first of two rounds */
    double start;             /* clock */
    int jobs;                 /* of both rounds */
    _Atomic double grace_end; /* clock when the grace after an interrupt ends; 0: none has come */
    atomic_int begun, failed;
    enum status status;
    struct error *err;
};

/* Runs body for each run: on as many workers as there are threads if there are so many runs,
 * else one after the other. The results do not depend on which. Under a limit of seconds the
 * problems get a coarse round first: the first one alone where the seconds are ample for all.
 * Returns the first failure of a body. */
enum status schedule_run(struct schedule *s, const struct par *par, struct error *err);

/* The share of a job in the seconds that are left for `left` jobs, this one included, of which so
 * many workers do one each at a time. */
double schedule_share(double seconds, int workers, int left);

/* For body, before a run of its job: lays the limits into the monitor, in which those of the recipe
 * stand; true if they are those of a coarse run. */
bool schedule_limit(const struct job *job, int run, struct monitor *m);

/* For body, behind a run: joins what came out to what is known of the run. `relative` is the
 * tolerance asked for, which a coarse run did not have. True if its point is the best one of the
 * run so far. */
bool schedule_note(const struct job *job, int run, struct outcome found, bool coarse,
                   double relative, struct monitor *m);

#endif
