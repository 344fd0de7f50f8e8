/* gram - weighted sums of outer products of rows: Hessians over few columns. */
#include "data/gram.h"

void matrix_gram(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                 double *H)
{
    for (int64_t k = 0; k < count; k++)
        if (h[k] != 0)
            A->kernels->outer(&A->x, row ? row[k] : k, h[k], 0, A->x.cols, H);
}
