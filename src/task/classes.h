/* classes - what the tasks whose labels are classes share. */
#ifndef RRM_CLASSES_H
#define RRM_CLASSES_H

#include "task/task.h"

/* The distinct labels: out->classes and out->labels, ascending, but of two that are not ordered the
 * greater one first; out->y gets the places of the rows' labels, out->cost, unless it is NULL,
 * their weights. ERR_DATA: one label only, or so many that they are no classes;
 * ERR_SYSTEM: no memory. */
enum status classes_find(const struct labels *in, struct targets *out, struct arena *arena,
                         struct error *err);

/* For qsort and bsearch: compares labels, and structs whose first member is a label. */
int classes_by_label(const void *a, const void *b);

/* One output: the first label where the score is above 0, else the second; more: the label of
 * the largest score, of the first of equal ones. */
void classes_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                     double *answer);

#endif
