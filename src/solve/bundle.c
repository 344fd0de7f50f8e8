/* bundle - bundle methods for regularized risk minimization (BMRM).
 *
 * Smola, Vishwanathan, Le: Bundle Methods for Machine Learning (NIPS 2007), Algorithm 1; Teo et al. (JMLR 2010).
 *   paper                 here
 *   w_t                   w
 *   a_{t+1}, b_{t+1}      a, b: the plane that touches R at w_t
 *   A, b, alpha           lower: the planes and their weights in the dual (7)
 *   J_t(w_t)              dual: the minimum of the lower model
 *   eps_t                 the monitor's gap */
#include <math.h>

#include "solve/lower.h"

enum { PLANES };

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *a = arena_doubles(arena, n), b, R, dual = -INFINITY;
    struct lower lower;
    enum status status = lower_init(&lower, p, (size_t)p->set[PLANES], 1);

    if (arena->failed)
        status = ERR_SYSTEM;
    while (status == OK) {
        R = problem_eval(p, m, w, a, &b);                                 /* 4: a in dR(w), b = R - <a, w> */
        if (!monitor_tick(m, problem_primal(p, R, w), dual, w))           /* 8: eps_t <= eps */
            break;
        lower_learn(&lower, m, m->last_primal, 0.03);
        status = lower_add(&lower, a, b);                                 /* 5: R_t = max(R_{t-1}, <a, w> + b) */
        if (status == OK) {
            dual = lower_minimise(&lower, 0, m, a, w);                    /* 6, (7): w = argmin of the lower model */
            planes_drop_idle(&lower.planes);
        }
    }
    lower_free(&lower);
    return status;
}

const struct solver solver_bundle = {
    .name = "bundle",
    .help = "bundle method (BMRM), Smola, Vishwanathan, Le 2007, Algorithm 1",
    .max_passes = 10000,
    .setting = {{"planes", 1000, 3, 1e6, 1, "keep at most so many cutting planes"}},
    .run = run};
