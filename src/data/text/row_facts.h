/* row_facts - weights and offsets of examples that a file of their own holds. */
#ifndef RRM_ROW_FACTS_H
#define RRM_ROW_FACTS_H

#include "base/status.h"
#include "data/dataset.h"

/* Reads a line WEIGHT [OFFSET] for each row of the data, in their order, a weight of 0 to
 * DATASET_LARGEST, an offset of at most that size; blank lines and those of a comment (#) alone are
 * passed over, as in the data. The file may be "-", or gzip. data_file: where the data come from,
 * for messages. ERR_DATA, with file and line: a word that is no such number, fewer or more lines
 * than rows, data whose lines tell weights or offsets themselves; ERR_SYSTEM: no such file, no
 * memory. Free with row_facts_free in any case. */
enum status row_facts_read(const char *file, const struct dataset *data, const char *data_file,
                           struct row_facts *facts, struct error *err);

#endif
