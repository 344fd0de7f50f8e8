/* search_report - what rrm-train -C tells: a line for each cost, and the best one. */
#include "cli/search_report.h"

#include <math.h>

#include "base/text.h"
#include "cli/message.h"

enum { NUMBER = 32 };

static const char program[] = "rrm-train";

/* "0.5", "50%" or "n/a" */
static const char *value_text(enum figure_id id, double value, char text[NUMBER])
{
    enum figure_kind kind = figures_row(id)->kind;
    bool percent = kind == FIGURE_SHARE || kind == FIGURE_PERCENT;

    if (isnan(value))
        snprintf(text, NUMBER, "n/a");
    else
        snprintf(text, NUMBER, percent ? "%.6g%%" : "%.6g", value);
    return text;
}

/* The columns of the table. */
static void print_line(FILE *out, const char *cost, const char *figure, const char *deviation,
                       const char *gap, const char *passes, const char *nonzeros)
{
    fprintf(out, "%-22s  %-21s  %-18s  %-9s  %-7s  %s", cost, figure, deviation, gap, passes,
            nonzeros);
}

void search_report_header(FILE *out, const struct search *s)
{
    print_line(out, "C", figures_row(s->decides)->name, "standard deviation", "gap", "passes",
               "non-zeros");
    putc('\n', out);
}

void search_report_cost(FILE *out, const struct search *s, const struct search_cost *at)
{
    char cost[NUMBER], figure[NUMBER], deviation[NUMBER], gap[NUMBER], passes[NUMBER];
    char nonzeros[NUMBER];

    text_format(at->cost, cost, sizeof cost);
    snprintf(gap, sizeof gap, "%.3g", at->gap);
    snprintf(passes, sizeof passes, "%.4g", at->passes);
    snprintf(nonzeros, sizeof nonzeros, "%.8g", at->nonzeros);
    print_line(out, cost, value_text(s->decides, at->figure, figure),
               value_text(s->decides, at->deviation, deviation), gap, passes, nonzeros);
    if (at->unmet > 0)
        fprintf(out, "  tolerance not met in %d of %d folds", at->unmet, s->cross->folds.count);
    putc('\n', out);
    fflush(out);
}

/* ": the smallest within one standard error, 0.286%, of 98.3607% at C = 0.125" */
static void print_rule(FILE *out, const struct search *s)
{
    char cost[NUMBER], figure[NUMBER], error[NUMBER];

    if (!s->smallest)
        return;
    text_format(s->top.cost, cost, sizeof cost);
    fprintf(out, ": the smallest within one standard error, %s, of %s at C = %s",
            value_text(s->decides, s->top.error, error),
            value_text(s->decides, s->top.figure, figure), cost);
}

/* The largest cost that was tried. */
static double reached(const struct search *s)
{
    return fmax(s->last.cost, s->flat);
}

void search_report_best(FILE *out, const struct search *s)
{
    static const char *const why[] = {
        [SEARCH_UNMOVED] = "the solutions change no more",
        [SEARCH_MOST] = "it tries no larger ones on rows of this size",
        [SEARCH_LISTED] = "that is the last one of -c",
        [SEARCH_TIME] = "it has had its share of the time",
        [SEARCH_INTERRUPTED] = "it was interrupted",
    };
    char cost[NUMBER], figure[NUMBER], deviation[NUMBER];

    text_format(s->best.cost, cost, sizeof cost);
    fprintf(out, "Best C = %s, %s = %s, standard deviation %s, of %d cost%s", cost,
            figures_row(s->decides)->name, value_text(s->decides, s->best.figure, figure),
            value_text(s->decides, s->best.deviation, deviation), s->costs,
            s->costs == 1 ? "" : "s");
    print_rule(out, s);
    text_format(reached(s), cost, sizeof cost);
    fprintf(out, "\nThe search ended at C = %s: %s\n", cost, why[s->end]);
    if (s->flat == 0)
        return;
    text_format(s->flat, cost, sizeof cost);
    fprintf(out, "Up to C = %s the figure is that of the first costs, and most are left out", cost);
    if (s->flat == reached(s) && s->end == SEARCH_MOST)
        fprintf(out, "; to try larger ones begin there (-C -c %s), or scale the features", cost);
    putc('\n', out);
}

void search_report_warnings(const struct search *s)
{
    const char *more = s->best.unmet > 0 ? "the best one, too" : "these were not chosen from";
    bool at_end = s->end != SEARCH_UNMOVED && s->costs > 1 && s->top.cost == reached(s);
    char remedy[128] = "";

    if (at_end)
        snprintf(remedy, sizeof remedy, "the best figure is that of the largest C that was tried; "
                 "to try larger ones begin there: -C -c %.15g", s->top.cost);
    if (s->unmet > 0)
        message(program, "warning: option -C: folds of %d of %d costs did not meet the tolerance, "
                "and their figures prove nothing: %s; allow more (-m, -t), or try another solver "
                "(-s)", s->unmet, s->costs, more);
    if (s->end == SEARCH_INTERRUPTED)
        message(program, "warning: option -C: interrupted after %d cost%s: %s", s->costs,
                s->costs == 1 ? "" : "s", at_end ? remedy : "larger ones were not tried");
    else if (at_end)
        message(program, "warning: option -C: %s", remedy);
}
