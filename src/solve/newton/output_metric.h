/* output_metric - M = diag(M_1, .., M_k), a block for each of k outputs: with
 *     S_o = X' diag(h_o) X + diag(ridge_o)
 * M_o has the entries of S_o between two columns of F, and its diagonal. F: all of few columns, of
 * many those of the largest diagonal. The metric of proximal steps on a model of k outputs
 * (newton_outputs.h) and the preconditioner of its conjugate gradients.
 *
 * With F all columns H <= 2 M: row i has a Hessian s (diag(p) - p p'), p >= 0 of sum 1, whose
 * diagonal is s p_o (1 - p_o), and
 *     v' (2 diag(p_o (1 - p_o)) - diag(p) + p p') v = sum_{o < r} p_o p_r (v_o + v_r)^2 >= 0.
 * With scalars that are not regularized H is less. A loss of pairs i, k with h_i = sum_k b_ik has
 * v'Hv = sum over pairs of b_ik (v_i - v_k)^2 <= 2 sum_i h_i v_i^2. */
#ifndef RRM_OUTPUT_METRIC_H
#define RRM_OUTPUT_METRIC_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "data/matrix.h"
#include "math/cholesky.h"
#include "math/l1_dense.h"
#include "risk/risk.h"
#include "solve/newton/block.h"

/* Columns of a matrix of `count`, those of the largest diagonal, as another matrix. */
struct heavy {
    size_t order;
    uint32_t *column;  /* order: ascending */
    unsigned char *in; /* count: 1 for these */
    struct block rows;
    struct matrix X;
    double *scratch;   /* BLOCK_SCRATCH x count */
    uint32_t *place;   /* count: scratch */
};

struct output_metric {
    const struct risk *risk;
    size_t outputs, most;   /* k; columns of a block at most */
    size_t count;           /* columns now */
    struct heavy F;
    double L;
    double *D;              /* count x k: diag(X' diag(h_o) X) */
    const double *ridge;    /* count x k */
    double *H;              /* k x F.order x F.order: L X' diag(h_o) X + diag(ridge_o) over F */
    double *R;              /* k x F.order x F.order: the factors on the support */
    size_t *size;           /* k: of the support of each output in F */
    uint32_t *support;      /* k x F.order: places in F */
    int64_t *row;           /* units: scratch of a sum, as is */
    double *weight;         /* units */
    double *r;              /* most */
    struct kinked *psi;     /* most: of one output */
    struct l1_dense solver; /* of one output */
    struct cholesky factor;
};

/* Room for blocks of the risk. Memory comes from the arena, which tells whether there was
 * enough. */
void output_metric_init(struct output_metric *s, const struct risk *risk, struct arena *arena);

/* M at X and h (image), D (dim of X) = diag(X' diag(h) X). F is as large as takes the time of some
 * passes. */
void output_metric_update(struct output_metric *s, const struct matrix *X, const double *h,
                          const double *D);

/* True if F is all columns. */
bool output_metric_whole(const struct output_metric *s);

/* The ridge (count x k) of all that follows, which stays the caller's, and L > 0 of steps. */
void output_metric_set(struct output_metric *s, const double *ridge, double L);

/* to (count x k) = argmin over x' of <g, x' - x> + |x' - x|^2/2 + sum_j psi_j(x'_j), the norm that
 * of L (M - ridge) + ridge; over F about. */
void output_metric_step(struct output_metric *s, struct kinked_each psi, const double *x,
                        const double *g, double *to);

/* d' (L (M - ridge) + ridge) d */
double output_metric_square(const struct output_metric *s, const double *d);

/* The factors of M_AA + curvature, A the support: x_j is neither 0 nor at a bound. Where a block is
 * not finite F is empty from then on. */
void output_metric_factor(struct output_metric *s, struct kinked_each psi, const double *x);

/* q = (M_AA + curvature)^-1 r on A, 0 elsewhere, as r is. */
void output_metric_solve(struct output_metric *s, struct kinked_each psi, const double *r,
                         double *q);

#endif
