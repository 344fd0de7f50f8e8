/* sda_lanes - sequential dual ascent on several problems over one matrix, side by side. */
#ifndef RRM_SDA_LANES_H
#define RRM_SDA_LANES_H

#include "solve/dual/gauge.h"

enum { SDA_SHRINK }; /* the settings of sda */

/* Whether the problem can be a lane: one score a unit, w = v, no bias that is not regularized. */
bool sda_lanes_apply(const struct problem *p);

/* Where lanes leave a run. */
struct lane_left {
    bool on;                /* it has yet to go on, from its dual point */
    const uint32_t *active; /* unit_words: the units whose step would change alpha, if units leave
                             * the active set at all */
    int32_t epoch;          /* of the looks */
    struct looks looks;
};

/* As run_lanes of struct solver, while that is quicker than a run of each: left has `count`
 * members, its sets in the arena. */
enum status sda_lanes_run(const struct lane *lane, size_t count, struct arena *arena,
                          struct lane_left *left);

#endif
