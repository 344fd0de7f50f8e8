/* logistic - l(z) = log(1 + exp(-yz)): logistic regression. Below, t = yz and a = -yu.
 *
 * The dual step: Yu, Huang, Lin (Dual coordinate descent methods for logistic regression and
 * maximum entropy models, Machine Learning 85, 2011). */
#include <float.h>
#include <math.h>

/* Newton's method ends at a move of theta by ROUNDINGS DBL_EPSILON (1 + |theta|), or after
 * NEWTON_STEPS moves. All of these are made
 *   - where sigma(theta) is next to 1 and q large: rounding of q (sigma(theta) - a) moves theta by
 *     more; the error of a+ stays near DBL_EPSILON;
 *   - where moves alternate inside of the bracket, as for t = 7.1, a = 0.88, q = 12.9: then a+ is
 *     not exact (2 in 1e4 random t, a and 1 <= q <= 1e4), but each a+ in [0, 1] is a dual point. */
static const double ROUNDINGS = 4;
enum { NEWTON_STEPS = 100 };

/* log(1 + exp(-t)) = log(1 + exp(t)) - t: no exponential overflows. */
static inline double value(double p, double y, double z)
{
    double t = y * z;

    (void)p;
    return t > 0 ? log1p(exp(-t)) : log1p(exp(t)) - t;
}

/* a = 1/(1 + exp(t)) */
static inline double slope(double p, double y, double z)
{
    (void)p;
    return -y / (1 + exp(y * z));
}

/* a log a + (1 - a) log(1 - a) on 0 <= a <= 1, with 0 log 0 = 0: the maximum of -at - l is at
 * t = log((1 - a)/a). */
static inline double dual(double p, double y, double u)
{
    double a = -y * u;

    (void)p;
    if (a < 0 || a > 1)
        return INFINITY;
    return (a > 0 ? a * log(a) : 0) + (a < 1 ? (1 - a) * log1p(-a) : 0);
}

/* a+ = sigma(theta) = 1/(1 + exp(-theta)) with 0 = f(theta) = theta + t + q (sigma(theta) - a): the
 * derivative of l* is theta at sigma(theta). Newton's method from theta = -t, inside the bracket
 * [-t - q (1 - a), -t + qa], on which the increasing f changes its sign, or halfway into it. */
static inline double step(double p, double y, double z, double u, double q)
{
    double a = -y * u, t = y * z, theta = -t, lo = -t - q * (1 - a), hi = -t + q * a, s = 0;

    (void)p;
    for (int k = 0; k < NEWTON_STEPS; k++) {
        double e = exp(-fabs(theta)), residual, next;
        s = theta > 0 ? 1 / (1 + e) : e / (1 + e); /* sigma(theta): no exponential overflows */
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
