/* solver - the table of the engines. */
#include "solve/solver.h"

#include <math.h>
#include <string.h>

#include "base/vec.h"

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

double problem_l1(const struct problem *p)
{
    return p->reg->traits & REG_TRUNCATED ? p->lambda * p->reg->l1(p->reg_p) : 0;
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

/* The largest s in [0, 1] with a finite Psi*(-s a). */
static double feasible_share(const struct problem *p, const double *a)
{
    double largest = 0, room;

    if (p->reg->traits & REG_STRONG)
        return 1;
    for (size_t j = 0; j < p->risk->dim; j++)
        largest = fmax(largest, fabs(a[j]));
    room = problem_l1(p);
    return largest > room ? room / largest : 1;
}

double problem_dual(const struct problem *p, const double *a, double b)
{
    double s = feasible_share(p, a);

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
    double sigma = problem_curvature(p), l1 = problem_l1(p), room = p->risk->at_zero - p->risk->floor;

    return isinf(room) ? room : 2 * room / (l1 + sqrt(l1 * l1 + 4 * sigma * room));
}

int problem_far(const struct problem *p, double R)
{
    return !(R <= 1e9 * (1 + fabs(p->risk->at_zero)));
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

enum status solver_run(const struct solver *solver, const struct problem *p, struct point *x, double *best,
                       struct arena *arena, struct monitor *m)
{
    size_t n = p->risk->dim;
    double R = p->risk->at_zero, *a = NULL, b;
    enum status status = OK;

    monitor_start(m, p->risk, best);
    m->engine = solver->name;
    if (vec_nonzeros(n, x->w) > 0) {
        a = arena_doubles(arena, n);
        if (!a)
            return ERR_SYSTEM;
        R = risk_eval(p->risk, x->w, a, &b);
    }
    if (monitor_tick(m, problem_primal(p, R, x->w), p->risk->floor, x->w))
        status = solver->run(p, x, arena, m);
    monitor_finish(m);
    return status;
}
