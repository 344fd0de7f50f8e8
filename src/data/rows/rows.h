/* rows - rows with labels and costs that a run may put in another order, or take together. */
#ifndef RRM_ROWS_H
#define RRM_ROWS_H

#include "data/csr/csr.h"

/* Rows change places within blocks of ROWS_BLOCK: entries of a few hundred KB, in the cache, and
 * few changes of length where they are in its order (data/rows/by_length.h). Tuned. */
enum { ROWS_BLOCK = 4096 };

/* Row i of x has the label y_i and the cost c_i. start and end have room for x.rows numbers: those
 * of x once rows have moved, which share its entries. */
struct rows {
    struct csr x;
    int64_t *start, *end;
    double *y, *c; /* c is NULL: 1/x.rows each */
};

#endif
