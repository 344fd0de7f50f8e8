/* probability - scores as probabilities of the classes. */
#ifndef RRM_PROBABILITY_H
#define RRM_PROBABILITY_H

#include "task/task.h"

/* True if the scores mean probabilities: those of the loss do, or they were calibrated. */
bool probability_known(const struct decoder *d);

/* Then probability[i * classes + k] is that of the class of labels[k] in row i; those of a row
 * add up to 1. */
void probability_of_rows(const struct decoder *d, int64_t rows, const double *decision,
                         double *probability);

#endif
