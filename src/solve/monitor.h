/* monitor - watches a run: the best point, the best bound, when to stop and why.
 *
 * An engine tells the monitor of each iteration (monitor_tick) and asks it for what it needs; it
 * reads and writes no member. A stage is a run inside a run (solve/stage.h): its monitor is a
 * child, which passes each tick on. */
#ifndef RRM_MONITOR_H
#define RRM_MONITOR_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/stop.h"
#include "risk/risk.h"
#include "solve/problem.h"

enum verdict {
    RUNNING,
    CONVERGED,   /* the gap met the tolerance */
    INTERRUPTED, /* SIGINT or SIGTERM */
    OUT_OF_PASSES, /* of a stage also: another engine is to go on */
    OUT_OF_TIME,
    OUT_OF_PATIENCE, /* who watches the run has seen enough */
    STALLED, /* the engine can do no more: it ended by itself, or its values change no more, above
              * the tolerance; not if J and the gap are 0 but for rounding: that is CONVERGED. Also
              * where a bound is above J by more than rounding explains: the digits have ended */
    NOT_A_NUMBER /* a value overflowed or was NaN */
};

/* As the model's header says it. */
const char *verdict_name(enum verdict verdict);

/* When a run is to end. */
struct limits {
    double relative, absolute;      /* when gap <= relative |primal| or gap <= absolute; 0: never */
    double max_passes, max_seconds; /* INFINITY: no limit */
    const atomic_int *interrupt;    /* not 0: now; set by whom it may be; NULL: never */
    const atomic_int *enough;       /* the same, set by the report */
};

/* The clock of a run stands still while a report is written, so that the times of consecutive
 * reports never decrease, however long a report waits for its stream. */
struct stopwatch {
    double start;   /* clock_now() then */
    double paused;  /* what reports took, seconds */
    double stopped; /* clock_now() at which a report that is being written began; 0: none is */
};

/* Ticks without progress, of a run or, with its own values alone, of a stage: one that follows
 * others has yet to come to their bound. */
struct standstill {
    double primal, dual; /* the best values, to the digits of a gap that is of the size of J */
    struct moment {
        double ticks, passes;
    } begin, last; /* when one of the two last got better */
    int ticks;     /* in a row: with the very same values, or near 0 */
    double halved; /* the gap when it last halved while J and the gap are near 0; else INFINITY */
};

/* When a stage makes way for the engine that follows: all in passes, but for the gaps. */
struct handover {
    double least, most; /* of the stage; most INFINITY: as the run allows */
    double follower;    /* of the engine that follows; INFINITY: not known */
    double climb;       /* > 0: D of the stage is about concave in its passes, and the rest of its
                         * climb takes so many times the passes of one at its rate so far */
    bool patient; /* of second order: passes without progress are counted as those of a run */
    /* of the run: when the stage began and when it was last judged, the gaps then, D at first */
    double begin, passes;
    double first_gap, gap, first_dual;
    double dual, slope, span; /* D when it was last judged, its rise a pass then, of so many */
};

struct monitor {
    /* what was asked for */
    struct limits limits;
    void (*report)(void *context, const struct monitor *m, const double *w); /* after each tick;
                                                                              * may be NULL */
    void (*pulse)(void *context, const struct monitor *m); /* a sign of life between ticks, from
                                                            * monitor_hurries; may be NULL */
    void *context;

    /* what was seen */
    const struct risk *risk;
    double scale, zero; /* of the problem */
    struct meter meter; /* passes; of a stage: its run's, at its beginning */
    struct stopwatch watch;
    double *best;                  /* dim: the point of the best primal value */
    double primal, dual;           /* best so far: inf J <= primal, dual <= inf J */
    double last_primal, last_dual; /* of the last tick */
    long iterations;               /* ticks */
    struct standstill standstill;
    const char *engine; /* the solver that runs, in a stage the stage's */
    enum verdict verdict;

    struct monitor *parent; /* NULL: of a run; else of a stage */
    struct handover *handover; /* of a stage */
    bool staged;            /* a stage runs: whether values change no more is the stage's affair */
};

/* ---- for an engine --------------------------------------------------------------------------- */

/* An engine's word at the end of each iteration: w has the objective `primal` (INFINITY: not
 * evaluated) and `dual` is a lower bound on the optimum (-INFINITY: none). False: leave the
 * loop. */
bool monitor_tick(struct monitor *m, double primal, double dual, const double *w);

/* Between ticks, for long iterations: true if a limit was passed or an interrupt came; the engine
 * then finishes its step, ticks and leaves. The run's pulse is told. */
bool monitor_hurries(const struct monitor *m);

/* Asks monitor_hurries(m), but for the limit of passes, for work that costs none; m NULL: never. */
struct stop_token monitor_stop(const struct monitor *m);

/* The best point (dim); NULL: none has a finite J yet. */
const double *monitor_best(const struct monitor *m);

/* The gap that is asked for at the best primal value; 0 if none is, or if that value is 0: a run
 * whose J and gap are 0 but for rounding ends when the gap gets no smaller. */
double monitor_tolerance(const struct monitor *m);

/* Best primal value less best bound. */
double monitor_gap(const struct monitor *m);

/* monitor_gap as it will be after a tick with `dual`, if J is the best primal value then. */
double monitor_gap_at(const struct monitor *m, double J, double dual);

/* For the master problem (solve/planes/master.h): where the run stands, the tolerance of an inner
 * problem, and what the engine says of its trial points (struct target). */
struct target monitor_target(const struct monitor *m, double slack, double trial);

/* What rounding may do to a primal or dual value: DBL_EPSILON times the number of terms in its sums
 * times their size. The terms are as large as those that cancel in J at the best point:
 * problem.scale or, without a floor, |w| risk.scale. The bound of a smooth regression sums c_i u_i
 * y_i with |u| about sqrt(J): sqrt(J sum c_i y_i^2), where problem.scale is DBL_EPSILON sum c_i
 * y_i^2. */
double monitor_rounding(const struct monitor *m);

/* Takes w, which is better in some other way, for the best point if its objective is as good but
 * for rounding and meets what the best one met. True if it was taken. Not after NOT_A_NUMBER. */
bool monitor_prefer(struct monitor *m, double primal, const double *w);

/* Was the best primal value that of the last tick? */
bool monitor_last_is_best(const struct monitor *m);

/* J at the best point, known better than the engine knew it: takes the place of the best primal
 * value, whatever that was, as one tick more. */
void monitor_correct(struct monitor *m, double primal);

/* ---- for whom a run belongs to --------------------------------------------------------------- */

/* Starts the clock; best (dim) is the caller's. The limits and the reporter stand in m already, all
 * else is set. */
void monitor_start(struct monitor *m, const struct problem *p, const char *engine, double *best);

/* The engine returned: a run that no tick ended was stopped by a limit, or has stalled. */
void monitor_finish(struct monitor *m);

/* The monitor of a stage of `run`: starts where that stands, ends when that does, when `handover`
 * says so, or when its own engine stalls. monitor_leave ends the stage; returns the stage's
 * verdict. */
struct monitor monitor_enter(struct monitor *run, const char *engine, struct handover *handover);
enum verdict monitor_leave(struct monitor *stage);

/* Seconds since the start, less what reports took. */
double monitor_seconds(const struct monitor *m);

#endif
