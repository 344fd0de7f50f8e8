/* composite - the risk of linear scores: R(w) = g(Aw), a matrix and a loss. */
#ifndef RRM_COMPOSITE_H
#define RRM_COMPOSITE_H

#include "base/arena.h"
#include "base/par.h"
#include "base/status.h"
#include "data/csr.h"
#include "loss/loss.h"
#include "risk/risk.h"

/* R(w) = sum_i c_i l(<w, x_i>, y_i), or what else the loss makes of the scores. With LOSS_SCORES <w, x_i>
 * is `classes` numbers: the weights of a feature stand side by side in w, w[j * classes + o]. */
struct risk_spec {
    const struct loss_row *loss;
    double parameter;    /* of the loss */
    const struct csr *x; /* the examples, without bias */
    const double *y;     /* x->rows: as the task of the loss has them (loss.h) */
    int classes;         /* LOSS_THRESHOLDS, LOSS_SCORES: labels are 0 .. classes - 1 */
    const double *cost;  /* x->rows: c_i, 1/m unless examples are weighted */
    double bias;         /* > 0: one more feature of this value in each example */
    bool free_bias;      /* the weight of that feature is not regularized (needs bias > 0) */
};

/* The traits that the risk of this loss will have; 0: there is none (the loss lets no bias be free). */
unsigned risk_traits(const struct loss_row *loss, bool free_bias);

/* Whether there is such a risk, bounded below in its free scalars: loss_check. */
enum status risk_check(const struct risk_spec *spec, struct error *err);

/* Makes the risk in the arena; x, y and cost must outlive it. With free_bias, dim does not count the bias
 * feature. Only for a spec that risk_check approves of. NULL: no memory. */
struct risk *risk_make(const struct risk_spec *spec, const struct par *par, struct arena *arena);

/* The best free scalars at w that a model needs, in b; returns how many (loss_scalars). */
size_t risk_scalars(const struct risk *risk, const double *w, double *b);

/* With free_bias: the best weight of the bias feature at w; 0 where no such weight is free. */
double risk_bias(const struct risk *risk, const double *w);

#endif
