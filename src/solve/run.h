/* run - a run of a solver: from a point on, under a monitor. */
#ifndef RRM_RUN_H
#define RRM_RUN_H

#include "solve/solver.h"

/* Runs the solver under the monitor, whose limits stand and whose best point has the place `best`
 * (dim), from x, a point of Omega's domain (problem_start gives one). J(x) and inf R are known
 * before the first step. From w != 0 without a dual point, where sequential dual ascent is
 * admitted, that looks for one first, whatever the solver: the gap of a start that meets the
 * tolerance is certified in a pass or two. A warm start whose J is not finite or above that of
 * problem_start becomes that one. ERR_SYSTEM: no memory. */
enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x,
                       double *best, struct arena *arena, struct monitor *m);

/* solver_run on up to LANES problems at once, by `run_lanes` of the solver. The places of the best
 * points are m->best. */
enum status solver_run_lanes(const struct solver *solver, const struct lane *lane, size_t count,
                             struct arena *arena);

/* True if a cold run on p begins with a sum A' diag(h) A over all rows, h_i = kappa c_i: several
 * problems may share it (struct shared). */
bool solver_sums(const struct solver *solver, const struct problem *p);

#endif
