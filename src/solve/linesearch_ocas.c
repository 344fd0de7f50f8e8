/* linesearch_ocas - the optimised cutting plane algorithm: BMRM, the best point of which moves by exact line searches.
 *
 * Franc, Sonnenburg: Optimized Cutting Plane Algorithm for Large-Scale Risk Minimization (JMLR 10, 2009).
 *   paper                 here
 *   w_t^b, the best so far   wb, its image zb = A wb
 *   w_t, argmin of the model  wt, zt
 *   w_t^c, where to cut   zc, between the two (mu)
 *   k*                    k */
#include <math.h>

#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "solve/drift.h"
#include "solve/master.h"
#include "solve/solver.h"

enum { PLANES, MU };
enum { TRIES = 8 };

/* w_t gives the direction only: it is a null step (stabilise.h) if J is above the best value by more than the gap. */
static const double SLACK = 1;

/* Share of the last w^c in the next one after a null step of a risk without a floor: of 0.5, 0.8, 0.9, 0.95 the least
 * steps on w8a, nu = 0.1, to a gap of 0 at w = 0 (800; 10,000 and no end without it). */
static const double SMOOTHING = 0.9;

/* argmin over k of J(wb + k d), d = wt - wb, with the bound of the strong convexity in place of Omega on the way,
 *     Psi(wb + k d) <= (1 - k) Psi(wb) + k Psi(wt) - sigma/2 k (1 - k) |d|^2,   0 <= k <= reg_reach. */
static double search(const struct problem *p, const double *wb, const double *wt, double sqnorm, double *zb,
                     const double *dz)
{
    double quad = problem_curvature(p) * sqnorm;
    double reach = reg_reach(p->reg);
    double k = risk_search(p->risk, problem_regularizer(p, wt) - problem_regularizer(p, wb) - quad / 2, quad, zb, dz);

    return k > reach ? reach : k;
}

/* u = the slopes of R at zc, which moves towards zb, where R is known, while R is too large there; returns b. */
static double slopes_near(const struct problem *p, const double *zb, double *zc, double *u)
{
    double b;

    for (int k = 0; k < HALVINGS && problem_far(p, risk_slopes(p->risk, 0, zc, u, &b)); k++)
        vec_mix(p->risk->image, 0.5, zb, 0.5, zc);
    return b;
}

/* zc = the image of w^c, for the step k just found from zb along dz. A free margin makes R homogeneous,
 * R(t w) = t R(w): at w^b = 0 all points on the way to w_t have the same slopes, whatever mu. Null steps,
 * k = 0, then smooth w^c over the steps: w^c = SMOOTHING w^c + (1 - SMOOTHING) w_t (Pessoa, Sadykov,
 * Uchoa, Vanderbeck, SEA 2013, on in-out separation; the smoothing is Neame's). */
static void cut_at(const struct problem *p, double k, double mu, const double *zb, const double *dz, double *zc)
{
    size_t rows = p->risk->image;

    if (k > 0 || p->risk->traits & RISK_BOUNDED) {
        vec_combine(rows, 1, zb, (1 - mu) * k + mu, dz, zc);
    } else {
        vec_mix(rows, 1 - SMOOTHING, zb, SMOOTHING, zc);
        vec_add(rows, 1 - SMOOTHING, dz, zc);
    }
}

/* w = the best point without the small weights, up to `most`, that wt has not got either; returns the largest one. */
static double without_small(size_t n, const double *best, const double *wt, double most, double *w)
{
    double largest = 0;

    for (size_t j = 0; j < n; j++) {
        int small = wt[j] == 0 && fabs(best[j]) <= most;
        w[j] = small ? 0 : best[j];
        if (small)
            largest = fmax(largest, fabs(best[j]));
    }
    return largest;
}

/* The best point is a mean of many, and no weight of it is 0, though Omega may want zeros, which wt has: what the
 * others left there is taken out as far as J gets no worse by it. */
static void tidy(const struct problem *p, struct monitor *m, double dual, const double *wt, double *w, double *z)
{
    double most = INFINITY, J;

    if (!(p->reg->traits & REG_SPARSE))
        return;
    for (int k = 0; k < TRIES && (most = without_small(p->risk->dim, monitor_best(m), wt, most, w)) > 0; k++, most /= 10) {
        risk_apply(p->risk, w, z);
        J = problem_primal(p, risk_value(p->risk, 0, z), w);
        if (monitor_prefer(m, J, w)) {
            monitor_tick(m, J, dual, w);
            return;
        }
        if (monitor_hurries(m))
            return;
    }
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    const struct risk *risk = p->risk;
    size_t n = risk->dim, rows = risk->image;
    double *wb = x->w, *wt = arena_doubles(arena, n), *d = arena_doubles(arena, n), *a = arena_doubles(arena, n);
    double *zb = arena_doubles(arena, rows), *zc = arena_doubles(arena, rows), *dz = arena_doubles(arena, rows);
    double *u = arena_doubles(arena, rows), mu = p->set[MU], b, k, J, dual = -INFINITY;
    struct drift drift = {0};
    double trial = -INFINITY;
    struct master master;
    struct target target;
    enum status status = master_init(&master, p, (size_t)p->set[PLANES], 1);

    if (arena->failed)
        status = ERR_SYSTEM;
    if (status == OK && x->alpha) { /* a dual point is a plane to start with */
        b = risk_plane(risk, x->alpha, a);
        status = master_add(&master, a, b);
    }
    if (status == OK) {
        risk_apply(risk, wb, zb);
        vec_copy(rows, zb, zc);
    }
    while (status == OK) {
        b = slopes_near(p, zb, zc, u);                                    /* 2: a new plane, at w^c */
        risk_adjoint(risk, u, a);
        status = master_add(&master, a, b);
        if (status != OK)
            break;
        target = monitor_target(m, SLACK, trial);
        dual = master_minimise(&master, 0, &target, a, wt);               /* 1: w_t = argmin of the lower model */
        risk_apply(risk, wt, dz);
        vec_combine(n, 1, wt, -1, wb, d);
        vec_mix(rows, -1, zb, 1, dz);
        if (master_stabilises(&master)) {
            vec_combine(rows, 1, zb, 1, dz, zc);
            trial = problem_primal(p, risk_value(risk, 0, zc), wt);
        }
        k = search(p, wb, wt, vec_sqnorm(n, d), zb, dz);                  /* 3: k* */
        cut_at(p, k, mu, zb, dz, zc);                                     /* w^c = (1 - mu) w^b + mu w_t */
        vec_add(n, k, d, wb);                                             /* w^b += k* (w_t - w^b) */
        vec_add(rows, k, dz, zb);
        drift_add(&drift, rows, u, zb, k, dz);
        J = drift_primal(&drift, p, m, dual, wb, zb);
        if (!monitor_tick(m, J, dual, wb))
            break;
        planes_drop_idle(&master.planes);
    }
    if (status == OK)
        drift_settle(&drift, p, m, zc);
    if (status == OK && isfinite(J) && dual < INFINITY)
        tidy(p, m, dual, wt, wb, zb);
    master_free(&master);
    return status;
}

const struct solver solver_linesearch_ocas = {
    .name = "linesearch:ocas",
    .help = "optimised cutting planes (OCAS), Franc, Sonnenburg 2009",
    .risk_needs = RISK_IMAGE,
    .max_passes = 10000,
    .setting = {{"planes", 1000, 3, 1e6, 1, "keep at most so many cutting planes"},
                {"mu", 0.1, 0, 1, 0, "cut at this share of the way from the best point to the model's minimum"}},
    .run = run};
