/* metrics - how good predictions are. */
#ifndef RRM_METRICS_H
#define RRM_METRICS_H

#include <stdint.h>

#include "base/status.h"
#include "model/model.h"

/* Which figures there are. */
enum metrics_kind {
    METRICS_CLASSES,     /* rows, correct, accuracy */
    METRICS_TWO_CLASSES, /* the same, the positive label, the area, precision, recall, F1 */
    METRICS_RANKS,       /* the same as METRICS_CLASSES, absolute: in places of the labels' order */
    METRICS_ACCEPTED,    /* one class, labels unknown: correct, accuracy: how many were taken to be of the class */
    METRICS_VALUES       /* squared, absolute, r2 */
};

/* Figures of a prediction; one that the labels do not define (no positive rows, say), or that is not of the kind, is
 * NaN. */
struct metrics {
    enum metrics_kind kind;
    int64_t rows, correct;
    double accuracy;  /* percent */
    double positive;  /* the label of the positive class */
    double roc_area;  /* ties count one half */
    double precision, recall, f1; /* of the positive class */
    double squared, absolute; /* mean errors */
    double r2; /* 1 - squared error over that of the labels' mean */
};

/* The figures that go with the model. label and answer (of predict_answers) hold `rows` entries, decision those of
 * predict_decisions. Rows whose label the model does not know count as wrong in the accuracy and are left out of the
 * rest. ERR_SYSTEM: no memory. */
enum status metrics_compute(const struct model *model, int64_t rows, const double *label, const double *answer,
                            const double *decision, struct metrics *out, struct error *err);

/* METRICS_TWO_CLASSES, of these labels: decision is that of the positive one. */
enum status metrics_two_classes(int64_t rows, const double *label, const double *answer, const double *decision,
                                double positive, double negative, struct metrics *out, struct error *err);

#endif
