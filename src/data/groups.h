/* groups - the queries or sequences of a data set: consecutive rows of one qid. */
#ifndef RRM_GROUPS_H
#define RRM_GROUPS_H

#include "base/arena.h"
#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"

/* *out: the groups of the rows, in memory of the arena; `file` is where the data come from.
 * Rows that weigh make the groups weigh: those of one have one weight. ERR_DATA names the line of a
 * row of another one, of a row without qid, of a qid that returns after another came between;
 * ERR_SYSTEM: no memory. */
enum status groups_of(const struct dataset *data, const char *file, struct groups *out,
                      struct arena *arena, struct error *err);

#endif
