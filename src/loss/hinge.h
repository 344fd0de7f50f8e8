/* hinge - the formulas of max(0, 1 - yz), for every loss that is made of it. Below, t = yz and a = -yu. */
#ifndef RRM_HINGE_H
#define RRM_HINGE_H

#include <math.h>

#include "loss/clip.h"
#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return y * z >= 1 ? 0 : 1 - y * z; /* NaN stays NaN */
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return y * z < 1 ? -y : 0;
}

/* -a on 0 <= a <= 1 */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    return a < 0 || a > 1 ? INFINITY : -a;
}

/* a+ = clip(a + (1 - t)/q); q = 0 (an empty row): the best a at this t. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, slack = 1 - y * z;

    (void)p;
    if (q > 0)
        a = clip(a + slack / q, 0, 1);
    else if (slack != 0)
        a = slack > 0;
    return -y * a;
}

static inline int kinks(double p, double y, double *first, struct kink kink[])
{
    (void)p;
    *first = y > 0 ? -1 : 0;
    kink[0] = (struct kink){y, 1};
    return 1;
}

#endif
