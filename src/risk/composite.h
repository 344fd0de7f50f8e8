/* composite - the risk of linear scores: R(w) = g(Aw), a matrix and a loss. */
#ifndef RRM_COMPOSITE_H
#define RRM_COMPOSITE_H

#include "base/arena.h"
#include "base/par.h"
#include "base/status.h"
#include "data/csr/csr.h"
#include "loss/loss.h"
#include "risk/risk.h"

/* R(w) = g(Aw), row i of Aw = <w, x_i>: one number, or, with LOSS_SCORES, `classes` numbers
 * <w_o, x_i>, the weights of a feature side by side in w, w_o[j] = w[j * classes + o]; the own
 * scores of the loss are the last weights (matrix.h). */
struct risk_spec {
    const struct loss_row *loss;
    double parameter;    /* of the loss; ignored without one */
    const struct csr *x; /* the examples, without bias */
    const double *y;     /* x->rows: labels as the task of the loss has them (enum task_id) */
    int classes;         /* LOSS_THRESHOLDS, LOSS_SCORES: labels are 0 .. classes - 1 */
    const double *costs; /* of errors, classes x classes (struct loss_spec); NULL: [o != y] */
    const double *cost;  /* x->rows: c_i >= 0; NULL: 1/m each, examples are not weighted */
    struct shared shared; /* with risks of the same x, cost and bias; M must outlive them */
    double bias;         /* > 0: each example has one more feature of this value */
    bool free_bias;      /* the weight of that feature is not regularized (needs bias > 0) */
    struct groups groups; /* of rows (LOSS_GROUPS); else none */
};

/* The traits (enum risk_trait) of the risk of this loss; 0: there is none, the loss lacks
 * LOSS_BIAS. */
unsigned risk_traits(const struct loss_row *loss, bool free_bias);

/* OK if there is a risk of spec, with a minimum over its free scalars. Errors: loss_check. */
enum status risk_check(const struct risk_spec *spec, struct error *err);

/* *risk: that of a spec that risk_check accepts, in the arena; x, y, cost and par must outlive the
 * risk. dim counts the bias feature unless free_bias. Errors: loss_make. */
enum status risk_make(const struct risk_spec *spec, const struct par *par, struct arena *arena,
                      struct risk **risk, struct error *err);

/* The best free scalars at w (dim) that a model needs, in b; returns how many (loss_scalars). */
size_t risk_scalars(const struct risk *risk, const double *w, double *b);

/* The best weight of the bias feature at w (dim) with free_bias and one score; else 0. */
double risk_bias(const struct risk *risk, const double *w);

#endif
