/* search - the cost C that is best in cross-validation, among costs that double, each from the
 * solutions of the one before. */
#include "train/search.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/text.h"
#include "train/judge.h"

/* ---- from cost to cost ----------------------------------------------------------------------- */

/* The solutions of so many costs in a row are the same: as in LIBLINEAR 2.50. Solutions w = 0,
 * with l1 and elastic those up to some cost, do not count, nor do those that do not fit where a
 * few columns outweigh all others: their weights stand before those of the others rise. */
enum { UNMOVED = 5 };

/* The figure of so many first costs is the same: larger steps follow, of at most 2^LEAP, so that
 * no range of better costs is passed over unless it is narrower. 3, 4: guesses, not measured. */
enum { FLAT = 3, LEAP = 4 };

/* A figure that so many doublings in a row leave surely below the best one rises no more where the
 * solutions fit, J at most FITTED of J at the first cost, R(w0): with unscaled columns a figure may
 * fall at J = .9 R(w0), and rise once more when the smaller ones are found. Tuned. */
enum { FALLEN = 3 };
static const double FITTED = 0.4;

/* The gap over J to which costs past the best one are minimised at first. Tuned. */
static const double ROUGH = 0.03;

/* Costs from 1e-100 to 1e100 double 664 times. */
enum { DOUBLINGS = 700 };

/* The share of a limit of seconds that the search may take; a training on all rows takes about as
 * long as a fold. A guess, not measured. */
static const double SHARE = 0.75;

static double worst_gap(const struct cross *c)
{
    double worst = 0;

    for (int f = 0; f < c->folds.count; f++) {
        const struct outcome *all = &c->fold[f].outcome;
        double gap = all->primal - all->dual;
        worst = fmax(worst, all->primal == 0 ? gap : gap / fabs(all->primal));
    }
    return worst;
}

static struct search_cost sum_up(const struct search *s)
{
    struct cross *c = s->cross;
    struct cross_mean mean = cross_mean(c, s->decides);
    double *each = arena_doubles(&c->arena, (size_t)c->folds.count);
    double pooled = cross_pooled(c, s->decides), folds = c->folds.count;
    struct search_cost at = {.cost = c->recipe.cost,
                             .figure = isnan(pooled) ? mean.mean : pooled,
                             .each = each,
                             .deviation = mean.deviation,
                             .error = mean.deviation / sqrt(mean.folds),
                             .gap = worst_gap(c)};

    for (int f = 0; f < c->folds.count; f++) {
        if (each)
            each[f] = cross_figure(c, f, s->decides);
        at.passes += c->fold[f].outcome.passes / folds;
        at.primal += c->fold[f].outcome.primal / folds;
        at.nonzeros += (double)c->fold[f].nonzeros / folds;
        at.unmet += c->fold[f].outcome.verdict != CONVERGED;
    }
    if (!recipe_has_tolerance(&c->recipe))
        at.unmet = 0;
    return at;
}

static bool is_better(const struct search *s, const struct search_cost *at)
{
    if (s->costs == 0 || (at->unmet > 0) != (s->top.unmet > 0))
        return s->costs == 0 || at->unmet == 0;
    return figures_better(s->decides, at->figure, s->top.figure);
}

/* A fold has left the weights of the run before. */
static bool folds_move(const struct cross *c)
{
    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].moved)
            return true;
    return false;
}

/* A fold ended for want of time. */
static bool is_late(const struct cross *c)
{
    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].outcome.verdict == OUT_OF_TIME)
            return true;
    return false;
}

/* What came out at a cost, behind so many passes at a larger tolerance. */
static enum status note(struct search *s, double passes, enum solutions solutions,
                        struct error *err)
{
    enum status status = judge_decides(cross_figures(s->cross), s->decides, err);

    if (status != OK)
        return status;
    s->last = sum_up(s);
    s->last.passes += passes;
    s->last.solutions = solutions;
    if (!s->last.each)
        return fail_memory(err, "the costs");
    if (is_better(s, &s->last))
        s->top = s->last;
    s->tried[s->costs++] = s->last;
    s->unmet += s->last.unmet > 0;
    if (s->tell)
        s->tell(s->context, s, &s->last);
    return OK;
}

/* Cross-validates at a cost, in what is left of the search's share of the time. */
static enum status attempt(struct search *s, double cost, struct error *err)
{
    struct cross *c = s->cross;
    enum status status;

    c->recipe.cost = cost;
    c->recipe.seconds = fmax(0, SHARE * s->limit - (clock_now() - s->begin));
    status = cross_run(c, err);
    if (status == OK && c->done < c->folds.count)
        s->end = SEARCH_INTERRUPTED;
    else if (status == OK && is_late(c))
        s->end = SEARCH_TIME;
    return status;
}

/* The best cost is better than the first one. */
static bool rises(const struct search *s)
{
    return figures_better(s->decides, s->top.figure, s->tried[0].figure);
}

/* The last cost was beyond the best one, and that is better than the first one. */
static bool is_past_best(const struct search *s)
{
    return s->costs > 0 && s->count == 0 && s->last.cost > s->top.cost && rises(s);
}

/* At a cost that was tried to a gap of ROUGH J, or to the tolerance. */
static enum solutions solutions_of(const struct search *s, bool rough)
{
    if (folds_move(s->cross))
        return OTHER;
    return rough ? SAME_SO_FAR : SAME;
}

/* Cross-validates at a cost and notes what came out: past the best cost to a gap of ROUGH J and,
 * where the figure is the best one then, on to the tolerance. */
static enum status look(struct search *s, double cost, struct error *err)
{
    struct recipe *recipe = &s->cross->recipe;
    double relative = recipe->relative, passes = 0;
    bool rough = relative > 0 && relative < ROUGH && is_past_best(s);
    enum solutions solutions;
    struct search_cost at;
    enum status status;

    recipe->relative = rough ? ROUGH : relative;
    status = attempt(s, cost, err);
    recipe->relative = relative;
    rough = rough && status == OK && s->end == SEARCH_GOES_ON && worst_gap(s->cross) > relative;
    solutions = solutions_of(s, rough);
    if (rough) {
        at = sum_up(s);
        if (is_better(s, &at)) {
            passes = at.passes;
            status = attempt(s, cost, err);
            solutions = solutions == OTHER ? OTHER : solutions_of(s, false);
        }
    }
    if (status == OK && s->end != SEARCH_INTERRUPTED)
        status = note(s, passes, solutions, err);
    return status;
}

static bool same_figure(const struct search_cost *a, const struct search_cost *b)
{
    return a->figure == b->figure && a->deviation == b->deviation && a->unmet + b->unmet == 0;
}

static bool begins_flat(const struct search *s)
{
    bool flat = s->costs == FLAT;

    for (int k = 1; k < FLAT && flat; k++)
        flat = same_figure(&s->tried[k], &s->tried[0]);
    return flat;
}

static bool fits(const struct search *s, const struct search_cost *at)
{
    return at->primal <= FITTED * s->tried[0].primal;
}

static void count_unmoved(struct search *s, bool coherent)
{
    const struct search_cost *at = &s->last;
    bool counts = at->solutions == SAME && at->nonzeros > 0 && (!coherent || fits(s, at));

    if (at->solutions != SAME_SO_FAR)
        s->unmoved = counts ? s->unmoved + 1 : 0;
    if (s->unmoved >= UNMOVED && s->count == 0 && s->end == SEARCH_GOES_ON)
        s->end = SEARCH_UNMOVED;
}

/* True if the figures f of the folds are below those of the best cost, f*, by more than one
 * standard error of the mean of d = f* - f, mean d > (sum (d - mean d)^2 / (n (n - 1)))^(1/2), 0
 * where n = 1, and the solutions fit. */
static bool is_below(const struct search *s, const struct search_cost *at)
{
    double sign = figures_better(s->decides, 1, 0) ? 1 : -1, mean = 0, squares = 0;
    int n = s->cross->folds.count;

    for (int f = 0; f < n; f++)
        mean += sign * (s->top.each[f] - at->each[f]) / n;
    for (int f = 0; f < n; f++) {
        double off = sign * (s->top.each[f] - at->each[f]) - mean;
        squares += off * off;
    }
    return mean > sqrt(squares / fmax(1, (double)n * (n - 1))) && at->unmet == 0 && fits(s, at);
}

/* Only behind a best cost that is better than the first one. Solutions that may not be those of
 * their cost say nothing. */
static void end_fallen(struct search *s)
{
    bool rose = rises(s);
    int below = 0;

    for (int k = s->costs - 1; rose && below < FALLEN && s->tried[k].cost > s->top.cost; k--) {
        if (s->tried[k].solutions == SAME_SO_FAR)
            continue;
        if (!is_below(s, &s->tried[k]))
            return;
        below++;
    }
    if (below == FALLEN && s->count == 0 && s->end == SEARCH_GOES_ON)
        s->end = SEARCH_FALLEN;
}

/* *same = the cost has the figure of the first ones; it is s->flat then. */
static enum status look_ahead(struct search *s, int doublings, bool *same, struct error *err)
{
    struct search_cost at;
    enum status status = attempt(s, ldexp(s->flat, doublings), err);

    *same = false;
    if (status != OK || s->end != SEARCH_GOES_ON)
        return status;
    at = sum_up(s);
    *same = same_figure(&at, &s->tried[0]);
    if (*same)
        s->flat = at.cost;
    return OK;
}

/* s->flat = the largest cost found that has the figure of the first ones, 0 if there is none: by
 * steps that grow as long as it has, then by bisection of the exponent. Solutions that do not move
 * before the figure does end nothing: with a few large columns the first w is the best one of these
 * for many costs. */
static enum status leap(struct search *s, double most, struct error *err)
{
    bool grows = true, same;
    enum status status = OK;

    s->flat = s->last.cost;
    for (int step = 2; step > 0 && status == OK && s->end == SEARCH_GOES_ON;) {
        same = ldexp(s->flat, step) <= most;
        if (same)
            status = look_ahead(s, step, &same, err);
        grows = grows && same;
        step = grows ? LEAP : step / 2;
    }
    if (s->flat == s->last.cost)
        s->flat = 0;
    s->unmoved = 0;
    return status;
}

double cost_behind(double cost, double factor)
{
    char text[32];
    double next = cost * factor;

    snprintf(text, sizeof text, "%.15g", next);
    text_number(text, text + strlen(text), &next);
    return next;
}

/* Tries costs from s->start to range->most, or to range->beyond if all up to there have one figure
 * or, of a coherent risk, do not fit, or those of the list; `own`: the start is the search's. */
static enum status walk(struct search *s, bool own, const struct cost_range *range,
                        struct error *err)
{
    double cost = s->start, most = range->most;
    enum status status = OK;

    while (status == OK && s->end == SEARCH_GOES_ON) {
        status = look(s, cost, err);
        if (status != OK || s->end != SEARCH_GOES_ON)
            return status;
        count_unmoved(s, range->coherent);
        end_fallen(s);
        if (own && s->end == SEARCH_GOES_ON && begins_flat(s))
            status = leap(s, range->beyond, err);
        cost = fmax(cost, s->flat);
        cost = s->count > 0 ? cost_behind(cost, s->factor) : 2 * cost;
        if (s->flat > most || (cost > most && range->coherent && !fits(s, &s->last)))
            most = range->beyond;
        if (s->end == SEARCH_GOES_ON && s->costs == s->count)
            s->end = SEARCH_LISTED;
        else if (s->end == SEARCH_GOES_ON && s->count == 0 && !(cost <= most))
            s->end = SEARCH_MOST;
    }
    return status;
}

/* With s->smallest the smallest cost whose figure is within one standard error of the best. */
static void choose(struct search *s)
{
    const struct search_cost *top = &s->top;

    s->best = *top;
    for (int k = s->costs - 1; s->smallest && k >= 0; k--)
        if ((s->tried[k].unmet > 0) == (top->unmet > 0) &&
            fabs(s->tried[k].figure - top->figure) <= top->error)
            s->best = s->tried[k];
}

enum status search_run(struct search *s, struct error *err)
{
    struct cross *c = s->cross;
    bool own = s->start == 0;
    struct cost_range range;
    enum status status;

    s->begin = clock_now();
    s->limit = c->recipe.seconds;
    s->end = SEARCH_GOES_ON;
    s->costs = 0;
    s->unmet = 0;
    s->unmoved = 0;
    s->flat = 0;
    s->tried = arena_get(&c->arena, s->count > 0 ? (size_t)s->count : DOUBLINGS, sizeof *s->tried);
    if (!s->tried)
        return fail_memory(err, "the costs");
    status = least_cost(c->all, &range, err);
    if (own)
        s->start = range.least;
    if (status == OK)
        status = walk(s, own, &range, err);
    c->recipe.seconds = s->limit;
    s->seconds = fmax((1 - SHARE) * s->limit, s->limit - (clock_now() - s->begin));
    if (status == OK && s->costs == 0)
        return fail(err, ERR_SYSTEM, "interrupted before the first cost was done");
    choose(s);
    return status;
}
