/* matrix - the examples as a linear map A from weights to scores: no other file knows storage,
 * parts and threads.
 *
 * With k outputs w has k vectors, w_o[j] = w[j * k + o], and row i of an image k scores,
 * z[i * k + o] = <w_o, x_i>. The last `own` weights are scores themselves, the last of an image:
 * A = [X (x) I, 0; 0, I], so that a loss of scores may look at weights. A sum over rows runs over
 * parts that the data alone determine, and over the parts in their order: no bit depends on the
 * threads. */
#ifndef RRM_MATRIX_H
#define RRM_MATRIX_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/par.h"
#include "data/csr/csr.h"

/* Outputs at most: a row of scores and one of slopes lie on the stack, 64 KB. */
enum { MATRIX_OUTPUTS = 4096 };

/* Columns of which no two have an entry in one row (data/rows/independent.h). */
struct independent {
    unsigned char *lead; /* cols: 1 for the independent columns, else 0; NULL: none were sought */
    size_t count, rest;  /* of them, of the others: cols in all */
    double products;     /* about sum over them of t^2/2, t the others that meet a column */
};

struct matrix {
    struct csr x; /* the last column is the bias column, if there is one */
    enum isa isa; /* of the kernels */
    const struct csr_kernels *kernels;
    size_t outputs, own, dim, image; /* dim = x.cols outputs + own, image = x.rows outputs + own */
    int64_t entries;            /* stored ones of x */
    struct parts rows; /* for scores and for sums that are a few numbers */
    struct parts sums; /* for sums that are as long as w, each part in a vector of its own: fewer */
    struct independent independent; /* none, until they are sought */
    double *partial;   /* scratch: sums.count - 1 vectors, 1 without threads; NULL with one part */
};

/* A = the rows of x, each with one more feature of value `bias` if bias > 0; x has no bias of its
 * own. The arrays of x, and par, must outlive A. False: no memory. */
bool matrix_init(struct matrix *A, const struct csr *x, double bias, size_t outputs, size_t own,
                 const struct par *par, struct arena *arena);

/* Takes the kernels of another instruction set than the best of this machine, which matrix_init
 * takes: to test and to measure. No bit depends on it. */
void matrix_use(struct matrix *A, enum isa isa);

/* z (image) = A w (dim); half a pass over the data. */
void matrix_apply(const struct matrix *A, const double *w, double *z);

/* g (dim) = A'u (image); half a pass. */
void matrix_adjoint(const struct matrix *A, const double *u, double *g);

/* The time of a product by A, or by A', in that of an entry: its entries, and 4 for each row,
 * tuned. */
double matrix_work(const struct matrix *A);

/* <u, z> of two images. */
double matrix_dot(const struct matrix *A, const double *u, const double *z);

/* g (dim) = A'u, where body(context, lo, hi, z, u) makes the slopes u of the scores z = A w of the
 * rows [lo, hi), block by block on any thread; z and u begin at row lo. Each row is read from
 * memory once. Returns the sums of what body returns. One pass; half a pass with w NULL: z is
 * then not set. Without own scores. */
struct sums matrix_fused(const struct matrix *A, const double *w,
                         struct sums (*body)(void *context, int64_t lo, int64_t hi,
                                             const double *z, double *u),
                         void *context, double *g);

/* g (dim) = sum over k < count of h[k] <x_i, d> x_i, i = row[k]; one output. Each row is read from
 * memory once. */
void matrix_hessian(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                    const double *d, double *g);

/* D_j += sum over k < count of h[k] x_ij^2, i = row[k], j < x.cols. */
void matrix_diagonal(const struct matrix *A, int64_t count, const int64_t *row, const double *h,
                     double *D);

/* D (dim) = the diagonal of A' diag(h) A, h (image): D_jo = sum_i h_io x_ij^2; half a pass. */
void matrix_squares(const struct matrix *A, const double *h, double *D);

/* sqnorm (rows) = |x_i|^2 of all rows, the bias included. */
void matrix_sqnorms(const struct matrix *A, double *sqnorm);

struct columns;

/* X (math/sparse_columns.h) = A, one output, by columns, the bias column included; values are
 * rounded to single precision. X->start has room for A->dim + 1. False: no memory. */
bool matrix_columns(const struct matrix *A, struct columns *X);

/* T = A', one output, as rows of doubles without a bias of their own, in memory of the arena.
 * False: no memory. */
bool matrix_transpose(const struct matrix *A, struct csr *T, struct arena *arena);

#endif
