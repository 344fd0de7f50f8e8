/* pegasos - primal estimated sub-gradient solver.
 *
 * Shalev-Shwartz, Singer, Srebro, Cotter: Pegasos (Math. Program. 127, 2011), Figures 1 and 2, with a
 * permutation of the units each epoch; Algorithm 1 of Do, Le, Foo (ICML 2009).
 *   paper                 here
 *   w_t                   e.s e.v
 *   A_t, k                the batch at place i of e.order; e.batch
 *   eta_t = 1/(lambda t)  the step; a last short batch counts as the part of a step that it is
 *   B                     radius
 * Without projection w = -(1/lambda) times the mean over the epochs of all slopes, each a feasible dual point, so that
 * -lambda w and the mean of the offsets are a plane below R: a certificate for nothing. */
#include <math.h>

#include "math/vec.h"
#include "solve/stochastic.h"

enum { BATCH, PROJECT };

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    double lambda = problem_curvature(p), t = 0, share, below = 0;
    double radius = problem_radius(p);
    int project = p->set[PROJECT] == 2 ? !(p->risk->traits & RISK_LIPSCHITZ) : p->set[PROJECT] > 0, leave = 0;
    struct stochastic e;
    enum status status = stochastic_init(&e, p, x, p->set[BATCH], arena, m);

    while (status == OK && !leave) {
        stochastic_shuffle(&e);
        for (size_t i = 0; stochastic_more(&e, i); i += e.batch) {
            share = (double)stochastic_batch(&e, i) / (double)e.batch;
            t += share;
            below += stochastic_step(&e, i, (t - share) / t, 1 / (lambda * t), share); /* w -= eta (lambda w + g) */
            if (project)
                stochastic_project(&e, radius);                                 /* w = min(1, B/|w|) w */
        }
        status = stochastic_certify(&e, e.cut || project ? -INFINITY : below / (double)(e.epoch + 1), &leave);
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
    .setting = {{"batch", 1, 1, 1e9, 1, "units a step"},
                {"project", 2, 0, 2, 1, "project on the ball of the solution: 0 no, 1 yes, 2 if slopes have no bound"}},
    .run = run};
