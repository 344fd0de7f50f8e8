/* active_set - the units that an engine of dual steps visits, and in which order.
 *
 * Shrinking: a unit whose steps change nothing leaves; who evaluates all scores adds the units
 * whose step would change alpha (risk_reactivate). Hsieh et al. (ICML 2008, section 3.2) drop units
 * by their projected gradient until the end, then visit all. */
#ifndef RRM_ACTIVE_SET_H
#define RRM_ACTIVE_SET_H

#include "base/arena.h"
#include "math/rng.h"
#include "solve/problem.h"

/* Which units are visited, and in which order: the permutation of an epoch is made as it is needed,
 * so that a part of it is held. */
struct active_set {
    size_t units, chunk; /* chunk: so many units are handed out at a time */
    uint32_t *active;    /* unit_words(units): bit i % UNIT_BITS of word i / UNIT_BITS */
    int64_t *block;      /* numbers of the blocks with active units, in a random order */
    size_t blocks, next; /* next: place in `block` of the first block that was not looked at */
    unsigned char *moved; /* chunk: by place in order: the step changed alpha_i */
    unsigned char *visits; /* units: in an epoch; NULL: one each */
    double *sqnorm;        /* units: |x_i|^2 */
    int64_t *order;       /* units that follow in the permutation: */
    size_t visited;       /* those that are visited now, */
    size_t mixed, count;  /* the end of the last window, and of those of which none was made */
    unsigned char *idle;  /* units: steps in a row without change */
    int patience;         /* idle steps a visit that a unit may have and stay */
    bool shrinks, several; /* several: scores a unit */
    struct rng rng;
};

/* All units are active; they leave only if `shrinks`. Asks the arena for memory. */
void active_init(struct active_set *s, const struct problem *p, bool shrinks, struct arena *arena);

/* No unit is active, until the caller adds some. */
void active_empty(struct active_set *s);

/* A new permutation of the active units begins, after so many evaluations of the gap. */
void active_begin(struct active_set *s, int evaluations);

/* The next units of the permutation: order[0 .. visited - 1]. False: there are none. */
bool active_next(struct active_set *s);

/* After the steps on these: units that did not move, again and again, leave; one that a later visit
 * moves is back. */
void active_shrink(struct active_set *s);

#endif
