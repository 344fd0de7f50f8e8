/* solver - the table of the engines. */
#include "solve/solver.h"

#include <string.h>

#include "base/text.h"
#include "math/vec.h"
#include "risk/dual.h"
#include "risk/image.h"
#include "risk/lanes.h"

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
    unsigned needs = solver->risk_needs | (reg->traits & REG_QUADRATIC ? 0 : solver->kinked_needs);

    return risk_traits != 0 && (needs & ~risk_traits) == 0 &&
           (solver->reg_needs & ~reg->traits) == 0 &&
           (risk_traits & RISK_BOUNDED || reg->traits & REG_STRONG);
}

void solver_list(unsigned risk_traits, const struct reg *reg, char *text, size_t size)
{
    for (size_t i = 0; solver_at(i); i++)
        if (solver_admits(solver_at(i), risk_traits, reg))
            text_list(text, size, ", ", "", solver_at(i)->name);
}

bool point_has_dual(const struct point *x, const struct risk *risk)
{
    return x->alpha && vec_nonzeros(risk->dual_size, x->alpha) > 0;
}

void point_plane(const struct point *x, const struct risk *risk, double *a, double *b)
{
    *b = risk_plane(risk, x->alpha, a);
}

void point_image(const struct point *x, const struct risk *risk, double *z)
{
    if (x->z)
        vec_copy(risk->image, x->z, z);
    else
        risk_apply(risk, x->w, z);
}

/* The settings of a stage, at their defaults. */
static void set_defaults(const struct solver *solver, double set[SETTINGS])
{
    for (int k = 0; k < SETTINGS; k++)
        set[k] = solver->setting[k].initial;
}

struct stage {
    struct monitor m;
    struct problem p; /* with the settings of the stage */
};

/* A stage starts at the best point of its run. */
static void stage_begin(struct stage *s, const struct solver *solver, const struct lane *run,
                        const double *set, struct handover *handover)
{
    s->m = monitor_enter(run->m, solver->name, handover);
    s->p = *run->p;
    s->p.set = set;
    if (monitor_best(run->m))
        vec_copy(run->p->risk->dim, monitor_best(run->m), run->x->w);
}

static enum verdict stage_end(struct stage *s, struct point *x)
{
    x->z = NULL; /* A w of another w */
    return monitor_leave(&s->m);
}

enum status solver_stage(const struct solver *solver, const struct problem *p, struct point *x,
                         struct handover *handover, struct monitor *run, enum verdict *why)
{
    const struct lane lane = {p, x, run};
    struct stage stage;
    struct arena arena = {0};
    double set[SETTINGS];
    enum status status;

    set_defaults(solver, set);
    stage_begin(&stage, solver, &lane, set, handover);
    status = solver->run(&stage.p, x, &arena, &stage.m);
    arena_free(&arena);
    *why = stage_end(&stage, x);
    return status;
}

enum status solver_stage_lanes(const struct solver *solver, const struct lane *lane, size_t count,
                               struct handover *handover, enum verdict *why)
{
    struct stage stage[LANES];
    struct lane on[LANES] = {{.p = NULL}};
    struct arena arena = {0};
    double set[SETTINGS];
    enum status status;

    set_defaults(solver, set);
    for (size_t k = 0; k < count; k++) {
        stage_begin(&stage[k], solver, &lane[k], set, &handover[k]);
        on[k] = (struct lane){&stage[k].p, lane[k].x, &stage[k].m};
    }
    status = solver->run_lanes(on, count, &arena);
    arena_free(&arena);
    for (size_t k = 0; k < count; k++)
        why[k] = stage_end(&stage[k], lane[k].x);
    return status;
}
