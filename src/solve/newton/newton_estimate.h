/* newton_estimate - the time of proximal:newton, and which systems it has. */
#ifndef RRM_NEWTON_ESTIMATE_H
#define RRM_NEWTON_ESTIMATE_H

#include <stdbool.h>

#include "solve/problem.h"
#include "solve/solver.h"

/* To a gap of 1e-3; q is problem_condition(p), or 0 near a solution. */
struct estimate newton_estimate(const struct problem *p, double q);

/* True if independent columns are eliminated (newton_schur.h): where that takes less time than a
 * factor of all columns, or than conjugate gradients. */
bool newton_eliminates(const struct problem *p);

#endif
