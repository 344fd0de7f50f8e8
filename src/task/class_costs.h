/* class_costs - what it costs to take one class for another: a matrix in a file of text. */
#ifndef RRM_CLASS_COSTS_H
#define RRM_CLASS_COSTS_H

#include "base/arena.h"
#include "base/status.h"
#include "task/task.h"

/* Reads a matrix of k rows and k columns, 2 <= k <= LOSS_CLASSES, a row a line, numbers between
 * blanks: in row y and column o the cost D_yo >= 0 of the answer o for an example of class y,
 * D_yy = 0. Blank lines and what stands behind a '#' are passed over. The arena holds costs->each.
 * ERR_DATA names file and line: a line of another length, too many or too few lines, a number that
 * is none, negative or not finite, a D_yy above 0. ERR_SYSTEM: no such file, no memory. */
enum status class_costs_read(const char *file, struct class_costs *costs, struct arena *arena,
                             struct error *err);

/* targets->costs = those of the classes of targets, in the arena; NULL where all errors cost 1.
 * ERR_DATA: the data have another number of classes; ERR_SYSTEM: no memory. */
enum status class_costs_place(const struct class_costs *costs, struct targets *targets,
                              struct arena *arena, struct error *err);

#endif
