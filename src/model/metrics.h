/* metrics - how good predictions are. */
#ifndef RRM_METRICS_H
#define RRM_METRICS_H

#include <stdint.h>

#include "base/status.h"

/* Figures of a two-class prediction; a figure that the labels do not define (no positive rows, say) is NaN. */
struct metrics {
    int64_t rows, correct;
    double accuracy;  /* percent */
    double roc_area;  /* ties count one half */
    double precision, recall, f1; /* of the positive class */
};

/* label, predicted and decision hold `rows` entries. Rows whose label is neither positive nor negative count as wrong
 * in the accuracy and are left out of the rest. ERR_SYSTEM: no memory. */
enum status metrics_two_classes(int64_t rows, const double *label, const double *predicted, const double *decision,
                                double positive, double negative, struct metrics *out, struct error *err);

#endif
