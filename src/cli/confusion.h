/* confusion - which classes are taken for which, and how good each is. */
#ifndef RRM_CLI_CONFUSION_H
#define RRM_CLI_CONFUSION_H

#include <stdio.h>

#include "task/evaluation.h"

/* What `rrm-predict -f` adds: the confusion matrix, then a line per class: its rows, precision,
 * recall and F1. Labels ascend. A matrix whose lines would be wide is a line for each count that is
 * not 0. Pairs were counted. Failures stay in the stream. */
void confusion_print(FILE *stream, const struct evaluation *e);

#endif
