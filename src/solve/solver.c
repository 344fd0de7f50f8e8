/* solver - the table of the engines. */
#include "solve/solver.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"

#define SOLVER(name) extern const struct solver solver_##name;
#include "solve/list.h"
#undef SOLVER

const struct solver *solver_at(size_t index)
{
#define SOLVER(name) &solver_##name,
    static const struct solver *const list[] = {
#include "solve/list.h"
        NULL};
#undef SOLVER

    return list[index];
}

const struct solver *solver_find(const char *text)
{
    for (size_t i = 0; solver_at(i); i++)
        if (strcmp(solver_at(i)->name, text) == 0)
            return solver_at(i);
    return NULL;
}

bool solver_admits(const struct solver *solver, unsigned risk_traits, const struct reg *reg)
{
    unsigned needs = solver->risk_needs | (reg->traits & REG_SPARSE ? solver->sparse_needs : 0);

    return risk_traits != 0 && (needs & ~risk_traits) == 0 &&
           (solver->reg_needs & ~reg->traits) == 0 &&
           (risk_traits & RISK_BOUNDED || reg->traits & REG_STRONG);
}

/* J and a gap up to this share of problem.scale may be 0: the roundings of a few dozen
 * operations. */
static const double ZERO = 64 * DBL_EPSILON;

/* Where R has no floor J = 0 is a minimum only if some plane has the slope 0: such a share of the
 * slopes of all planes counts as 0. The dual program comes to 1e-12 of them on a9a and w8a; columns
 * of sizes from 1 to 1e7 stand in real data. */
static const double NO_SLOPE = 1e-11;

/* problem.scale and problem.zero. With a floor they are risk.scale and ZERO of it. Without one R is
 * homogeneous, R(t w) = t R(w), of the size t |w| s, s = risk.scale: J cancels terms as large as
 * Psi*(a), |a| = s + lambda g, and a gap of Psi*(a), |a| = NO_SLOPE s + lambda g, is 0 but for
 * rounding (Psi* = 0 up to lambda g, the growth). */
static enum status set_scale(struct problem *p, struct arena *arena)
{
    size_t n = p->risk->dim;
    double *a;

    p->scale = p->risk->scale;
    p->zero = ZERO * p->scale;
    if (!(p->risk->traits & RISK_BOUNDED) && n > 0) {
        a = arena_doubles(arena, n);
        if (!a)
            return ERR_SYSTEM;
        a[0] = problem_growth(p) + p->risk->scale;
        p->scale = p->reg->conjugate(p->reg_p, n, p->lambda, 1, a);
        a[0] = problem_growth(p) + NO_SLOPE * p->risk->scale;
        p->zero = p->reg->conjugate(p->reg_p, n, p->lambda, 1, a);
    }
    if (!isfinite(p->scale) || !isfinite(p->zero)) {
        p->scale = 0;
        p->zero = 0;
    }
    return OK;
}

enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x,
                       double *best, struct arena *arena, struct monitor *m)
{
    struct risk counted = *p->risk;
    struct problem scaled = *p;
    double R = p->risk->at_zero, *a, b;
    enum status status = set_scale(&scaled, arena);

    monitor_start(m, &scaled, solver->name, best);
    counted.meter = &m->meter;
    scaled.risk = &counted;
    if (status == OK && vec_nonzeros(p->risk->dim, x->w) > 0) {
        a = arena_doubles(arena, p->risk->dim);
        if (!a)
            return ERR_SYSTEM;
        R = risk_eval(&counted, x->w, a, &b);
    }
    if (status == OK && monitor_tick(m, problem_primal(p, R, x->w), p->risk->floor, x->w))
        status = solver->run(&scaled, x, arena, m);
    monitor_finish(m);
    return status;
}
