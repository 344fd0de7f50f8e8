/* instance - a loss on data: its checks, and the choice between the kinds of losses. */
#ifndef RRM_INSTANCE_H
#define RRM_INSTANCE_H

#include "loss/loss.h"

/* OK if min over the free scalars of the loss of spec exists and is finite. ERR_USAGE: free_bias,
 * but the loss lacks LOSS_BIAS; weights c, but it lacks LOSS_WEIGHTS; costs, but it lacks
 * LOSS_COSTS. ERR_DATA: a loss of LOSS_GROUPS without groups; or the parameter nu of
 * a LOSS_MARGIN exceeds the weight of its examples, so that g(z) = -INFINITY; the message tells the
 * largest nu. */
enum status loss_check(const struct loss_spec *spec, struct error *err);

/* *g: the instance of spec, in the arena, for a spec that loss_check accepts; y, c and parts must
 * outlive the instance. Sums over rows run over `parts` on their threads. The instance has scratch
 * of its own: one thread at a time may call its operations. Errors: no memory, or that the row has
 * no instance of these labels and weights; the message tells why. */
enum status loss_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena,
                      struct loss **g, struct error *err);

/* The best free scalars at the scores z (image) that a model needs, in b (room for 1, or
 * classes); returns how many:
 *     LOSS_THRESHOLDS  the classes - 1 thresholds, ascending; label k lies between k - 1 and k
 *     a free bias      1, the weight of the bias feature; with LOSS_SCORES one for each class
 *     LOSS_RHO         1, rho
 *     else             0 */
size_t loss_scalars(struct loss *g, const double *z, double *b);

#endif
