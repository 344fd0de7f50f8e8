/* class_figures - how good labels are that a classifier gave. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "task/classes.h"

void classes_accuracy(const struct dataset *data, const double *answer, struct figures *list)
{
    int64_t correct = 0;

    for (int64_t i = 0; i < data->x.rows; i++)
        correct += answer[i] == data->label[i];
    figures_share(list, FIGURE_ACCURACY, correct, data->x.rows);
}

/* ---- two classes ----------------------------------------------------------------------------- */

struct scored {
    double decision;
    bool positive;
};

static int by_decision(const void *a, const void *b)
{
    double x = ((const struct scored *)a)->decision, y = ((const struct scored *)b)->decision;

    return (x > y) - (x < y);
}

/* The share of the pairs (positive, negative) that the decisions put in the right order, ties
 * counting one half: the statistic U over n+ n- (Mann, Whitney 1947). Sorts rows. Exact below
 * 2^53 pairs. NaN: a class is absent, or a decision is NaN. */
static double roc_area(size_t n, struct scored *rows)
{
    double positives = 0, negatives = 0, pairs = 0;

    for (size_t i = 0; i < n; i++)
        if (isnan(rows[i].decision))
            return NAN;
    qsort(rows, n, sizeof *rows, by_decision);
    for (size_t i = 0; i < n;) {
        double decision = rows[i].decision, tied_positives = 0, tied_negatives = 0;
        for (; i < n && rows[i].decision == decision; i++) {
            tied_positives += rows[i].positive;
            tied_negatives += !rows[i].positive;
        }
        pairs += tied_positives * (negatives + 0.5 * tied_negatives);
        positives += tied_positives;
        negatives += tied_negatives;
    }
    return figures_ratio(pairs, positives * negatives);
}

enum status classes_two(const struct dataset *data, const double *answer, const double *decision,
                        int width, double positive, double negative, struct figures *list,
                        struct error *err)
{
    double hits = 0, false_alarms = 0, misses = 0; /* true and false positives, false negatives */
    struct scored *scored = mem_alloc((size_t)data->x.rows, sizeof *scored);
    size_t n = 0;

    if (!scored)
        return fail_memory(err, "the figures");
    for (int64_t i = 0; i < data->x.rows; i++) {
        const double *z = decision + width * i;
        bool said = answer[i] == positive, is = data->label[i] == positive;
        if (!is && data->label[i] != negative)
            continue;
        scored[n++] = (struct scored){width == 1 ? *z : z[0] - z[1], is};
        hits += said && is;
        false_alarms += said && !is;
        misses += !said && is;
    }
    classes_accuracy(data, answer, list);
    figures_add(list, FIGURE_POSITIVE_LABEL, positive);
    figures_add(list, FIGURE_ROC_AREA, roc_area(n, scored));
    figures_add(list, FIGURE_PRECISION, figures_ratio(hits, hits + false_alarms));
    figures_add(list, FIGURE_RECALL, figures_ratio(hits, hits + misses));
    figures_add(list, FIGURE_F1, figures_ratio(2 * hits, 2 * hits + false_alarms + misses));
    mem_free(scored);
    return OK;
}

/* ---- more classes ---------------------------------------------------------------------------- */

/* The rows of a class, how many of them were answered right, and the rows of which it was the
 * answer. */
struct tally {
    double label;
    int64_t rows, right, said;
};

/* Counts the rows of each class of the model, the labels ascending; other rows are left out. */
static void count_classes(const struct decoder *d, const struct dataset *data, const double *answer,
                          struct tally *tally)
{
    size_t classes = (size_t)d->classes;

    for (size_t k = 0; k < classes; k++)
        tally[k] = (struct tally){.label = d->labels[k]};
    qsort(tally, classes, sizeof *tally, classes_by_label);
    for (int64_t i = 0; i < data->x.rows; i++) {
        struct tally *own =
            bsearch(&data->label[i], tally, classes, sizeof *tally, classes_by_label);
        struct tally *said = bsearch(&answer[i], tally, classes, sizeof *tally, classes_by_label);
        if (!own)
            continue;
        own->rows++;
        own->right += said == own;
        if (said)
            said->said++;
    }
}

/* Balanced accuracy: mean over the classes that occur of the share of their rows that were
 * answered right. */
static double balanced_accuracy(int classes, const struct tally *tally)
{
    double sum = 0, present = 0;

    for (int k = 0; k < classes; k++) {
        sum += tally[k].rows > 0 ? (double)tally[k].right / (double)tally[k].rows : 0;
        present += tally[k].rows > 0;
    }
    return figures_ratio(100 * sum, present);
}

/* Macro-F1: mean of F1 = 2 right / (rows + said) over the classes that occur as label or answer. */
static double macro_f1(int classes, const struct tally *tally)
{
    double sum = 0, present = 0;

    for (int k = 0; k < classes; k++) {
        double both = (double)(tally[k].rows + tally[k].said);
        sum += both > 0 ? 2 * (double)tally[k].right / both : 0;
        present += both > 0;
    }
    return figures_ratio(sum, present);
}

enum status classes_figures(const struct decoder *d, const struct dataset *data,
                            const double *answer, const double *decision, struct figures *list,
                            struct error *err)
{
    struct tally *tally;

    if (d->classes == 2)
        return classes_two(data, answer, decision, (int)d->outputs, d->labels[0], d->labels[1],
                           list, err);
    tally = mem_alloc((size_t)d->classes, sizeof *tally);
    if (!tally)
        return fail_memory(err, "the figures");
    count_classes(d, data, answer, tally);
    classes_accuracy(data, answer, list);
    figures_add(list, FIGURE_BALANCED_ACCURACY, balanced_accuracy(d->classes, tally));
    figures_add(list, FIGURE_MACRO_F1, macro_f1(d->classes, tally));
    mem_free(tally);
    return OK;
}
