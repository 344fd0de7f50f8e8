/* hinge_template - max(0, MARGIN - yz), y = -1 or +1, the formula of every loss made of hinges.
 *
 * Parameter: MARGIN, 1 or 0, a macro of the includer; undefined at the end.
 * Defines value, slope, dual, step, quadratic, curvature and kinks, which kinked_template.h makes
 * the table `formula` of. Below, t = yz and a = -yu. No function uses p, the parameter of the loss.
 *
 * Cortes, Vapnik (Support-vector networks, Machine Learning 20, 1995); the dual step: Hsieh, Chang,
 * Lin, Keerthi, Sundararajan (ICML 2008). */
#include <math.h>

#include "loss/formula/clip.h"
#include "loss/loss.h"

/* max(0, MARGIN - t); NaN for NaN */
static inline double value(double p, double y, double z)
{
    double slack = MARGIN - y * z;

    (void)p;
    return slack <= 0 ? 0 : slack;
}

/* a = 1 if t < MARGIN, else 0 */
static inline double slope(double p, double y, double z)
{
    (void)p;
    return y * z < MARGIN ? -y : 0;
}

/* -a MARGIN on 0 <= a <= 1: the maximum of -at - max(0, MARGIN - t) is at t = MARGIN. */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    return a < 0 || a > 1 ? INFINITY : -a * MARGIN;
}

/* a+ = clip(a + (MARGIN - t)/q, 0, 1): 0 = -MARGIN + t + q (a+ - a). q = 0, an empty row: a+ is the
 * best a at the fixed t. y - y and y y are 0 and 1: constants would make branches of clip. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, slack = MARGIN - y * z;

    (void)p;
    if (q > 0)
        a = clip(a + slack / q, y - y, y * y);
    else if (slack != 0)
        a = slack > 0;
    return -y * a;
}

/* l*(u) = yu MARGIN, 0 <= -yu <= 1 */
static struct quadratic quadratic(double p)
{
    (void)p;
    return (struct quadratic){.centre = MARGIN, .lo = {0, -1}, .hi = {1, 0}};
}

/* 1/q on 0 < a < 1 */
static inline double curvature(double p, double y, double v, double q)
{
    double a = -y * v;

    (void)p;
    return ((a > 0) & (a < 1)) / q;
}

/* A kink at yz = MARGIN. y = +1: the slope is -1 below, 0 above; y = -1: 0 below, +1 above. */
static inline int kinks(double p, double y, double *first, struct kink kink[])
{
    (void)p;
    *first = y > 0 ? -1 : 0;
    kink[0] = (struct kink){y * MARGIN, 1};
    return 1;
}

#undef MARGIN
