/* fit - one problem: J(w) = R(w) + lambda Omega(w) on one risk, minimised for one lambda after the
 * other. */
#include "train/fit.h"

#include <math.h>

#include "math/vec.h"
#include "solve/run.h"

enum status fit_init(struct fit *fit, const struct recipe *recipe, const struct risk_spec *spec,
                     const struct par *par, struct error *err)
{
    const struct solver *solver = recipe->solver;

    *fit = (struct fit){.recipe = recipe};
    fit->risk = risk_make(spec, par, &fit->arena);
    if (!fit->risk)
        return fail_memory(err, "the risk");
    fit->point.w = arena_doubles(&fit->arena, fit->risk->dim);
    fit->monitor.best = arena_doubles(&fit->arena, fit->risk->dim);
    fit->point.arena = &fit->arena;
    if (fit->arena.failed)
        return fail_memory(err, "the weights");
    fit->monitor.limits.relative = recipe->relative;
    fit->monitor.limits.absolute = recipe->absolute;
    fit->monitor.limits.max_passes = recipe->passes > 0 ? recipe->passes : solver->max_passes;
    fit->monitor.limits.max_seconds = recipe->seconds;
    fit->monitor.engine = solver->name;
    return OK;
}

/* Where a run starts: where the last one stood, unless it came to no number; the first one where it
 * was placed, or cold. */
static bool start(struct fit *fit, const struct problem *problem, struct arena *arena)
{
    bool again = fit->monitor.iterations > 0 && isfinite(fit->monitor.primal);
    bool placed = fit->placed && fit->monitor.iterations == 0;

    fit->point.warm = again || placed;
    if (again)
        vec_copy(fit->risk->dim, fit->monitor.best, fit->point.w);
    if (fit->point.warm)
        return problem_admit(problem, fit->point.w, arena);
    problem_start(problem, fit->point.w);
    if (fit->point.alpha)
        vec_fill(fit->risk->dual_size, 0, fit->point.alpha);
    return true;
}

enum status fit_run(struct fit *fit, double lambda, struct error *err)
{
    const struct recipe *recipe = fit->recipe;
    struct problem problem = {.risk = fit->risk,
                              .reg = recipe->reg,
                              .reg_p = recipe->reg_p,
                              .lambda = lambda,
                              .seed = recipe->seed,
                              .set = recipe->set};
    struct arena work = {0};
    enum status status = ERR_SYSTEM;

    if (start(fit, &problem, &work))
        status = solver_run(recipe->solver, &problem, &fit->point, fit->monitor.best, &work,
                            &fit->monitor);
    arena_free(&work);
    return status == OK ? OK : fail_memory(err, "the solver");
}

struct outcome fit_outcome(const struct fit *fit)
{
    const struct monitor *m = &fit->monitor;

    return (struct outcome){.primal = m->primal,
                            .dual = m->dual,
                            .passes = fit->monitor.meter.passes,
                            .seconds = monitor_seconds(m),
                            .iterations = m->iterations,
                            .verdict = m->verdict,
                            .engine = m->engine};
}

void fit_free(struct fit *fit)
{
    arena_free(&fit->arena);
}
