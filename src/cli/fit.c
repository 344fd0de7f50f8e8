/* fit - one problem, minimised by the solver that was chosen: a training has one, or one a class, or some more. */
#include "cli/fit.h"

enum status fit_init(struct fit *fit, const struct options *o, const struct linear_spec *spec, double lambda,
                     const struct par *par, struct error *err)
{
    *fit = (struct fit){.o = o, .lambda = lambda};
    fit->risk = linear_risk(spec, par, &fit->arena);
    if (!fit->risk)
        return fail_memory(err, "the risk");
    fit->point.w = arena_doubles(&fit->arena, fit->risk->dim);
    fit->monitor.best = arena_doubles(&fit->arena, fit->risk->dim);
    if (fit->risk->traits & RISK_DUAL)
        fit->point.alpha = arena_doubles(&fit->arena, fit->risk->units * fit->risk->outputs);
    if (fit->arena.failed)
        return fail_memory(err, "the weights");
    fit->monitor.relative = o->recipe.relative;
    fit->monitor.absolute = o->recipe.absolute;
    fit->monitor.max_passes = o->recipe.passes > 0 ? o->recipe.passes : o->recipe.solver->max_passes;
    fit->monitor.max_seconds = o->recipe.seconds;
    fit->monitor.engine = o->recipe.solver->name;
    return OK;
}

enum status fit_go(struct fit *fit, struct error *err)
{
    const struct options *o = fit->o;
    struct problem problem = {.risk = fit->risk, .reg = o->recipe.reg, .reg_p = o->recipe.reg_p, .lambda = fit->lambda,
                              .seed = o->recipe.seed, .set = o->recipe.set};

    problem_start(&problem, fit->point.w);
    if (solver_run(o->recipe.solver, &problem, &fit->point, fit->monitor.best, &fit->arena, &fit->monitor) != OK)
        return fail_memory(err, "the solver");
    return OK;
}

struct outcome fit_outcome(const struct fit *fit)
{
    const struct monitor *m = &fit->monitor;

    return (struct outcome){.primal = m->primal, .dual = m->dual, .passes = fit->risk->passes,
                            .seconds = monitor_seconds(m), .iterations = m->iterations, .verdict = m->verdict,
                            .engine = m->engine};
}

void fit_free(struct fit *fit)
{
    arena_free(&fit->arena);
}
