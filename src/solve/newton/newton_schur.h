/* newton_schur - S = lambda I + diag(ridge) + A' diag(h) A over independent columns
 * (data/rows/independent.h) and few others:
 *     S = [D, B; B', C],   D diagonal,   T = C - B' D^-1 B,
 *     S^-1 (a; b) = (D^-1 (a - B y); y),   y = T^-1 (b - B' D^-1 a)
 * (block elimination: Golub and Van Loan, Matrix Computations, 4th edition, 3.2.11). T, of the
 * order of C alone, has a Cholesky factor. */
#ifndef RRM_NEWTON_SCHUR_H
#define RRM_NEWTON_SCHUR_H

#include <stdbool.h>

#include "base/arena.h"
#include "data/matrix.h"
#include "math/cholesky.h"
#include "risk/risk.h"
#include "solve/newton/block.h"

struct newton_schur {
    const struct risk *risk;
    double lambda;
    size_t lead, rest;     /* columns of D and of C */
    double lazy;           /* the factor keeps an h_i that has changed by at most lazy h_i */
    uint32_t *place;       /* columns: the place of a column in D, or lead + that in C */
    double *value;         /* units: the entry in a column of D; 0: none */
    int64_t *begin, *row;  /* lead + 1, units: the rows of each column of D */
    struct block others, B; /* the x_i without the columns of D; B by rows */
    double *D, *minus;     /* lead: D_j without the ridge, -1/D_j with it */
    double *in;            /* units: the h of the factor */
    double *C;             /* rest x rest: upper triangle, without the ridge */
    struct cholesky factor; /* of T */
    double *a, *b, *c;     /* lead, rest, lead: scratch; b is 0 between two calls */
    bool known;            /* the factor at `in` */
};

/* The products of a system: those of D, B, C and T, in that of an entry of a product by A. */
double newton_schur_work(const struct risk *risk);

/* Room: risk->A->independent.lead is not NULL. Memory comes from the arena, which tells whether
 * there was enough. */
void newton_schur_init(struct newton_schur *s, const struct risk *risk, double lambda, double lazy,
                       struct arena *arena);

/* The blocks of rows, before the first factor. False: no memory. */
bool newton_schur_make(struct newton_schur *s);

/* The factor of S at h (units), without a ridge, unless it is there but for rows that have changed
 * little. False: S is not finite. */
bool newton_schur_factor(struct newton_schur *s, const double *h);

/* The same in two parts: D, B and C at h; the factor with a ridge (columns; NULL: 0). */
void newton_schur_sums(struct newton_schur *s, const double *h);
bool newton_schur_factor_ridge(struct newton_schur *s, const double *ridge);

/* v (columns) = S^-1 v */
void newton_schur_solve(struct newton_schur *s, double *v);

#endif
