/* solver - the engines: what each needs, its settings, and how it is run. */
#ifndef RRM_SOLVER_H
#define RRM_SOLVER_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/status.h"
#include "reg/reg.h"
#include "risk/risk.h"
#include "solve/monitor.h"

/* A number that -o NAME=VALUE sets. */
struct setting {
    const char *name;
    double initial, lo, hi;
    int whole; /* whole numbers only */
    const char *help;
};

enum { SETTINGS = 8 }; /* at most so many an engine */

/* Minimise J(w) = R(w) + lambda Omega(w). */
struct problem {
    struct risk *risk;
    const struct reg *reg;
    double lambda;
    const double *reg_p; /* the regularizer's parameters */
    double scale; /* Magnitude of the terms that cancel in J; solver_run sets it: risk.size or, where the risk has no
                   * floor, sup_w |w| risk.size - lambda Omega(w). */
    uint64_t seed;
    const double *set; /* the engine's settings, in the order of its table */
};

/* Where a run starts and ends. */
struct point {
    double *w;     /* dim */
    double *alpha; /* units x outputs: a dual point (zeros are one), if the risk has RISK_DUAL; else NULL */
};

struct solver {
    const char *name, *help;
    unsigned risk_needs, reg_needs; /* traits */
    double max_passes;              /* unless -m says otherwise */
    struct setting setting[SETTINGS]; /* ends with a NULL name */
    /* May start at x (zeros: cold), which not every algorithm can, and leaves its last iterate there; tells the monitor
     * after every iteration and leaves when that says so, or when it can do no more. Memory comes from the arena.
     * ERR_SYSTEM: there was not enough. */
    enum status (*run)(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m);
};

/* Every solver, in the order of solve/list.h; NULL behind the last. */
const struct solver *solver_at(size_t index);
const struct solver *solver_find(const char *name);

/* True if the solver can minimise this risk with this regularizer. None can where J may fall for ever: a risk without a
 * bound needs a strongly convex regularizer. Nor can any without traits. */
int solver_admits(const struct solver *solver, unsigned risk_traits, const struct reg *reg);

/* w = 0, or where Omega(0) is infinite argmin Omega: a point to start at. True if it is 0. */
int problem_start(const struct problem *p, double *w);

/* The solution's |w| is at most so much: sigma |w|^2 + lambda g |w| <= R(0) - inf R, sigma the curvature and g the
 * growth of lambda Omega. (With s in dPsi(w*), -s in dR(w*): R(0) >= R(w*) + <s, w*>, and <s, w*> >= Psi(w*) - Psi(0)
 * + sigma/2 |w*|^2.) INFINITY if R has no floor. For a Euclidean regularizer, whose minimum is at 0. */
double problem_radius(const struct problem *p);

/* Where R is far, engines look halfway towards a point where it is not, so many times at most. */
enum { HALVINGS = 60 };

/* True if R is not finite or so large that it says little about the minimum, and its slopes would drown all others. */
int problem_far(const struct problem *p, double R);

/* R at w and the plane (a, *b) that touches it there; where R is far, halfway between
 * w and the best point so far, again and again. w moves there. */
double problem_eval(const struct problem *p, const struct monitor *m, double *w, double *a, double *b);

/* Runs the solver under the monitor, whose limits stand and whose best point has the place `best` (dim), from x, a
 * point of Omega's domain (problem_start gives one). J(x) and inf R are known before the first step. ERR_SYSTEM: no
 * memory. */
enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x, double *best,
                       struct arena *arena, struct monitor *m);

/* J at w, where the risk there is R. */
double problem_primal(const struct problem *p, double R, const double *w);

/* How strongly convex lambda Omega is. */
double problem_curvature(const struct problem *p);

/* lambda g, the growth (reg.h) of lambda Omega: the least slope, away from 0, of what is not curvature. */
double problem_growth(const struct problem *p);

/* lambda Omega(w) */
double problem_regularizer(const struct problem *p, const double *w);

/* argmin_w <g, w> + t lambda Omega(w) + S Delta(w, centre); w may be g or centre. */
void problem_prox(const struct problem *p, double t, double S, const double *centre, const double *g, double *w);

/* w = argmin <a, w> + lambda Omega(w), for a strongly convex Omega; w may be a. */
void problem_minimiser(const struct problem *p, const double *a, double *w);

/* The lower bound on the optimum that the plane (a, b) gives: b - Psi*(-a); where Psi* is infinite there, that of the
 * plane s (a, b) + (1 - s) (0, inf R) with the largest s in [0, 1] at which it is not. */
double problem_dual(const struct problem *p, const double *a, double b);

#endif
