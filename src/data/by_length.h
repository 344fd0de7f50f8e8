/* by_length - examples in the order of the lengths of their rows, block by block.
 *
 * A loop over a short row ends with a branch that is predicted where rows of one length follow each
 * other; a mispredicted one takes as long as 10 to 20 entries (w8a, 12 entries a row: products,
 * adjoints and sums of outer products; whole runs of hinge, squared-hinge and logistic to 1e-3 took
 * .69 to .83 of the cycles, C = 0.01, 1, 100). */
#ifndef RRM_BY_LENGTH_H
#define RRM_BY_LENGTH_H

#include <stdbool.h>

#include "base/arena.h"
#include "data/csr.h"

/* Where the rows are short and of many lengths, *x becomes a matrix of the same rows, in another
 * order, with their y and cost (NULL: none); the order of rows of the same length stays. Memory
 * comes from the arena. False: there is not enough, and nothing has changed. */
bool rows_by_length(struct csr *x, const double **y, const double **cost, struct arena *arena);

#endif
