/* metrics - how good predictions are: accuracy, the ROC curve's area, precision, recall, F1; mean errors. */
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

/* No figure yet but the accuracy: the share of the rows whose answer is their label. */
static void begin(enum metrics_kind kind, int64_t rows, const double *label, const double *answer, struct metrics *out)
{
    *out = (struct metrics){kind, rows, 0, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    for (int64_t i = 0; i < rows; i++)
        out->correct += answer[i] == label[i];
    out->accuracy = ratio((double)out->correct * 100, (double)rows);
}

/* width: how many decision values a row has; of two the first is that of the positive class. */
static enum status two_classes(int64_t rows, const double *label, const double *answer, const double *decision,
                               int width, double positive, double negative, struct metrics *out, struct error *err)
{
    double hits = 0, false_alarms = 0, misses = 0; /* true and false positives, false negatives */
    struct scored *scored = mem_alloc((size_t)rows, sizeof *scored);
    size_t n = 0;

    begin(METRICS_TWO_CLASSES, rows, label, answer, out);
    out->positive = positive;
    if (!scored)
        return fail_memory(err, "the figures");
    for (int64_t i = 0; i < rows; i++) {
        bool said = answer[i] == positive;
        if (label[i] != positive && label[i] != negative)
            continue;
        scored[n++] = (struct scored){width == 1 ? decision[i] : decision[2 * i] - decision[2 * i + 1],
                                      label[i] == positive};
        hits += said && label[i] == positive;
        false_alarms += said && label[i] == negative;
        misses += !said && label[i] == positive;
    }
    out->roc_area = roc_area(n, scored);
    out->precision = ratio(hits, hits + false_alarms);
    out->recall = ratio(hits, hits + misses);
    out->f1 = ratio(2 * hits, 2 * hits + false_alarms + misses);
    mem_free(scored);
    return OK;
}

enum status metrics_two_classes(int64_t rows, const double *label, const double *answer, const double *decision,
                                double positive, double negative, struct metrics *out, struct error *err)
{
    return two_classes(rows, label, answer, decision, 1, positive, negative, out, err);
}

/* The place of a label among n ascending ones, or -1. */
static int rank(int n, const double *labels, double label)
{
    int lo = 0, hi = n;

    while (lo < hi) {
        int middle = lo + (hi - lo) / 2;
        if (labels[middle] < label)
            lo = middle + 1;
        else
            hi = middle;
    }
    return lo < n && labels[lo] == label ? lo : -1;
}

static void ranks(const struct model *m, int64_t rows, const double *label, const double *answer, struct metrics *out)
{
    double errors = 0, known = 0;

    begin(METRICS_RANKS, rows, label, answer, out);
    for (int64_t i = 0; i < rows; i++) {
        int place = rank(m->classes, m->labels, label[i]);
        if (place < 0)
            continue;
        errors += fabs((double)(rank(m->classes, m->labels, answer[i]) - place));
        known++;
    }
    out->absolute = ratio(errors, known);
}

/* Two passes: the labels' mean first, as a running one that cannot overflow, then all sums of differences. */
static void values(int64_t rows, const double *label, const double *answer, struct metrics *out)
{
    double mean = 0, squared = 0, absolute = 0, spread = 0;
    bool constant = true;

    begin(METRICS_VALUES, rows, label, answer, out);
    for (int64_t i = 0; i < rows; i++) {
        mean += label[i] / (double)(i + 1) - mean / (double)(i + 1);
        constant = constant && label[i] == label[0];
    }
    for (int64_t i = 0; i < rows; i++) {
        double error = answer[i] - label[i], off = label[i] - mean;
        squared += error * error;
        absolute += fabs(error);
        spread += off * off;
    }
    out->squared = ratio(squared, (double)rows);
    out->absolute = ratio(absolute, (double)rows);
    out->r2 = constant ? NAN : 1 - squared / spread;
}

/* Labels of -1 and +1 say who is of the one class and who is not; any others say nothing. */
static bool one_class_labels(int64_t rows, const double *label)
{
    for (int64_t i = 0; i < rows; i++)
        if (fabs(label[i]) != 1)
            return false;
    return true;
}

static void accepted(int64_t rows, const double *label, const double *answer, struct metrics *out)
{
    begin(METRICS_ACCEPTED, rows, label, answer, out);
    out->correct = 0;
    for (int64_t i = 0; i < rows; i++)
        out->correct += answer[i] == 1;
    out->accuracy = ratio((double)out->correct * 100, (double)rows);
}

enum status metrics_compute(const struct model *m, int64_t rows, const double *label, const double *answer,
                            const double *decision, struct metrics *out, struct error *err)
{
    struct model_kind kind = model_kind(m);

    switch (kind.loss->task) {
    case TASK_REGRESSION: values(rows, label, answer, out); return OK;
    case TASK_ORDINAL:
        if (m->classes == 2)
            return metrics_two_classes(rows, label, answer, decision, m->labels[1], m->labels[0], out, err);
        ranks(m, rows, label, answer, out);
        return OK;
    case TASK_ONE_CLASS:
        if (one_class_labels(rows, label))
            return metrics_two_classes(rows, label, answer, decision, 1, -1, out, err);
        accepted(rows, label, answer, out);
        return OK;
    default:
        if (m->classes == 2)
            return two_classes(rows, label, answer, decision, (int)kind.outputs, m->labels[0], m->labels[1], out, err);
        begin(METRICS_CLASSES, rows, label, answer, out);
        return OK;
    }
}
