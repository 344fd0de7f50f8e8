/* block_jacobi - a preconditioner M of S = lambda I + A' diag(h) A over many columns:
 *     M_FF = S_FF, F the columns of the largest S_jj;   M_jj = S_jj for j not in F
 * (block Jacobi: Saad, Iterative Methods for Sparse Linear Systems, 2nd edition, 12.2).
 *
 * Columns of numbers beside many of categories, as in tables that were not scaled, are nearly
 * dependent: the condition of S with its diagonal taken out is about that of S_FF with its diagonal
 * taken out, 1e6 and more, and with M it is what the categories add. */
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
    struct block rows;      /* the columns F of A */
    struct cholesky factor; /* of S_FF */
    double *r;              /* order: scratch */
    double work;            /* of S_FF and its factor, in that of an entry; 0: F is not known yet */
    bool known;             /* the factor */
};

/* The largest order of S_FF whose factor takes a part of a pass; 0 where no columns outweigh the
 * others (risk_is_coherent). */
size_t block_jacobi_order(const struct risk *risk);

/* Room, of one output. Memory comes from the arena, which tells whether there was enough. */
void block_jacobi_init(struct block_jacobi *s, const struct risk *risk, double lambda,
                       struct arena *arena);

/* Whether k products over `count` rows took the time of a new factor, and at least LEAST. */
bool block_jacobi_pays(const struct block_jacobi *s, int k, int64_t count);

/* The factor of S_FF, h_i in weight[k] for i = row[k], k < count, the others 0. F is that of the
 * first D (columns), the diagonal of S. False: there is none, as S is not finite, or no memory. */
bool block_jacobi_factor(struct block_jacobi *s, int64_t count, const int64_t *row,
                         const double *weight, const double *D);

/* q_F = S_FF^-1 r_F (columns), where the factor is known. */
void block_jacobi_solve(const struct block_jacobi *s, const double *r, double *q);

#endif
