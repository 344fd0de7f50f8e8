/* stage - a run of one engine inside the run of another. */
#include "solve/stage.h"

#include "math/vec.h"

enum status stage_run(const struct solver *solver, const struct problem *p, struct point *x,
                      struct handover *handover, struct monitor *run, enum verdict *why)
{
    struct monitor m = monitor_enter(run, solver->name, handover);
    struct problem part = *p;
    struct arena arena = {0};
    double set[SETTINGS];
    enum status status;

    for (int k = 0; k < SETTINGS; k++)
        set[k] = solver->setting[k].initial;
    part.set = set;
    if (monitor_best(run))
        vec_copy(p->risk->dim, monitor_best(run), x->w);
    status = solver->run(&part, x, &arena, &m);
    x->z = NULL; /* A w of another w */
    arena_free(&arena);
    *why = monitor_leave(&m);
    return status;
}
