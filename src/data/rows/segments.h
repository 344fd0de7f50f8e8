/* segments - some rows of a data set as a data set, for folds: their entries are not copied.
 *
 * segment[i] is the segment of row i. A fold trains on all rows but those of a segment and is
 * judged by these; a view of a row takes 32 bytes, whatever its entries, so that all folds share
 * them, be they in memory or mapped. */
#ifndef RRM_SEGMENTS_H
#define RRM_SEGMENTS_H

#include "base/status.h"
#include "data/dataset.h"

/* The rows of segment s, in their order, with their labels, lines, queries and comments; `all` must
 * outlive out. ERR_SYSTEM: no memory; out is then empty. Free with dataset_free. */
enum status segments_within(const struct dataset *all, const int *segment, int s,
                            struct dataset *out, struct error *err);

/* All rows but those of segment s, in the same way. */
enum status segments_without(const struct dataset *all, const int *segment, int s,
                             struct dataset *out, struct error *err);

/* Leaves out the columns behind the last one in which the rows of a view have an entry: a file of
 * these rows has none. Other columns without entries stay. */
void segments_trim(struct dataset *view);

#endif
