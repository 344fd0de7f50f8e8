/* bundle - bundle methods for regularized risk minimization (BMRM).
 *
 * Smola, Vishwanathan, Le: Bundle Methods for Machine Learning (NIPS 2007), Algorithm 1; Teo et al.
 * (JMLR 2010).
 *   paper                 here
 *   w_t                   w
 *   a_{t+1}, b_{t+1}      a, b: the plane that touches R at w_t
 *   A, b, alpha           master: the planes and their weights in the dual (7)
 *   J_t(w_t)              dual: the minimum of the cutting-plane model of J, a lower bound
 *   eps_t                 the monitor's gap
 * The loop is rotated: eps_t needs J(w_t), which is known from step 4 of the next iteration on. So
 * 8 follows 4, and then 5 and 6. Where Omega has no curvature, w is the minimum of the model and a
 * proximal term (stabilise.h). */
#include <math.h>

#include "solve/planes/master.h"
#include "solve/solver.h"

enum { PLANES };

/* w_t is where the next plane is cut: it is a null step (stabilise.h) if J is above the best value
 * by more than this share of the gap. Tuned. */
static const double SLACK = 0.03;

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *a = arena_doubles(arena, n), b, R, J, dual = -INFINITY;
    struct master master;
    struct target target;
    enum status status = master_init(&master, p, (size_t)p->set[PLANES], 1);

    if (arena->failed)
        status = ERR_SYSTEM;
    if (status == OK)
        status = master_start(&master, x, a);
    while (status == OK) {
        R = problem_eval(p, monitor_best(m), w, a, &b); /* 4: a in dR(w), b = R - <a, w> */
        J = problem_primal(p, R, w);
        if (!monitor_tick(m, J, dual, w)) /* 8: eps_t <= eps */
            break;
        status = master_add(&master, a, b); /* 5: R_t = max(R_{t-1}, <a, w> + b) */
        if (status != OK)
            break;
        target = monitor_target(m, SLACK, J);
        dual = master_minimise(&master, 0, &target, a, w); /* 6, (7): w = argmin of the model */
        planes_drop_idle(&master.planes);
    }
    master_free(&master);
    return status;
}

const struct solver solver_bundle = {
    .name = "bundle",
    .help = "bundle method (BMRM), Smola, Vishwanathan, Le 2007, Algorithm 1",
    .max_passes = 10000,
    .setting = {[PLANES] = {"planes", 1000, 3, 1e6, true, "keep at most so many cutting planes"}},
    .run = run};
