/* master - the master problem of bundle methods: the minimum of the cutting-plane model of J,
 *     min_w max_j (<a_j, w> + b_j) + Psi(w) + S Delta(w, centre),
 * by its dual over the simplex, max_alpha b'alpha - Psi*(-A alpha) for S = 0 (Smola, Vishwanathan,
 * Le 2007, (6), (7)).
 *
 * Omega(w) = |w|^2/2 makes the dual a quadratic program over the planes' Gram matrix
 * (math/simplex_qp.h). Under any other Omega it is solved by Newton's method (master_newton.c) and,
 * where Omega has no curvature, with a proximal term around the best point (stabilise). No other
 * file of solve/ asks which Omega there is. */
#ifndef RRM_MASTER_H
#define RRM_MASTER_H

#include "solve/planes/planes.h"
#include "solve/problem.h"
#include "solve/solver.h"

struct newton;

/* The weight of a proximal term around the best point, from step to step (master.c). */
struct stabilise {
    double factor; /* 0: no step yet */
    double level;  /* the last trial point y is a null step if J(y) > level */
};

struct master {
    const struct problem *p;
    struct planes planes;
    struct newton *newton; /* NULL: Omega(w) = |w|^2/2 */
    struct stabilise stabilise;
    double *linear; /* capacity: scratch */
};

/* Room for `capacity` >= 3 planes, with one or two duals (planes.h); the plane (0, inf R) is there
 * at once if that is finite. ERR_SYSTEM: no memory; free in any case. */
enum status master_init(struct master *m, const struct problem *p, size_t capacity, int duals);
void master_free(struct master *m);

/* One plane more, as planes_add. ERR_SYSTEM: no memory. */
enum status master_add(struct master *m, const double *a, double b);

/* The plane of x's dual point, if there is one, is the first; a (dim) is scratch. ERR_SYSTEM. */
enum status master_start(struct master *m, const struct point *x, double *a);

/* w (dim) = argmin of the cutting-plane model of J, to a gap of target->tolerance, by dual k; a
 * (dim) = A alpha. Without curvature a proximal term around target->centre is added to the model.
 * Returns the lower bound on inf J that the plane (A alpha, b'alpha) gives, true for any alpha on
 * the simplex (problem_dual). */
double master_minimise(struct master *m, int k, const struct target *target, double *a, double *w);

/* w (dim) = argmin of the model plus S/2 |w - centre|^2, S > 0, to a gap of tol, by dual k, for a
 * Euclidean regularizer. w and centre are different arrays. */
void master_prox(struct master *m, int k, double S, const double *centre, double tol, double *w);

/* The proximal strength tau = (-s + sqrt(s^2 + r^2))/2 of Do, Le, Foo (ICML 2009), Algorithms 2 and
 * 4, written without cancellation: tau (tau + s) = r^2/4. */
double prox_strength(double s, double r);

/* Does master_minimise read target->trial, J at the last w? Only where Omega has no curvature. */
bool master_stabilises(const struct master *m);

/* Is the master problem under this regularizer a quadratic program over the planes alone, whatever
 * the dimension? */
bool master_is_quadratic(const struct reg *reg);

/* The planes that an engine keeps at most, unless -o planes says otherwise. */
enum { MASTER_PLANES = 1000 };

/* Of an engine that takes so many passes at q = 0; `pass` without that of the master problem. */
struct estimate master_estimate(const struct problem *p, double passes, double q);

/* What the minimum of the model adds to the time of a pass, in that of one over the data, of a run
 * that ends with so many planes; 0 for a quadratic program. */
double master_pass(const struct problem *p, double planes);

/* The planes (A + eta d, r + eta rise), 0 <= eta <= 1, from (A, r) to (A + d, r + rise): a master
 * problem with the one unknown eta, for a strongly convex Psi. */
struct segment {
    const struct problem *p;
    double *A, *d; /* dim */
    double *trial; /* dim: scratch */
    double r, rise;
};

/* argmax over eta of D(eta) = r + eta rise + min_w <A + eta d, w> + Psi(w), the bound of these
 * planes; gamma = dD/d eta > 0 at eta = 0. */
double segment_maximise(struct segment *s, double gamma);

/* The proximal weight S > 0 for the next solution of the master problem; slope is |a| of the latest
 * plane. R has a floor and Omega no curvature, so that problem_radius is finite. */
double stabilise_weight(struct stabilise *s, const struct problem *p, const struct target *target,
                        double slope);

/* A proximal weight ten times as large: for a master problem that rounding kept from being solved
 * with the last one. */
double stabilise_raise(struct stabilise *s, const struct problem *p, const struct target *target);

/* ---- Newton's method on the dual (master_newton.c) ------------------------------------------- */

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
