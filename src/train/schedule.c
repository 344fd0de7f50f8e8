/* schedule - the runs of a training, side by side on the threads: how long each may take, and what
 * an interrupt leaves time for.
 *
 * The answer of one class against the rest is the class of the largest score. A problem that is
 * left at its start, w = 0, scores 0 everywhere, and beats classes whose scores are negative as
 * they should be. So none is: under a limit of time a first round minimises each problem
 * coarsely, and when an interrupt comes those that are not so far yet are taken there, within a
 * time of grace. */
#include "train/schedule.h"

#include <math.h>

#include "base/clock.h"

/* A run is coarse until its gap is COARSE of its objective or it has had COARSE_PASSES:
 * dual ascent and cutting planes are mostly there by then. Tuned. */
static const double COARSE = 0.5, COARSE_PASSES = 20;

/* Seconds after an interrupt for the problems that are not begun; a second interrupt ends them. Who
 * sends a signal waits: systems of batches kill 10 to 90 seconds later. */
static const double GRACE = 5;

/* The first round is left out where the time is AMPLE: so many times what each problem takes
 * coarsely, above what it takes to the tolerance. Tuned. */
static const double AMPLE = 20;

static int jobs_of(const struct schedule *s)
{
    return s->teams > 0 ? s->teams * (s->runs / s->problems) : s->runs;
}

/* Jobs side by side. */
static int workers_of(const struct schedule *s)
{
    return jobs_of(s) < s->across->threads ? jobs_of(s) : s->across->threads;
}

/* Whether an interrupt has come before a problem was minimised even coarsely. */
static bool is_late(const struct schedule *s, int run)
{
    const struct outcome *known = &s->outcome[run];

    if (s->transient || s->problems == 1 || run >= s->problems)
        return false;
    if (!s->interrupt || !*s->interrupt)
        return false;
    return known->passes < COARSE_PASSES &&
           (!known->engine || !(known->primal - known->dual <= COARSE * fabs(known->primal)));
}

/* The share of a late problem in the seconds of grace that it and those behind it have left. */
static double share_of_grace(struct schedule *s, int run)
{
    double now = clock_now(), none = 0;
    int others = (s->problems - run - 1) / workers_of(s);

    atomic_compare_exchange_strong(&s->grace_end, &none, now + GRACE);
    return fmax(0, atomic_load(&s->grace_end) - now) / (1 + others);
}

static double time_left(const struct schedule *s)
{
    return fmax(0, s->seconds - (clock_now() - s->start));
}

double schedule_share(double seconds, int workers, int left)
{
    return left > workers ? seconds * workers / left : seconds;
}

bool schedule_limit(const struct job *job, int run, struct monitor *m)
{
    struct schedule *s = job->schedule;
    double seconds = time_left(s);
    bool late = is_late(s, run);

    m->limits.max_seconds = schedule_share(seconds, workers_of(s), job->left);
    if (late)
        m->limits.max_seconds = fmin(seconds, share_of_grace(s, run));
    m->limits.interrupt = late ? s->interrupt + 1 : s->interrupt;
    m->limits.max_passes = fmax(0, m->limits.max_passes - s->outcome[run].passes);
    if (!late && !s->coarse)
        return false;
    m->limits.max_passes = fmin(m->limits.max_passes, COARSE_PASSES);
    m->limits.relative = fmax(m->limits.relative, COARSE);
    return true;
}

bool schedule_note(const struct job *job, int run, struct outcome found, bool coarse,
                   double relative, struct monitor *m)
{
    struct schedule *s = job->schedule;
    struct outcome *known = &s->outcome[run];
    bool late = m->limits.interrupt != s->interrupt;
    bool better = !known->engine || found.primal < known->primal;

    m->limits.relative = relative;
    if (coarse && (found.verdict != CONVERGED || monitor_gap(m) > monitor_tolerance(m)))
        found.verdict = late ? INTERRUPTED : OUT_OF_TIME;
    *known = known->engine ? outcome_join(known, &found) : found;
    return better;
}

/* ---- workers --------------------------------------------------------------------------------- */

static void work_job(struct schedule *s, const struct job *job)
{
    struct error err;
    enum status status;

    if (atomic_load(&s->failed))
        return;
    status = s->body(s->context, job, &err);
    if (status != OK && atomic_fetch_add(&s->failed, 1) == 0) {
        s->status = status;
        *s->err = err;
    }
}

/* Of a job that the interrupt came in, each run that is late. */
static void work_late(struct schedule *s, const struct job *job)
{
    for (int run = job->run; run < job->run + job->count; run++) {
        struct job alone = {s, run, 1, job->left};
        if (is_late(s, run))
            work_job(s, &alone);
    }
}

static void work_runs(struct schedule *s, int run, int count)
{
    struct job job = {s, run, count, s->jobs - atomic_fetch_add(&s->begun, 1)};
    bool late = s->interrupt && *s->interrupt;

    work_job(s, &job);
    if (!late)
        work_late(s, &job);
}

/* The first round was enough. */
static bool is_solved(const struct schedule *s, int run)
{
    return s->outcome[run].engine && s->outcome[run].verdict == CONVERGED;
}

static void work(void *context, int run)
{
    struct schedule *s = context;

    if (is_solved(s, run))
        atomic_fetch_add(&s->begun, 1);
    else
        work_runs(s, run, 1);
}

/* Team t % teams of the problems, or of the runs that calibrate without fold t / teams - 1. */
static void work_team(void *context, int t)
{
    struct schedule *s = context;
    int first = t / s->teams * s->problems, team = t % s->teams;
    int begin = (int)((int64_t)s->problems * team / s->teams);
    int end = (int)((int64_t)s->problems * (team + 1) / s->teams);

    if (is_solved(s, first + begin)) /* of a team, only the first run has been in the first round */
        begin++;
    if (begin == end)
        atomic_fetch_add(&s->begun, 1);
    else
        work_runs(s, first + begin, end - begin);
}

static void work_behind(void *context, int run)
{
    work(context, run + 1);
}

/* The threads work on a job each, or all on one; the steps of a team use one. */
static void lay_out(struct schedule *s, const struct par *par)
{
    bool enough = jobs_of(s) >= par->threads || s->teams > 0;
    bool side_by_side = jobs_of(s) > 1 && enough && !s->in_order;

    s->inside = side_by_side ? &par_alone : par;
    s->across = side_by_side ? par : &par_alone;
    s->jobs = s->begun + jobs_of(s);
}

/* The first problem coarsely; and all others, then without teams, unless the time that is left is
 * AMPLE for each. */
static void coarse_round(struct schedule *s, const struct par *par)
{
    int others = s->problems - 1;

    s->coarse = true;
    s->across = &par_alone;
    s->jobs += 1 + others;
    work(s, 0);
    lay_out(s, par);
    if (AMPLE * s->outcome[0].seconds * others >= time_left(s) * workers_of(s)) {
        s->teams = 0;
        lay_out(s, par);
        s->jobs += others;
        par_for(s->across, others, work_behind, s);
    }
    s->coarse = false;
}

enum status schedule_run(struct schedule *s, const struct par *par, struct error *err)
{
    s->start = clock_now();
    s->err = err;
    lay_out(s, par);
    if (s->problems > 1 && isfinite(s->seconds))
        coarse_round(s, par);
    par_for(s->across, jobs_of(s), s->teams > 0 ? work_team : work, s);
    return s->status;
}
