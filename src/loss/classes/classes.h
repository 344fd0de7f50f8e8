/* classes - slopes of losses of k scores: u = p - e_y, p >= 0 and sum_o p_o = 1, so that sum_o u_o
 * = 0. */
#ifndef RRM_LOSS_CLASSES_H
#define RRM_LOSS_CLASSES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "math/vec.h"

/* |sum_o u_o| of a dual point. Rounding of k <= LOSS_CLASSES = 4096 numbers with sum |u_o| <= 2
 * makes 4096 DBL_EPSILON = 1e-12 at most; dual points that were moved or scaled may have collected
 * more. No record tells why just a thousand times as much. */
static const double SUM_ERROR = 1e-9;

/* p, on the simplex within rounding, becomes u = p - e_y with u_y = -(sum of the others): p_y - 1
 * would cancel where p_y is nearly 1. */
static inline void classes_slope(size_t k, double y, double *p)
{
    size_t own = (size_t)y;
    double others;

    p[own] = 0;
    others = vec_sum(k, p);
    p[own] = others > 1 ? -1 : -others;
}

/* Is u + e_y on the simplex, its sum within SUM_ERROR? */
static inline bool classes_feasible(size_t k, double y, const double *u)
{
    size_t own = (size_t)y, negative = 0;

    for (size_t o = 0; o < k; o++)
        negative += u[o] < 0;
    return negative == (u[own] < 0) && u[own] >= -1 && fabs(vec_sum(k, u)) <= SUM_ERROR;
}

#endif
