/* free - a loss at the best of scalars that are not regularized: a bias, a margin, thresholds. */
#ifndef RRM_FREE_H
#define RRM_FREE_H

#include "loss/loss.h"

/* Does g of this row have free scalars? free_bias: the bias is one. */
bool free_has(const struct loss_row *row, bool free_bias);

/* loss_check for a spec with free scalars. ERR_DATA: the parameter nu of a LOSS_MARGIN is above the
 * largest sum_i u_i d_i that slopes u in their domains reach, so that g(z) = -INFINITY; the message
 * tells that. */
enum status free_check(const struct loss_spec *spec, struct error *err);

/* loss_make for a spec that free_check accepts. */
struct loss *free_make(const struct loss_spec *spec, const struct parts *parts,
                       struct arena *arena);

/* The same with a bias b of feature 1 and `linear` b added to the sum,
 *     g(z) = min over b of sum_i c_i l(z_i + b, y_i) + linear b,
 * which is to have a minimum. */
struct loss *free_make_linear(const struct loss_spec *spec, const struct parts *parts,
                              double linear, struct arena *arena);

#endif
