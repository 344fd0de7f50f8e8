/* search - the cost C that is best in cross-validation, among costs that double, each from the
 * solutions of the one before. */
#include "train/search.h"

#include <math.h>

#include "base/clock.h"
#include "base/text.h"
#include "train/least_cost.h"

/* The solutions of so many costs in a row are the same: as in LIBLINEAR 2.50. Solutions w = 0, with
 * l1 and elastic those up to some cost, do not count. */
enum { UNMOVED = 5 };

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
    const struct cross *c = s->cross;
    struct cross_mean mean = cross_mean(c, s->decides);
    double pooled = cross_pooled(c, s->decides), folds = c->folds.count;
    struct search_cost at = {.cost = c->recipe.cost,
                             .figure = isnan(pooled) ? mean.mean : pooled,
                             .deviation = mean.deviation,
                             .gap = worst_gap(c)};

    for (int f = 0; f < c->folds.count; f++) {
        at.passes += c->fold[f].outcome.passes / folds;
        at.nonzeros += (double)c->fold[f].nonzeros / folds;
        at.unmet += c->fold[f].outcome.verdict != CONVERGED;
    }
    if (!recipe_has_tolerance(&c->recipe))
        at.unmet = 0;
    return at;
}

static bool is_better(const struct search *s, const struct search_cost *at)
{
    if (s->costs == 0 || (at->unmet > 0) != (s->best.unmet > 0))
        return s->costs == 0 || at->unmet == 0;
    return figures_better(s->decides, at->figure, s->best.figure);
}

/* All folds have the weights of the cost before, and these are not all 0. */
static bool is_unmoved(const struct cross *c)
{
    size_t nonzeros = 0;

    for (int f = 0; f < c->folds.count; f++) {
        if (c->fold[f].moved)
            return false;
        nonzeros += c->fold[f].nonzeros;
    }
    return nonzeros > 0;
}

/* A fold ended for want of time. */
static bool is_late(const struct cross *c)
{
    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].outcome.verdict == OUT_OF_TIME)
            return true;
    return false;
}

/* The figure that decides must be one of the task's. */
static enum status check_figure(const struct search *s, struct error *err)
{
    const struct figures *list = cross_figures(s->cross);
    char keys[FIGURES_KEYS] = "";

    if (figures_find(list, s->decides))
        return OK;
    for (int k = 0; k < list->count; k++) {
        const char *key = figures_row(list->figure[k].id)->key;
        if (key)
            text_list(keys, sizeof keys, ", ", "", key);
    }
    return fail(err, ERR_USAGE, "option -o: score=%s is no figure of these data: %s",
                figures_row(s->decides)->key, keys);
}

/* What came out at a cost. */
static enum status note(struct search *s, struct error *err)
{
    enum status status = check_figure(s, err);

    if (status != OK)
        return status;
    s->last = sum_up(s);
    if (is_better(s, &s->last))
        s->best = s->last;
    s->costs++;
    s->unmet += s->last.unmet > 0;
    if (s->tell)
        s->tell(s->context, s, &s->last);
    return OK;
}

/* Tries costs from s->start to `most`. */
static enum status walk(struct search *s, double most, struct error *err)
{
    struct cross *c = s->cross;
    double seconds = c->recipe.seconds, begin = clock_now();
    int unmoved = 0;
    enum status status = OK;

    s->end = SEARCH_MOST;
    for (double cost = s->start; status == OK && (s->costs == 0 || cost <= most); cost *= 2) {
        c->recipe.cost = cost;
        c->recipe.seconds = fmax(0, SHARE * seconds - (clock_now() - begin));
        status = cross_run(c, err);
        if (status == OK && c->done < c->folds.count) {
            s->end = SEARCH_INTERRUPTED;
            break;
        }
        if (status == OK)
            status = note(s, err);
        unmoved = is_unmoved(c) ? unmoved + 1 : 0;
        if (unmoved == UNMOVED || is_late(c)) {
            s->end = is_late(c) ? SEARCH_TIME : SEARCH_UNMOVED;
            break;
        }
    }
    c->recipe.seconds = seconds;
    return status;
}

enum status search_run(struct search *s, struct error *err)
{
    double least, most, seconds = s->cross->recipe.seconds, begin = clock_now();
    enum status status = least_cost(s->cross->all, &least, &most, err);

    s->costs = 0;
    s->unmet = 0;
    if (s->start == 0)
        s->start = least;
    if (status == OK)
        status = walk(s, most, err);
    s->seconds = fmax((1 - SHARE) * seconds, seconds - (clock_now() - begin));
    if (status == OK && s->costs == 0)
        return fail(err, ERR_SYSTEM, "interrupted before the first cost was done");
    return status;
}
