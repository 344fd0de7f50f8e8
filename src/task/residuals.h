/* residuals - how far values are from labels, row by row; 8 bytes each. */
#ifndef RRM_RESIDUALS_H
#define RRM_RESIDUALS_H

#include "task/numbers.h"

/* Of n rows with labels y and answers a; an empty one is {0}. */
struct residuals {
    double squared, absolute;   /* sum (a - y)^2, sum |a - y|, in the order of the rows */
    double first;               /* y_1 */
    double mean, spread;        /* of t_i = (y_i - y_1) / 2: mean t, sum (t_i - mean t)^2 */
    bool vary;                  /* not all y are the same */
    struct numbers distances;   /* |a - y|; their count is n */
};

/* False: no memory. */
bool residuals_add(struct residuals *r, double answer, double label);

/* *median of |a - y|: the middle one, or the mean of the two in the middle; NaN: there are none.
 * False: no memory. */
bool residuals_median(struct residuals *r, double *median);

/* R^2 = 1 - sum (a - y)^2 / sum (y - mean y)^2; NaN where the labels do not vary. */
double residuals_r2(const struct residuals *r);

void residuals_free(struct residuals *r);

#endif
