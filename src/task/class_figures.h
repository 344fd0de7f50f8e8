/* class_figures - how good labels are that a classifier gave; functions of rows of task/list.h. */
#ifndef RRM_CLASS_FIGURES_H
#define RRM_CLASS_FIGURES_H

#include "task/evaluation.h"

/* As the members of struct task. Accuracy, balanced accuracy, macro-F1; of more than two ordered
 * classes the mean distance, in places, between answer and label; the log-loss where there are
 * probabilities; of two classes the positive label, the ROC area, precision, recall and F1. */
bool class_figures_begin(struct evaluation *e);
bool class_figures_add(struct evaluation *e, const struct answered *row);
bool class_figures_list(struct evaluation *e, struct figures *list);

/* class_figures_begin for these labels, whatever the decoder says; of two the first is positive. */
bool class_figures_of(struct evaluation *e, int classes, const double *labels);

#endif
