/* labelings - losses that are a maximum over the labels of a unit, a row or a group of rows:
 *     l_i(z) = max over y of l(y, y_i) + sum_t <z_t, e(y_t) - e(y_it)> + the same of transitions,
 * y_i the true labels. With k scores a row e(o) is the unit vector o; with one score e(o) = o, and
 * the labels are 0, 1. Transitions (own scores, S x S, from-major): e(y_(t-1), y_t), t >= 2. */
#ifndef RRM_LABELINGS_H
#define RRM_LABELINGS_H

#include "loss/loss.h"

struct labelings {
    /* y_it of row t */
    uint16_t (*truth)(const struct loss *g, int64_t t);
    /* l_i(z) of the unit of the rows [lo, hi); y (hi - lo) gets the labels, of equal maxima the
     * first. z begins at row lo; own: the own scores, if there are any. */
    double (*worst)(struct loss *g, int64_t lo, int64_t hi, const double *z, const double *own,
                    uint16_t *y);
    /* l(y, y_i) >= 0, 0 where y = y_i */
    double (*loss)(const struct loss *g, int64_t lo, int64_t hi, const uint16_t *y);
};

/* Of pointwise losses: the hinge, whose label 1 is y = +1; the multiclass hinge. Of sequences: the
 * maximum. */
extern const struct labelings labelings_margin, labelings_classes, labelings_chain;

#endif
