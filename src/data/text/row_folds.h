/* row_folds - the fold of each example, from a file. */
#ifndef RRM_ROW_FOLDS_H
#define RRM_ROW_FOLDS_H

#include "base/arena.h"
#include "base/status.h"
#include "data/dataset.h"

/* Reads a whole number for each row of the data, in their order: the fold of the row, from 1 on, or
 * 0, none. Blank lines and those of a comment (#) alone are passed over, as in the data. The file
 * may be "-", or gzip. data_file: where the data come from, for messages. of[i] becomes the fold of
 * row i less 1, and *count the largest; the memory is the arena's. ERR_DATA, with file and line: a
 * word that is no such number, fewer or more lines than rows, a fold up to the largest without a
 * row, a fold of all rows; ERR_SYSTEM: no such file, no memory. */
enum status row_folds_read(const char *file, const struct dataset *data, const char *data_file,
                           int **of, int *count, struct arena *arena, struct error *err);

#endif
