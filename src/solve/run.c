/* run - a run of a solver, from a point on. */
#include "solve/run.h"

#include <float.h>
#include <math.h>

#include "math/vec.h"
#include "risk/image.h"
#include "risk/lanes.h"
#include "solve/auto.h"
#include "solve/newton/newton_estimate.h"
#include "solve/newton/newton_system.h"

extern const struct solver solver_auto, solver_proximal_newton;

/* J and a gap up to this share of risk.usual may be 0: the roundings of a few dozen
 * operations. */
static const double ZERO = 64 * DBL_EPSILON;

/* problem.scale and problem.zero. With a floor they are risk.scale and ZERO of risk.usual. Without
 * one R is homogeneous, R(t w) = t R(w), of the size t |w| s, s = risk.scale: J cancels terms as
 * large as Psi*(a), |a| = s + lambda g, g the growth, and slopes of the roundings e_j, beyond the
 * kinks of Omega, leave a gap of sum_j e_j^2/(2 sigma) at most, sigma the curvature of Psi. */
static enum status set_scale(struct problem *p, struct arena *arena)
{
    size_t n = p->risk->dim;
    double *a;

    p->scale = p->risk->scale;
    p->zero = ZERO * p->risk->usual;
    if (!(p->risk->traits & RISK_BOUNDED) && n > 0) {
        a = arena_doubles(arena, n);
        if (!a)
            return ERR_SYSTEM;
        a[0] = problem_growth(p) + p->risk->scale;
        p->scale = p->reg->conjugate(p->reg_p, n, p->lambda, 1, a);
        p->zero = 0;
        for (size_t j = 0; j < n; j++)
            p->zero += problem_rounding(p, j) * problem_rounding(p, j);
        p->zero /= 2 * problem_curvature(p);
    }
    if (!isfinite(p->scale) || !isfinite(p->zero)) {
        p->scale = 0;
        p->zero = 0;
    }
    return OK;
}

/* ---- the start ------------------------------------------------------------------------------- */

/* At most so many passes look for the dual point of a start w. */
static const double RECOVERY = 30;

/* J at x->w. x->z, of a warm start that is not 0, is known then. */
static enum status value_at(const struct problem *p, struct point *x, struct arena *arena,
                            double *J)
{
    double *a, b;

    x->z = NULL;
    *J = problem_primal(p, p->risk->at_zero, x->w);
    if (vec_nonzeros(p->risk->dim, x->w) == 0)
        return OK;
    if (x->warm) {
        x->z = arena_doubles(arena, p->risk->image);
        if (!x->z)
            return ERR_SYSTEM;
        risk_apply(p->risk, x->w, x->z);
        *J = problem_primal(p, risk_value(p->risk, 0, x->z), x->w);
        return OK;
    }
    a = arena_doubles(arena, p->risk->dim);
    if (!a)
        return ERR_SYSTEM;
    *J = problem_primal(p, risk_eval(p->risk, x->w, a, &b), x->w);
    return OK;
}

/* J at the start. A warm one of J above that of the cold one, or of none, becomes the cold one:
 * half a pass where that is not 0. */
static enum status look_at_start(const struct problem *p, struct point *x, struct arena *arena,
                                 double *J)
{
    struct point cold = {.warm = true};
    double there;
    enum status status = value_at(p, x, arena, J);

    if (status != OK || !x->warm)
        return status;
    cold.w = arena_doubles(arena, p->risk->dim);
    if (!cold.w)
        return ERR_SYSTEM;
    problem_start(p, cold.w);
    status = value_at(p, &cold, arena, &there);
    if (status != OK || *J <= there)
        return status;
    x->warm = false;
    x->z = NULL;
    vec_copy(p->risk->dim, cold.w, x->w);
    *J = there;
    return OK;
}

/* A warm start has no dual point, without which no gap is certified: `auto` finds one, for the
 * solver to go on from, unless the engine that it begins with is the solver itself. */
static enum status recover(const struct solver *solver, const struct problem *p, struct point *x,
                           struct monitor *m, bool *goes_on)
{
    struct handover handover = {.most = RECOVERY, .follower = INFINITY};
    enum verdict why;
    enum status status;

    if (solver == &solver_auto || solver == auto_first(p, x))
        return OK;
    status = solver_stage(&solver_auto, p, x, &handover, m, &why);
    if (status != OK)
        return status;
    *goes_on = (why == OUT_OF_PASSES || why == STALLED) && !monitor_hurries(m);
    if (!*goes_on)
        return OK;
    m->engine = solver->name;
    vec_copy(p->risk->dim, monitor_best(m), x->w);
    return OK;
}

/* A run between its begin and its end. */
struct running {
    struct risk counted; /* the risk, its passes told to the monitor */
    struct problem p;    /* on `counted` */
    bool goes_on;
};

/* Up to the first step of the solver. */
static enum status begin(struct running *r, const struct solver *solver, const struct problem *p,
                         struct point *x, double *best, struct arena *arena, struct monitor *m)
{
    enum status status;
    double J;

    *r = (struct running){*p->risk, *p, false};
    status = set_scale(&r->p, arena);
    monitor_start(m, &r->p, solver->name, best);
    r->counted.meter = &m->meter;
    r->p.risk = &r->counted;
    if (status == OK)
        status = look_at_start(&r->p, x, arena, &J);
    if (status == OK)
        r->goes_on = monitor_tick(m, J, p->risk->floor, x->w);
    if (r->goes_on && x->z && !point_has_dual(x, p->risk))
        status = recover(solver, &r->p, x, m, &r->goes_on);
    return status;
}

enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x,
                       double *best, struct arena *arena, struct monitor *m)
{
    struct running r;
    enum status status = begin(&r, solver, p, x, best, arena, m);

    if (status == OK && r.goes_on)
        status = solver->run(&r.p, x, arena, m);
    monitor_finish(m);
    problem_bound(p, best);
    return status;
}

/* Lanes start cold or from a dual point; from w alone each run has a start of its own. */
static bool may_run_together(const struct lane *lane, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (lane[k].x->z && !point_has_dual(lane[k].x, lane[k].p->risk))
            return false;
    return count > 1;
}

enum status solver_run_lanes(const struct solver *solver, const struct lane *lane, size_t count,
                             struct arena *arena)
{
    struct running r[LANES];
    struct lane on[LANES];
    size_t running = 0;
    bool together;
    enum status status = OK;

    for (size_t k = 0; k < count && status == OK; k++) {
        struct monitor *m = lane[k].m;
        status = begin(&r[k], solver, lane[k].p, lane[k].x, m->best, arena, m);
        if (r[k].goes_on)
            on[running++] = (struct lane){&r[k].p, lane[k].x, m};
    }
    together = may_run_together(on, running);
    if (status == OK && together)
        status = solver->run_lanes(on, running, arena);
    for (size_t k = 0; k < running && status == OK && !together; k++) {
        struct arena own = {0};
        status = solver->run(on[k].p, on[k].x, &own, on[k].m);
        arena_free(&own);
    }
    for (size_t k = 0; k < count && status == OK; k++)
        monitor_finish(lane[k].m);
    return status;
}

bool solver_sums(const struct solver *solver, const struct problem *p)
{
    const struct point cold = {.w = NULL};

    if (solver == &solver_auto)
        solver = auto_first(p, &cold);
    if (solver != &solver_proximal_newton || !newton_system_direct(p->risk) || !newton_factors(p))
        return false;
    return !(p->reg->traits & REG_QUADRATIC &&
             (newton_rows_apply(p->risk) || newton_allowance(p) == 0));
}
