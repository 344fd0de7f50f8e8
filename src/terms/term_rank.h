/* term_rank - the terms that are kept, in the order of their numbers. */
#ifndef RRM_TERM_RANK_H
#define RRM_TERM_RANK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/term_table.h"

/* Which terms are kept: those of `least` lines or more, of these the first `most`. */
struct term_choice {
    uint32_t least, most;
};

/* The terms of t that are kept to `to`, which is empty: descending by their lines, then ascending
 * by their bytes. index[id]: 1 + the number there; it stays as it is, 0, for other terms. False: no
 * memory. */
bool term_rank(const struct term_table *t, struct term_choice choice, struct term_table *to,
               uint32_t *index);

#endif
