/* cross_report - what rrm-train -v tells: the figures of each fold, their mean and spread. */
#include "cli/cross_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/input.h"
#include "base/text.h"
#include "cli/figures.h"
#include "cli/message.h"
#include "cli/report.h"

static const char program[] = "rrm-train";

void cross_report_absent(const struct cross *c)
{
    if (c->absent.fold >= 0)
        message(program,
                "warning: %s: fold %d of %d has every example of the label %.15g (%" PRId64
                "): the training without it does not know that label",
                input_called(c->all->file), c->absent.fold + 1, c->folds.count, c->absent.label,
                c->absent.rows);
}

/* ---- folds ----------------------------------------------------------------------------------- */

static void print_fold(FILE *out, int number, const struct cross_fold *fold)
{
    const struct outcome *all = &fold->outcome;
    char gap[REPORT_GAP];

    fprintf(out,
            "fold %d: trained on %" PRId64 " examples, gap %s, %.6g passes, %.3f s, %zu weights "
            "are not zero: %s\n",
            number, fold->trained, report_gap(all, gap), all->passes, all->seconds, fold->nonzeros,
            report_stopped_by(all->verdict));
    for (int k = 0; k < fold->figures.count; k++) {
        fprintf(out, "fold %d: ", number);
        figures_print_one(out, &fold->figures.figure[k]);
    }
}

void cross_report_folds(FILE *out, const struct cross *c)
{
    for (int f = 0; f < c->folds.count; f++)
        if (c->fold[f].done)
            print_fold(out, f + 1, &c->fold[f]);
}

/* ---- all folds ------------------------------------------------------------------------------- */

/* "0.5", "50%" or, where there is no number, "n/a" */
static void print_value(FILE *out, enum figure_kind kind, double value)
{
    bool percent = kind == FIGURE_SHARE || kind == FIGURE_PERCENT;

    if (isnan(value))
        fputs("n/a", out);
    else
        fprintf(out, percent ? "%g%%" : "%g", value);
}

static void print_mean(FILE *out, const struct cross *c, enum figure_id id)
{
    const struct figure_row *row = figures_row(id);
    struct cross_mean all = cross_mean(c, id);

    fprintf(out, "mean: %s = ", row->name);
    print_value(out, row->kind, all.mean);
    if (all.folds > 1) {
        fputs(", standard deviation ", out);
        print_value(out, row->kind, all.deviation);
    }
    if (all.folds < c->done)
        fprintf(out, " (n/a in %d of %d folds)", c->done - all.folds, c->done);
    putc('\n', out);
}

/* As LIBLINEAR's -v. */
static void print_pooled(FILE *out, const struct cross *c, enum figure_id id)
{
    const struct figure_row *row = figures_row(id);
    double value = cross_pooled(c, id);

    if (isnan(value))
        return;
    fprintf(out, "Cross Validation %s = ", row->name);
    print_value(out, row->kind, value);
    putc('\n', out);
}

void cross_report_means(FILE *out, const struct cross *c)
{
    const struct figures *list = cross_figures(c);

    for (int k = 0; k < list->count; k++)
        if (figures_row(list->figure[k].id)->kind != FIGURE_LABEL)
            print_mean(out, c, list->figure[k].id);
    for (int k = 0; k < list->count; k++)
        print_pooled(out, c, list->figure[k].id);
}

/* ---- warnings -------------------------------------------------------------------------------- */

/* The folds that have not met the tolerance: how many, the worst one, a list of their numbers. */
struct unmet {
    int count, worst;
    bool calibration;
    char list[64];
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
        char number[16];
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

static void warn_of_unmet(const struct cross *c)
{
    const struct recipe *recipe = &c->recipe;
    struct unmet unmet = find_unmet(c);
    char gap[REPORT_GAP];

    if (!recipe_has_tolerance(recipe))
        return;
    if (unmet.calibration)
        message(program, "warning: option -b: a fold's training ended before the calibration was "
                "done: the probabilities are rough");
    if (unmet.count == 0)
        return;
    message(program,
            "warning: the tolerance was not met in %d of %d folds (%s): %s; the worst "
            "certified gap is %s, asked for was %.3g%s: the figures of such folds prove nothing%s",
            unmet.count, c->done, unmet.list,
            report_stopped_by(c->fold[unmet.worst].outcome.verdict),
            report_gap(&c->fold[unmet.worst].outcome, gap),
            recipe->relative > 0 ? recipe->relative : recipe->absolute,
            recipe->relative > 0 ? "" : " (absolute)",
            report_remedy(c->fold[unmet.worst].outcome.verdict));
}

void cross_report_warnings(const struct cross *c)
{
    if (c->done < c->folds.count)
        message(program, "warning: interrupted: %d of %d folds are done, and the figures are those "
                "of these alone", c->done, c->folds.count);
    warn_of_unmet(c);
}
