/* few_columns - a step of a dual point to the bounds of the few columns that violate theirs. */
#ifndef RRM_FEW_COLUMNS_H
#define RRM_FEW_COLUMNS_H

#include <stdbool.h>

#include "base/arena.h"
#include "loss/quadratic.h"
#include "math/cholesky.h"
#include "math/kinked.h"
#include "math/sparse_columns.h"

/* B, columns of X = diag(h)^(1/2) A. */
struct few_columns {
    uint32_t *column; /* B */
    size_t count;
    double *y;              /* of each: the step along diag(h) A_j */
    struct cholesky factor; /* of X_B' X_B over the rows inside */
    double *inside;         /* rows of X: 1, or 0 where the step does not move alpha */
    const struct columns *X;
    double *v; /* rows of X: scratch */
};

/* For so many rows; the arena tells whether memory sufficed. */
void few_columns_init(struct few_columns *few, size_t rows, struct arena *arena);

/* The slope a less its nearest number in [-right (1 + share), -left (1 + share)]. */
static inline double few_columns_beyond(const struct kinked *bounds, double a, double share)
{
    return a - clip(a, -bounds->right * (1 + share), -bounds->left * (1 + share));
}

/* The columns of n with slopes a beyond their bounds by more than `share` of these join B. False:
 * there is none, or B has no room. */
bool few_columns_find(struct few_columns *few, size_t n, const double *a,
                      const struct kinked *bounds, double share);

/* few->v = X_B y, (X_B' X_B) y = what the slopes a are beyond their bounds by, over the rows
 * inside: u -= diag(h)^(1/2) v takes these slopes to their bounds where no row comes to an end of
 * its domain. *visited: entries of X that it read. False: there is no y. */
bool few_columns_step(struct few_columns *few, const double *a, const struct kinked *bounds,
                      size_t *visited);

#endif
