/* linesearch - the bundle method that keeps no planes: the dual over two of them in closed form.
 *
 * Smola, Vishwanathan, Le: Bundle Methods for Machine Learning (NIPS 2007), section 5, and appendix B,
 * Algorithm 2. Two misprints are mended: gamma has lambda |w|^2, and r moves by + eta b.
 *   paper                 here
 *   A alpha, r            s.A and s.r = b'alpha: the aggregate plane; w_t = argmin <s.A, w> + lambda Omega(w)
 *   a_{t+1}, b_{t+1}      a, b: the plane that touches R at w_t
 *   gamma_t               gamma, the slope of D towards the new plane, and the gap at w_t
 *   eta                   eta (15) */
#include <math.h>

#include "math/vec.h"
#include "solve/master.h"
#include "solve/solver.h"

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *a = arena_doubles(arena, n), b, R, gamma, eta;
    struct segment s = {.p = p, .A = arena_doubles(arena, n), .d = arena_doubles(arena, n),
                        .trial = arena_doubles(arena, n), .r = p->risk->floor};

    if (arena->failed)
        return ERR_SYSTEM;
    problem_minimiser(p, s.A, w);                                         /* the aggregate plane is (0, inf R) */
    for (;;) {
        R = problem_eval(p, monitor_best(m), w, a, &b);                   /* 3: a in dR(w), b = R - <a, w> */
        if (!monitor_tick(m, problem_primal(p, R, w), problem_dual(p, s.A, s.r), w)) /* 5 */
            return OK;
        vec_combine(n, 1, a, -1, s.A, s.d);
        problem_minimiser(p, s.A, w);                                     /* where R overflowed, w had moved */
        s.rise = b - s.r;
        gamma = s.rise + vec_dot(n, s.d, w);                              /* J(w) - D */
        if (!(gamma > 0))                                                 /* w is optimal to rounding */
            return OK;
        eta = segment_maximise(&s, gamma);                                /* 6: (15) */
        vec_add(n, eta, s.d, s.A);                                        /* 7: A alpha = (1 - eta) A alpha + eta a */
        s.r = (1 - eta) * s.r + eta * b;                                  /* 8 */
        problem_minimiser(p, s.A, w);                                     /*    w = argmin of the lower model */
    }
}

const struct solver solver_linesearch = {
    .name = "linesearch",
    .help = "bundle method with a line search, no stored planes, Smola, Vishwanathan, Le 2007, Algorithm 2",
    .risk_needs = RISK_BOUNDED,
    .reg_needs = REG_STRONG,
    .max_passes = 100000,
    .run = run};
