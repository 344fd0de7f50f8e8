/* trials - rrm-train -v, and what it and -C tell: the figures of each fold, their mean and spread;
 * a line for each cost, and the best one. */
#include "cli/report.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/input.h"
#include "base/text.h"
#include "cli/message.h"
#include "cli/signals.h"
#include "data/text/row_folds.h"

static const char program[] = "rrm-train";

enum { LIST = 64, INT_TEXT = 16 }; /* bytes of a list of folds, of a whole number */

static void warn_of_absent(const struct cross *c)
{
    char label[LABEL_WORD + 1];
    const struct cross_absent *absent = &c->absent;
    const char *file = input_called(c->all->file);

    if (absent->fold < 0)
        return;
    if (c->folds.forward)
        message(program, "warning: %s: the first of %d blocks has no example of the label %.15g: "
                "the training before fold 1 does not know that label", file, c->folds.count + 1,
                absent->label);
    else
        message(program,
                "warning: %s: fold %d of %d has every example of the label %s (%" PRId64
                "): the training without it does not know that label",
                file, absent->fold + 1, c->folds.count,
                dataset_label_text(c->all->data, absent->label, label), absent->rows);
}

/* Before the run: of many classes, one has all its examples in one fold; a query is split. */
static enum status warn_of_split(const struct cross *c, struct error *err)
{
    const struct dataset *data = c->all->data;
    int64_t split = 0;
    enum status status = data->query ? folds_split_queries(&c->folds, data, &split, err) : OK;

    warn_of_absent(c);
    if (split > 0)
        message(program, "warning: %s: %" PRId64 " quer%s split over folds (-o folds): a training "
                "knows examples of what it is judged by", input_called(c->all->file), split,
                split == 1 ? "y is" : "ies are");
    return status;
}

enum status trials_make_folds(struct cross *c, const struct training *t, const struct options *o,
                              const struct dataset *held, bool restarts, struct arena *arena,
                              struct error *err)
{
    const struct judging *j = &o->judging;
    struct folds own = {0, NULL, false};
    enum status status;

    *c = (struct cross){0};
    if (j->held)
        status = cross_init_held(c, t, held, j->held, restarts, err);
    else if (!j->own)
        status = cross_init(c, t, j->folds, restarts, err);
    else if (strcmp(j->own, FORWARD) == 0)
        status = cross_init_forward(c, t, j->folds, restarts, err);
    else {
        status = row_folds_read(j->own, t->data, o->data, &own.of, &own.count, arena, err);
        if (status == OK)
            status = cross_init_folds(c, t, &own, restarts, err);
    }
    if (status == OK && o->choice.rule == RULE_1SD && c->folds.count == 1)
        return fail(err, ERR_USAGE, "option -o: rule=1sd needs the standard error of two folds or "
                    "more, and there is one: leave it out");
    return status == OK ? warn_of_split(c, err) : status;
}

/* ---- folds ----------------------------------------------------------------------------------- */

static void tell_fold(struct results *folds, const struct cross *c, int f)
{
    const struct cross_fold *fold = &c->fold[f];
    struct results *all = results_inside(folds, RESULT_ROW), *figures;
    char prefix[sizeof "fold : " + INT_TEXT];

    results_add(all, RESULT_FOLD, f + 1);
    results_add(all, RESULT_TRAINED, (double)fold->trained);
    report_cost(all, &c->recipe, fold->mass);
    report_run(all, &fold->outcome, fold->nonzeros);
    figures = results_inside(all, RESULT_FIGURES);
    for (int k = 0; k < fold->figures.count; k++)
        results_add_figure(figures, &fold->figures.figure[k]);
    results_print(all, "fold {fold}: trained on {trained} examples, gap {gap}, {passes} "
                  "passes, {seconds} s, {nonzeros} weights are not zero: {reason}\n");
    if (!isnan(fold->cut)) {
        results_add(all, RESULT_CUT, fold->cut);
        results_print(all, "fold {fold}: threshold {threshold}\n");
    }
    snprintf(prefix, sizeof prefix, "fold %d: ", f + 1);
    results_print_lines(figures, prefix);
}

/* Of each fold that is done a line on its training and its figures, "fold K: ..." each. */
static void tell_all(struct results *all, const struct cross *c)
{
    struct results *folds = results_inside(all, RESULT_FOLDS);

    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].done)
            tell_fold(folds, c, f);
}

/* ---- all folds ------------------------------------------------------------------------------- */

/* Adds to the lists of the figures and of their deviations. */
static void tell_mean(struct results *figures, struct results *deviations,
                      const struct cross *c, enum figure_id id)
{
    struct cross_mean all = cross_mean(c, id);
    char mean[RESULT_ROOM], deviation[RESULT_ROOM];
    FILE *out = figures->out;

    results_add_figure(figures, &(struct figure){.id = id, .value = all.mean});
    results_add_figure(deviations, &(struct figure){.id = id, .value = all.deviation});
    if (!out || figures->arena->failed)
        return;
    fprintf(out, "mean: %s = %s", figures->last->is->name, results_value(figures->last, mean));
    if (all.folds > 1)
        fprintf(out, ", standard deviation %s", results_value(deviations->last, deviation));
    if (all.folds < c->done)
        fprintf(out, " (n/a in %d of %d folds)", c->done - all.folds, c->done);
    putc('\n', out);
}

/* What the trainings of the folds say, in the mean; the seconds are those of all, the verdict is
 * the worst. */
static void add_mean_run(struct results *all, const struct cross *c)
{
    struct outcome sum = {.verdict = CONVERGED};
    size_t nonzeros = 0;

    for (int f = 0; f < c->folds.count; f++) {
        const struct outcome *one = &c->fold[f].outcome;
        if (!c->fold[f].done)
            continue;
        sum.primal += one->primal / c->done;
        sum.dual += one->dual / c->done;
        sum.passes += one->passes / c->done;
        sum.seconds += one->seconds;
        sum.iterations += one->iterations;
        sum.verdict = outcome_worse(sum.verdict, one->verdict);
        nonzeros += c->fold[f].nonzeros;
    }
    sum.iterations /= c->done;
    report_run(all, &sum, nonzeros / (size_t)c->done);
}

/* A line for each figure: its mean over the folds that define it, and the standard deviation; then
 * what LIBLINEAR's -v prints. */
static void tell_means(struct results *all, const struct cross *c)
{
    const struct figures *list = cross_figures(c);
    struct results *figures = results_inside(all, RESULT_FIGURES);
    struct results *deviations = results_inside(all, RESULT_DEVIATIONS);
    struct results *pooled = results_inside(all, RESULT_POOLED);

    report_cost(all, &c->recipe, c->all->targets.mass);
    add_mean_run(all, c);
    for (int k = 0; k < list->count; k++) {
        struct figure of_all = {.id = list->figure[k].id};
        if (figures_row(of_all.id)->kind != FIGURE_LABEL)
            tell_mean(figures, deviations, c, of_all.id);
        of_all.value = cross_pooled(c, of_all.id);
        if (!isnan(of_all.value))
            results_add_figure(pooled, &of_all);
    }
    results_print_lines(pooled, "Cross Validation "); /* as LIBLINEAR's -v */
}

/* ---- warnings -------------------------------------------------------------------------------- */

/* The folds that have not met the tolerance: how many, the worst one, a list of their numbers. */
struct unmet {
    int count, worst;
    bool calibration;
    char list[LIST];
};

static double relative_gap(const struct outcome *all)
{
    return (all->primal - all->dual) / fabs(all->primal);
}

static struct unmet find_unmet(const struct cross *c)
{
    struct unmet unmet = {.worst = -1};

    for (int f = 0; f < c->folds.count; f++) {
        const struct cross_fold *fold = &c->fold[f];
        char number[INT_TEXT];
        if (fold->done)
            unmet.calibration = unmet.calibration || fold->calibration != CONVERGED;
        if (!fold->done || fold->outcome.verdict == CONVERGED)
            continue;
        snprintf(number, sizeof number, "%d", f + 1);
        text_list(unmet.list, sizeof unmet.list, ", ", "", number);
        unmet.count++;
        if (unmet.worst < 0 ||
            !(relative_gap(&fold->outcome) <= relative_gap(&c->fold[unmet.worst].outcome)))
            unmet.worst = f;
    }
    return unmet;
}

/* False: there are such folds. */
static bool warn_of_unmet(const struct cross *c)
{
    struct unmet unmet = find_unmet(c);
    char where[LIST + sizeof " in  of  folds ()" + 2 * INT_TEXT];

    if (!recipe_has_tolerance(&c->recipe))
        return true;
    if (unmet.calibration)
        report_rough(&c->recipe, "a fold's training ended");
    if (unmet.count == 0)
        return !unmet.calibration;
    snprintf(where, sizeof where, " in %d of %d folds (%s)", unmet.count, c->done, unmet.list);
    report_unmet(where, "worst ", &c->fold[unmet.worst].outcome, &c->recipe,
                 ": the figures of such folds prove nothing");
    return false;
}

/* Folds have not met the tolerance, or are not done. False: the first. */
static bool warn_of_folds(const struct cross *c)
{
    if (c->done < c->folds.count)
        message(program, "warning: interrupted: %d of %d folds are done, and the figures are those "
                "of these alone", c->done, c->folds.count);
    return warn_of_unmet(c);
}

/* What -v tells; -q leaves the means. */
static enum status tell_folds(struct results *all, const struct options *o, const struct cross *c,
                              bool *met, struct error *err)
{
    if (c->done == 0)
        return fail(err, ERR_SYSTEM, "interrupted before the first fold was done");
    tell_all(all, c);
    all->out = o->json ? NULL : stdout;
    tell_means(all, c);
    *met = warn_of_folds(c);
    return report_results(all, o->json, "the figures", err);
}

enum status trials_cross_validate(struct training *t, const struct options *o,
                                  struct results *all, bool *met, struct error *err)
{
    struct cross c;
    struct report report;
    enum status status = trials_make_folds(&c, t, o, NULL, false, all->arena, err);

    if (status == OK) {
        report = report_make(t, "folds", c.folds.count, o->quiet);
        t->interrupt = signals_catch();
        t->observer = report_observer(&report);
        status = cross_run(&c, err);
        signals_release();
        report_end(&report);
    }
    if (status == OK)
        status = tell_folds(all, o, &c, met, err);
    cross_free(&c);
    return status;
}

/* ---- the search for a cost ------------------------------------------------------------------- */

void trials_print_row(const struct results *row, bool head, unsigned columns)
{
    enum { COLUMNS = 7 };
    static const int all[COLUMNS] = {-22, -6, -21, -18, -9, -7, 0};
    static const unsigned of[COLUMNS] = {0, COLUMN_SHARE, COLUMN_FIGURE, COLUMN_DEVIATION};
    int width[COLUMNS], count = 0;

    for (int k = 0; k < COLUMNS; k++)
        if (of[k] == 0 || columns & of[k])
            width[count++] = all[k];
    results_print_row(row, head, width);
}

void trials_cost(struct results *costs, const struct search *s, const struct search_cost *at,
                 double share)
{
    FILE *out = costs->out;
    bool one = s->cross->folds.count == 1, first = !costs->first;
    unsigned columns =
        COLUMN_FIGURE | (isnan(share) ? 0 : COLUMN_SHARE) | (one ? 0 : COLUMN_DEVIATION);
    struct results *all = results_inside(costs, RESULT_ROW);

    results_add(all, RESULT_C, at->cost);
    if (!isnan(share))
        results_add(all, RESULT_L1_SHARE, share);
    results_add_figure(all, &(struct figure){.id = s->decides, .value = at->figure});
    if (!one)
        results_add_unit(all, RESULT_DEVIATION, s->decides, at->deviation);
    results_add(all, RESULT_RELATIVE_GAP, at->gap);
    results_add(all, RESULT_MEAN_PASSES, at->passes);
    results_add(all, RESULT_MEAN_NONZEROS, at->nonzeros);
    results_add(all, RESULT_UNMET, at->unmet);
    if (!out)
        return;
    if (first) {
        trials_print_row(all, true, columns);
        putc('\n', out);
    }
    trials_print_row(all, false, columns);
    if (at->unmet > 0)
        fputs("  tolerance not met", out);
    if (at->unmet > 0 && !one)
        fprintf(out, " in %d of %d folds", at->unmet, s->cross->folds.count);
    putc('\n', out);
    fflush(out);
}

/* The largest cost that was tried. */
static double reached(const struct search *s)
{
    return fmax(s->last.cost, s->flat);
}

/* Why no greater cost was tried: in a word, and for a reader. */
static const char *const ends[][2] = {
    [SEARCH_UNMOVED] = {"unmoved", "the solutions change no more"},
    [SEARCH_FALLEN] = {"fallen", "the figure has fallen"},
    [SEARCH_MOST] = {"most", "it tries no larger ones on rows of this size"},
    [SEARCH_LISTED] = {"listed", "that is the last one of -c"},
    [SEARCH_TIME] = {"time", "it has had its share of the time"},
    [SEARCH_INTERRUPTED] = {"interrupted", "it was interrupted"},
};

/* What a search found, and the best figure, of which the cost that is best may be short. */
static void add_best(struct results *all, const struct search *s, double share)
{
    results_add(all, RESULT_C, s->best.cost);
    if (!isnan(share))
        results_add(all, RESULT_L1_SHARE, share);
    results_add_text(all, RESULT_SCORE, figures_row(s->decides)->key);
    results_add_unit(all, RESULT_FIGURE, s->decides, s->best.figure);
    results_add_unit(all, RESULT_DEVIATION, s->decides, s->best.deviation);
    results_add(all, RESULT_TRIED, s->costs);
    results_add(all, RESULT_TOP_COST, s->top.cost);
    results_add_unit(all, RESULT_TOP, s->decides, s->top.figure);
    results_add_unit(all, RESULT_ERROR, s->decides, s->top.error);
    results_add(all, RESULT_REACHED, reached(s));
    results_add(all, RESULT_FLAT, s->flat);
    results_add_text(all, RESULT_VERDICT, ends[s->end][0]);
    results_add_text(all, RESULT_REASON, ends[s->end][1]);
}

void trials_best(struct results *all, const struct search *s, double share)
{
    struct results *best = results_inside(all, RESULT_SEARCH);
    struct results *figures = results_inside(all, RESULT_FIGURES);
    struct results *deviations = results_inside(all, RESULT_DEVIATIONS);

    add_best(best, s, share);
    results_add_figure(figures, &(struct figure){.id = s->decides, .value = s->best.figure});
    results_add_figure(deviations, &(struct figure){.id = s->decides, .value = s->best.deviation});
    results_print(best, isnan(share) ? "Best C = {C}, " : "Best C = {C}, share {share}, ");
    if (best->out)
        fputs(figures_row(s->decides)->name, best->out);
    results_print(best, s->cross->folds.count > 1 ? " = {figure}, standard deviation {deviation}"
                                                  : " = {figure}");
    results_print(best, ", of {tried} cost");
    if (s->costs != 1)
        results_print(best, "s");
    if (s->smallest)
        results_print(best, ": the smallest within one standard error, {error}, of {top} at "
                      "C = {top-cost}");
    results_print(best, "\nThe search ended at C = {reached}: {reason}\n");
    if (s->flat == 0)
        return;
    results_print(best, "Up to C = {flat} the figure is that of the first costs, and most are "
                  "left out");
    if (s->flat == reached(s) && s->end == SEARCH_MOST)
        results_print(best, "; to try larger ones begin there (-C -c {flat}), or scale the "
                      "features");
    results_print(best, "\n");
}

void trials_search_warnings(const struct search *s)
{
    const char *more = s->best.unmet > 0 ? "the best one, too" : "these were not chosen from";
    bool at_end = s->end != SEARCH_UNMOVED && s->costs > 1 && s->top.cost == reached(s);
    char remedy[128] = "";

    if (at_end)
        snprintf(remedy, sizeof remedy, "the best figure is that of the largest C that was tried; "
                 "to try larger ones begin there: -C -c %.15g", s->top.cost);
    if (s->unmet > 0)
        message(program, "warning: option -C: %s of %d of %d costs did not meet the tolerance, "
                "and their figures prove nothing: %s; allow more (-m, -t), or try another solver "
                "(-s)", s->cross->held ? "trainings" : "folds", s->unmet, s->costs, more);
    if (s->end == SEARCH_INTERRUPTED)
        message(program, "warning: option -C: interrupted after %d cost%s: %s", s->costs,
                s->costs == 1 ? "" : "s", at_end ? remedy : "larger ones were not tried");
    else if (at_end)
        message(program, "warning: option -C: %s", remedy);
}
