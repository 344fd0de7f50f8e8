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

/* Deals the rows out into `count` folds: in an order shuffled by the seed, the rows of each
 * class in turn, so that the folds have as many of it but for one (stratified: Kohavi, IJCAI
 * 1995). Memory comes from the arena. ERR_SYSTEM: no memory. */
enum status folds_deal(struct folds *folds, int count, const struct targets *targets, int64_t rows,
                       uint64_t seed, struct arena *arena, struct error *err);

/* How a run leaves a fold out: cost[rows] gets c_i m / m', m rows of which m' are outside of the
 * fold, for those outside, and 0 in it: 1/m' where all weigh the same. Returns m'. */
int64_t folds_leave_out(const struct folds *folds, int fold, const struct targets *targets,
                        int64_t rows, double *cost);

#endif
