/* feasible - a dual point within the constraints of l1, near one that violates them. */
#ifndef RRM_FEASIBLE_H
#define RRM_FEASIBLE_H

#include "base/arena.h"
#include "math/sparse_columns.h"
#include "solve/monitor.h"
#include "solve/problem.h"

struct feasible {
    const struct problem *p;
    const struct columns *X; /* NULL: no search, only the slopes scaled */
    double left, right;      /* of lambda h: a dual point has left <= -a_j <= right */
    double *alpha, *u;       /* image: the dual point, near u_i/c_i; NULL: there is none */
    double *scaled;          /* image: scratch */
    double *a;               /* dim: the slopes of alpha (risk_plane) */
    double next;             /* the next search comes after so many passes of the run */
};

/* For the problem p over the columns X (float) of its data; no dual point where X is NULL, Omega
 * scales no plane (reg.share) or the risk has no dual. The arena tells whether memory sufficed. */
void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct arena *arena);

/* The larger of `dual`, the bound of the scaled plane of the slopes u (image) with A'u = gradient
 * (dim), and the bounds of dual points, each exact: those slopes scaled as a whole, and some near
 * them. A lower bound on the optimum. J is the primal value, h (image) has the second derivatives
 * of the losses where u are their slopes. The first point takes l* of each row and no pass, each of
 * the others at most 1/2 + 3 SWEEPS/2 passes; none is taken where (1 - t)^2 (J - D(0)) or the gap
 * is far above the tolerance of m, or soon after others. */
double feasible_dual(struct feasible *s, const double *u, const double *h, const double *gradient,
                     double J, double dual, const struct monitor *m);

#endif
