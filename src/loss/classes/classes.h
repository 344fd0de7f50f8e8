/* classes - slopes of losses of several classes: u = p - e_y with p on the simplex, so that their sum is 0. */
#ifndef RRM_CLASSES_H
#define RRM_CLASSES_H

#include <math.h>
#include <stddef.h>

/* p, on the simplex but for rounding, becomes p - e_y; the sum is 0 as exactly as can be, also if p_y is nearly 1. */
static inline void classes_slope(size_t k, double y, double *p)
{
    size_t own = (size_t)y;
    double others = 0;

    for (size_t o = 0; o < k; o++)
        others += o == own ? 0 : p[o];
    p[own] = others > 1 ? -1 : -others;
}

/* True if u + e_y is on the simplex; its sum may miss 1 by what rounding does. */
static inline int classes_feasible(size_t k, double y, const double *u)
{
    double sum = 0, least = 1 + u[(size_t)y];

    for (size_t o = 0; o < k; o++) {
        sum += u[o];
        if (o != (size_t)y && u[o] < least)
            least = u[o];
    }
    return least >= 0 && fabs(sum) <= 1e-9;
}

#endif
