/* arrange - what a run minimises over: the examples, each once, in an order that is quick. */
#ifndef RRM_ARRANGE_H
#define RRM_ARRANGE_H

#include "data/dataset.h"
#include "task/task.h"
#include "train/recipe.h"

/* The rows of x with their targets. Where the loss and the engine allow it and it pays, they become
 * the distinct ones (data/rows/distinct.h), with targets->ova by their classes; where that pays,
 * they are put in another order (data/rows/by_length.h). What each row was is lost. Arrays come
 * from the arena. y and cost of *targets change in place, or are copies if they are to `stay`.
 * ERR_SYSTEM: no memory. */
enum status arrange_rows(const struct recipe *recipe, bool stay, struct csr *x,
                         struct targets *targets, struct arena *arena, struct error *err);

#endif
