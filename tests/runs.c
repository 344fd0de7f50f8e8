/* runs - what engines are run with, on the small problems. */
#include <math.h>
#include <stdio.h>

#include "common.h"
#include "problems.h"
#include "risk/units.h"
#include "solve/run.h"

enum status run_init(struct run *r, const struct risk_spec *spec, const struct reg *reg, double lambda, int threads)
{
    *r = (struct run){.reg = reg, .lambda = lambda, .m.limits = {.max_passes = INFINITY, .max_seconds = INFINITY}};
    for (int k = 0; k < REG_PARAMETERS; k++)
        r->reg_p[k] = reg->parameter[k].initial;
    par_init(&r->par, threads);
    r->risk = risk_of(spec, &r->par, &r->arena);
    if (!r->risk)
        return ERR_SYSTEM;
    r->x.w = arena_doubles(&r->arena, r->risk->dim);
    r->m.best = arena_doubles(&r->arena, r->risk->dim);
    r->x.arena = &r->arena;
    return r->arena.failed ? ERR_SYSTEM : OK;
}

enum status run_solver(struct run *r, const struct solver *solver)
{
    double set[SETTINGS];
    struct problem p = {.risk = r->risk, .reg = r->reg, .reg_p = r->reg_p, .lambda = r->lambda, .seed = 1, .set = set};

    for (int k = 0; k < SETTINGS; k++)
        set[k] = r->set ? r->set[k] : solver->setting[k].initial;
    if (!r->x.warm)
        problem_start(&p, r->x.w);
    return solver_run(solver, &p, &r->x, r->m.best, &r->arena, &r->m);
}

double run_primal(struct run *r, const struct examples *e, const struct risk_spec *spec)
{
    double offset[LOSS_CLASSES] = {spec->free_bias ? risk_bias(r->risk, r->m.best) : 0};
    bool scalars = spec->loss->task == TASK_ORDINAL || spec->loss->traits & LOSS_MARGIN;
    double R;

    if (spec->free_bias && spec->loss->traits & LOSS_SCORES)
        risk_scalars(r->risk, r->m.best, offset);
    for (size_t o = 0; o < spec_outputs(spec); o++)
        offset[o] *= spec->free_bias ? spec->bias : 0;
    R = scalars ? dense_risk_best(e, spec, 0, r->m.best) : dense_risk_offsets(e, spec, 0, r->m.best, offset);

    return R + r->lambda * r->reg->value(r->reg_p, r->risk->dim, r->m.best);
}

void run_free(struct run *r)
{
    arena_free(&r->arena);
    par_free(&r->par);
}

/* ---- single units ---------------------------------------------------------------------------- */

void unit_bench_open(struct unit_bench *b, struct examples *e, const struct loss_row *loss, enum bias_mode mode, size_t units)
{
    *b = (struct unit_bench){.e = e};
    examples_task(e, loss);
    b->spec = examples_spec(e, loss, loss->parameter.initial, mode, 2);
    b->risk = risk_of(&b->spec, &par_alone, &b->arena);
    ck_assert_ptr_nonnull(b->risk);
    b->risk->meter = &b->meter;
    b->n = b->risk->dim;
    b->k = spec_outputs(&b->spec);
    if (b->risk->traits & RISK_UNITS)
        b->scratch = arena_doubles(&b->arena, risk_unit_room(b->risk, units));
    snprintf(b->name, sizeof b->name, "%s, storage %d, bias %s", loss->name, (int)e->x.storage, bias_name[mode]);
}

void unit_bench_close(struct unit_bench *b)
{
    arena_free(&b->arena);
    examples_free(b->e);
}

struct bounds run_bounds(const struct examples *e, const struct risk_spec *spec, const char *reg, double lambda,
                         const char *engine, double tol, const char *name)
{
    double p[REG_PARAMETERS];
    const struct reg *row = reg_named(reg, p);
    struct bounds found;
    struct run r;

    ck_assert_int_eq(run_init(&r, spec, row, lambda, 1), OK);
    memcpy(r.reg_p, p, sizeof p);
    ck_assert(solver_admits(solver_find(engine), r.risk->traits, row));
    r.m.limits.relative = tol;
    r.m.limits.max_passes = tol > 1e-3 ? 100 : 100000;
    ck_assert_int_eq(run_solver(&r, solver_find(engine)), OK);
    found = (struct bounds){r.m.primal, r.m.dual};
    ck_assert_msg(tol > 1e-3 || r.m.verdict == CONVERGED, "%s by %s: %s, J %.12g, bound %.12g after %g passes", name, engine,
                  verdict_name(r.m.verdict), r.m.primal, r.m.dual, r.m.meter.passes);
    ck_assert_double_le(fabs(run_primal(&r, e, spec) - r.m.primal), 1e-10 * (1 + fabs(r.m.primal)));
    run_free(&r);
    return found;
}
