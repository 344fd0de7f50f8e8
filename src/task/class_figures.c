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
    figures_share(list, "Accuracy", correct, data->x.rows);
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
    figures_label(list, "Positive label", positive);
    figures_number(list, "ROC area", roc_area(n, scored));
    figures_number(list, "Precision", figures_ratio(hits, hits + false_alarms));
    figures_number(list, "Recall", figures_ratio(hits, hits + misses));
    figures_number(list, "F1", figures_ratio(2 * hits, 2 * hits + false_alarms + misses));
    mem_free(scored);
    return OK;
}

enum status classes_figures(const struct decoder *d, const struct dataset *data,
                            const double *answer, const double *decision, struct figures *list,
                            struct error *err)
{
    if (d->classes == 2)
        return classes_two(data, answer, decision, (int)d->outputs, d->labels[0], d->labels[1],
                           list, err);
    classes_accuracy(data, answer, list);
    return OK;
}
