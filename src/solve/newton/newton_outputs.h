/* newton_outputs - the minimum of the quadratic model of newton_model.h for k > 1 outputs, or for
 * one of a loss that couples rows (loss/loss.h),
 *     Q(d) = <gradient, d> + d'Hd/2 + Psi(w + d),   H = A'B A + damping diag(D),
 * B the Hessian of g_q (loss_ops.bend), over the columns where some output has w_jo != 0 or
 * -gradient_jo outside of the subdifferential of Psi at 0.
 *
 * In turn: proximal steps in a metric of the outputs (output_metric.h; Lee, Sun, Saunders, SIAM J.
 * Optim. 24, 2014), with L by d'Hd <= L d'Md (Beck, Teboulle, SIAM J. Imaging Sci. 2, 2009); the
 * best equal change of the k > 1 weights of each column, along which H is 0 (Friedman, Hastie,
 * Tibshirani, J. Stat. Software 33, 2010, section 4.1); conjugate gradients on the support, and a
 * step along their p that is exact over the kinks (Wen, Yin, Goldfarb, Zhang, SIAM J. Sci. Comput.
 * 32, 2010). Without the equal change p would be that alone where no weight of a column is 0. */
#ifndef RRM_NEWTON_OUTPUTS_H
#define RRM_NEWTON_OUTPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "loss/prox.h"
#include "math/kinked.h"
#include "solve/monitor.h"
#include "solve/newton/block.h"
#include "solve/newton/output_gram.h"
#include "solve/newton/output_metric.h"

/* The columns of the working set. */
struct output_columns {
    uint32_t *set, *place; /* columns of A: those of the set, ascending; place of each in rows */
    unsigned char *in;     /* set x k: 1 for weights that are not 0, or violate; for a dual
                            * point all, if few */
    struct kinked *psi;    /* set x k, where each weight has its own; else NULL */
    struct block rows;     /* these columns of A, if not all */
};

/* Conjugate gradients: set x k each. */
struct output_gradients {
    double *p, *r, *q, *s, *y; /* r = b - (H + curvature) p, q = M^-1 r, a direction s, y = H s */
    double *Xd, *Bd;           /* image: X d, B X d of a product */
    int steps;                 /* the next time, at most */
    struct kink *kinks;        /* 2 each */
};

/* Passes, of matrices of these columns. */
struct output_cost {
    double products, spent; /* of this solution; of the last one by products, 0 before */
    double allowance;       /* what the Hessian of few weights may take */
};

struct newton_outputs {
    const struct risk *risk;
    const struct monitor *m;
    size_t outputs;         /* k */
    struct kinked_each all; /* psi of one weight, or of each (dim) */
    struct prox at;         /* of the last update */
    struct output_columns columns;
    struct matrix X;        /* these columns of A, k outputs */
    struct kinked_each psi; /* of its weights */
    bool direct;            /* few weights: by their Hessian */
    struct output_cost cost;
    bool dual;              /* the solution is for a dual point (feasible_outputs.h) */
    struct output_gram gram;
    struct output_metric metric; /* if not direct */
    double *x, *g, *ridge;  /* set x k: w + d; the slope there of what is smooth in Q; the ridge */
    double *next, *d;       /* set x k: of a proximal step */
    struct output_gradients cg;
};

/* For the risk under the monitor of its run; psi as newton_model has it. Memory
 * comes from the arena, which tells whether there was enough. */
void newton_outputs_init(struct newton_outputs *s, const struct risk *risk, struct kinked_each psi,
                         const struct monitor *m, struct arena *arena);

/* D (dim) = the diagonal of A'BA for h_io = h. */
void newton_outputs_diagonal(struct newton_outputs *s, double h, double *D);

/* The model at w with this gradient and the second derivatives of `at`, as the loss left it. D
 * (dim) gains the diagonal of A'BA where that is larger. */
void newton_outputs_update(struct newton_outputs *s, const double *w, const double *gradient,
                           const struct prox *at, double *D);

/* x (dim), w before, becomes w + d, d about the minimum of the model with ridge times D in the
 * place of damping D. */
void newton_outputs_minimise(struct newton_outputs *s, const double *gradient, double ridge,
                             const double *D, double *x);

#endif
