/* feasible_outputs - a dual point of several outputs within the constraints of l1, near one that
 * violates them. */
#ifndef RRM_FEASIBLE_OUTPUTS_H
#define RRM_FEASIBLE_OUTPUTS_H

#include "base/arena.h"
#include "solve/newton/feasible.h"
#include "solve/newton/newton_outputs.h"

struct feasible_outputs {
    struct feasible *base;         /* the bounds of its points */
    struct newton_outputs *solver; /* scratch; NULL: there is no search */
    struct kinked psi;             /* the bounds, moved inwards */
    double *v, *next, *a, *D;      /* dim: v, after a round; A'u'; the diagonal of A'B A */
    double *z;                     /* image: A (w + v) */
    double *u, *h, *d;             /* image: u', second derivatives there; A (next - v) */
    double loss, bound, excess;    /* of the last u' */
    bool begun;                    /* another round may bring u' nearer */
    double allowance;              /* of the solver (struct output_cost) */
    double J;                      /* when last asked */
    double due;                    /* the next search comes after so many passes of the run */
};

/* For the problem of `base` and the model of its run, whose vectors are scratch of
 * feasible_outputs_dual: newton_outputs_update sets them anew. NULL: there is no search. The arena
 * tells whether memory sufficed. */
void feasible_outputs_init(struct feasible_outputs *s, struct feasible *base,
                           struct newton_outputs *solver, struct arena *arena);

/* The larger of `dual` and the bounds of dual points near the slopes `at`, those of g_q at x, each
 * exact. There is none where the slack (feasible.h) is not far below the tolerance of m and J has
 * fallen since the last call, or soon after others. A round is a step of Newton's method: up to 50
 * products by A'B A, or the Hessian of few weights. */
double feasible_outputs_dual(struct feasible_outputs *s, const struct slopes *at,
                             const struct prox *x, double dual, const struct monitor *m);

#endif
