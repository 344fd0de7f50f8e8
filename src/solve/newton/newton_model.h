/* newton_model - the quadratic model of a smooth g_q(A w) at w plus Psi = lambda Omega, and its
 * minimum, with one output (several: newton_outputs.h):
 *     Q(d) = <gradient, d> + d'Hd/2 + Psi(w + d),
 *     H = A' diag(h) A - sum_k e_k e_k'/s_k + damping diag(D),
 * with a border e_k for each scalar that is not regularized (loss/loss.h).
 * Few columns, or a dense table (newton_system.h), and rows that are not far fewer: the Gram
 * matrix of all. Else: the columns of a working set, those with w_j != 0 or -gradient_j outside of
 * the subdifferential of Psi at 0; elsewhere d is 0. Without curvature of Psi X_j = r X_k,
 * 0 < r <= 1, costs w_k no more than w_j: such a j with w_j = 0 is left out, too.
 *
 * Where Psi is infinite outside of a ball Phi(x) = a |x|_1 + b |x|^2/2 <= B (reg.h) Q has the
 * minimum of Q + eta Phi, an elastic net, for the eta >= 0 with Phi(x) = B, or 0 if Phi(x) < B
 * there. Phi does not grow with eta. */
#ifndef RRM_NEWTON_MODEL_H
#define RRM_NEWTON_MODEL_H

#include <stdbool.h>

#include "loss/prox.h"
#include "math/l1_columns.h"
#include "math/l1_dense.h"
#include "solve/monitor.h"
#include "solve/newton/newton_gram.h"
#include "solve/newton/newton_outputs.h"
#include "solve/newton/newton_support.h"

/* A' diag(h) A. */
struct gram_model {
    struct newton_gram sum;
    double *H; /* dim x dim */
    struct l1_dense solver;
    bool centred; /* q > 0 */
};

/* The columns of the working set times sqrt(h), without the rows where h = 0. */
struct column_model {
    struct columns all;
    uint32_t *set;    /* dim: the working set, ascending */
    uint32_t *twin;   /* dim: a column that makes j needless (math/twin_columns.h); NULL: none is */
    struct kinked *psi; /* dim: those of the working set, where each weight has its own */
    double *root;     /* image: sqrt(h) */
    uint32_t *place;  /* image: scratch */
    double share;     /* an inner solution leaves this share of the violation at d = 0 */
    double most;      /* at most */
    double violation; /* at d = 0 */
    int epochs;       /* of the last inner solution */
    int limit;        /* on these */
    bool again;       /* there was one since the last update */
    bool lost;        /* the step of many epochs changed h and left much of the violation */
    struct l1_columns solver;
    struct newton_support systems; /* if solver.solve */
};

struct newton_model {
    const struct problem *p;
    const struct monitor *m;
    struct kinked *psi; /* of one weight, eta Phi in it; or dim, of each */
    size_t stride;      /* 0; or 1 */
    double eta;        /* of the last minimum */
    size_t n, rows;
    double *D; /* dim: the largest diagonal of A' diag(h) A so far (More, Lecture Notes in
                * Mathematics 630, 1978), from h = 1/image on */
    double *x, *g; /* dim: w + d, the slope there of what is smooth in Q */
    double *step;  /* dim: d, without the rounding of w + d where there is a Gram matrix */
    double *E;     /* borders x dim: e_k/sqrt(s_k) */
    double *u;     /* image: scratch, with borders */
    bool dense;
    struct gram_model gram;      /* if dense */
    struct column_model columns; /* if not */
    bool several; /* outputs; none of the two then */
    struct newton_outputs outputs;
};

/* True if the model has the Gram matrix: few columns, or a dense table, and rows that are not far
 * fewer. */
bool newton_model_dense(const struct risk *risk);

/* For the problem p, whose regularizer has REG_SUBLINEAR, under the monitor of its run. False: no
 * memory; there is nothing to free. */
bool newton_model_init(struct newton_model *s, const struct problem *p, const struct monitor *m,
                       struct arena *arena);
void newton_model_free(struct newton_model *s);

/* The model at w (dim) with this gradient (dim) and the second derivatives of `at`, as
 * the loss left it. False: no memory. */
bool newton_model_update(struct newton_model *s, const double *w, const double *gradient,
                         const struct prox *at);

/* w + d (dim), d about the minimum of the model at w and gradient, those of the last update; what
 * is 0 there is exactly 0. */
const double *newton_model_minimise(struct newton_model *s, const double *w,
                                    const double *gradient, double damping);

#endif
