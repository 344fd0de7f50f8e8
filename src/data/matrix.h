/* matrix - the examples as a linear map A from weights to scores, wherever their rows lie: storage,
 * parts and threads are nobody else's knowledge.
 *
 * With k outputs row i has k scores, <w_o, x_i> for o < k: the k weights of a column stand side by
 * side, w[j * k + o], as do the k scores of a row in an image, z[i * k + o]. */
#ifndef RRM_MATRIX_H
#define RRM_MATRIX_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/parts.h"
#include "data/csr.h"

enum { MATRIX_OUTPUTS = 4096 }; /* at most so many: a block of scores lies on the stack */

struct matrix {
    struct csr x; /* the bias column, if there is one, is its last */
    const struct csr_kernels *kernels;
    size_t outputs, dim, image; /* dim = x.cols outputs; image = x.rows outputs */
    /* Scores are made part by part of `rows`. Sums over rows that are as long as w are made part by
     * part of `sums`, each in a vector of its own: fewer parts where there are many columns. */
    struct parts rows, sums;
    double *partial; /* sums.count x dim; NULL where sums.count is 1 */
    double *sqnorm;  /* rows: |x_i|^2, the bias included */
    bool has_sqnorm;
};

/* Makes A of the rows of x, each with one more feature of value `bias` if that is above 0; x's arrays
 * must outlive it. False: no memory. */
bool matrix_init(struct matrix *A, const struct csr *x, double bias, size_t outputs,
                 const struct par *par, struct arena *arena);

/* z = A w; half a pass over the data. */
void matrix_apply(const struct matrix *A, const double *w, double *z);

/* g = A'u; half a pass. */
void matrix_adjoint(const struct matrix *A, const double *u, double *g);

/* <u, z> of two images. */
double matrix_dot(const struct matrix *A, const double *u, const double *z);

/* g = A'u for the slopes u that body makes of the scores z = A w, block by block of rows: each row is
 * read from memory once. Returns the sums of what body returns; z and u begin at row lo. One pass. */
struct sums matrix_fused(const struct matrix *A, const double *w,
                         struct sums (*body)(void *context, int64_t lo, int64_t hi,
                                             const double *z, double *u),
                         void *context, double *g);

/* |x_i|^2 of every row (rows), computed at the first call. */
const double *matrix_sqnorms(struct matrix *A);

#endif
