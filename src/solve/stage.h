/* stage - a run of one engine inside the run of another: from the best point and the dual point of
 * the last stage, with its own settings at their defaults, under a monitor that reports to that of
 * the run. */
#ifndef RRM_STAGE_H
#define RRM_STAGE_H

#include "solve/solver.h"

/* Runs the solver on p from the run's best point, if one is known, else from x->w, and from
 * x->alpha, up to the handover; its memory is freed then. *why is how the stage ended:
 * RUNNING never. Where OUT_OF_PASSES or STALLED is not the run's own end, another stage may follow.
 * ERR_SYSTEM: no memory. */
enum status stage_run(const struct solver *solver, const struct problem *p, struct point *x,
                      struct handover *handover, struct monitor *run, enum verdict *why);

#endif
