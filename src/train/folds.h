/* folds - the rows that a run sees: all but those of a part, each once, in a quick order. */
#ifndef RRM_FOLDS_H
#define RRM_FOLDS_H

#include <stdint.h>

#include "base/arena.h"
#include "task/task.h"
#include "train/recipe.h"

struct folds {
    int count;
    int *of;      /* rows: the fold that leaves row i out; -1: none does */
    bool forward; /* a fold leaves out the rows of all folds behind it, too */
};

/* Deals the rows out into `count` folds: in an order shuffled by the seed, the rows of each
 * class in turn, so that the folds have as many of it but for one (stratified: Kohavi, IJCAI
 * 1995). The first row of class k goes to fold k mod count; if `even`, each class goes on behind
 * the fold where the one before ended, so that all folds have as many rows but for one. Memory
 * comes from the arena. ERR_SYSTEM: no memory. */
enum status folds_deal(struct folds *folds, int count, bool even, const struct targets *targets,
                       int64_t rows, uint64_t seed, struct arena *arena, struct error *err);

/* Deals whole queries out, in an order shuffled by the seed: rows with the same qid are in one
 * fold, those without one too. *queries: how many there are. The rest as in folds_deal. */
enum status folds_deal_queries(struct folds *folds, int count, const struct dataset *data,
                               uint64_t seed, int64_t *queries, struct arena *arena,
                               struct error *err);

/* Cuts the rows, in their order, into count + 1 blocks, as many rows in each but for one, of which
 * the first is in no fold: each fold is judged by what came before it. count < rows. */
enum status folds_forward(struct folds *folds, int count, int64_t rows, struct arena *arena,
                          struct error *err);

/* *queries = how many queries have rows in two folds, or in one and in none. ERR_SYSTEM: no
 * memory. */
enum status folds_split_queries(const struct folds *folds, const struct dataset *data,
                                int64_t *queries, struct error *err);

/* What a run that leaves a fold out trains on: `rows` is a view of all rows but those of the
 * fold, free it with dataset_free; `out` holds their targets, the weights c_i times m / m', m'
 * of the m rows, or of their weight, being left: they are 1 / m' where all weigh the same. The
 * memory of the targets comes from the arena. ERR_SYSTEM: no memory; rows is then empty. */
enum status folds_without(const struct folds *folds, int fold, const struct dataset *data,
                          const struct targets *targets, struct dataset *rows,
                          struct targets *out, struct arena *arena, struct error *err);

/* The rows of x with their targets. Where the loss and the engine allow it and it pays, they become
 * the distinct ones (data/rows/distinct.h), with targets->ova by their classes; where that pays,
 * they are put in another order (data/rows/by_length.h). What each row was is lost. Arrays come
 * from the arena. y and cost of *targets change in place, or are copies if they are to `stay`.
 * ERR_SYSTEM: no memory. */
enum status arrange_rows(const struct recipe *recipe, bool stay, struct csr *x,
                         struct targets *targets, struct arena *arena, struct error *err);

#endif
