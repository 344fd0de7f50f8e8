/* penalties - what files say of single features: factors of their penalty, bounds, groups. */
#ifndef RRM_PENALTIES_H
#define RRM_PENALTIES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/status.h"
#include "base/term_table.h"
#include "base/text.h"
#include "data/dataset.h"
#include "reg/reg.h"

/* A line of a file. */
enum penalty {
    PENALTY_FACTORS, /* FEATURE FACTOR */
    PENALTY_BOUNDS,  /* FEATURE LO HI, or FEATURE + for 0 inf, FEATURE - for -inf 0 */
    PENALTY_GROUPS,  /* FEATURE GROUP, a whole number */
    PENALTIES
};

/* How files call features that are not told by index alone. */
struct penalty_names {
    struct term_table table; /* without index: the words of the files, as they come, */
    const uint32_t *index;   /* else all names; that of name k, as the training file writes it;
                              * TERM_NONE: several features have the name */
};

/* A line that was read: the factor, the bounds or the group of a feature. */
struct penalty_line {
    uint32_t index; /* as the training file writes it, from 0 or from 1; of a word its number in
                     * the table until penalty_words */
    uint32_t name;  /* in the table; TERM_NONE: an index stands there */
    int64_t line;
    double number[2];
};

struct penalty_file {
    const char *name; /* NULL: not given */
    const struct penalty_names *names; /* NULL: features are told by index */
    struct penalty_line *each; /* ascending by index */
    size_t count;
};

/* Reads a file; blank lines and what stands behind a '#' are passed over. With names (NULL: none) a
 * feature is told by word or, where the names have indices, by name or else by index. The arena
 * holds what was read. ERR_DATA names file and line: a line that is none, a feature that comes
 * twice, a name that none or several have, a number outside of its range; ERR_SYSTEM: no such file,
 * no memory. */
enum status penalty_read(enum penalty what, const char *file, struct penalty_names *names,
                         struct penalty_file *out, struct arena *arena, struct error *err);

/* The words of the files get the indices of those of the data. ERR_DATA: these have no such. */
enum status penalty_words(struct penalty_file files[PENALTIES], const struct term_table *features,
                          struct error *err);

/* What messages call the feature of a line; returns text. */
const char *penalty_called(const struct penalty_file *file, const struct penalty_line *line,
                           char text[TEXT_QUOTE]);

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
