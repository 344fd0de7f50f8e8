/* auto - engines that complement each other: where one is slow, another is fast.
 *
 * First sequential dual ascent, where risk and regularizer admit it, for a number of passes, in
 * which it solves most problems. What it has not solved by then (a large C on narrow data) another
 * engine takes over, from the best point and the dual point: the optimised cutting planes; but
 * accelerated gradients for a smooth risk of wide data where the master problem over planes is no
 * quadratic program, and costs products of the width. */
#include <math.h>

#include "solve/master.h"
#include "solve/stage.h"

extern const struct solver solver_sda, solver_linesearch_ocas, solver_agm;

/* Passes for dual ascent: SDA_PASSES max(1, dim/WIDE), for the time and memory of planes grow with
 * dim. For several scores a unit and a loss with kinks the 1 becomes SEVERAL, for there a search
 * along a line costs as much as many passes. Found by trial on a9a, w8a, ijcnn1, kdd99 and a text
 * set, C from 0.01 to 100, and on three sets of several classes; the choice between planes and
 * gradients on the same sets with |w|_1. */
enum { SDA_PASSES = 20, WIDE = 1000, SEVERAL = 8 };

static double ascent_passes(const struct risk *risk)
{
    double width = (double)risk->dim / WIDE, several;

    several = risk->dual_size > risk->units && !(risk->traits & RISK_SMOOTH) ? SEVERAL : 1;
    return SDA_PASSES * fmax(several, width);
}

static enum status run(const struct problem *p, struct point *x, struct arena *arena,
                       struct monitor *m)
{
    bool gradients =
        p->risk->dim > WIDE && p->risk->traits & RISK_SMOOTH && !master_is_quadratic(p->reg);
    enum verdict why;
    enum status status;

    if (solver_admits(&solver_sda, p->risk->traits, p->reg)) {
        status = stage_run(&solver_sda, p, x, ascent_passes(p->risk), arena, m, &why);
        if (status != OK || (why != OUT_OF_PASSES && why != STALLED) || monitor_hurries(m))
            return status;
    }
    return stage_run(gradients ? &solver_agm : &solver_linesearch_ocas, p, x, INFINITY, arena, m,
                     &why);
}

const struct solver solver_auto = {
    .name = "auto",
    .help = "sda for some passes, then linesearch:ocas or agm from where that stands",
    .risk_needs = RISK_IMAGE,
    .max_passes = 100000,
    .run = run};
