/* folds - the rows dealt out into parts, each of which some run does not see. */
#ifndef RRM_FOLDS_H
#define RRM_FOLDS_H

#include <stdint.h>

#include "base/arena.h"
#include "task/task.h"

struct folds {
    int count;
    int *of; /* rows: the fold that leaves row i out */
};

/* Deals the rows out into `count` folds, at random by the seed, those of each class evenly. Memory
 * comes from the arena. ERR_SYSTEM: no memory. */
enum status folds_deal(struct folds *folds, int count, const struct targets *targets, int64_t rows,
                       uint64_t seed, struct arena *arena, struct error *err);

/* cost[rows] gets the weights of the rows outside of a fold, times rows / (rows outside), so that
 * they sum to 1 again if all weigh the same, and 0 in it; returns how many rows are outside. */
int64_t folds_leave_out(const struct folds *folds, int fold, const struct targets *targets,
                        int64_t rows, double *cost);

#endif
