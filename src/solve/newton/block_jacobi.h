/* block_jacobi - a preconditioner M of S = lambda I + A' diag(h) A:
 *     M_FF = S_FF, F the columns of the largest S_jj;   M_jj = S_jj for j not in F
 * (block Jacobi: Saad, Iterative Methods for Sparse Linear Systems, 2nd edition, 12.2).
 * With several outputs S is that of each, S_o = lambda I + A' diag(h_o) A, and F is shared; with a
 * bias b_o that is not regularized it is S_o - e e'/s, e = A'h_o, s = sum_i h_io, b_o at its best.
 *
 * Columns of numbers beside many of categories, as in tables that were not scaled, are nearly
 * dependent: the condition of S with its diagonal taken out is about that of S_FF with its diagonal
 * taken out, 1e6 and more, and with M it is what the categories add. With several outputs F is all
 * columns where these are few: rare classes have an S_o that no mean over the outputs is like. */
#ifndef RRM_BLOCK_JACOBI_H
#define RRM_BLOCK_JACOBI_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/cholesky.h"
#include "risk/risk.h"
#include "solve/newton/block.h"

struct block_jacobi {
    const struct risk *risk;
    double lambda;
    size_t order;           /* of S_FF; 0: there is no block */
    uint32_t *column;       /* order: F, ascending */
    struct block rows;      /* the columns F of A, if not all */
    struct matrix X;        /* the same, or A; with a column 1 where b_o is free */
    size_t border;          /* of these columns: 0 or 1 */
    struct cholesky factor; /* of S_FF of an output, with border (S_FF, e; e', s) */
    double *R;              /* outputs x (order + border)^2: the factors */
    double *r;              /* order + border: scratch */
    double work; /* of an S_FF and its factor, in that of an entry; 0: F and X are not known */
    bool known;             /* the factors */
};

/* With several outputs and few columns all of these. Else the largest order of S_FF whose factor
 * takes a part of a pass; 0 where no columns outweigh the others (risk_is_coherent). */
size_t block_jacobi_order(const struct risk *risk);

/* Room. Memory comes from the arena, which tells whether there was enough. */
void block_jacobi_init(struct block_jacobi *s, const struct risk *risk, double lambda,
                       struct arena *arena);

/* Whether k products over `count` rows, at least LEAST, took the time of new factors; where F is
 * not known yet, whether k is at least LEAST. */
bool block_jacobi_pays(const struct block_jacobi *s, int k, int64_t count);

/* F and its rows, unless they are known: of the largest sums over the outputs of D (columns x
 * outputs), the diagonals of S. False: D is not finite, or there is no memory; the order is then 0
 * for good. */
bool block_jacobi_find(struct block_jacobi *s, const double *D);

/* The factor of S_FF of output o, h_i in weight[k] for i = row[k], k < count, the others 0. Those
 * of all outputs are known after the last one. False: there is none, as S is not finite; then none
 * is known, and the order is 0 for good. */
bool block_jacobi_factor(struct block_jacobi *s, size_t o, int64_t count, const int64_t *row,
                         const double *weight);

/* q_F = S_FF^-1 r_F (columns x outputs) of each output, where the factors are known. */
void block_jacobi_solve(const struct block_jacobi *s, const double *r, double *q);

#endif
