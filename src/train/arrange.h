/* arrange - what a run minimises over: the examples, each once, in an order that is quick. */
#ifndef RRM_ARRANGE_H
#define RRM_ARRANGE_H

#include "data/csr.h"
#include "task/task.h"
#include "train/recipe.h"

/* The rows of x with their targets. Where the loss and the engine allow it and it pays, they become
 * the distinct ones (data/distinct.h), with targets->ova by their classes; where that pays, they
 * are put in another order (data/by_length.h). The start and end of *x are then new arrays in the
 * arena, and so are y and cost of *targets if the old ones are to `stay`; else these change. What
 * each row was is lost. ERR_SYSTEM: no memory. */
enum status arrange_rows(const struct recipe *recipe, bool stay, struct csr *x,
                         struct targets *targets, struct arena *arena, struct error *err);

#endif
