/* project_simplex - Euclidean projection onto the simplex {p >= 0, sum p = 1}. */
#ifndef RRM_PROJECT_SIMPLEX_H
#define RRM_PROJECT_SIMPLEX_H

#include <stddef.h>
#include <stdint.h>

/* p[0 .. n - 1], all finite, becomes the point of the simplex nearest to it; its sum is 1 within
 * rounding. list (n) gets the j with p_j > 0, ascending; returns how many. n < 2^32; n = 0 does
 * nothing. */
size_t project_simplex(size_t n, double *p, uint32_t *list);

#endif
