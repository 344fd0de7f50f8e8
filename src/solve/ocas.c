/* ocas - the optimised cutting plane algorithm: BMRM whose best point moves by an exact line search on the primal.
 *
 * Franc, Sonnenburg: Optimized Cutting Plane Algorithm for Large-Scale Risk Minimization (JMLR 10, 2009).
 *   paper                 here
 *   w_t^b, the best so far   wb, its image zb = A wb
 *   w_t, argmin of the model  wt, zt
 *   w_t^c, where to cut   zc, between the two (mu)
 *   k*                    k */
#include <math.h>

#include "base/vec.h"
#include "solve/planes.h"
#include "solve/solver.h"

enum { PLANES, MU };

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    struct risk *risk = p->risk;
    size_t n = risk->dim, rows = risk->image;
    double *wb = x->w, *wt = arena_doubles(arena, n), *d = arena_doubles(arena, n), *a = arena_doubles(arena, n);
    double *zb = arena_doubles(arena, rows), *zc = arena_doubles(arena, rows), *dz = arena_doubles(arena, rows);
    double *u = arena_doubles(arena, rows), mu = p->set[MU], b, k;
    struct planes planes;
    enum status status = planes_init(&planes, risk, (size_t)p->set[PLANES], 1);

    if (arena->failed)
        status = ERR_SYSTEM;
    if (status == OK && x->alpha) { /* a dual point is a plane to start with */
        b = risk_plane(risk, x->alpha, a);
        status = planes_add(&planes, a, b);
    }
    if (status == OK) {
        risk_apply(risk, wb, zb);
        vec_copy(rows, zb, zc);
    }
    while (status == OK) {
        risk_slopes(risk, 0, zc, u, &b);                                  /* 2: a new plane, at w^c */
        risk_adjoint(risk, u, a);
        status = planes_add(&planes, a, b);
        if (status != OK)
            break;
        b = planes_bound(&planes, 0, p->lambda, monitor_inner_tolerance(m), a); /* 1: w_t = argmin of the lower model */
        problem_minimiser(p, a, wt);
        risk_apply(risk, wt, dz);
        vec_combine(n, 1, wt, -1, wb, d);
        vec_mix(rows, -1, zb, 1, dz);
        k = risk_search(risk, p->lambda * vec_dot(n, wb, d), p->lambda * vec_sqnorm(n, d), zb, dz);
        vec_combine(rows, 1, zb, (1 - mu) * k + mu, dz, zc);              /* w^c = (1 - mu) w^b + mu w_t */
        vec_add(n, k, d, wb);                                             /* w^b += k* (w_t - w^b) */
        if (k > 1)                                                        /* would magnify the rounding of dz */
            risk_apply(risk, wb, zb);
        else
            vec_add(rows, k, dz, zb);
        if (!monitor_tick(m, problem_primal(p, risk_value(risk, 0, zb), wb), problem_dual(p, a, b), wb))
            break;
        planes_drop_idle(&planes);
    }
    planes_free(&planes);
    return status;
}

const struct solver solver_ocas = {
    .name = "linesearch:ocas",
    .help = "optimised cutting planes (OCAS), Franc, Sonnenburg 2009",
    .risk_needs = RISK_IMAGE,
    .reg_needs = REG_QUADRATIC,
    .max_passes = 10000,
    .setting = {{"planes", 1000, 3, 1e6, 1, "keep at most so many cutting planes"},
                {"mu", 0.1, 0, 1, 0, "cut at this share of the way from the best point to the model's minimum"}},
    .run = run};
