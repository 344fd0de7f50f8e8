/* metrics - accuracy, the area under the ROC curve, precision, recall and F1. */
#include "model/metrics.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

struct scored {
    double decision;
    bool positive;
};

static int by_decision(const void *a, const void *b)
{
    double x = ((const struct scored *)a)->decision, y = ((const struct scored *)b)->decision;

    return (x > y) - (x < y);
}

static double ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

/* The share of the pairs (positive, negative) that the decisions put in the right order, ties counting one half (Mann
 * and Whitney 1947). Sorts rows. The counts are exact as doubles below 2^53 pairs. */
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
    return ratio(pairs, positives * negatives);
}

enum status metrics_two_classes(int64_t rows, const double *label, const double *predicted, const double *decision,
                                double positive, double negative, struct metrics *out, struct error *err)
{
    double hits = 0, false_alarms = 0, misses = 0; /* true and false positives, false negatives */
    struct scored *scored = mem_alloc((size_t)rows, sizeof *scored);
    size_t n = 0;

    *out = (struct metrics){.rows = rows};
    if (!scored)
        return fail_memory(err, "the figures");
    for (int64_t i = 0; i < rows; i++) {
        bool said = predicted[i] == positive;
        out->correct += predicted[i] == label[i];
        if (label[i] != positive && label[i] != negative)
            continue;
        scored[n++] = (struct scored){decision[i], label[i] == positive};
        hits += said && label[i] == positive;
        false_alarms += said && label[i] == negative;
        misses += !said && label[i] == positive;
    }
    out->accuracy = rows > 0 ? (double)out->correct / (double)rows * 100 : NAN;
    out->roc_area = roc_area(n, scored);
    out->precision = ratio(hits, hits + false_alarms);
    out->recall = ratio(hits, hits + misses);
    out->f1 = ratio(2 * hits, 2 * hits + false_alarms + misses);
    mem_free(scored);
    return OK;
}
