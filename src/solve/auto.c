/* auto - engines that complement each other: where one is slow, another is fast.
 *
 * Sequential dual ascent, where it can, for a number of passes, in which it solves most problems; what it has not
 * solved by then (a large C on narrow data) another one takes over, from its primal and its dual point: the optimised
 * cutting planes; but accelerated gradients for a smooth risk of wide data with another regularizer than |w|^2/2, under
 * which a master problem of the planes is no small quadratic program. */
#include <math.h>

#include "math/vec.h"
#include "solve/master.h"
#include "solve/solver.h"

extern const struct solver solver_sda, solver_linesearch_ocas, solver_agm;

/* So many passes for dual ascent. Planes cost time and memory by their width: the wider the data, the later they take
 * over; and later with several outputs of a loss with kinks, where a search along a line costs as much as many passes.
 * Found by trial on a9a, w8a, ijcnn1, kdd99 and a text set, C from 0.01 to 100, and on three sets of several classes;
 * the choice between planes and gradients on the same sets with |w|_1. */
enum { SDA_PASSES = 20, WIDE = 1000, SEVERAL = 8 };

static double ascent_passes(const struct risk *risk)
{
    double width = (double)risk->dim / WIDE, several = risk->dual_size > risk->units && !(risk->traits & RISK_SMOOTH) ? SEVERAL : 1;

    return SDA_PASSES * fmax(several, width);
}

static enum status run_part(const struct solver *solver, const struct problem *p, struct point *x, struct arena *arena,
                            struct monitor *m)
{
    double set[SETTINGS];
    struct problem part = *p;

    for (int k = 0; k < SETTINGS; k++)
        set[k] = solver->setting[k].initial;
    part.set = set;
    m->engine = solver->name;
    m->still = 0;
    return solver->run(&part, x, arena, m);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena, struct monitor *m)
{
    double limit = m->max_passes;
    int gradients = p->risk->dim > WIDE && p->risk->traits & RISK_SMOOTH && !master_is_quadratic(p->reg);
    enum status status;

    if (solver_admits(&solver_sda, p->risk->traits, p->reg)) {
        m->max_passes = fmin(limit, m->meter.passes + ascent_passes(p->risk));
        status = run_part(&solver_sda, p, x, arena, m);
        m->max_passes = limit;
        if (status != OK || (m->verdict != OUT_OF_PASSES && m->verdict != STALLED) || m->meter.passes >= limit)
            return status;
        m->verdict = RUNNING;
        if (isfinite(m->primal)) /* dual ascent may be far off there still */
            vec_copy(p->risk->dim, m->best, x->w);
    }
    return run_part(gradients ? &solver_agm : &solver_linesearch_ocas, p, x, arena, m);
}

const struct solver solver_auto = {
    .name = "auto",
    .help = "sda for some passes, then linesearch:ocas or agm from where that stands",
    .risk_needs = RISK_IMAGE,
    .max_passes = 100000,
    .run = run};
