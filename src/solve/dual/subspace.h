/* subspace - the dual maximised over the plane of the last two changes of a dual point.
 *
 * Where the active set stays, coordinate ascent converges linearly, and its last changes tell the
 * directions in which it is slow: Narkiss, Zibulevsky: Sequential subspace optimization method for
 * large-scale unconstrained problems (Technion, 2005); they extrapolate its points, too: Bertrand,
 * Massias: Anderson acceleration of coordinate descent (AISTATS 2021).
 *
 *     D(alpha) = -sum_i c_i l_i*(alpha_i) - sigma/2 |v|^2,   v = -(1/sigma) sum_i c_i alpha_i x_i,
 *
 * is a quadratic on the plane where l* is one, as long as no alpha_i leaves the domain. */
#ifndef RRM_SUBSPACE_H
#define RRM_SUBSPACE_H

#include <stdbool.h>

#include "base/arena.h"
#include "risk/dual.h"

struct subspace {
    const struct risk *risk;
    double *alpha, *v;      /* units, dim: the last point */
    double *d_alpha, *d_v;  /* units, dim: its change from the one before */
    bool begun;             /* there is a last point */
    double steps, before;   /* since the last point, and of its change: their roundings */
    int epochs, period;     /* since the last point; from one to the next */
    int evaluations;        /* so far */
};

/* Needs RISK_QUADRATIC. Asks the arena for memory. */
void subspace_init(struct subspace *s, const struct risk *risk, struct arena *arena);

/* After an evaluation the active set may be another one: there is no last point. */
void subspace_forget(struct subspace *s);

/* After an epoch of so many steps to alpha and v: where a point is due, they take the step along
 * the plane, if it raises D. Returns the steps whose roundings v has in addition. 0 for an s that
 * is {0}: nothing is done. */
double subspace_step(struct subspace *s, double steps, double sigma, double *alpha, double *v);

#endif
