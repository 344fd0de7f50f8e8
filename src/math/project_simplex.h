/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#ifndef RRM_PROJECT_SIMPLEX_H
#define RRM_PROJECT_SIMPLEX_H

#include <stddef.h>

/* p[0 .. n - 1], all finite, becomes the point of the simplex nearest to it; its sum is 1 within
 * rounding. Needs no memory and never fails; n = 0 does nothing. */
void project_simplex(size_t n, double *p);

#endif
