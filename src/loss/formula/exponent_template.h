/* exponent_template - the formula of l(z) = exp(a) - ra - k, a = sz + o, s = -1 or +1 and r >= 0.
 *
 * Parameters, static inline functions of the includer:
 *     sign(y)   s
 *     shift(y)  r
 *     origin(y) o
 *     least(y)  k
 * Defines `formula`, the row that the loss of the includer names. Below, b = su + r is the slope of
 * exp at a. */
#include <stddef.h>

#include "loss/loss.h"
#include "math/exponential.h"
#include "math/exponentials.h"
#include "math/omega.h"

static inline double exponent(double y, double z)
{
    return sign(y) * z + origin(y);
}

/* l from e = exp(a); where e or r is the whole of it, ra that is not finite takes no part. */
static inline double value_from(double e, double y, double z)
{
    double l = (e < INFINITY && shift(y) > 0 ? e - shift(y) * exponent(y, z) : e) - least(y);

    return least(y) > 0 && l < 0 ? 0 : l; /* by rounding: k is the least of exp(a) - ra */
}

static inline double slope_from(double e, double y)
{
    return sign(y) * (e - shift(y));
}

static inline double slope(struct parameter p, double y, double z)
{
    (void)p;
    return slope_from(exponential(exponent(y, z)), y);
}

/* b log b - b - suo + k on b >= 0, with 0 log 0 = 0: the maximum of uz - l = ba - exp(a) - suo + k
 * is at a = log b. NaN for NaN. */
static inline double dual(struct parameter p, double y, double u)
{
    double b = sign(y) * u + shift(y), o = origin(y), rest = least(y);

    (void)p;
    if (b < 0 || b == INFINITY)
        return INFINITY;
    if (o != 0)
        rest -= sign(y) * u * o;
    return (b > 0 ? b * (logarithm(b) - 1) : b) + rest;
}

/* The step in v = su, b+ = v+ + r:
 *     log b+ = a - q (v+ - v), that is, log b+ + q b+ = a + q b.
 * q = 0, an empty row: v+ = exp(a) - r. Two formulas for v+ agree but for rounding: the error of
 * v + (a - log b+)/q is about DBL_EPSILON |log b+|/q, that of b+ - r is DBL_EPSILON b+. The first
 * is taken where qb > 1, for moves by b/2 at most: v+ + r > 0. */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    double s = sign(y), r = shift(y), a = exponent(y, z), v = s * u, b = v + r, next, move;

    (void)p;
    if (!(q > 0))
        return s * (exponential(a) - r);
    next = omega(q * b + a, q, logarithm(q), b);
    if (!(q * b > 1))
        return s * (next - r);
    move = (a - logarithm(next)) / q;
    return s * (fabs(move) <= b / 2 ? v + move : next - r);
}

/* 1/(q + l*''), l*'' = 1/b, b >= 0; 1/q at a b that overflowed. */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    double b = sign(y) * v + shift(y);

    (void)p;
    return q > 0 ? 1 / (q + 1 / b) : b;
}

static inline void exponentials_of(size_t n, const double *restrict y, const double *restrict z,
                                   double *restrict e)
{
    for (size_t i = 0; i < n; i++)
        e[i] = exponent(y[i], z[i]);
    exponentials(n, e);
}

static inline void slopes_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict v)
{
    (void)p;
    exponentials_of(n, y, z, v);
    for (size_t i = 0; i < n; i++)
        v[i] = slope_from(v[i], y[i]);
}

static inline void values_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, l);
    for (size_t i = 0; i < n; i++)
        l[i] = value_from(l[i], y[i], z[i]);
}

static inline void touch_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict z, double *restrict v, double *restrict l)
{
    (void)p;
    exponentials_of(n, y, z, v);
    for (size_t i = 0; i < n; i++) {
        l[i] = value_from(v[i], y[i], z[i]);
        v[i] = slope_from(v[i], y[i]);
    }
}

#define DUALS duals_one_by_one
#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"
