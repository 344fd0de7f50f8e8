/* master_newton - the master problem over cutting planes under any regularizer,
 *     min_w max_j (<a_j, w> + b_j) + Psi(w) + S Delta(w, centre),
 * by Newton's method on its dual over the simplex. */
#ifndef RRM_MASTER_NEWTON_H
#define RRM_MASTER_NEWTON_H

#include "solve/planes/planes.h"
#include "solve/problem.h"

struct newton;

/* For the problem p over these planes; both are kept by their addresses. NULL: no memory. */
struct newton *newton_new(const struct problem *p, struct planes *planes);
void newton_free(struct newton *c);

/* Room for the planes that there are now: called after each planes_add. ERR_SYSTEM: no memory. */
enum status newton_reserve(struct newton *c);

/* Maximises the dual from dual k's last alpha to a Frank-Wolfe gap of tol, or as far as rounding or
 * 100 steps allow; w (dim) = w(alpha), the minimiser for that alpha. S + curvature > 0; centre is
 * not read if S = 0. Returns the gap that is left, 0 where rounding hides it: the value of the
 * master problem at w exceeds its minimum by no more. */
double newton_maximise(struct newton *c, int k, double S, const double *centre, double tol,
                       double *w);

#endif
