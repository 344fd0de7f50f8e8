/* twin_columns - columns that are others, scaled: in an l1 problem one of them is enough. */
#ifndef RRM_TWIN_COLUMNS_H
#define RRM_TWIN_COLUMNS_H

#include "math/sparse_columns.h"

/* twin[j] (columns of X) = k where X_j = r X_k, 0 < r <= 1, to six digits, else j. Of columns of
 * many entries, and of many columns with the same rows, some are not found. False: no memory. */
bool columns_twins(const struct columns *X, uint32_t *twin);

#endif
