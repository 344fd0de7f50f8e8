/* segments - the rows of a data set dealt into segments, for folds.
 *
 * The rows of a segment lie together, in the order of the file. So a segment is a range of rows,
 * and all rows but those of a segment are two: what a fold trains on is no copy. */
#ifndef RRM_SEGMENTS_H
#define RRM_SEGMENTS_H

#include "base/status.h"
#include "data/dataset.h"

struct segments {
    int count;
    const int64_t *first; /* count + 1: segment s is rows first[s] .. first[s + 1] - 1 of data */
    struct dataset data;  /* all rows; data.origin says where each was before */
};

/* The rows lo .. hi - 1. */
struct row_range {
    int64_t lo, hi;
};

/* Copies the rows of `all`, row i to segment[i] in [0, count); columns, lines, queries and comments
 * stay those of `all`, which must stay as long. A data set that was dealt itself is not dealt
 * again. ERR_SYSTEM: no memory; out is then empty. Free with segments_free. */
enum status segments_deal(const struct dataset *all, int count, const int *segment,
                          struct segments *out, struct error *err);

/* Segment s as a data set, a view that nobody frees. */
struct dataset segments_rows(const struct segments *segments, int s);

/* All rows but those of segment s, in ascending order; either range may be empty. */
void segments_without(const struct segments *segments, int s, struct row_range out[2]);

void segments_free(struct segments *segments);

#endif
