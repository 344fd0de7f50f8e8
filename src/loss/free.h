/* free - a loss at the best of scalars that are not regularized: a bias, a margin, thresholds. */
#ifndef RRM_FREE_H
#define RRM_FREE_H

#include "loss/loss.h"

/* Whether a loss of this row has such scalars; free_bias: the bias is one. */
bool free_has(const struct loss_row *row, bool free_bias);

/* loss_check for such a loss. */
enum status free_check(const struct loss_spec *spec, struct error *err);

/* Makes one in the arena. NULL: no memory. */
struct loss *free_make(const struct loss_spec *spec, const struct parts *parts, struct arena *arena);

#endif
