/* sides - the scores of the examples of two labels in order: what losses of all scores compare. */
#ifndef RRM_SIDES_H
#define RRM_SIDES_H

#include <stdbool.h>

#include "loss/loss.h"
#include "math/radix_sort.h"

/* Side 0 has the examples of y = +1, side 1 those of y = -1. */
enum { SIDES = 2 };

struct sides {
    const struct par *par;
    const double *y;           /* rows */
    int64_t rows, count[SIDES];
    struct keyed *item[SIDES]; /* count */
    uint64_t *spare;           /* twice the greater count */
};

/* The sides of spec->y, which must outlive them, as par. ERR_DATA: a label has more than KEYED_MOST
 * examples. */
enum status sides_init(struct sides *s, const struct loss_spec *spec, const struct par *par,
                       struct arena *arena, struct error *err);

/* item[k] = the rows of side k, the key of row i factor[k] z_i + shift[k]: descending, equal keys
 * in the order of their rows. False: a score is not finite, and the items have no order. */
bool sides_sort(struct sides *s, const double *z, const double factor[SIDES],
                const double shift[SIDES]);

#endif
