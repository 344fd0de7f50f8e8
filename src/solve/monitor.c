/* monitor - watches an engine: best primal point, best bound, when to stop and why. */
#include "solve/monitor.h"

#include <float.h>
#include <math.h>

#include "base/clock.h"
#include "base/vec.h"

/* So many ticks with the very same values: no digit moves any more. */
enum { STILL = 50 };

const char *verdict_name(enum verdict verdict)
{
    static const char *const name[] = {"running", "converged", "interrupted", "passes", "time", "stalled", "nan"};

    return name[verdict];
}

void monitor_start(struct monitor *m, const struct risk *risk, double *best)
{
    m->risk = risk;
    m->best = best;
    m->primal = m->last_primal = INFINITY;
    m->dual = m->last_dual = -INFINITY;
    m->still = 0;
    m->iterations = 0;
    m->paused = m->stopped = 0;
    m->verdict = RUNNING;
    m->start = clock_now();
}

double monitor_gap(const struct monitor *m)
{
    return m->primal - m->dual;
}

/* No arithmetic can prove a gap below this. The objective of a free margin, which has no floor, can have a minimum of 0
 * that is a difference of terms of some size: then rounding is a share of those. */
static double least_gap(const struct monitor *m)
{
    double size = fabs(m->primal), zero = m->risk->traits & RISK_BOUNDED ? 0 : 64 * DBL_EPSILON * m->risk->size;

    return size > zero ? 8 * DBL_EPSILON * size : zero;
}

double monitor_tolerance(const struct monitor *m)
{
    double size = fabs(m->primal), zero = least_gap(m), relative = 0;

    if (isfinite(size) && m->relative > 0)
        relative = size > zero ? m->relative * size : zero;
    return relative > m->absolute ? relative : m->absolute;
}

double monitor_inner_tolerance(const struct monitor *m)
{
    double wanted = monitor_tolerance(m), left = monitor_gap(m);

    if (!isfinite(left))
        return 0;
    return 0.1 * (wanted > 0 && wanted < left ? wanted : left);
}

double monitor_seconds(const struct monitor *m)
{
    return (m->stopped > 0 ? m->stopped : clock_now()) - m->start - m->paused;
}

static enum verdict pressed(const struct monitor *m)
{
    if (m->interrupt && *m->interrupt)
        return INTERRUPTED;
    if (m->risk->passes >= m->max_passes)
        return OUT_OF_PASSES;
    if (isfinite(m->max_seconds) && monitor_seconds(m) >= m->max_seconds)
        return OUT_OF_TIME;
    return RUNNING;
}

bool monitor_pressed(const struct monitor *m)
{
    return pressed(m) != RUNNING;
}

/* What rounding may do to a primal or dual value: sums of as many terms as there are columns and rows. */
static double rounding(const struct monitor *m)
{
    return DBL_EPSILON * (64 + (double)m->risk->dim + (double)m->risk->units) * fmax(fabs(m->primal), m->risk->size);
}

/* What the best values prove. They never part again: a gap at or below 0, to rounding, is the end. */
static enum verdict judge(const struct monitor *m)
{
    double gap = monitor_gap(m);

    if (!isfinite(m->primal))
        return pressed(m);
    if (fabs(gap) <= monitor_tolerance(m) && (m->relative > 0 || m->absolute > 0))
        return CONVERGED;
    return gap <= least_gap(m) || m->still >= STILL ? STALLED : pressed(m);
}

bool monitor_tick(struct monitor *m, double primal, double dual, const double *w)
{
    m->iterations++;
    m->still = primal == m->last_primal && dual == m->last_dual ? m->still + 1 : 0;
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
    if (dual > m->dual)
        m->dual = dual;
    if (m->dual > m->primal && m->dual - m->primal <= rounding(m))
        m->dual = m->primal;
    m->verdict = judge(m);
    if (m->report) {
        m->stopped = clock_now();
        m->report(m->context, m, w);
        m->paused += clock_now() - m->stopped;
        m->stopped = 0;
    }
    return m->verdict == RUNNING;
}

bool monitor_prefer(struct monitor *m, double primal, const double *w)
{
    if (!(primal <= m->primal) && !(primal - m->primal <= rounding(m) && primal - m->dual <= monitor_tolerance(m)))
        return false;
    m->primal = primal;
    vec_copy(m->risk->dim, w, m->best);
    return true;
}

void monitor_finish(struct monitor *m)
{
    enum verdict why = pressed(m);

    if (m->verdict == RUNNING)
        m->verdict = why != RUNNING ? why : STALLED;
}
