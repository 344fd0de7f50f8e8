/* gram - weighted sums of outer products of rows: Hessians over few columns. */
#ifndef RRM_GRAM_H
#define RRM_GRAM_H

#include "base/stop.h"
#include "data/matrix.h"

/* H += sum_k h[k] x_i x_i', i = row[k], k = 0 .. count - 1; row NULL: i = k. H is A->x.cols x
 * A->x.cols, row-major; only the upper triangle with the diagonal is read and written. The bias is
 * the last column. h may be negative, as for rows that leave a sum. The order of each entry's
 * sum is that of k, for any number of threads.
 * sum_k nnz_i^2 / 2 operations, those of dense rows in tiles. */
void matrix_gram(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                 double *H);

/* The list of such a sum: row and weight (rows) get the rows with h_io != 0 and these h_io, h (rows
 * x outputs). Returns how many. */
int64_t matrix_list(const struct matrix *A, const double *h, size_t o, int64_t *row,
                    double *weight);

/* Time of one product of a sparse row over that of an entry of a product by A. Tuned. */
static const double GRAM_PRODUCT = 0.4;

/* The time of matrix_gram over all rows, in that of an entry of a product (matrix_work): an
 * estimate, the same for every instruction set. */
double matrix_gram_work(const struct matrix *A);

/* Rows of which matrix_gram takes some twenty milliseconds, at least a panel of them, and at most
 * `most`: so many at a time for who is to stop when asked. */
int64_t matrix_gram_rows(const struct matrix *A, int64_t most);

/* K (rows x rows, row-major, both triangles) = A A' of one output, the bias included: the same sum
 * of outer products, over the columns of A. False: no memory, or `stop` was requested, asked after
 * each matrix_gram_rows; K is lost. */
bool matrix_row_gram(const struct matrix *A, const struct stop_token *stop, double *K);

/* Its time, as matrix_gram_work. */
double matrix_row_gram_work(const struct matrix *A);

#endif
