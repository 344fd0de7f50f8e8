/* newton_estimate - the time of proximal:newton, and which systems it has. */
#ifndef RRM_NEWTON_ESTIMATE_H
#define RRM_NEWTON_ESTIMATE_H

#include <stdbool.h>

#include "solve/problem.h"
#include "solve/solver.h"

/* To a gap of 1e-3; q is problem_condition(p), or 0 near a solution. */
struct estimate newton_estimate(const struct problem *p, double q);

/* After so many products of conjugate gradients independent columns are eliminated
 * (newton_schur.h): where a factor of all columns would be made, and takes longer, 0, else as many
 * as take the time of the elimination; INFINITY: they are not. */
double newton_allowance(const struct problem *p);

/* Whether the systems of Omega = |w|^2/2 are factored: over few columns or rows, where conjugate
 * gradients are not clearly quicker. */
bool newton_factors(const struct problem *p);

#endif
