/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#ifndef RRM_PROJECT_SIMPLEX_H
#define RRM_PROJECT_SIMPLEX_H

#include <stddef.h>

/* p becomes the nearest point of the simplex; its sum is 1 but for rounding. p is finite; n = 0 does nothing. */
void project_simplex(size_t n, double *p);

#endif
