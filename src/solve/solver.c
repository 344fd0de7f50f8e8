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

const struct solver *solver_find(const char *name)
{
    for (size_t i = 0; solver_at(i); i++)
        if (strcmp(solver_at(i)->name, name) == 0)
            return solver_at(i);
    return NULL;
}

int solver_admits(const struct solver *solver, unsigned risk_traits, const struct reg *reg)
{
    return risk_traits != 0 && (solver->risk_needs & ~risk_traits) == 0 && (solver->reg_needs & ~reg->traits) == 0 &&
           (risk_traits & RISK_BOUNDED || reg->traits & REG_STRONG);
}

double problem_primal(const struct problem *p, double R, const double *w)
{
    return R + problem_regularizer(p, w);
}

double problem_curvature(const struct problem *p)
{
    return p->lambda * p->reg->curvature(p->reg_p);
}

double problem_growth(const struct problem *p)
{
    return p->lambda * reg_growth(p->reg, p->reg_p);
}

double problem_regularizer(const struct problem *p, const double *w)
{
    return p->lambda * p->reg->value(p->reg_p, p->risk->dim, w);
}

void problem_prox(const struct problem *p, double t, double S, const double *centre, const double *g, double *w)
{
    p->reg->prox(p->reg_p, p->risk->dim, t * p->lambda, S, centre, g, w);
}

void problem_minimiser(const struct problem *p, const double *a, double *w)
{
    problem_prox(p, 1, 0, a, a, w);
}

double problem_dual(const struct problem *p, const double *a, double b)
{
    double s = reg_share(p->reg, p->reg_p, p->risk->dim, p->lambda, a);

    if (s < 1)
        b = s * b + (1 - s) * p->risk->floor;
    return b - p->reg->conjugate(p->reg_p, p->risk->dim, p->lambda, -s, a);
}

int problem_start(const struct problem *p, double *w)
{
    vec_fill(p->risk->dim, 0, w);
    if (isfinite(problem_regularizer(p, w)))
        return 1;
    problem_minimiser(p, w, w);
    return 0;
}

double problem_radius(const struct problem *p)
{
    double sigma = problem_curvature(p), g = problem_growth(p), room = p->risk->at_zero - p->risk->floor;

    return isinf(room) ? room : 2 * room / (g + sqrt(g * g + 4 * sigma * room));
}

/* J and a gap up to this share of problem.scale may be 0: the roundings of a few dozen operations. */
static const double ZERO = 64 * DBL_EPSILON;

/* Where R has no floor J = 0 is a minimum only if some plane has the slope 0: such a share of the slopes of all planes
 * counts as 0. The dual program comes to 1e-12 of them on a9a and w8a; columns of sizes from 1 to 1e7 stand in real
 * data. */
static const double NO_SLOPE = 1e-11;

/* Values of R so many times as large as those at the start say nothing about the minimum. */
static const double FAR = 1e9;

int problem_far(const struct problem *p, double R)
{
    return !(R <= FAR * (1 + fabs(p->risk->at_zero) + p->scale));
}

double problem_eval(const struct problem *p, const struct monitor *m, double *w, double *a, double *b)
{
    size_t n = p->risk->dim;
    double R = risk_eval(p->risk, w, a, b);

    for (int k = 0; k < HALVINGS && !isnan(R) && problem_far(p, R) && isfinite(m->primal); k++) {
        vec_mix(n, 0.5, m->best, 0.5, w);
        R = risk_eval(p->risk, w, a, b);
    }
    return R;
}

/* problem.scale and monitor.zero. With a floor they are risk.size and ZERO of it. Without one R is
 * homogeneous, R(t w) = t R(w) <= t |w| size: J cancels terms as large as Psi*(a), |a| = size + lambda g,
 * and a gap of Psi*(a), |a| = NO_SLOPE size + lambda g, is 0 but for rounding (Psi* = 0 up to lambda g, the growth). */
static enum status set_scale(struct problem *p, struct monitor *m, struct arena *arena)
{
    size_t n = p->risk->dim;
    double *a;

    p->scale = p->risk->size;
    m->zero = ZERO * p->scale;
    if (!(p->risk->traits & RISK_BOUNDED) && n > 0) {
        a = arena_doubles(arena, n);
        if (!a)
            return ERR_SYSTEM;
        a[0] = problem_growth(p) + p->risk->size;
        p->scale = p->reg->conjugate(p->reg_p, n, p->lambda, 1, a);
        a[0] = problem_growth(p) + NO_SLOPE * p->risk->size;
        m->zero = p->reg->conjugate(p->reg_p, n, p->lambda, 1, a);
    }
    if (!isfinite(p->scale) || !isfinite(m->zero))
        p->scale = m->zero = 0;
    m->scale = p->scale;
    return OK;
}

enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x, double *best,
                       struct arena *arena, struct monitor *m)
{
    struct problem scaled = *p;
    double R = p->risk->at_zero, *a, b;
    enum status status;

    monitor_start(m, p->risk, best);
    m->engine = solver->name;
    status = set_scale(&scaled, m, arena);
    if (status == OK && vec_nonzeros(p->risk->dim, x->w) > 0) {
        a = arena_doubles(arena, p->risk->dim);
        if (!a)
            return ERR_SYSTEM;
        R = risk_eval(p->risk, x->w, a, &b);
    }
    if (status == OK && monitor_tick(m, problem_primal(p, R, x->w), p->risk->floor, x->w))
        status = solver->run(&scaled, x, arena, m);
    monitor_finish(m);
    return status;
}
