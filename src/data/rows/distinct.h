/* distinct - rows that stand several times in a data set, once with the sum of their costs.
 *
 * Rows with the same entries have the same score at each w, and with the same label the same loss
 * l(z, y): c_1 l(z, y) + c_2 l(z, y) = (c_1 + c_2) l(z, y). A risk that is a sum of c_i l(z_i, y_i)
 * over its rows, at the best scalars that all rows share or without such, is the same function of w
 * of all rows and of the distinct ones: its minimum, its planes and each bound are. */
#ifndef RRM_DISTINCT_H
#define RRM_DISTINCT_H

#include <stdbool.h>

#include "data/rows/rows.h"

/* *pays = enough rows of x stand several times with the same label y (x->rows) that it pays to find
 * all of them, as a sample of the rows tells. False: no memory. */
bool distinct_pays(const struct csr *x, const double *y, bool *pays);

/* x and y become those of the distinct rows, each at the place of its first one, e->c = c (x.rows)
 * the sums of their costs; c may be e->c. Rows are the same where all their bytes and y are, so
 * that 0 and -0 differ. Few rows may still stand twice: those that the hash table has no place for.
 * Only the bits `hash` of the rows' hashes are used: all, or fewer to test what collisions do. At
 * most DISTINCT_ROWS rows. False: no memory, e is as before. */
enum { DISTINCT_ROWS = INT32_MAX };
bool distinct_merge(struct rows *e, double *c, uint64_t hash);

#endif
