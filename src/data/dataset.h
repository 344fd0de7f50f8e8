/* dataset - what a training or test file says: a sparse matrix and a label for each row. */
#ifndef RRM_DATASET_H
#define RRM_DATASET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "data/csr.h"
#include "data/lines.h"

struct dataset {
    struct csr x;       /* rows x columns, no bias; owns start, col and value */
    double *label;      /* rows: the labels as read */
    struct lines place; /* of the rows in the file */
    uint32_t features;  /* the largest index in the file (0: none) */
    /* Once compact, only the indices that occur are columns: feature[j] is the index (from 1) of column j, ascending.
     * NULL: column j is feature j + 1. */
    uint32_t *feature;
};

/* NULL members are allowed. */
void dataset_free(struct dataset *data);

/* The index (from 1) of column j. */
uint32_t dataset_feature(const struct dataset *data, uint32_t column);

/* Renumbers the columns to those that occur: always, or if x.cols is much larger than the number of entries.
 * ERR_SYSTEM: no memory. */
enum status dataset_compact(struct dataset *data, bool always, struct error *err);

/* The line of the file, from 1, that row i was read from. */
int64_t dataset_line(const struct dataset *data, int64_t row);

enum { DATASET_LABELS = 4096 }; /* at most so many are told apart */

/* The distinct labels in the order in which they first came, at most `room` of them, at most DATASET_LABELS; which[i]
 * is the place of that of row i (which may be NULL). Returns how many there are; if there are more, room + 1, and *row
 * is the first one whose label found no place. */
size_t dataset_labels(const struct dataset *data, size_t room, double *labels, double *which, int64_t *row);

#endif
