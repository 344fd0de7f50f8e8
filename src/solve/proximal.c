/* proximal - the bundle method with proximal terms of chosen strength.
 *
 * Do, Le, Foo: Proximal Regularization for Online and Batch Learning (ICML 2009), section 4, Algorithm 4,
 * with the optimistic radius of their section 3.3. (Where the paper prints w_{t+1} = argmin P_t, P'_t is meant.)
 * Ours: a phase also ends when it has gone stale. With slopes as large as the latest one all along, tau_{1:t} would be
 * about r sqrt(t); what the larger slopes of the phase's first steps put there beyond that only holds w back, for t
 * grows slowly. (kdd99, C = 0.01: 100 passes to a relative gap of 1e-3, with the paper's phases more than 4,000.)
 *   paper                 here
 *   a_t, b_t, A_t         a, b: the plane that touches R at w_t; |a|
 *   tau_t, tau_{1:t}      tau, taus
 *   beta = alpha/t        the weights of the planes' master 0
 *   sum_i tau_i w_i       W; <a_j, W> stands in the planes' tilt
 *   R                     radius
 * The bound comes from BMRM's dual (7) over the same planes, master 1. Where Omega has kinks (REG_SPARSE) the bound
 * is often sharp long before w is near: every few steps the engine goes to where the bound has its minimum. The planes'
 * tilts serve |w|^2/2 alone. */
#include <math.h>

#include "math/vec.h"
#include "solve/master.h"
#include "solve/solver.h"
#include "solve/steps.h"

enum { PLANES, RADIUS, STALE };
enum { PROXIMAL, BOUND }; /* the two duals over the planes */
enum { EVERY = 4 };       /* so many steps, and the second one's w is visited */

/* A null step (stabilise.h) of the bound's minimiser: as in bundle.c. */
static const double SLACK = 0.03;

/* Evaluates *J at w and adds the plane (a, .) that touches R there; false: leave, for a reason of the monitor's or with
 * an error in *status. */
static bool visit(const struct problem *p, struct monitor *m, struct master *master, double dual, double *w, double *a,
                  double *J, enum status *status)
{
    double b, R = problem_eval(p, monitor_best(m), w, a, &b);

    *J = problem_primal(p, R, w);
    if (!monitor_tick(m, *J, dual, w))
        return false;
    *status = master_add(master, a, b);
    return *status == OK;
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *a = arena_doubles(arena, n), *W = arena_doubles(arena, n);
    double *model = arena_doubles(arena, n), *centre = arena_doubles(arena, n), trial = -INFINITY, J;
    double sigma = problem_curvature(p), t = 0, taus = 0, tau, r, dual = -INFINITY;
    double radius = fmin(p->set[RADIUS], problem_radius(p));
    int steps = 0;
    bool grow;
    struct master master;
    struct target target;
    enum status status = master_init(&master, p, (size_t)p->set[PLANES], DUALS);

    if (arena->failed)
        status = ERR_SYSTEM;
    while (status == OK && visit(p, m, &master, dual, w, a, &J, &status)) {    /* 3: a_t in dl(w_t) and its b_t */
        t++;
        r = sigma + (sqrt(vec_sqnorm(n, a)) + problem_growth(p)) / radius;
        tau = prox_strength(sigma * t + taus, r);                         /* 4: tau_t */
        taus += tau;
        vec_add(n, tau, w, W);
        vec_combine(n, 1 / taus, W, 0, W, centre);
        target = monitor_target(m, SLACK, trial);
        master_prox(&master, PROXIMAL, taus / t, centre, target.tolerance, w); /* 5: w_{t+1} = argmin P'_t */
        dual = master_minimise(&master, BOUND, &target, a, model);
        trial = -INFINITY;
        if (p->reg->traits & REG_SPARSE && ++steps % EVERY == 0) {
            if (!visit(p, m, &master, dual, model, a, &trial, &status))
                break;
        }
        grow = vec_sqnorm(n, w) >= radius * radius;                       /* the radius was too optimistic */
        if (grow || taus > p->set[STALE] * r * sqrt(t)) {                 /* a new phase */
            radius *= grow ? sqrt(2) : 1;
            t = taus = 0;
            vec_fill(n, 0, W);
        }
        planes_drop_idle(&master.planes);
    }
    master_free(&master);
    return status;
}

const struct solver solver_proximal = {
    .name = "proximal",
    .help = "proximal bundle method, Do, Le, Foo 2009, Algorithm 4, optimistic radius",
    .reg_needs = REG_EUCLIDEAN,
    .max_passes = 10000,
    .setting = {{"planes", 1000, 3, 1e6, 1, "keep at most so many cutting planes"},
                {"radius", 1, 1e-100, 1e100, 0, "first guess of |w|, doubled in square when |w| reaches it"},
                {"stale", 2, 1, 1e100, 0, "a phase ends when tau_{1:t} > stale r sqrt(t); 1e100: as in the paper"}},
    .run = run};
