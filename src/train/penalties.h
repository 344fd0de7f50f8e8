/* penalties - what files say of single features: factors of their penalty, bounds, groups. */
#ifndef RRM_PENALTIES_H
#define RRM_PENALTIES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "data/dataset.h"
#include "reg/reg.h"

/* A line of a file. */
enum penalty {
    PENALTY_FACTORS, /* INDEX FACTOR */
    PENALTY_BOUNDS,  /* INDEX LO HI, or INDEX + for 0 inf, INDEX - for -inf 0 */
    PENALTY_GROUPS,  /* INDEX GROUP, a whole number */
    PENALTIES
};

/* A line that was read: the factor, the bounds or the group of a feature. */
struct penalty_line {
    uint32_t index; /* as the training file writes it, from 0 or from 1 */
    int64_t line;
    double number[2];
};

struct penalty_file {
    const char *name; /* NULL: not given */
    const struct penalty_line *each; /* ascending by index */
    size_t count;
};

/* Reads a file; blank lines and what stands behind a '#' are passed over. The arena holds what was
 * read. ERR_DATA names file and line: a line that is none, an index that comes twice, a number
 * outside of its range; ERR_SYSTEM: no such file, no memory. */
enum status penalty_read(enum penalty what, const char *file, struct penalty_file *out,
                         struct arena *arena, struct error *err);

/* Whether there is a factor of 0. ERR_DATA: of a feature without finite bounds. */
enum status penalty_frees(const struct penalty_file files[PENALTIES], const struct reg *reg,
                          const double *p, bool *frees, struct error *err);

/* ERR_DATA: an index outside of those of the data. */
enum status penalty_check(const struct penalty_file files[PENALTIES], const struct dataset *data,
                          struct error *err);

/* The weights of a problem: `outputs` for each column, that of a regularized bias behind those of
 * the data, then `own` more. */
struct penalty_shape {
    size_t columns, outputs, own;
};

/* The parameters p[REG_PARAMETERS] of a row with REG_COLUMNS, and behind them what the files say of
 * the weights. Those of a column share its numbers and its group. Those of no feature have the
 * factor 1, no bounds but those of all weights, and a group of their own. In the arena; NULL: no
 * memory. */
const double *penalty_describe(const struct penalty_file files[PENALTIES], const struct reg *reg,
                               const double *p, const struct dataset *data,
                               struct penalty_shape shape, struct arena *arena);

#endif
