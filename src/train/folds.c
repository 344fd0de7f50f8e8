/* folds - the rows dealt out into parts, each of which some run does not see. */
#include "train/folds.h"

#include "base/memory.h"
#include "data/segments.h"
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

enum status folds_without(const struct folds *folds, int fold, const struct dataset *data,
                          const struct targets *targets, struct dataset *rows,
                          struct targets *out, struct arena *arena, struct error *err)
{
    enum status status = segments_without(data, folds->of, fold, rows, err);
    double scale;
    int64_t k = 0;

    if (status != OK)
        return status;
    *out = *targets;
    out->y = arena_doubles(arena, (size_t)rows->x.rows);
    out->cost = targets->cost ? arena_doubles(arena, (size_t)rows->x.rows) : NULL;
    if (arena->failed) {
        dataset_free(rows);
        return fail_memory(err, "the examples");
    }
    scale = (double)data->x.rows / (double)rows->x.rows;
    for (int64_t i = 0; i < data->x.rows; i++)
        if (folds->of[i] != fold) {
            out->y[k] = targets->y[i];
            if (out->cost)
                out->cost[k] = targets->cost[i] * scale;
            k++;
        }
    return OK;
}
