/* feasible - a dual point within the constraints of l1, near one that violates them. */
#ifndef RRM_FEASIBLE_H
#define RRM_FEASIBLE_H

#include "base/arena.h"
#include "loss/prox.h"
#include "solve/monitor.h"
#include "solve/newton/l1_southwell.h"
#include "solve/problem.h"

struct feasible {
    const struct problem *p;
    const struct columns *X; /* NULL: no projection, only the slopes scaled as a whole */
    struct kinked bounds;    /* lambda h: a dual point has left <= -a_j <= right */
    double *alpha;           /* image: a dual point; NULL: there is none */
    double *scaled;          /* image: scratch */
    /* the projection */
    double *u;               /* image: u' */
    double *before;          /* dim: v when u' last moved */
    double *border;          /* borders x image: hd of each (loss.h) over the root of its s */
    struct l1_southwell solver;
    double wanted;           /* the tolerance */
    double J, size;          /* J(w), Psi(w) */
    double inside;           /* psi is that of bounds times 1 - inside */
    double rest;             /* what the gap has besides slack, distance and t */
    double most;             /* solver.visited at which it ends */
    double due;              /* the next one comes after so many passes of the run */
};

/* A point w and the slopes u of the losses, or of these smoothed, at its image z. */
struct slopes {
    const double *w, *gradient; /* dim: w, A'u */
    const double *u, *h;        /* image; h: the second derivatives */
    double smoothed; /* R(z) + sum_i c_i l_i*(u_i/c_i) - <u, z> >= 0; 0: u are slopes of l */
    double J;        /* J(w) */
};

/* For the problem p over the columns X (float) of its data; X NULL: of one output no dual point, of
 * several no projection. No dual point, either, where Omega scales no plane (reg.share) or the risk
 * has no dual. `lent`, with room for all columns, is scratch of feasible_dual: its owner sets it
 * anew before use. The arena tells whether memory sufficed. */
void feasible_init(struct feasible *s, const struct problem *p, const struct columns *X,
                   struct l1_columns *lent, struct arena *arena);
void feasible_free(struct feasible *s);

/* The larger of `dual`, the bound of the scaled plane of the slopes at x, and the bounds of dual
 * points, each exact: those slopes scaled as a whole, and some near them. All are lower bounds on
 * the optimum. x is the last proximal step that the loss took. The first point takes l* of each row
 * and no pass, and is left out where (1 - t)^2 (J - D(0)) is far above the tolerance of m. A
 * projection begins where the slack is below half of the tolerance, and takes as many passes as the
 * run has taken and a few, at most; where memory does not suffice there is none. */
double feasible_dual(struct feasible *s, const struct slopes *at, const struct prox *x,
                     double dual, const struct monitor *m);

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
