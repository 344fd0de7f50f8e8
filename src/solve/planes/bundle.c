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
 * proximal term (master.h). */
#include <math.h>

#include "math/vec.h"
#include "solve/planes/master.h"
#include "solve/solver.h"

enum { PLANES };

/* w_t is where the next plane is cut: it is a null step (master.h) if J is above the best value
 * by more than this share of the gap. Tuned. */
static const double SLACK = 0.03;

static enum status bundle(const struct problem *p, struct point *x, struct arena *arena,
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
    .setting = {[PLANES] = {"planes", MASTER_PLANES, 3, 1e6, true,
                "keep at most so many cutting planes"}},
    .run = bundle};

/* ---- linesearch ------------------------------------------------------------------------------ */

/* The bundle method that keeps no planes: the dual over two of them in closed form.
 *
 * Smola, Vishwanathan, Le: Bundle Methods for Machine Learning (NIPS 2007), section 5, and appendix
 * B, Algorithm 2. Two misprints are mended: gamma has lambda |w|^2, and r moves by + eta b.
 *   paper                 here
 *   A alpha, r            s.A and s.r = b'alpha: the aggregate plane, at first (0, inf R)
 *   w_t                   w = argmin <s.A, w> + lambda Omega(w)
 *   a_{t+1}, b_{t+1}      a, b: the plane that touches R at w_t
 *   a_{t+1} - A alpha     s.d; b_{t+1} - r is s.rise
 *   D                     the bound of a plane: b - Psi*(-a)
 *   gamma_t               gamma = dD/d eta towards the new plane = J(w_t) - D, the gap at w_t
 *   eta                   eta: (15), or for another Omega the argmax of D (segment_maximise)
 *   where R is evaluated  at: w, or a point before it where R is far there (problem.h)
 * Each iteration begins with w_t, which the paper's ends with; 5, the gap, is tested as soon as
 * J(w_t) is known. */
static enum status linesearch(const struct problem *p, struct point *x, struct arena *arena,
                              struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *at = arena_doubles(arena, n), *a = arena_doubles(arena, n);
    double b, R, gamma, eta;
    struct segment s = {.p = p,
                        .A = arena_doubles(arena, n),
                        .d = arena_doubles(arena, n),
                        .trial = arena_doubles(arena, n),
                        .r = p->risk->floor};

    if (arena->failed)
        return ERR_SYSTEM;
    if (point_has_dual(x, p->risk))
        point_plane(x, p->risk, s.A, &s.r);
    for (;;) {
        problem_minimiser(p, s.A, w); /* w = argmin of the aggregate */
        vec_copy(n, w, at);
        R = problem_eval(p, monitor_best(m), at, a, &b); /* 3: a in dR(w), b = R - <a, w> */
        if (!monitor_tick(m, problem_primal(p, R, at), problem_dual(p, s.A, s.r), at)) /* 5 */
            return OK;
        vec_combine(n, 1, a, -1, s.A, s.d);
        s.rise = b - s.r;
        gamma = s.rise + vec_dot(n, s.d, w);
        if (!(gamma > 0)) /* w is optimal to rounding */
            return OK;
        eta = segment_maximise(&s, gamma); /* 6: (15) */
        vec_add(n, eta, s.d, s.A);         /* 7: (1 - eta) A alpha + eta a */
        s.r = (1 - eta) * s.r + eta * b;   /* 8 */
    }
}

const struct solver solver_linesearch = {
    .name = "linesearch",
    .help = "bundle method with a line search, no stored planes, "
            "Smola, Vishwanathan, Le 2007, Algorithm 2",
    .risk_needs = RISK_BOUNDED,
    .reg_needs = REG_STRONG,
    .max_passes = 100000,
    .run = linesearch,
};
