/* fit - one problem: J(w) = R(w) + lambda Omega(w) on one risk, minimised for one lambda after the
 * other. */
#include "train/fit.h"

#include <math.h>

#include "math/vec.h"
#include "risk/dual.h"
#include "solve/run.h"

void fit_limits(struct fit *fit)
{
    const struct recipe *recipe = fit->recipe;
    struct limits *limits = &fit->monitor.limits;

    limits->relative = recipe->relative;
    limits->absolute = recipe->absolute;
    limits->max_passes = recipe->passes > 0 ? recipe->passes : recipe->solver->max_passes;
    limits->max_seconds = recipe->seconds;
}

enum status fit_init(struct fit *fit, const struct recipe *recipe, const struct risk_spec *spec,
                     const struct par *par, struct error *err)
{
    *fit = (struct fit){.recipe = recipe};
    fit->risk = risk_make(spec, par, &fit->arena);
    if (!fit->risk)
        return fail_memory(err, "the risk");
    fit->point.w = arena_doubles(&fit->arena, fit->risk->dim);
    fit->monitor.best = arena_doubles(&fit->arena, fit->risk->dim);
    fit->point.arena = &fit->arena;
    if (fit->arena.failed)
        return fail_memory(err, "the weights");
    fit->monitor.engine = recipe->solver->name;
    fit_limits(fit);
    return OK;
}

/* Where a dual point of the lambda before stands on the ray to 0: alpha <- t alpha, for the t that
 * has the best bound of min(1, lambda/before)^(k/RAY), k = 0 .. RAY, all of them dual points if
 * alpha is one and t <= 1. alpha stays where its examples are at their bounds, at small costs; it
 * falls with lambda where w does not change any more. Tuned. False: no memory. */
enum { RAY = 4 };

static bool scale_dual(struct fit *fit, const struct problem *p, struct arena *work)
{
    struct risk *risk = fit->risk;
    double *alpha = fit->point.alpha, *a = arena_doubles(work, risk->dim);
    double *scaled = arena_doubles(work, risk->dual_size), best = -INFINITY, at = 1, t = 1;
    double root = sqrt(sqrt(fmin(1, p->lambda / fit->lambda))); /* its power 1/RAY */

    if (work->failed)
        return false;
    risk_plane(risk, alpha, a);
    for (int k = 0; k <= RAY; k++) {
        double dual;
        vec_combine(risk->dual_size, t, alpha, 0, alpha, scaled);
        dual = problem_dual(p, a, risk_plane(risk, scaled, NULL));
        if (dual > best) {
            best = dual;
            at = t;
        }
        t *= root;
        vec_scale(risk->dim, root, a);
    }
    vec_scale(risk->dual_size, at, alpha);
    return true;
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
    if (fit->point.warm && fit->point.alpha && fit->lambda != problem->lambda &&
        !scale_dual(fit, problem, arena))
        return false;
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
    fit->lambda = lambda;
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
