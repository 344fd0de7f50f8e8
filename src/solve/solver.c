/* solver - the table of the engines. */
#include "solve/solver.h"

#include <string.h>

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
    return (solver->risk_needs & ~risk_traits) == 0 && (solver->reg_needs & ~reg->traits) == 0;
}

double problem_primal(const struct problem *p, double R, const double *w)
{
    return R + problem_regularizer(p, w);
}

double problem_curvature(const struct problem *p)
{
    return p->lambda * p->reg->curvature(p->reg_p);
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
    return b - p->reg->conjugate(p->reg_p, p->risk->dim, p->lambda, -1, a);
}
