/* folds - the rows dealt out into parts, each of which some run does not see. */
#include "train/folds.h"

#include "base/memory.h"
#include "math/rng.h"

/* order: the rows, shuffled; next[k] - k: how many rows of class k are dealt. Small classes
 * begin in different folds. */
static void deal(struct folds *folds, const struct targets *targets, int64_t rows, uint64_t seed,
                 int64_t *order, int64_t *next)
{
    struct rng rng;

    for (int64_t i = 0; i < rows; i++)
        order[i] = i;
    for (int k = 0; k < targets->classes; k++)
        next[k] = k;
    rng_seed(&rng, seed);
    rng_shuffle(&rng, (size_t)rows, order);
    for (int64_t i = 0; i < rows; i++)
        folds->of[order[i]] =
            (int)(next[targets_class(targets, order[i])]++ % folds->count);
}

enum status folds_deal(struct folds *folds, int count, const struct targets *targets, int64_t rows,
                       uint64_t seed, struct arena *arena, struct error *err)
{
    size_t groups = targets->classes > 0 ? (size_t)targets->classes : 1;
    int64_t *order = mem_alloc((size_t)rows, sizeof *order);
    int64_t *next = mem_alloc(groups, sizeof *next);

    *folds = (struct folds){count, arena_get(arena, (size_t)rows, sizeof *folds->of)};
    if (order && next && folds->of)
        deal(folds, targets, rows, seed, order, next);
    mem_free(order);
    mem_free(next);
    return order && next && folds->of ? OK : fail_memory(err, "the folds");
}

int64_t folds_leave_out(const struct folds *folds, int fold, const struct targets *targets,
                        int64_t rows, double *cost)
{
    int64_t outside = 0;
    double scale;

    for (int64_t i = 0; i < rows; i++)
        outside += folds->of[i] != fold;
    scale = (double)rows / (double)outside;
    for (int64_t i = 0; i < rows; i++)
        cost[i] = folds->of[i] != fold ? targets->cost[i] * scale : 0;
    return outside;
}
