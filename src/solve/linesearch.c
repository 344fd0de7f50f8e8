/* linesearch - the bundle method that keeps no planes: the dual over two of them in closed form.
 *
 * Smola, Vishwanathan, Le: Bundle Methods for Machine Learning (NIPS 2007), section 5, and appendix B,
 * Algorithm 2. Two misprints are mended: gamma has lambda |w|^2, and r moves by + eta b.
 *   paper                 here
 *   w_t, r                w = -(1/lambda) A alpha and r = b'alpha of the aggregate plane
 *   a_{t+1}, b_{t+1}      a, b: the plane that touches R at w_t
 *   gamma_t               gamma = J(w_t) - D, the gap at w_t
 *   eta                   eta (15) */
#include <math.h>

#include "base/vec.h"
#include "solve/solver.h"

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim;
    double *w = x->w, *a = arena_doubles(arena, n), lambda = p->lambda, r = 0, b, R, gamma, norm, eta;

    if (arena->failed)
        return ERR_SYSTEM;
    vec_fill(n, 0, w);                                                    /* the aggregate plane is (0, 0) */
    for (;;) {
        R = risk_eval(p->risk, w, a, &b);                                 /* 3: a in dR(w), b = R - <a, w> */
        gamma = R + lambda * vec_sqnorm(n, w) - r;
        if (!monitor_tick(m, problem_primal(p, R, w), r - lambda / 2 * vec_sqnorm(n, w), w)) /* 5 */
            return OK;
        vec_add(n, lambda, w, a);                                         /* lambda w + a */
        if (!(gamma > 0))                                                 /* w is optimal to rounding */
            return OK;
        norm = vec_sqnorm(n, a);
        eta = norm > 0 ? fmin(1, lambda * gamma / norm) : 1;              /* 6: (15) */
        vec_add(n, -eta / lambda, a, w);                                  /* 7: w = (1 - eta) w - (eta/lambda) a */
        r = (1 - eta) * r + eta * b;                                      /* 8 */
    }
}

const struct solver solver_linesearch = {
    .name = "linesearch",
    .help = "bundle method with a line search, no stored planes, Smola, Vishwanathan, Le 2007, Algorithm 2",
    .risk_needs = RISK_POSITIVE,
    .reg_needs = REG_QUADRATIC,
    .max_passes = 100000,
    .run = run};
