/* run - one problem, minimised by the solver that was chosen: a training has one, or one a class, or some more. */
#include "cli/run.h"

enum status run_init(struct run *run, const struct options *o, const struct linear_spec *spec, double lambda,
                     const struct par *par, struct error *err)
{
    *run = (struct run){.o = o, .lambda = lambda};
    run->risk = linear_risk(spec, par, &run->arena);
    if (!run->risk)
        return fail_memory(err, "the risk");
    run->point.w = arena_doubles(&run->arena, run->risk->dim);
    run->monitor.best = arena_doubles(&run->arena, run->risk->dim);
    if (run->risk->traits & RISK_DUAL)
        run->point.alpha = arena_doubles(&run->arena, run->risk->units);
    if (run->arena.failed)
        return fail_memory(err, "the weights");
    run->monitor.relative = o->relative;
    run->monitor.absolute = o->absolute;
    run->monitor.max_passes = o->passes;
    run->monitor.max_seconds = o->seconds;
    run->monitor.engine = o->solver->name;
    return OK;
}

enum status run_go(struct run *run, struct error *err)
{
    const struct options *o = run->o;
    struct problem problem = {.risk = run->risk, .reg = o->reg, .reg_p = o->reg_p, .lambda = run->lambda,
                              .seed = o->seed, .set = o->set};
    double *w = run->point.w;
    bool goes = true;

    monitor_start(&run->monitor, run->risk, run->monitor.best);
    if (problem_start(&problem, w)) /* w = 0, whose objective is known without a pass: a solution to fall back on */
        goes = monitor_tick(&run->monitor, problem_primal(&problem, run->risk->at_zero, w), run->risk->floor, w);
    if (goes && o->solver->run(&problem, &run->point, &run->arena, &run->monitor) != OK)
        return fail_memory(err, "the solver");
    monitor_finish(&run->monitor);
    return OK;
}

struct outcome run_outcome(const struct run *run)
{
    const struct monitor *m = &run->monitor;

    return (struct outcome){.primal = m->primal, .dual = m->dual, .passes = run->risk->passes,
                            .seconds = monitor_seconds(m), .iterations = m->iterations, .verdict = m->verdict,
                            .engine = m->engine};
}

void run_free(struct run *run)
{
    arena_free(&run->arena);
}
