/* monitor - watches an engine: best primal point, best bound, when to stop and why. */
#include "solve/monitor.h"

#include <float.h>
#include <math.h>

#include "base/clock.h"
#include "math/vec.h"

/* So many ticks with the very same values: no digit moves any more. */
enum { STILL = 50 };

/* J and a gap up to this share of the terms that cancel in J are near 0: the roundings of a few dozen operations. */
static const double NEAR = 64 * DBL_EPSILON;

const char *verdict_name(enum verdict verdict)
{
    static const char *const name[] = {"running", "converged", "interrupted", "passes", "time", "stalled", "nan"};

    return name[verdict];
}

void monitor_start(struct monitor *m, const struct risk *risk, double *best)
{
    m->risk = risk;
    m->meter = (struct meter){0};
    m->scale = m->zero = 0;
    m->best = best;
    m->primal = m->last_primal = INFINITY;
    m->dual = m->last_dual = -INFINITY;
    m->still = 0;
    m->halved = INFINITY;
    m->iterations = 0;
    m->paused = m->stopped = 0;
    m->verdict = RUNNING;
    m->start = clock_now();
}

double monitor_gap(const struct monitor *m)
{
    return m->primal - m->dual;
}

/* No arithmetic can prove a gap below this. */
static double least_gap(const struct monitor *m)
{
    return 8 * DBL_EPSILON * fabs(m->primal);
}

double monitor_tolerance(const struct monitor *m)
{
    double relative = isfinite(m->primal) ? m->relative * fabs(m->primal) : 0;

    return relative > m->absolute ? relative : m->absolute;
}

double monitor_inner_tolerance(const struct monitor *m)
{
    double wanted = monitor_tolerance(m), left = monitor_gap(m);

    if (!isfinite(left))
        return 0;
    return 0.1 * (wanted > 0 && wanted < left ? wanted : left);
}

const double *monitor_best(const struct monitor *m)
{
    return isfinite(m->primal) ? m->best : NULL;
}

struct target monitor_target(const struct monitor *m, double slack, double trial)
{
    return (struct target){.centre = m->best, .primal = m->primal, .gap = monitor_gap(m),
                           .tolerance = monitor_inner_tolerance(m), .slack = slack, .trial = trial};
}

double monitor_seconds(const struct monitor *m)
{
    return (m->stopped > 0 ? m->stopped : clock_now()) - m->start - m->paused;
}

static enum verdict pressed(const struct monitor *m)
{
    if (m->interrupt && *m->interrupt)
        return INTERRUPTED;
    if (m->meter.passes >= m->max_passes)
        return OUT_OF_PASSES;
    if (isfinite(m->max_seconds) && monitor_seconds(m) >= m->max_seconds)
        return OUT_OF_TIME;
    return RUNNING;
}

bool monitor_pressed(const struct monitor *m)
{
    return pressed(m) != RUNNING;
}

double monitor_rounding(const struct monitor *m)
{
    bool bounded = (m->risk->traits & RISK_BOUNDED) != 0;
    double terms = bounded ? m->scale : m->risk->scale * sqrt(vec_sqnorm(m->risk->dim, m->best));

    if (bounded && m->risk->traits & RISK_SMOOTH)
        terms = fmax(terms, sqrt(fabs(m->primal) * m->scale / DBL_EPSILON));
    return DBL_EPSILON * (64 + (double)m->risk->dim + (double)m->risk->units) * fmax(fabs(m->primal), terms);
}

static bool asked(const struct monitor *m)
{
    return m->relative > 0 || m->absolute > 0;
}

static bool both_within(const struct monitor *m, double size)
{
    return fabs(m->primal) <= size && fabs(monitor_gap(m)) <= size;
}

/* True if J and the gap are 0 but for rounding. Without a floor the minimum is then at w = 0, where J = 0 exactly. */
static bool at_zero(const struct monitor *m)
{
    return both_within(m, m->zero) && (m->risk->traits & RISK_BOUNDED || m->primal == 0);
}

/* No progress any more. */
static enum verdict stalled(const struct monitor *m)
{
    return asked(m) && at_zero(m) ? CONVERGED : STALLED;
}

/* What presses; a limit does not matter to a run that is at 0 but for rounding. */
static enum verdict limited(const struct monitor *m)
{
    enum verdict why = pressed(m);

    return why != RUNNING && stalled(m) == CONVERGED ? CONVERGED : why;
}

/* Counts the ticks without progress: with the very same values or, where J and the gap are near 0, since the gap was
 * halved, for rounding changes its last digits for ever. */
static void count_still(struct monitor *m, bool same)
{
    bool near = both_within(m, NEAR * m->scale);
    double gap = monitor_gap(m);

    if (near && gap > m->halved / 2) {
        m->still++;
        return;
    }
    m->halved = near ? gap : INFINITY;
    m->still = same ? m->still + 1 : 0;
}

/* What the best values prove. They never part again: a gap at or below 0, to rounding, is the end. */
static enum verdict judge(const struct monitor *m)
{
    double gap = monitor_gap(m);

    if (!isfinite(m->primal))
        return pressed(m);
    if (fabs(gap) <= monitor_tolerance(m) && asked(m))
        return CONVERGED;
    return gap <= least_gap(m) || m->still >= STILL ? stalled(m) : limited(m);
}

/* A bound above J is J, if rounding explains it. Else one of the two is wrong: no bound but the
 * floor is left, and J does not count as proven. */
static bool reconcile(struct monitor *m)
{
    if (!(m->dual > m->primal))
        return true;
    if (m->dual - m->primal <= monitor_rounding(m)) {
        m->dual = m->primal;
        return true;
    }
    m->dual = m->risk->traits & RISK_BOUNDED && m->risk->floor <= m->primal ? m->risk->floor : -INFINITY;
    return false;
}

bool monitor_tick(struct monitor *m, double primal, double dual, const double *w)
{
    bool same, consistent;

    m->iterations++;
    same = primal == m->last_primal && dual == m->last_dual;
    m->last_primal = primal;
    m->last_dual = dual;
    if (isnan(primal) || !(dual < INFINITY)) {
        m->verdict = NOT_A_NUMBER;
        return false;
    }
    if (primal < m->primal) {
        m->primal = primal;
        vec_copy(m->risk->dim, w, m->best);
    }
    m->dual = fmax(m->dual, dual);
    consistent = reconcile(m);
    count_still(m, same);
    m->verdict = consistent ? judge(m) : STALLED;
    if (m->report) {
        m->stopped = clock_now();
        m->report(m->context, m, w);
        m->paused += clock_now() - m->stopped;
        m->stopped = 0;
    }
    return m->verdict == RUNNING;
}

void monitor_correct(struct monitor *m, double primal)
{
    enum verdict before = m->verdict;

    m->primal = primal;
    monitor_tick(m, primal, m->dual, m->best);
    if (before == NOT_A_NUMBER)
        m->verdict = before;
}

bool monitor_prefer(struct monitor *m, double primal, const double *w)
{
    bool as_good = primal - m->primal <= monitor_rounding(m) && primal - m->dual <= monitor_tolerance(m);

    if (!(primal <= m->primal) && !as_good)
        return false;
    m->primal = primal;
    vec_copy(m->risk->dim, w, m->best);
    return true;
}

void monitor_finish(struct monitor *m)
{
    enum verdict why = limited(m);

    if (m->verdict == RUNNING)
        m->verdict = why != RUNNING ? why : stalled(m);
}
