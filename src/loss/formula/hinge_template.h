/* hinge_template - the formulas of max(0, MARGIN - yz), for every loss that is made of it. Below, t
 * = yz and a = -yu.
 *
 * Parameter: MARGIN, 1 or 0, which the includer defines. */
#ifndef RRM_HINGE_H
#define RRM_HINGE_H

#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

static inline double value(double p, double y, double z)
{
    (void)p;
    return y * z >= MARGIN ? 0 : MARGIN - y * z; /* NaN stays NaN */
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return y * z < MARGIN ? -y : 0;
}

/* -a MARGIN on 0 <= a <= 1 */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    return a < 0 || a > 1 ? INFINITY : -a * MARGIN;
}

/* a+ = clip(a + (MARGIN - t)/q); q = 0 (an empty row): the best a at this t. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, slack = MARGIN - y * z;

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
    kink[0] = (struct kink){y * MARGIN, 1};
    return 1;
}

#undef MARGIN

#endif
