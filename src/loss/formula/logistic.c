/* logistic - l(z) = log(1 + exp(-yz)). Below, t = yz and a = -yu. */
#include <float.h>
#include <math.h>

static inline double value(double p, double y, double z)
{
    double t = y * z;

    (void)p;
    return t > 0 ? log1p(exp(-t)) : log1p(exp(t)) - t;
}

static inline double slope(double p, double y, double z)
{
    (void)p;
    return -y / (1 + exp(y * z));
}

/* a log a + (1 - a) log(1 - a) on 0 <= a <= 1, with 0 log 0 = 0 */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    if (a < 0 || a > 1)
        return INFINITY;
    return (a > 0 ? a * log(a) : 0) + (a < 1 ? (1 - a) * log1p(-a) : 0);
}

/* A move of theta by ROUNDINGS DBL_EPSILON (1 + |theta|) ends Newton's method. Where s is next to
 * 1, its rounding moves theta by about q DBL_EPSILON / (1 + q s (1 - s)), which may be more: then
 * all NEWTON_STEPS are made (seen at q >= 200 with a = 1). */
static const double ROUNDINGS = 4;
enum { NEWTON_STEPS = 100 };

/* Solves theta + t + q(s(theta) - a) = 0, s the logistic function, for the new a = s(theta):
 * Newton's method from theta = -t; where it leaves the bracket [-t - q(1 - a), -t + qa], on which
 * the increasing left side changes its sign, the bracket is halved. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, t = y * z, theta = -t, lo = -t - q * (1 - a), hi = -t + q * a, s = 0;

    (void)p;
    for (int k = 0; k < NEWTON_STEPS; k++) {
        double e = exp(-fabs(theta)), side = theta > 0 ? 1 / (1 + e) : e / (1 + e), residual, next;
        s = side;
        residual = theta + t + q * (s - a);
        if (residual > 0)
            hi = theta;
        else
            lo = theta;
        next = theta - residual / (1 + q * s * (1 - s));
        if (fabs(next - theta) <= ROUNDINGS * DBL_EPSILON * (1 + fabs(theta)))
            break;
        if (!(next > lo && next < hi))
            next = lo + (hi - lo) / 2;
        theta = next;
    }
    return -y * s;
}

#include "loss/formula/formula_template.h"

const struct loss_row loss_logistic = {
    .name = "logistic",
    .help = "log(1 + exp(-yz)), logistic regression",
    .task = TASK_BINARY,
    .traits = LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ | LOSS_PROBABILITY,
    .formula = &formula};
