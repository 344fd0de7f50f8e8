/* independent - columns of which no two have an entry in one row, as those of one category that is
 * coded one-hot: A' diag(h) A is diagonal over them, whatever h is. */
#ifndef RRM_INDEPENDENT_H
#define RRM_INDEPENDENT_H

#include "data/matrix.h"

/* A factor of so many others takes the time of some passes over 1e6 entries. Tuned. */
enum { INDEPENDENT_REST = 800 };

/* A->independent, the bias column not among them: a column is one where it is the rarest in each of
 * its rows (Luby, SIAM J. Comput. 15, 1986, the entries of a column in place of random numbers).
 * lead is in memory of the arena, or NULL where A has few columns for its entries, or more than
 * INDEPENDENT_REST would be left. A sample of the rows, then three passes. False: no memory. */
bool matrix_independent(struct matrix *A, struct arena *arena);

#endif
