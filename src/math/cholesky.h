/* cholesky - the factor R'R = M of a positive definite matrix that gains and loses rows. */
#ifndef RRM_CHOLESKY_H
#define RRM_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/par.h"
#include "base/stop.h"
#include "math/panel.h"

/* M is symmetric, R upper triangular with a positive diagonal; M itself is not stored. Vectors have
 * `size` entries. A matrix of order n is factored by cholesky_factor, or row by row by n calls of
 * cholesky_border and cholesky_append: n^3/3 operations (multiplications and additions). */
struct cholesky {
    size_t capacity; /* largest order */
    size_t size;     /* order of M */
    double *R;       /* row i of R is R[i * capacity + i ...] */
    struct panel panel; /* scratch of cholesky_factor */
    const struct par *par; /* its threads; NULL, as cholesky_init leaves it: the caller's alone */
    struct stop_token stop; /* asked by cholesky_factor; never, as cholesky_init leaves it */
};

/* An empty factor with room up to `capacity`. The arena owns the room; it tells whether memory
 * sufficed. */
void cholesky_init(struct cholesky *f, size_t capacity, struct arena *arena);

/* The same with R, capacity^2 numbers, of the caller. */
void cholesky_init_at(struct cholesky *f, size_t capacity, double *R, struct arena *arena);

/* The factor of the symmetric M of order n <= capacity whose upper triangle stands where R will: in
 * place, n^3/3 operations. False: a pivot is not positive, M is not positive definite within
 * rounding, or f->stop was requested, asked every PANEL_ROWS rows; then size is 0 and R is lost.
 * The rest of f->R is neither read nor written. */
bool cholesky_factor(struct cholesky *f, size_t n);

/* The factor of a matrix of order n that is positive definite but for rounding: fill(context, t)
 * writes its upper triangle where R will be, its diagonal, or what of that is positive, times
 * 1 + t; t = 0, then t = 1e-15 n, a hundred times that and so on up to 1, until every pivot is
 * positive. False: none has such a factor, as where numbers are not finite, or f->stop. */
bool cholesky_factor_shifted(struct cholesky *f, size_t n, void (*fill)(void *context, double t),
                             void *context);

/* v = R'^-1 v, v = R^-1 v: size^2 operations each; v = M^-1 v: one after the other. */
void cholesky_forward(const struct cholesky *f, double *v);
void cholesky_backward(const struct cholesky *f, double *v);
void cholesky_solve(const struct cholesky *f, double *v);

/* What a further row and column (a; d) of M would add to R: a becomes the column c = R'^-1 a.
 * Returns the square of the new diagonal entry, the Schur complement d - |c|^2, or 0 where that is
 * at most 1e-14 d, within rounding of 0: the larger matrix is then singular with the null vector
 * (-R^-1 c; 1). The factor does not change. */
double cholesky_border(const struct cholesky *f, double *a, double d);

/* Appends the column c and the square of its diagonal entry, pivot > 0, both from cholesky_border.
 * size < capacity. */
void cholesky_append(struct cholesky *f, const double *c, double pivot);

/* Deletes row and column `position` < size of M; those behind move up by one.
 * 3 size^2 operations at most. */
void cholesky_remove(struct cholesky *f, size_t position);

#endif
