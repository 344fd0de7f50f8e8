/* scaling - the values of a data set in the place of raw ones: rows of length 1, columns by their
 * size. Explicit values alone change: what is 0 stays 0. */
#ifndef RRM_SCALING_H
#define RRM_SCALING_H

#include "base/arena.h"
#include "base/status.h"
#include "data/dataset.h"

/* What the values of a column are divided by, x_ij in row i of weight c_i, m = sum_i c_i:
 * max |x_ij|; sqrt(sum_i c_i x_ij^2); sqrt(sum_i c_i (x_ij - mean)^2 / m). Where that is 0, by
 * 1. */
enum scale_columns { SCALE_NONE, SCALE_MAXABS, SCALE_NORM, SCALE_SD };

/* data->x becomes a matrix of doubles from the arena over the same columns, first, if `unit`, with
 * rows of length 1 (those of length 0 stay), then with its columns scaled; data->scale and
 * data->unit say so. file: where the data come from, for messages. ERR_DATA: the size of a column
 * overflows; ERR_SYSTEM: no memory. */
enum status scaling_apply(struct dataset *data, bool unit, enum scale_columns columns,
                          const char *file, struct arena *arena, struct error *err);

/* |x_i| of the entries of row i, without overflow. */
double scaling_length(const struct csr *x, int64_t i);

#endif
