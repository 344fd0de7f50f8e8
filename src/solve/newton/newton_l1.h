/* newton_l1 - Newton's method for a risk with a regularizer that has kinks. */
#ifndef RRM_NEWTON_L1_H
#define RRM_NEWTON_L1_H

#include "solve/solver.h"

/* solver.run for a risk with RISK_NEWTON and RISK_BOUNDED and a regularizer with
 * REG_EUCLIDEAN and REG_SUBLINEAR. */
enum status newton_l1_run(const struct problem *p, struct point *x, struct arena *arena,
                            struct monitor *m);

#endif
