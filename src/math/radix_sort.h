/* radix_sort - doubles in ascending order, in linear time. */
#ifndef RRM_RADIX_SORT_H
#define RRM_RADIX_SORT_H

#include <stddef.h>

/* x[n] ascending, -0 before 0, no NaN; spare[n] is overwritten. */
void radix_sort(size_t n, double *x, double *spare);

#endif
