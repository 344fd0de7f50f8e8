/* stabilise - the weight of a proximal term around the best point, for a cutting-plane model whose
 * minimum would otherwise jump: proximity control of bundle methods.
 *
 * Kiwiel: Proximity control in bundle methods for convex nondifferentiable minimization (Math.
 * Program. 46, 1990).
 *   paper                          here
 *   x^k, the stability centre      target.centre
 *   y^{k+1}, the trial point       the w that the master problem gave last; target.trial is J there
 *   u^k, the proximal weight       S = factor * least weight, factor >= 1
 *   serious step, u^k may fall     J(y) <= level: factor falls
 *   null step, u^k may grow        J(y) > level: factor grows
 *
 * Not in the paper: level is J(x) + slack gap, both of the time when y was chosen; the paper's is
 * below J(x), by a share of the descent that the model promised. The centre x is the best point of
 * the run, after null steps too. A trial point where J was not evaluated counts as a serious step.
 * The least weight falls with the gap, and so does what the term costs the bound of the model: the
 * bound becomes sharp. */
#ifndef RRM_STABILISE_H
#define RRM_STABILISE_H

#include "solve/problem.h"

struct stabilise {
    double factor; /* 0: no step yet */
    double level;  /* the last trial point y is a null step if J(y) > level */
};

/* The proximal weight S > 0 for the next solution of the master problem; slope is |a| of the latest
 * plane. R has a floor and Omega no curvature, so that problem_radius is finite. */
double stabilise_weight(struct stabilise *s, const struct problem *p, const struct target *target,
                        double slope);

/* A proximal weight ten times as large: for a master problem that rounding kept from being solved
 * with the last one. */
double stabilise_raise(struct stabilise *s, const struct problem *p, const struct target *target);

#endif
