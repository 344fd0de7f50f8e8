/* lower - the lower model max_j <a_j, w> + b_j + lambda Omega(w) of J that an engine's cutting planes make, and its
 * minimum, for any regularizer. */
#ifndef RRM_LOWER_H
#define RRM_LOWER_H

#include "solve/planes.h"
#include "solve/solver.h"

struct curved; /* what a regularizer other than |w|^2/2 needs */

struct lower {
    const struct problem *p;
    struct planes planes;
    struct curved *curved; /* NULL: Omega(w) = |w|^2/2 */
};

/* Room for `capacity` planes (3 or more), with one or two masters (see planes.h); the plane (0, inf R) is there at once
 * if that is finite. ERR_SYSTEM: no memory; free in any case. */
enum status lower_init(struct lower *l, const struct problem *p, size_t capacity, int masters);
void lower_free(struct lower *l);

/* One plane more, as planes_add. ERR_SYSTEM: no memory. */
enum status lower_add(struct lower *l, const double *a, double b);

/* w = argmin of the lower model, to a tenth of the gap that is wanted or left, by its dual, max over the simplex of
 * b'alpha - Psi*(-A alpha) (Smola, Vishwanathan, Le 2007, (6) and (7)); (a, .) the plane of that alpha. Returns the
 * bound on inf J that this plane gives, right for any alpha. Where Omega has no curvature, a proximal term around
 * the monitor's best point takes its place, in proportion to the gap and larger while that is good for w (Kiwiel, Math.
 * Program. 46, 1990). */
double lower_minimise(struct lower *l, int master, const struct monitor *m, double *a, double *w);

/* Tells what J is at the w that lower_minimise gave last, or as near to it as R could be had: w strayed if that is
 * above the best value by more than this share of the gap that is left. Little is good where w itself is the next
 * point; where the engine only looks in its direction, the whole gap is. */
void lower_learn(struct lower *l, const struct monitor *m, double J, double share);

/* Algorithm 4, step 5, of Do, Le, Foo (2009): w = argmin of t times the lower model + sum_i tau_i/2 |w - w_i|^2, where
 * W = sum_i tau_i w_i, taus = sum_i tau_i > 0 and <a_j, W> are the planes' tilts. For a Euclidean regularizer. */
void lower_prox(struct lower *l, int master, double t, double taus, const double *W, double tol, double *w);

#endif
