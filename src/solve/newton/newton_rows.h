/* newton_rows - the linear systems of Newton's method over few rows of one score: by the dual point
 * that a step leads to. Columns of any size are then handled by a factor of the order of the rows.
 *
 * w+ = w + d, H d = -g, is where lambda w+ + A'v = 0 for v = u + B (z+ - z), z+ = A w+,
 *     B = diag(h) - sum_k hd_k hd_k'/s_k,   hd_k that of border k (loss/loss.h).
 * Let S be the rows of h_i != 0, N the others, D = diag(h_S), K = A A', F the columns D^-1/2 hd_k,
 * b_k the change of scalar k, v_S = D^1/2 y. Then v_N = u_N and (Woodbury: Golub and Van Loan,
 * Matrix Computations, 4th edition, 2.1.4)
 *     M y - F b = D^-1/2 u_S - D^1/2 (z_S + K_SN u_N/lambda),   M = I + D^1/2 K_SS D^1/2/lambda
 *     F'y + T b = F'D^-1/2 u_S,                                 T = diag(s) - F'F */
#ifndef RRM_NEWTON_ROWS_H
#define RRM_NEWTON_ROWS_H

#include <stdbool.h>

#include "base/arena.h"
#include "math/cholesky.h"
#include "loss/loss.h"
#include "loss/prox.h"
#include "risk/risk.h"
#include "solve/solver.h"

struct newton_rows {
    const struct risk *risk;
    double lambda;
    size_t m;               /* rows */
    const double *K;        /* m x m: A A'; NULL: stop was requested */
    size_t count, *S;       /* m: the rows of h_i != 0, in any order */
    size_t updates;         /* rows that entered or left since the factor was made */
    double *h;              /* m: of the factor */
    double *root;           /* count: D^1/2 */
    struct cholesky factor; /* of M */
    double *F, *Y, *s;      /* borders x count, F by columns and M^-1 F; borders */
    struct cholesky schur;  /* of T + F'M^-1 F */
    double *y, *b;          /* count, borders: the solution */
    double *r, *q;          /* count, borders: the right side less the left one, or a correction */
    double *z, *v, *a;      /* m, m, dim: A w+, of a correction of v, A'v */
};

/* True if a Newton system is solved by a factor of order n: a small one, or that of a dense
 * table. */
bool newton_direct(const struct risk *risk, size_t n);

/* The time of a factor of order n, in that of an entry of a product by A (matrix_work). */
double newton_factor_work(double n);

/* Counts so much time, in that of an entry, as passes of the run. */
void newton_count_work(const struct risk *risk, double work);

/* True if B is no such matrix: with several outputs, or where the loss couples rows
 * (loss/loss.h). */
bool newton_bends(const struct risk *risk);

/* True if the factor is to be of the order of the rows: one score a row, fewer rows than columns,
 * and few of them or a dense table. */
bool newton_rows_apply(const struct risk *risk);

/* K is x->K or, where there is none, made in a pass and left there if m^2 <= x->share
 * matrix_work(A): a search for C has use for it at each cost. Where `stop` is requested there is
 * none. Memory comes from the arena, which tells whether there was enough. */
void newton_rows_init(struct newton_rows *s, const struct risk *risk, double lambda,
                      struct point *x, struct stop_token stop, struct arena *arena);

/* d (dim) = w+ - w, x as the loss left it at z = A w. False: M is not finite, or stop; d is
 * lost. */
bool newton_rows_solve(struct newton_rows *s, const struct prox *x, const double *w, double *d);

#endif
