/* by_length - examples in the order of the lengths of their rows, block by block.
 *
 * A loop over a short row ends with a branch that is predicted where rows of one length follow each
 * other; a mispredicted one takes as long as 10 to 20 entries, in
 * products, adjoints and sums of outer products. */
#ifndef RRM_BY_LENGTH_H
#define RRM_BY_LENGTH_H

#include <stdbool.h>

#include "data/rows/rows.h"

/* Whether the rows are short and of many lengths. */
bool by_length_pays(const struct csr *x);

/* Puts the examples in their new order; that of rows of the same length stays. False: no memory,
 * and nothing has changed. */
bool by_length_sort(struct rows *e);

#endif
