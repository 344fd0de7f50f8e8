/* simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#ifndef RRM_SIMPLEX_H
#define RRM_SIMPLEX_H

#include <stddef.h>

/* p becomes the nearest point of the simplex; its sum is 1 but for rounding. p is finite; n = 0 does nothing. */
void simplex_project(size_t n, double *p);

#endif
