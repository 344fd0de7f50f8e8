/* logistic - l(z) = log(1 + exp(-yz)): logistic regression. Below, t = yz and a = -yu.
 *
 * The dual step: Yu, Huang, Lin (Dual coordinate descent methods for logistic regression and
 * maximum entropy models, Machine Learning 85, 2011). */
#include <math.h>

#include "loss/formula.h"
#include "math/exponentials.h"
#include "math/logarithm.h"
#include "math/vec.h"

/* From |h| = CLOSE on, Newton's moves h of theta are corrected to fourth order. A move of at most
 * LAST leaves an error of the order of h^4, as the series of sigma to the third order does. For 3e5
 * random t, a and q, 1e-4 <= q <= 1e16, 2.8 moves on average and 34 at most left an error of a+ of
 * 6e-15 at most, against bisection in long double. */
static const double CLOSE = 0.5, LAST = 1e-3;
enum { NEWTON_STEPS = 100 };

/* Of Taylor's series: factors, for a division would wait. */
static const double THIRD = 1. / 3, SIXTH = 1. / 6;

/* a = 1/(1 + exp(t)) = e/(1 + e) where t > 0, else 1/(1 + e) */
static inline double slope(struct parameter p, double y, double z)
{
    double t = y * z, e = exponential(-fabs(t));

    (void)p;
    return -y * ((t > 0 ? e : 1) / (1 + e));
}

/* a log a + (1 - a) log(1 - a) on 0 <= a <= 1, with 0 log 0 = 0: the maximum of -at - l is at
 * t = log((1 - a)/a). Of the smaller one of a and 1 - a, which is exact where it is 1 - a. */
static inline double dual(struct parameter p, double y, double u)
{
    double a = -y * u, low;

    (void)p;
    if (a < 0 || a > 1)
        return INFINITY;
    low = a > 0.5 ? 1 - a : a;
    return (low > 0 ? low * logarithm(low) : 0) + (1 - low) * logarithm_1p_within(-low);
}

/* Householder's move of third order (The Numerical Treatment of a Single Nonlinear Equation, 1970)
 * over Newton's move h: (1 + bh/2)/(1 + bh + c h^2/6), b = f''/f', c = f'''/f'. */
static inline double householder(double bh, double chh)
{
    return (1 + bh / 2) / (1 + bh + SIXTH * chh);
}

/* a+ = sigma(theta) = 1/(1 + exp(-theta)), where theta, the derivative of l* at a+, is the root of
 *     f(theta) = theta + t + q (sigma(theta) - a),   f(-t - q (1 - a)) <= 0 <= f(-t + qa).
 * f increases, is convex below 0 and concave above, and the sign of f(0) tells which half line
 * holds the root. In that half line Newton's first move, clipped, leads to the side of the root
 * from which all further moves approach monotonically. Without the cut at 0 moves can alternate
 * for ever between the ends of the bracket, as for t = 7.14, a = 0.88, q = 12.9. Near the root, as
 * |f''| and |f'''| are below f', moves are Householder's. The derivatives of sigma are s1, s1 s2
 * and s1 s3, with s2 = 1 - 2 sigma, s3 = 1 - 6 s1; with e = exp(-|theta|), s1 = e/(1 + e)^2. Moves
 * begin near the root: at -t, the root for q = 0, or at sigma^-1(a), its limit as q grows. */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    double a = -y * u, t = y * z, lo = -t - q * (1 - a), hi = -t + q * a, theta, s = 0;

    (void)p;
    if (t + q * (0.5 - a) > 0)
        hi = fmin(hi, 0);
    else
        lo = fmax(lo, 0);
    theta = clip(q * (a * (1 - a)) > 1 ? logarithm(a / (1 - a)) : -t, lo, hi);
    for (int k = 0; k < NEWTON_STEPS; k++) {
        double e = exponential(-fabs(theta)), d = 1 + e, near = 1 / d, far = e * near;
        double part = 1 / (d * d + q * e), s1 = near * far, share = q * e * part;
        double s2 = theta > 0 ? far - near : near - far, s3 = 1 - 6 * s1;
        double f = theta + t + q * (theta > 0 ? 1 - a - far : far - a);
        double h = -f * (d * d * part);
        if (fabs(h) <= CLOSE)
            h *= householder(share * s2 * h, share * s3 * h * h);
        h = clip(theta + h, lo, hi) - theta;
        s = (theta > 0 ? near : far) + s1 * h * (1 + h / 2 * (s2 + THIRD * h * s3));
        if (!(fabs(h) > LAST))
            break;
        theta += h;
    }
    return -y * clip(s, 0, 1);
}

/* l*'' = 1/(a (1 - a)) */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    double a = -y * v, variance = a * (1 - a);

    (void)p;
    return variance / (1 + q * variance);
}

/* e_i = exp(-|t_i|) <= 1: no exponential overflows. */
static inline void exponentials_of(size_t n, const double *restrict y, const double *restrict z,
                                   double *restrict e)
{
    for (size_t i = 0; i < n; i++)
        e[i] = -fabs(y[i] * z[i]);
    exponentials(n, e);
}

/* From e in v: a = e/(1 + e) where t > 0, else 1/(1 + e). */
static inline void slopes_from(size_t n, const double *restrict y, const double *restrict z,
                               double *restrict v)
{
    for (size_t i = 0; i < n; i++)
        v[i] = -y[i] * ((y[i] * z[i] > 0 ? v[i] : 1) / (1 + v[i]));
}

/* From e in l: l = log(1 + e) + max(0, -t). */
static inline void values_from(size_t n, const double *restrict y, const double *restrict z,
                               double *restrict l)
{
    logarithms(n, l);
    for (size_t i = 0; i < n; i++)
        l[i] += y[i] * z[i] < 0 ? -y[i] * z[i] : 0;
}

static inline void slopes_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z,
                             double *restrict v)
{
    (void)p;
    exponentials_of(n, y, z, v);
    slopes_from(n, y, z, v);
}

static inline void values_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z,
                             double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, l);
    values_from(n, y, z, l);
}

static inline void touch_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict z,
                            double *restrict v, double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, v);
    vec_copy(n, v, l);
    slopes_from(n, y, z, v);
    values_from(n, y, z, l);
}

static inline void duals_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict u, double *restrict l)
{
    (void)p;
    for (size_t i = 0; i < n; i++)
        l[i] = -y[i] * u[i];
    entropies(n, l);
}

#define DUALS duals_of
#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"

const struct loss_row loss_logistic = {
    .name = "logistic",
    .help = "log(1 + exp(-yz)), logistic regression",
    .task = TASK_BINARY,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_SMOOTH | LOSS_POSITIVE | LOSS_LIPSCHITZ |
              LOSS_PROBABILITY | LOSS_WEIGHTS,
    .formula = &formula};
