/* judge - how good a model is on rows that its training has not seen: what rrm-predict says of a
 * test file. */
#ifndef RRM_JUDGE_H
#define RRM_JUDGE_H

#include "base/par.h"
#include "model/model.h"
#include "task/figures.h"

/* The figures of the rows by the model; `probabilities`: those of the probabilities, which it then
 * has, too. `file` is where the rows come from. ERR_DATA: the prediction of a row overflows;
 * ERR_SYSTEM: no memory. */
enum status judge_rows(const struct model *model, const struct dataset *rows, const char *file,
                       bool probabilities, const struct par *par, struct figures *figures,
                       struct error *err);

/* ERR_USAGE, with the figures that can: the one that decides is not in the list. */
enum status judge_decides(const struct figures *list, enum figure_id decides, struct error *err);

#endif
