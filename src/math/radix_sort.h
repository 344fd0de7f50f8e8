/* radix_sort - doubles, and rows by doubles, in order, in linear time. */
#ifndef RRM_RADIX_SORT_H
#define RRM_RADIX_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "base/par.h"

/* x[n] ascending, -0 before 0, no NaN; spare[n] is overwritten. */
void radix_sort(size_t n, double *x, double *spare);

struct keyed {
    double key;
    int64_t row;
};

/* item[n] descending by key, -0 behind 0, no NaN; equal keys stay in the order that they had.
 * n <= KEYED_MOST; spare[2 n] is overwritten. On the threads of par. */
#define KEYED_MOST (INT64_C(1) << 31)
void radix_sort_keyed(const struct par *par, size_t n, struct keyed *item, uint64_t *spare);

#endif
