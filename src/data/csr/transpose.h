/* transpose - the columns of a matrix. */
#ifndef RRM_TRANSPOSE_H
#define RRM_TRANSPOSE_H

#include "data/matrix.h"
#include "math/sparse_columns.h"

/* X = A, one output, by columns, the bias column included; values are rounded to single precision.
 * X->start has room for A->dim + 1. False: no memory. */
bool matrix_columns(const struct matrix *A, struct columns *X);

/* T = A', one output, as rows of doubles without a bias of their own, in memory of the arena.
 * False: no memory. */
bool matrix_transpose(const struct matrix *A, struct csr *T, struct arena *arena);

#endif
