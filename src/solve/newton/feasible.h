/* feasible - a dual point within the constraints of l1, near one that violates them. */
#ifndef RRM_FEASIBLE_H
#define RRM_FEASIBLE_H

#include "base/arena.h"
#include "loss/prox.h"
#include "math/sparse_columns.h"
#include "solve/monitor.h"
#include "solve/problem.h"

struct feasible {
    const struct problem *p;
    const struct columns *X; /* NULL: no search */
    double left, right;      /* of lambda h: a dual point has left <= -a_j <= right */
    double *alpha, *u;       /* image: the dual point, u_i = c_i alpha_i */
    double *scaled;          /* image: scratch */
    double *a;               /* dim: A'u */
};

/* For the problem p over the columns X (float) of its data: none where the regularizer has a
 * curvature, or the risk no dual. The arena tells whether memory sufficed. */
void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct arena *arena);

/* The larger of `dual`, the bound of the scaled plane of the slopes `at` with A'u = gradient (dim),
 * and the bounds of dual points, each exact: those slopes scaled as a whole, and some near them. A
 * lower bound on the optimum. J is the primal value. No pass for the first point; half a pass each
 * and some products with single columns for a few others; none where they could not meet the
 * tolerance of m. */
double feasible_dual(struct feasible *s, const struct prox *at, const double *gradient, double J,
                     double dual, const struct monitor *m);

#endif
