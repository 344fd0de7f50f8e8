/* newton_system - the linear systems of Newton's method: H d = -g,
 *     H = S - sum_k e_k e_k'/s_k,   S = lambda I + A' diag(h) A,
 * with a border e_k for each scalar that is not regularized.
 *
 * Over few rows, fewer than columns, by a factor of their order (newton_rows.h).
 *
 * Over few columns by a Cholesky factor of the matrix, to which rows of changed weight are added;
 * over many by conjugate gradients with the diagonal as preconditioner, then a block of it
 * (block_jacobi.h), on products with the rows of h_i != 0.
 *
 * Where a loss of one output couples rows M is S, H <= 2 S (output_metric.h).
 *
 * With several outputs A' diag(h) A is the Hessian of g_q(A w). M has for output o S with the mean
 * of h_i over the scores where columns are few, or the diagonal of S with h_io, then the block of
 * that S, too. R knows differences of scores alone (loss_ops.bend): with w_o = w' + v_o and
 * sum_o v_o = 0 the minimum has w' = 0, and the preconditioner is P M^-1 P, P the projection v =
 * P w. M^-1 alone would mix w', along which H is lambda I, into all steps. As P r = r but for
 * rounding, P M^-1 r is taken; it is 0 where nothing but that is left of r. */
#ifndef RRM_NEWTON_SYSTEM_H
#define RRM_NEWTON_SYSTEM_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/cholesky.h"
#include "solve/monitor.h"
#include "solve/newton/block_jacobi.h"
#include "solve/newton/newton_gram.h"
#include "solve/newton/newton_rows.h"
#include "solve/newton/newton_schur.h"

/* Conjugate gradients: dim numbers each. */
struct gradients {
    double *r, *q, *p, *Hp; /* r = -g - H d */
    double *y, *ry;         /* a sum of the d of steps near to the tolerance, its weights of sum 1,
                             * with a small |ry|, ry = -g - H y; NULL: D is not looked for there */
    bool smoothed;          /* whether y is known; where newton_is_near, |ry| <= |r| */
    double *Ap;                /* image: A p, where newton_bends */
    struct block_jacobi block;
};

struct newton_system {
    const struct risk *risk;
    double lambda;
    size_t outputs, n;         /* scores of a row; columns, outputs n = dim */
    double *mean;              /* units: mean of h_i over the scores, where newton_bends */
    double *E, *s; /* borders x dim, borders: e_k and s_k, or 0 and 1 */
    /* few rows, fewer than columns */
    bool by_rows;
    struct newton_rows over_rows;
    /* few columns, or few beside independent ones, of which a factor is made after `allowance` more
     * products of conjugate gradients */
    bool direct, eliminates;
    double allowance;
    struct newton_schur blocks;
    struct newton_gram gram;
    struct cholesky factor; /* of S */
    double *Y, *c;          /* borders x dim: S^-1 e_k; borders: scratch */
    struct cholesky schur;  /* of diag(s) - E S^-1 E' */
    /* several outputs or many columns */
    int64_t count, *row; /* units: the rows of h_i != 0; of several outputs those of one, in turn */
    double *weight;      /* units: these h_i */
    struct gradients cg;
    double *D;              /* dim: diagonals, or one output of a vector */
    double *u;              /* image: scratch of several outputs, or of borders */
};

/* True if the matrix is factored: few columns, or a dense table. */
bool newton_system_direct(const struct risk *risk);

/* True if that or the one of few rows (newton_rows.h) can be. */
bool newton_system_factors(const struct risk *risk);

/* With `factors` systems over few columns or rows are factored (newton_factors).
 * With one output conjugate gradients have `allowance` products; then independent columns are
 * eliminated (newton_schur.h). 0: at once; INFINITY: never. x: what runs before have left
 * (newton_rows.h). Matrices and factors are left unfinished where `stop` is requested. Memory
 * comes from the arena, which tells whether there was enough. */
void newton_system_init(struct newton_system *s, const struct risk *risk, double lambda,
                        bool factors, double allowance, struct point *x,
                        struct stop_token stop, struct arena *arena);

/* All weights h of the systems so far times `factor`: what M has of them stays right. */
void newton_system_scale(struct newton_system *s, double factor);

/* w = P w of several outputs: w_jo -= (1/k) sum_o w_jo for each column j. R stays, |w| falls. */
void newton_system_centre(const struct risk *risk, double *w);

/* Whether the gain -<g, d>/2 that a step d at x of a smooth risk promises is so near to the
 * tolerance of the run that D may meet that after the step. */
bool newton_is_near(const struct prox *x, double gain, const struct monitor *m);

/* d (dim) solves H d = -g, H that of x as the loss left it, g = lambda w + A'u: over few
 * columns or rows with one output to rounding, else to |r| <= residual |g|, r = -g - H d, or until
 * m hurries. residual 0: as the step needs it, of a smooth risk: until the gain of d grows no more
 * (Nash, Sofer: Assessing a search direction within a truncated-Newton method, Oper. Res. Lett. 9,
 * 1990), and, where the gain is near the tolerance, |ry|^2/(2 lambda) is a part of that. With
 * several outputs g and d are those of a centred w. */
void newton_system_solve(struct newton_system *s, const struct prox *x, const double *w,
                         const double *g, double residual, const struct monitor *m, double *d);

#endif
