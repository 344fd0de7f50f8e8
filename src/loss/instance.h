/* instance - a loss on data: its checks, and the choice between the kinds of losses. */
#ifndef RRM_INSTANCE_H
#define RRM_INSTANCE_H

#include "loss/loss.h"

/* Whether there is such a loss and its minimum over the free scalars is finite. ERR_USAGE: no bias is free
 * with this loss. ERR_DATA: the parameter of a LOSS_MARGIN is more than its examples weigh; the text says
 * how much it may be. */
enum status loss_check(const struct loss_spec *spec, struct error *err);

/* The instance, in the arena, with scratch of its own: one thread at a time may use it, whose sums run over
 * `parts` of the rows on the threads. NULL: no memory. */
struct loss *loss_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena);

/* The best free scalars at the scores z that a model needs, in b (room for 1, or classes - 1); returns
 * how many:
 *     LOSS_THRESHOLDS  the classes - 1 thresholds, ascending: label k has thresholds k - 1 and k around it
 *     a free bias      1, the weight of the bias feature
 *     LOSS_RHO         1, rho
 *     else             0 */
size_t loss_scalars(struct loss *g, const double *z, double *b);

#endif
