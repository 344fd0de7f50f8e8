/* exponent_template - the formula of l(z) = exp(sz) - rz, s = -1 or +1 and r >= 0 of the label.
 *
 * Parameters, static inline functions of the includer:
 *     sign(y)   s
 *     shift(y)  r
 * Defines `formula`, the row that the loss of the includer names. Below, a = sz, and b = su + r is
 * the slope of exp at a. */
#include <stddef.h>

#include "loss/loss.h"
#include "math/exponential.h"
#include "math/exponentials.h"
#include "math/omega.h"

/* l from e = exp(a); where e or r is the whole of it, rz that is not finite takes no part. */
static inline double value_from(double e, double y, double z)
{
    return e < INFINITY && shift(y) > 0 ? e - shift(y) * z : e;
}

static inline double slope_from(double e, double y)
{
    return sign(y) * e - shift(y);
}

static inline double slope(struct parameter p, double y, double z)
{
    (void)p;
    return slope_from(exponential(sign(y) * z), y);
}

/* b log b - b on b >= 0, with 0 log 0 = 0: the maximum of ba - exp(a) is at a = log b. NaN for
 * NaN. */
static inline double dual(struct parameter p, double y, double u)
{
    double b = sign(y) * u + shift(y);

    (void)p;
    if (b < 0)
        return INFINITY;
    return b > 0 ? b * (logarithm(b) - 1) : b;
}

/* The step in v = su, b+ = v+ + r:
 *     log b+ = a - q (v+ - v), that is, log b+ + q b+ = a + q b.
 * q = 0, an empty row: v+ = exp(a) - r. Two formulas for v+ agree but for rounding: the error of
 * v + (a - log b+)/q is about DBL_EPSILON |log b+|/q, that of b+ - r is DBL_EPSILON b+. The first
 * is taken where qb > 1, for moves by b/2 at most: v+ + r > 0. */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    double s = sign(y), r = shift(y), a = s * z, v = s * u, b = v + r, next, move;

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
        e[i] = sign(y[i]) * z[i];
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

#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"
