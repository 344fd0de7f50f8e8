/* classes - slopes of losses of several classes: u = p - e_y with p on the simplex, sum u = 0. */
#ifndef RRM_CLASSES_H
#define RRM_CLASSES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* p, on the simplex within rounding, becomes u = p - e_y. u_y is minus the sum of the others, not
 * p_y - 1, which cancels where p_y is nearly 1. */
static inline void classes_slope(size_t k, double y, double *p)
{
    size_t own = (size_t)y;
    double others = 0;

    for (size_t o = 0; o < k; o++)
        others += o == own ? 0 : p[o];
    p[own] = others > 1 ? -1 : -others;
}

/* A sum of k <= 4096 slopes of size at most 1 has a rounding error of at most 4096 DBL_EPSILON =
 * 1e-12; models and dual points that were read or moved may have collected more. */
static const double SUM_ERROR = 1e-9;

/* True if u + e_y is on the simplex within SUM_ERROR. */
static inline bool classes_feasible(size_t k, double y, const double *u)
{
    double sum = 0, least = 1 + u[(size_t)y];

    for (size_t o = 0; o < k; o++) {
        sum += u[o];
        if (o != (size_t)y && u[o] < least)
            least = u[o];
    }
    return least >= 0 && fabs(sum) <= SUM_ERROR;
}

#endif
