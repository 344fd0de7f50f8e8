/* feasible - a dual point within the constraints of l1, near one that violates them. */
#ifndef RRM_FEASIBLE_H
#define RRM_FEASIBLE_H

#include "base/arena.h"
#include "math/l1_columns.h"
#include "solve/monitor.h"
#include "solve/newton/few_columns.h"
#include "solve/problem.h"

/* A dual point whose slopes meet the bounds in few columns. */
struct few_dual {
    struct few_columns columns;
    double *u, *a; /* image, dim: u' and the slopes of its alpha */
};

struct feasible {
    const struct problem *p;
    const struct columns *X; /* NULL: no search, only the slopes scaled as a whole */
    struct kinked bounds;    /* lambda h: a dual point has left <= -a_j <= right */
    double *alpha, *u;       /* image: the dual point, near u_i/c_i; NULL: there is none */
    double *scaled;          /* image: scratch */
    double *a;               /* dim: the slopes of alpha (risk_plane) */
    double due;              /* the next search comes after so many passes of the run */
    /* the projection */
    struct l1_columns *solver; /* scratch; NULL: there is none */
    struct l1_columns round; /* the same arrays, as a round uses them */
    struct kinked psi;       /* bounds, moved inwards */
    uint32_t *all, *place;   /* of columns_gather: 0 .. dim - 1; image: scratch */
    double distance;         /* -P(v): the first round's <= sum_i (u'_i - u_i)^2/(2 h_i) */
    const struct monitor *m; /* of the run */
    double projection_due;
    double inside; /* psi is that of bounds times 1 - inside */
    double *h;     /* image: h_i of the rows that a round moves, 0 of others */
    bool begun;    /* a round of this projection was taken */
    struct few_dual few;
};

/* A point w and the slopes u of the losses, or of these smoothed, at its image z. */
struct slopes {
    const double *w, *gradient; /* dim: w, A'u */
    const double *u, *h;        /* image; h: the second derivatives */
    double smoothed; /* R(z) + sum_i c_i l_i*(u_i/c_i) - <u, z> >= 0; 0: u are slopes of l */
    double J;        /* J(w) */
};

/* For the problem p over the columns X (float) of its data; X NULL: of one output no dual point, of
 * several no search. No dual point, either, where Omega scales no plane (reg.share) or the risk has
 * no dual. X and the vectors of `solver`, with room for all columns, are scratch of feasible_dual:
 * its owner sets them anew before use. The arena tells whether memory sufficed. */
void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct l1_columns *solver, struct arena *arena);

/* The larger of `dual`, the bound of the scaled plane of the slopes, and the bounds of dual points,
 * each exact: those slopes scaled as a whole, and some near them. All are lower bounds on the
 * optimum. The first point takes l* of each row and no pass, the next ones up to 1/2 + 3 SWEEPS/2
 * passes each; none is taken where (1 - t)^2 (J - D(0)) or the gap is far above the tolerance of m,
 * or soon after others. Projections, where the slack is far below the tolerance, take up to EPOCHS
 * epochs and their conjugate gradients a round, some 500 passes, and up to FEW_ROUNDS points of few
 * columns; where memory does not suffice for X there is none. */
double feasible_dual(struct feasible *s, const struct slopes *at, double dual,
                     const struct monitor *m);

/* bounds: lambda h, a dual point has left <= -a_j <= right. False: Omega asks for other things. */
bool feasible_bounds(const struct problem *p, struct kinked *bounds);

/* sum_j max(0, psi(w_j) + a_j w_j), psi the largest of left x and right x; *size = sum_j psi(w_j);
 * dim weights and slopes. */
double feasible_slack(const struct feasible *s, const double *w, const double *a, double *size);

/* psi = bounds times 1 - inside, which takes inside Psi(w) from D, a share of `wanted`, the
 * tolerance; size = Psi(w). Returns inside. */
double feasible_inwards(const struct feasible *s, double wanted, double size, struct kinked *psi);

/* The bound of the point nearest to u (image), scaled; a (dim) becomes its slopes. */
double feasible_bound(struct feasible *s, const double *u, double *a);

#endif
