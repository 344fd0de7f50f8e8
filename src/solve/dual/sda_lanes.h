/* sda_lanes - sequential dual ascent on several problems over one matrix, side by side. */
#ifndef RRM_SDA_LANES_H
#define RRM_SDA_LANES_H

#include "solve/solver.h"

enum { SDA_SHRINK }; /* the settings of sda */

/* Whether the problem can be a lane: one score a unit, w = v, no bias that is not regularized. */
bool sda_lanes_apply(const struct problem *p);

/* As run_lanes of struct solver. */
enum status sda_lanes_run(const struct lane *lane, size_t count, struct arena *arena);

#endif
