/* linear - the risk of linear scores: R(w) = sum_i c_i l(<w, x_i>, y_i).
 *
 * With k outputs, the classes of a TASK_MULTICLASS, <w, x_i> is k numbers: the k weights of a feature stand side by
 * side in w, w[j * k + o], as do the k scores of an example in an image, and its k slopes in a dual point. */
#ifndef RRM_LINEAR_H
#define RRM_LINEAR_H

#include "base/arena.h"
#include "base/par.h"
#include "base/status.h"
#include "data/csr.h"
#include "loss/loss.h"
#include "risk/risk.h"

/* What the user chose. */
struct linear_spec {
    const struct loss_row *loss;
    double parameter;    /* of the loss */
    const struct csr *x; /* the examples, without bias */
    const double *y;     /* x->rows: as the task of the loss has them (loss.h) */
    int classes;         /* TASK_ORDINAL, TASK_MULTICLASS: labels are 0 .. classes - 1; 2 to LOSS_CLASSES of them */
    const double *cost;  /* x->rows: c_i, 1/m unless examples are weighted */
    double bias;         /* > 0: one more feature of this value in each example */
    int free_offset;     /* the weight of that feature is not regularized (needs bias > 0); nothing changes for
                          * TASK_ORDINAL, whose thresholds are free anyway; not for TASK_ONE_CLASS, TASK_MULTICLASS */
};

/* The traits (risk.h) that the risk of this loss will have. 0: there is none, and linear_risk must not be asked for it
 * (the offsets of several outputs cannot be free). */
unsigned linear_traits(const struct loss_row *loss, int free_offset);

/* Makes the risk in the arena; x, y and cost must outlive it. With free_offset, dim does not count the bias feature.
 * NULL: no memory. */
struct risk *linear_risk(const struct linear_spec *spec, const struct par *par, struct arena *arena);

/* Whether the risk is bounded below in its free scalars. ERR_DATA: the parameter of a LOSS_MARGIN is more than its
 * examples weigh; the text says how much it may be. ERR_USAGE: free_offset with a loss that has none (no traits). */
enum status linear_feasible(const struct linear_spec *spec, struct error *err);

/* The best scalars at w that a model needs, in b (room for 1, or classes - 1); returns how many:
 *     TASK_ORDINAL    the classes - 1 thresholds, ascending: label k has thresholds k - 1 and k around its scores
 *     free_offset     1, the weight of the bias feature
 *     TASK_ONE_CLASS  1, the rho that scores of the class exceed
 *     else            0 */
size_t linear_offsets(struct risk *risk, const double *w, double *b);

/* With free_offset: the best weight of the bias feature at w; 0 where no such weight is free. */
double linear_offset(struct risk *risk, const double *w);

#endif
