/* monitor - watches a run: the best point, the best bound, when to stop and why. */
#include "solve/monitor.h"

#include <float.h>
#include <math.h>

#include "base/clock.h"
#include "math/logarithm.h"
#include "math/vec.h"

/* So many ticks in a row with the very same values, and no digit will move any more. The origin of
 * 50 is not recorded. */
enum { UNCHANGED = 50 };

/* The best values, too, stand still where neither got better in PATIENCE ticks or PATIENCE_PASSES
 * passes, nor in RARE times as many as all those before. Progress that is rare comes at times that
 * grow like the ticks: bundles of unscaled columns and accelerated gradients have waited for up to
 * 1.3 times as many as there were. Passes are for dual ascent, which ticks at growing distances, 17
 * times in 100,000 passes; stochastic engines do so, too, and end after 1000. An inner loop of
 * Newton's method takes at most 100 steps of 100 passes. A stage, which another engine may follow,
 * has PATIENCE of both, but for those of second order: with l1 at a large C a step of theirs takes
 * hundreds of passes, and D rises when J is within 1e-8 of J*. */
enum { PATIENCE = 1000, PATIENCE_PASSES = 10000, RARE = 2 };

/* One of the best values of a stage gets better by this share of the gap, or stands still: dual
 * bounds creep for ever. */
static const double CREEP = 0.01;

/* The roundings of a few dozen operations, as a share of their terms: without a floor a gap up to
 * NEAR problem.scale is near 0, and a sum of k terms is right to (OPERATIONS + k) DBL_EPSILON. */
enum { OPERATIONS = 64 };
static const double NEAR = OPERATIONS * DBL_EPSILON;

/* No arithmetic can prove a gap below this share of J: the roundings of J, of the bound and of
 * their difference. */
static const double LEAST_GAP = 8 * DBL_EPSILON;

/* An inner problem is solved to this share of the gap that is wanted or left. Looser costs no
 * bound, only progress. Tuned. */
static const double INNER = 0.1;

const char *verdict_name(enum verdict verdict)
{
    static const char *const name[] = {
        [RUNNING] = "running",      [CONVERGED] = "converged", [INTERRUPTED] = "interrupted",
        [OUT_OF_PASSES] = "passes", [OUT_OF_TIME] = "time",    [STALLED] = "stalled",
        [NOT_A_NUMBER] = "nan",     [OUT_OF_PATIENCE] = "patience"};

    return name[verdict];
}

static struct standstill standstill_at(struct moment begin)
{
    return (struct standstill){
        .primal = INFINITY, .dual = -INFINITY, .begin = begin, .last = begin, .halved = INFINITY};
}

void monitor_start(struct monitor *m, const struct problem *p, const char *engine, double *best)
{
    *m = (struct monitor){.limits = m->limits,
                          .report = m->report,
                          .pulse = m->pulse,
                          .context = m->context,
                          .risk = p->risk,
                          .scale = p->scale,
                          .zero = p->zero,
                          .watch.start = clock_now(),
                          .best = best,
                          .primal = INFINITY,
                          .dual = -INFINITY,
                          .last_primal = INFINITY,
                          .last_dual = -INFINITY,
                          .standstill = standstill_at((struct moment){0, 0}),
                          .engine = engine};
}

/* ---- what is asked --------------------------------------------------------------------------- */

double monitor_gap(const struct monitor *m)
{
    return m->primal - m->dual;
}

double monitor_gap_at(const struct monitor *m, double J, double dual)
{
    return J - fmax(dual, m->dual);
}

double monitor_tolerance(const struct monitor *m)
{
    double relative = isfinite(m->primal) ? m->limits.relative * fabs(m->primal) : 0;

    return relative > m->limits.absolute ? relative : m->limits.absolute;
}

const double *monitor_best(const struct monitor *m)
{
    return isfinite(m->primal) ? m->best : NULL;
}

bool monitor_last_is_best(const struct monitor *m)
{
    return m->last_primal == m->primal;
}

/* To so much is an inner problem to be solved. */
static double inner_tolerance(const struct monitor *m)
{
    double wanted = monitor_tolerance(m), left = monitor_gap(m);

    if (!isfinite(left))
        return 0;
    return INNER * (wanted > 0 && wanted < left ? wanted : left);
}

struct target monitor_target(const struct monitor *m, double slack, double trial)
{
    return (struct target){.centre = m->best,
                           .primal = m->primal,
                           .gap = monitor_gap(m),
                           .tolerance = inner_tolerance(m),
                           .slack = slack,
                           .trial = trial};
}

double monitor_rounding(const struct monitor *m)
{
    bool bounded = (m->risk->traits & RISK_BOUNDED) != 0;
    double terms = bounded ? m->scale : m->risk->scale * sqrt(vec_sqnorm(m->risk->dim, m->best));

    if (bounded && m->risk->traits & RISK_SMOOTH)
        terms = fmax(terms, sqrt(fabs(m->primal) * m->scale / DBL_EPSILON));
    return DBL_EPSILON * (OPERATIONS + (double)m->risk->dim + (double)m->risk->units) *
           fmax(fabs(m->primal), terms);
}

double monitor_seconds(const struct monitor *m)
{
    return (m->watch.stopped > 0 ? m->watch.stopped : clock_now()) - m->watch.start -
           m->watch.paused;
}

/* ---- why a run ends -------------------------------------------------------------------------- */

/* The passes of the run. */
static double passes_of(const struct monitor *m)
{
    return m->parent ? passes_of(m->parent) : m->meter.passes;
}

/* Which limit was passed; RUNNING: none. */
static enum verdict limit_passed(const struct monitor *m, bool of_passes)
{
    if (m->limits.interrupt && *m->limits.interrupt)
        return INTERRUPTED;
    if (m->limits.enough && *m->limits.enough)
        return OUT_OF_PATIENCE;
    if (of_passes && passes_of(m) >= m->limits.max_passes)
        return OUT_OF_PASSES;
    if (isfinite(m->limits.max_seconds) && monitor_seconds(m) >= m->limits.max_seconds)
        return OUT_OF_TIME;
    return m->parent ? limit_passed(m->parent, of_passes) : RUNNING;
}

static struct moment now(const struct monitor *m)
{
    return (struct moment){(double)m->iterations, passes_of(m)};
}

bool monitor_hurries(const struct monitor *m)
{
    const struct monitor *run = m;

    while (run->parent)
        run = run->parent;
    if (run->pulse)
        run->pulse(run->context, run);
    return limit_passed(m, true) != RUNNING;
}

static bool is_over(const void *m)
{
    return monitor_hurries(m) && limit_passed(m, false) != RUNNING;
}

struct stop_token monitor_stop(const struct monitor *m)
{
    return (struct stop_token){m ? is_over : NULL, m};
}

static bool tolerance_given(const struct monitor *m)
{
    return m->limits.relative > 0 || m->limits.absolute > 0;
}

/* True if J and the gap are 0 but for rounding. Without a floor the minimum is then at w = 0, where
 * J = 0 exactly, and so is the bound (problem_dual): no gap is left. */
static bool at_zero(const struct monitor *m)
{
    return m->risk->traits & RISK_BOUNDED && fabs(m->primal) <= m->zero &&
           fabs(monitor_gap(m)) <= m->zero;
}

/* The verdict on a run that makes no progress any more. */
static enum verdict without_progress(const struct monitor *m)
{
    return tolerance_given(m) && at_zero(m) ? CONVERGED : STALLED;
}

/* The limit that was passed; it does not matter to a run that is at 0 but for rounding. */
static enum verdict limited(const struct monitor *m)
{
    enum verdict why = limit_passed(m, true);

    return why != RUNNING && without_progress(m) == CONVERGED ? CONVERGED : why;
}

/* Counts the ticks without progress: with the very same values or, where J and the gap are near 0,
 * since the gap was halved, for rounding changes its last digits for ever. */
static void count_standstill(struct monitor *m, bool same)
{
    struct standstill *s = &m->standstill;
    bool bounded = (m->risk->traits & RISK_BOUNDED) != 0;
    double gap = m->primal - s->dual, size = bounded ? m->zero : NEAR * m->scale;
    bool near = fabs(m->primal) <= (bounded ? size : 0) && fabs(gap) <= size;

    if (near && gap > s->halved / 2) {
        s->ticks++;
        return;
    }
    s->halved = near ? gap : INFINITY;
    s->ticks = same ? s->ticks + 1 : 0;
}

/* Notes when one of the best values gets better by so much that the gap shows it: a bound that
 * rises from 1e-26 to 1e-25 beside J = 1 changes no digit of it. Of a stage they are to get better
 * by CREEP of the gap. */
static void note_progress(struct monitor *m, double primal, double dual)
{
    struct standstill *s = &m->standstill;
    double least = isfinite(m->primal) ? LEAST_GAP * fabs(m->primal) : 0;
    bool lower, higher;

    if (m->parent && isfinite(monitor_gap(m)))
        least = fmax(least, CREEP * monitor_gap(m));
    lower = primal < s->primal - least;
    higher = dual > s->dual + least;
    s->last = lower || higher ? now(m) : s->last;
    s->primal = lower ? primal : s->primal;
    s->dual = higher ? dual : s->dual;
}

/* True if no progress came for `patience` nor for RARE times as long as all before. */
static bool is_late(double begin, double last, double at, double patience)
{
    return at - last >= fmax(patience, RARE * (last - begin));
}

static bool is_idle(const struct monitor *m)
{
    const struct standstill *s = &m->standstill;
    struct moment at = now(m);

    return s->ticks >= UNCHANGED || is_late(s->begin.ticks, s->last.ticks, at.ticks, PATIENCE) ||
           is_late(s->begin.passes, s->last.passes, at.passes,
                   m->handover && !m->handover->patient ? PATIENCE : PATIENCE_PASSES);
}

/* What the best values prove. They never part again: a gap at or below 0, to rounding, is the
 * end. */
static enum verdict judge(const struct monitor *m)
{
    double gap = monitor_gap(m);

    if (!isfinite(m->primal))
        return limit_passed(m, true);
    if (fabs(gap) <= monitor_tolerance(m) && tolerance_given(m))
        return CONVERGED;
    return gap <= LEAST_GAP * fabs(m->primal) || is_idle(m)
               ? without_progress(m)
               : limited(m);
}

/* ---- when a stage makes way ------------------------------------------------------------------ */

/* A stage is judged by a span of at least this share of its passes so far: a few ticks of a bundle
 * method say little. */
static const double SPAN = 0.25;

/* The passes to the tolerance, where the gap goes on to fall like exp(-rate passes): then
 * gap exp(-rate left) = tolerance. */
static double passes_left(double before, double gap, double passes, double tolerance)
{
    double rate = logarithm(before / gap) / passes;

    return rate > 0 ? logarithm(gap / tolerance) / rate : INFINITY;
}

/* A climb is judged after so many passes. Tuned. */
static const double EARLY = 8;

/* The passes to the tolerance by D, which rose to J - gap in `passes`: a concave D rises as fast as
 * so far at most. J above J* makes that less sure, the slow end of the climb more. */
static double climb_left(const struct handover *h, double passes, double gap, double dual,
                         double tolerance)
{
    double rise = dual - h->first_dual;

    return rise > 0 ? h->climb * (gap - tolerance) * passes / rise : INFINITY;
}

/* The passes until D lacks a share of itself that the tolerance is of J, where D nears its limit:
 * its slopes s, seen in spans whose middles lie t apart, fall like exp(-r t), and s/r is left of
 * the rise. INFINITY where they do not fall. Notes s. */
static double dual_left(struct handover *h, double span, double gap, double dual, double tolerance)
{
    double slope = (dual - h->dual) / span, before = h->slope, apart = (h->span + span) / 2;
    double lack = tolerance * dual / (gap + dual), rate;

    h->dual = dual;
    h->slope = slope;
    h->span = span;
    if (!(slope > 0 && before > slope && lack > 0))
        return INFINITY;
    rate = logarithm(before / slope) / apart;
    return fmax(0, logarithm(slope / rate / lack)) / rate;
}

/* The stage is judged from now on, its first finite gap. */
static void handover_begin(struct handover *h, double passes, double gap, double dual)
{
    h->begin = passes;
    h->passes = passes;
    h->first_gap = gap;
    h->first_dual = dual;
    h->gap = gap;
    h->dual = dual;
    h->slope = 0;
}

/* Whether the stage, its gap falling as fast as lately, and as in all or its D rising as it did,
 * would take more passes to the tolerance than the follower. */
static bool handover_due(struct handover *h, double passes, double gap, double dual,
                         double tolerance)
{
    double span = passes - h->passes, taken = passes - h->begin, lately, in_all, by_dual;

    if (!isfinite(h->first_gap)) {
        handover_begin(h, passes, gap, dual);
        return false;
    }
    if (!(span > 0 && span >= SPAN * taken))
        return false;
    lately = passes_left(h->gap, gap, span, tolerance);
    in_all = passes_left(h->first_gap, gap, taken, tolerance);
    h->passes = passes;
    h->gap = gap;
    by_dual = fmin(climb_left(h, taken, gap, dual, tolerance),
                   dual_left(h, span, gap, dual, tolerance));
    if (h->climb > 0 && taken >= EARLY && fmin(lately, by_dual) > h->follower)
        return true;
    return taken >= h->least && fmin(lately, in_all) > h->follower;
}

/* Whether another engine is to go on after this tick of a stage. */
static bool makes_way(const struct monitor *m)
{
    return m->handover &&
           handover_due(m->handover, passes_of(m), monitor_gap(m), m->dual,
                        monitor_tolerance(m));
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
    m->dual =
        m->risk->traits & RISK_BOUNDED && m->risk->floor <= m->primal ? m->risk->floor : -INFINITY;
    return false;
}

/* ---- what is told ---------------------------------------------------------------------------- */

/* A tick as a run or a stage of its own sees it. The best point is the run's. */
static enum verdict seen(struct monitor *m, double primal, double dual, const double *w)
{
    bool same = primal == m->last_primal && dual == m->last_dual, consistent;
    enum verdict verdict;

    m->iterations++;
    m->last_primal = primal;
    m->last_dual = dual;
    if (isnan(primal) || !(dual < INFINITY))
        return NOT_A_NUMBER;
    if (primal < m->primal) {
        m->primal = primal;
        if (!m->parent)
            vec_copy(m->risk->dim, w, m->best);
    }
    m->dual = fmax(m->dual, dual);
    consistent = reconcile(m);
    note_progress(m, primal, dual);
    count_standstill(m, same);
    if (!consistent)
        return STALLED;
    verdict = judge(m);
    return verdict == RUNNING && makes_way(m) ? OUT_OF_PASSES : verdict;
}

static void report(struct monitor *m, const double *w)
{
    if (!m->report || m->verdict == NOT_A_NUMBER)
        return;
    m->watch.stopped = clock_now();
    m->report(m->context, m, w);
    m->watch.paused += clock_now() - m->watch.stopped;
    m->watch.stopped = 0;
}

bool monitor_tick(struct monitor *m, double primal, double dual, const double *w)
{
    bool parent_goes_on = !m->parent || monitor_tick(m->parent, primal, dual, w);

    m->verdict = seen(m, primal, dual, w);
    if (m->staged && m->verdict == STALLED)
        m->verdict = RUNNING;
    if (!parent_goes_on)
        m->verdict = m->parent->verdict;
    report(m, w);
    if (m->verdict == RUNNING && limited(m) == OUT_OF_PATIENCE)
        m->verdict = OUT_OF_PATIENCE;
    return m->verdict == RUNNING;
}

void monitor_correct(struct monitor *m, double primal)
{
    enum verdict before = m->verdict;

    for (struct monitor *each = m; each; each = each->parent)
        each->primal = primal;
    monitor_tick(m, primal, m->dual, m->best);
    for (struct monitor *each = m; each && before == NOT_A_NUMBER; each = each->parent)
        each->verdict = before;
}

bool monitor_prefer(struct monitor *m, double primal, const double *w)
{
    bool as_good =
        primal - m->primal <= monitor_rounding(m) && primal - m->dual <= monitor_tolerance(m);

    if (m->verdict == NOT_A_NUMBER || (!(primal <= m->primal) && !as_good))
        return false;
    vec_copy(m->risk->dim, w, m->best);
    for (struct monitor *each = m; each; each = each->parent)
        each->primal = primal;
    return true;
}

void monitor_finish(struct monitor *m)
{
    enum verdict why = limited(m);

    if (m->verdict == RUNNING)
        m->verdict = why != RUNNING ? why : without_progress(m);
}

/* ---- stages ---------------------------------------------------------------------------------- */

struct monitor monitor_enter(struct monitor *run, const char *engine, struct handover *handover)
{
    struct monitor stage;

    run->engine = engine;
    run->standstill = standstill_at(now(run));
    run->staged = true;
    stage = *run;
    stage.parent = run;
    stage.staged = false;
    stage.handover = handover;
    handover_begin(handover, passes_of(run), monitor_gap(run), run->dual);
    stage.limits.max_passes = handover->begin + handover->most;
    stage.limits.max_seconds = INFINITY;
    stage.limits.interrupt = NULL;
    stage.report = NULL;
    return stage;
}

enum verdict monitor_leave(struct monitor *stage)
{
    stage->parent->staged = false;
    monitor_finish(stage);
    return stage->verdict;
}
