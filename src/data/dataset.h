/* dataset - what a training or test file says: a sparse matrix and a label for each row. */
#ifndef RRM_DATASET_H
#define RRM_DATASET_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "data/csr.h"

struct dataset {
    struct csr x;       /* rows x columns, no bias; owns start, col and value */
    double *label;      /* rows: the labels as read */
    int64_t lines;      /* of the file, with blank ones and comments */
    uint32_t features;  /* the largest index in the file (0: none) */
    /* Where the largest index far exceeds the number of entries, only the indices that occur are columns: feature[j]
     * is the index (from 1) of column j, ascending. NULL: column j is feature j + 1. */
    uint32_t *feature;
};

/* NULL members are allowed. */
void dataset_free(struct dataset *data);

/* The index (from 1) of column j. */
uint32_t dataset_feature(const struct dataset *data, uint32_t column);

/* Renumbers the columns to those that occur, if x.cols is much larger than the number of entries. ERR_SYSTEM: no
 * memory. */
enum status dataset_compact(struct dataset *data, struct error *err);

/* The distinct labels in the order in which they first came, at most `room` of them; returns how many were found,
 * or room + 1 if there are more. */
size_t dataset_labels(const struct dataset *data, size_t room, double *labels);

#endif
