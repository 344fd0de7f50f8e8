/* intercepts - a loss of k scores at the best k scalars that are not regularized, one a class. */
#ifndef RRM_LOSS_INTERCEPTS_H
#define RRM_LOSS_INTERCEPTS_H

#include "loss/loss.h"

/* loss_make for a spec with free_bias and a loss of LOSS_SCORES. NULL: no memory. */
struct loss *intercepts_make(const struct loss_spec *spec, const struct parts *parts,
                             struct arena *arena);

#endif
