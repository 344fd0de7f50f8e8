/* sparse_columns - a sparse matrix by columns in single precision: for models of a Hessian, whose
 * rounding slows a Newton method a little and changes no result of it. */
#ifndef RRM_SPARSE_COLUMNS_H
#define RRM_SPARSE_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Entry k, start[j] <= k < start[j + 1], of column j is value[k] in row row[k]. */
struct columns {
    size_t count, rows;
    size_t room; /* entries that row and value have room for */
    size_t *start; /* count + 1 */
    uint32_t *row;
    float *value;
};

/* Room for so many entries; those that were there are lost. False: no memory, and there is no
 * room. */
bool columns_reserve(struct columns *X, size_t entries);
/* Frees row and value. */
void columns_free(struct columns *X);

/* X = the columns set[0 .. count - 1] of `from`, row i times scale[i], without the rows where
 * scale is 0; square[k] = |X_k|^2. X->start has room for count + 1, `place` (rows of from) is
 * scratch. False: no memory. */
bool columns_gather(struct columns *X, const struct columns *from, size_t count,
                    const uint32_t *set, const double *scale, uint32_t *place, double *square);

/* <X_j, v> in four running sums */
double columns_dot(const struct columns *X, size_t j, const double *v);
/* v += a X_j */
void columns_add(const struct columns *X, size_t j, double a, double *v);
/* |X_j|^2 */
double columns_sqnorm(const struct columns *X, size_t j);

#endif
