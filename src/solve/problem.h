/* problem - minimise J(w) = R(w) + Psi(w), Psi = lambda Omega: values, steps, and the bound that a
 * plane gives. */
#ifndef RRM_PROBLEM_H
#define RRM_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "reg/reg.h"
#include "risk/risk.h"

struct problem {
    const struct risk *risk;
    const struct reg *reg;
    double lambda;
    const double *reg_p; /* the regularizer's parameters */
    double scale; /* magnitude of the terms that cancel in J; solver_run sets it: risk.scale or,
                   * where the risk has no floor, sup_w |w| risk.scale - lambda Omega(w) */
    double zero;  /* J and a gap of at most this size are 0 but for rounding: with a floor of R.
                   * Without one slopes are 0 column by column (problem_dual), and a step that gains
                   * so much is rounding. solver_run sets it */
    uint64_t seed;
    const double *set; /* the engine's settings, in the order of its table */
};

/* What the master problem of a bundle method has to reach (solve/planes/master.h). */
struct target {
    const double *centre; /* dim: the best point so far */
    double primal;        /* J there */
    double gap;           /* J there less the best bound */
    double tolerance;     /* the gap to which the master problem is to be solved */
    double slack;         /* J > primal + slack gap makes a null step of the next trial point */
    double trial;         /* J at the last trial point, or at a point before it where R is far
                           * there; -INFINITY: it was not evaluated */
};

/* J at w, where the risk there is R. */
double problem_primal(const struct problem *p, double R, const double *w);

/* sigma = lambda c, c the curvature (reg.h): lambda Omega is sigma-strongly convex. */
double problem_curvature(const struct problem *p);

/* q = sum_i c_i |x_i|^2/(m sigma), m units, which the passes of engines of first order grow with.
 * Where the curvature is 0, sigma is 1e-3 lambda: smoothing to a gap of 1e-3 takes so much. 0 for
 * a risk without a floor, whose slopes do not grow with w, and for w in a ball or a simplex; 1
 * where the risk has no dual, but that of a whole set under Omega = |w|^2/2 (below). No pass. */
double problem_condition(const struct problem *p);

/* True if the risk is one of a whole set, as roc and prbep, with second derivatives: one score a
 * row, kinks, no dual points of single rows, and no more than one free scalar. */
bool problem_is_whole(const struct problem *p);

/* True if l has flats (risk_has_flats) and Omega no curvature, over a dense table of m rows and
 * n > m columns with one score a row. Between kinks J is linear, or its slopes bounded as those of
 * huber: argmin J is at a corner or near one, and with a large C a step of Newton's method ends at
 * the next kink. */
bool problem_has_corners(const struct problem *p);

/* The time of R and its plane, in that of a pass from row to row. An estimate. */
double problem_pass(const struct problem *p);

/* The same of a proximal step of g, RISK_NEWTON. */
double problem_step(const struct problem *p);

/* lambda g, the growth (reg.h) of lambda Omega: the least slope, away from 0, of what is not
 * curvature. */
double problem_growth(const struct problem *p);

/* lambda Omega(w) */
double problem_regularizer(const struct problem *p, const double *w);

/* argmin_w <g, w> + t lambda Omega(w) + S Delta(w, centre); w may be g or centre. */
void problem_prox(const struct problem *p, double t, double S, const double *centre,
                  const double *g, double *w);

/* w = argmin <a, w> + lambda Omega(w), for a strongly convex Omega; w may be a. */
void problem_minimiser(const struct problem *p, const double *a, double *w);

/* The rounding of slope j of a plane of a risk without a floor, a sum over the units of terms that
 * cancel: (1024 + units) DBL_EPSILON risk.steep[j] (Higham, Accuracy and Stability of Numerical
 * Algorithms, 2002, section 4.2). 0 where the risk does not know its terms. */
double problem_rounding(const struct problem *p, size_t j);

/* The lower bound on the optimum that the plane (a, b) gives: b - Psi*(-a); where Psi* is infinite
 * there, that of the plane s (a, b) + (1 - s) (0, inf R) with the largest s in [0, 1] at which it
 * is not. Without a floor of R a minimum at w = 0, J = 0, asks for -a in dPsi(0): where each a_j
 * misses that by rounding at most, problem_rounding, the bound is b. */
double problem_dual(const struct problem *p, const double *a, double b);

/* A line search from w to w + d: argmin over k >= 0 of J(w + k d), where Psi is bounded by its
 * strong convexity,
 *     Psi(w + k d) <= (1 - k) Psi(w) + k Psi(w + d) - sigma/2 k (1 - k) |d|^2,   k <= reg_reach,
 * an equality for Omega(w) = |w|^2/2. rise = Psi(w + d) - Psi(w), sqdistance = |d|^2, z and dz the
 * images of w and d; room: that of risk_search. J never rises: the bound is exact at k = 0. For a
 * risk with RISK_IMAGE; no pass. */
double problem_search(const struct problem *p, double rise, double sqdistance, const double *z,
                      const double *dz, void *room);

/* w = 0, or where Omega(0) is infinite argmin Omega: a point to start at. True if it is 0. */
bool problem_start(const struct problem *p, double *w);

/* w, where a run is to start, becomes the point of Omega's domain with the least Delta(., w); or,
 * where that is not finite, that of problem_start. Where Delta is not Euclidean and a weight is 0,
 * w gets a share of argmin Omega: prox leaves weights there that are 0. False: no memory. */
bool problem_admit(const struct problem *p, double *w, struct arena *arena);

/* What rounding has taken beyond a bound of its own returns there: w_j + k (v_j - w_j) for points
 * w, v of the domain is off by DBL_EPSILON |v_j - w_j|, which may be much of a bound near 0. */
void problem_bound(const struct problem *p, double *w);

/* A bound on |w*|, w* the solution: the positive root r of sigma r^2 + g r = R(0) - inf R, sigma
 * the curvature and g the growth of Psi. For with s in dPsi(w*), -s in dR(w*), R(0) >= R(w*) - <s,
 * 0 - w*>   and   <s, w*> >= Psi(w*) - Psi(0) + sigma/2 |w*|^2. INFINITY if R has no floor. For a
 * Euclidean regularizer, whose minimum is at 0. Where weights w_F have no penalty that holds for
 * the others, as <s_F, w_F> >= 0, and |w_F| is added. */
double problem_radius(const struct problem *p);

/* Where R is far, engines look halfway towards a point where it is not, so many times at most; 53
 * halvings leave less than DBL_EPSILON of the way. */
enum { HALVINGS = 60 };

/* True if R is not finite or so large that it says little about the minimum, and its slopes would
 * drown all others. */
bool problem_far(const struct problem *p, double R);

/* R at w and the plane (a, *b) that touches it there. Where R is far, w moves halfway to `near`
 * (dim), a point where it is not, again and again; NULL: there is none. A pass each. */
double problem_eval(const struct problem *p, const double *near, double *w, double *a, double *b);

#endif
