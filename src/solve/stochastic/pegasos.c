/* pegasos - primal estimated sub-gradient solver.
 *
 * Shalev-Shwartz, Singer, Srebro, Cotter: Pegasos (Math. Program. 127, 2011), Figures 1 and 2, with
 * a permutation of the units each epoch; Algorithm 1 of Do, Le, Foo (ICML 2009).
 *
 *   paper                 here
 *   lambda                sigma, the curvature of Psi
 *   w_t                   e.at.s e.at.v
 *   A_t, k                the batch at i of e.order; e.batch
 *   t                     t; a last short batch counts as the part of a step that it is
 *   eta_t = 1/(lambda t)  the step
 *   B                     radius
 *
 * Without projection w = -(1/sigma) times the mean over the epochs of all slopes, each a feasible
 * dual point, so that -sigma w and the mean of the offsets are a plane below R: a bound without any
 * further pass. (Where Psi = sigma |w|^2/2: stochastic_certify asks for that.) */
#include <math.h>

#include "math/vec.h"
#include "solve/stochastic/stochastic.h"

enum { BATCH, PROJECT };                /* settings */
enum { NEVER, ALWAYS, UNBOUNDED_ONLY }; /* of PROJECT */

static bool projects(const struct problem *p)
{
    if (p->set[PROJECT] == UNBOUNDED_ONLY)
        return !(p->risk->traits & RISK_LIPSCHITZ);
    return p->set[PROJECT] == ALWAYS;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    double sigma = problem_curvature(p), radius = problem_radius(p);
    double t = 0, share, offset, below = 0; /* below: the sum of all offsets */
    bool project = projects(p), leave = false;
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, p->set[BATCH], arena, m);

    while (status == OK && !leave) {
        stochastic_shuffle(&e);
        for (size_t i = 0; stochastic_more(&e, i); i += e.batch) {
            share = (double)stochastic_batch(&e, i) / (double)e.batch;
            t += share; /* w = (1 - eta sigma) w - eta g, eta = 1/(sigma t) */
            below += stochastic_step(&e, i, (t - share) / t, 1 / (sigma * t), share);
            if (project)
                stochastic_project(&e, radius); /* w = min(1, B/|w|) w */
        }
        offset = e.cut_short || project ? -INFINITY : below / (double)(e.epoch + 1);
        status = stochastic_certify(&e, offset, &leave);
    }
    stochastic_free(&e);
    return status;
}

const struct solver solver_pegasos = {
    .name = "pegasos",
    .help = "stochastic subgradient steps (Pegasos), Shalev-Shwartz et al. 2011",
    .risk_needs = RISK_UNITS,
    .reg_needs = REG_STRONG | REG_ADDITIVE,
    .max_passes = 1000,
    .setting = {[BATCH] = {"batch", 1, 1, 1e9, true, "units a step"},
                [PROJECT] = {"project", UNBOUNDED_ONLY, NEVER, UNBOUNDED_ONLY, true,
                             "project on the ball of the solution: 0 no, 1 yes, 2 if slopes have "
                             "no bound"}},
    .run = run};
