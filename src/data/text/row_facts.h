/* row_facts - weights and offsets of examples that a file of their own holds. */
#ifndef RRM_ROW_FACTS_H
#define RRM_ROW_FACTS_H

#include "base/status.h"
#include "base/text_lines.h"
#include "data/dataset.h"

/* Reads a line WEIGHT [OFFSET] for each row of the data, in their order, a weight of 0 to
 * DATASET_LARGEST, an offset of at most that size; blank lines and those of a comment (#) alone are
 * passed over, as in the data. The file may be "-", or gzip. data_file: where the data come from,
 * for messages. ERR_DATA, with file and line: a word that is no such number, fewer or more lines
 * than rows, data whose lines tell weights or offsets themselves; ERR_SYSTEM: no such file, no
 * memory. Free with row_facts_free in any case. */
enum status row_facts_read(const char *file, const struct dataset *data, const char *data_file,
                           struct row_facts *facts, struct error *err);

/* ---- line by line ---------------------------------------------------------------------------- */

/* The same file; close with text_lines_close in any case. */
enum status row_facts_open(struct text_lines *l, const char *file, struct error *err);

/* The next line, before which there were `taken`, is that of `row`, the largest set so far; fails
 * where there is none. */
enum status row_facts_next(struct text_lines *l, int64_t taken, int64_t row, const char *data_file,
                           struct row_facts *facts, struct error *err);

/* ERR_DATA: a line is left behind `taken`. ERR_DATA: the data tell weights or offsets, too. */
enum status row_facts_end(struct text_lines *l, int64_t taken, const char *data_file,
                          struct error *err);
enum status row_facts_twice(const char *data_file, struct error *err);

#endif
