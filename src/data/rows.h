/* rows - rows with labels and costs that a run may put in another order, or take together. */
#ifndef RRM_ROWS_H
#define RRM_ROWS_H

#include "data/csr.h"

/* Row i of x has the label y_i and the cost c_i. start and end have room for x.rows numbers: those
 * of x once rows have moved, which share its entries. */
struct rows {
    struct csr x;
    int64_t *start, *end;
    double *y, *c; /* c is NULL: 1/x.rows each */
};

#endif
