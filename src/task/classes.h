/* classes - what the tasks whose labels are classes share. */
#ifndef RRM_CLASSES_H
#define RRM_CLASSES_H

#include "task/evaluation.h"

/* The distinct labels: out->classes and out->labels, ascending, but of two that are not ordered the
 * greater one first; out->y gets the places of the rows' labels, out->cost, unless it is NULL,
 * their weights. ERR_DATA: one label only, or so many that they are no classes;
 * ERR_SYSTEM: no memory. */
enum status classes_find(const struct labels *in, struct targets *out, struct arena *arena,
                         struct error *err);

/* One output: the first label where the score is above d->folded.cut, else the second; more: the
 * label of the largest score, of the first of equal ones. */
bool classes_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                     double *answer);

/* ---- figures --------------------------------------------------------------------------------- */

/* As the members of struct task. Accuracy, balanced accuracy, macro-F1; of more than two ordered
 * classes the mean distance, in places, between answer and label; log-loss, Brier score
 * and calibration error where there are probabilities; of two classes the positive label, the ROC
 * area, precision, recall and F1. */
bool class_figures_begin(struct evaluation *e);
bool class_figures_add(struct evaluation *e, const struct answered *row);
bool class_figures_list(struct evaluation *e, struct figures *list);

/* class_figures_begin for these labels, whatever the decoder says; of two the first is positive. */
bool class_figures_of(struct evaluation *e, int classes, const double *labels);

#endif
