/* tweedie - l(z) = E/a + Y/b - y^a/(ab), E = exp(az), Y = y exp(-bz), a = 2 - p, b = p - 1, 1 < p <
 * 2: half the deviance of an amount y >= 0, often 0, whose mean is exp(z) and whose variance is in
 * proportion to the mean to the power p; 0 at z = log y.
 *
 * Tweedie (1984); Jorgensen (Exponential dispersion models, JRSS B 49, 1987). p = 1 is poisson,
 * p = 2 gamma. l' = E - Y, l'' = aE + bY; a + b = 1. */
#include <math.h>

#include "loss/loss.h"
#include "math/exponentials.h"
#include "math/logarithm.h"
#include "math/omega.h"

/* Newton's steps at most: a step that leaves the bracket halves it, and of a bracket of 1e3 is left
 * 1e3 2^-100. After a step of at most DONE |t| the next would be of the order of its square. */
enum { NEWTON_STEPS = 100 };
enum { THREE = 6, FOUR = 24 }; /* their factorials */
static const double DONE = 1e-9;
static const double NEAR = 1e-4; /* the next term of the series is NEAR^3 of the first */

static inline double mean_share(struct parameter p)
{
    return 2 - p.value;
}

/* y^a */
static inline double power_of(struct parameter p, double y)
{
    return y > 0 ? exponential(mean_share(p) * logarithm(y)) : 0;
}

/* With r = z - log y: size = y^a, r, E/y^a - 1 and Y/y^a - 1; of y = 0 size = 1, r = 0, E and 0. */
struct parts_of {
    double size, r, E, Y;
};

static inline struct parts_of parts_beside(struct parameter p, double size, double r)
{
    double a = mean_share(p);

    return (struct parts_of){size, r, exponential_minus_1(a * r),
                             exponential_minus_1((a - 1) * r)};
}

static inline struct parts_of parts_at(struct parameter p, double y, double z)
{
    if (!(y > 0))
        return (struct parts_of){1, 0, exponential(mean_share(p) * z), 0};
    return parts_beside(p, power_of(p, y), z - logarithm(y));
}

static inline double slope_from(struct parts_of at)
{
    return at.size * (at.E - at.Y);
}

static inline double slope(struct parameter p, double y, double z)
{
    return slope_from(parts_at(p, y, z));
}

/* y^a ((exp(ar) - 1)/a + (exp(-br) - 1)/b), as 1/a + 1/b = 1/(ab): r^2/2 + (a - b) r^3/6 + (a^3 +
 * b^3) r^4/24 + .. where |r| <= NEAR, elsewhere with an error of the order of DBL_EPSILON r. */
static inline double value_from(struct parameter p, struct parts_of at)
{
    double a = mean_share(p), b = 1 - a, r = at.r, cubes = a * a * a + b * b * b;

    if (r != 0 && fabs(r) <= NEAR)
        return at.size * (r * r) * (0.5 + r * ((a - b) / THREE + r * cubes / FOUR));
    return at.size * (at.E / a + at.Y / b);
}

static inline double value(struct parameter p, double y, double z)
{
    return value_from(p, parts_at(p, y, z));
}

/* l'' = aE + bY, y > 0. */
static inline double bend_from(struct parameter p, struct parts_of at)
{
    double a = mean_share(p);

    return at.size * (a * (1 + at.E) + (1 - a) * (1 + at.Y));
}

/* r in [lo, hi] with share r + l' = c, where the left side less c changes its sign from - to +;
 * *at: the parts there. */
static void find_root(struct parameter p, double size, double share, double c, double lo, double hi,
                      struct parts_of *at)
{
    double r = lo + (hi - lo) / 2;

    for (int k = 0; k < NEWTON_STEPS; k++) {
        double F, next;
        *at = parts_beside(p, size, r);
        F = share * r + slope_from(*at) - c;
        *(F < 0 ? &lo : &hi) = r;
        next = r - F / (share + bend_from(p, *at));
        if (!(next >= lo && next <= hi)) /* beyond an end by rounding, or far from the root */
            next = k % 2 || isnan(next) ? lo + (hi - lo) / 2 : clip(next, lo, hi);
        if (fabs(next - r) <= DONE * fabs(r) || next == r) {
            *at = parts_beside(p, size, next);
            return;
        }
        r = next;
    }
}

/* log(1 + u/y^a), u >= 0 */
static inline double log_share(struct parameter p, double y, double size, double u)
{
    double x = u / size;

    return x < INFINITY ? logarithm_1p(x) : logarithm(u) - mean_share(p) * logarithm(y);
}

/* An end of where l' = u can be, the other being r = 0: of E and Y one is at most y^a there. */
static double end_of(struct parameter p, double y, double size, double u)
{
    double a = mean_share(p);

    return u > 0 ? log_share(p, y, size, u) / a : -log_share(p, y, size, -u) / (1 - a);
}

/* The parts where l' = u, y > 0. */
static struct parts_of parts_of_slope(struct parameter p, double y, double u)
{
    double size = power_of(p, y), end = end_of(p, y, size, u);
    struct parts_of at = {size, 0, 0, 0};

    if (u != 0)
        find_root(p, size, 0, u, fmin(0, end), fmax(0, end), &at);
    return at;
}

/* uz - l(z) = u log y + ur - l where l' = u; of y = 0 that is u/a (log u - 1) on u >= 0. */
static inline double dual(struct parameter p, double y, double u)
{
    double a = mean_share(p);
    struct parts_of at;

    if (!(y > 0)) {
        if (u < 0)
            return INFINITY;
        return u > 0 ? u / a * (logarithm(u) - 1) : u;
    }
    if (!isfinite(u))
        return fabs(u);
    at = parts_of_slope(p, y, u);
    return u * logarithm(y) + (u * at.r - value_from(p, at));
}

/* The step of y = 0: log v + aqv = a (z + qu); q u > 1 as in exponent_template. */
static inline double step_of_none(double a, double z, double u, double q)
{
    double next = omega(a * (z + q * u), a * q, logarithm(a * q), u), move;

    if (!(q * u > 1))
        return next;
    move = (z - logarithm(next) / a) / q;
    return fabs(move) <= u / 2 ? u + move : next;
}

/* v = l' at z - q (v - u) = log y + r: r/q + l' = s/q, s = z + qu - log y. r lies between 0, where
 * l' = 0, and s, and |v| <= |s|/q. Of y = 0, log v + aqv = a (z + qu). Of two formulas for v, l'
 * and u + (z - log y - r)/q, the one whose rounding error is less: that of r/q or that of l'. */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    double s = z + q * u, middle, end, size;
    struct parts_of at = {0, 0, 0, 0};

    if (!(q > 0))
        return slope(p, y, z);
    if (!(fabs(s) < INFINITY))
        return s;
    if (!(y > 0))
        return step_of_none(mean_share(p), z, u, q);
    middle = logarithm(y);
    size = power_of(p, y);
    s -= middle;
    if (s == 0 || !(fabs(s / q) < INFINITY)) /* no step, or one of no weight */
        return slope(p, y, z);
    end = end_of(p, y, size, s / q);
    find_root(p, size, 1 / q, s / q, fmin(0, fmax(s, end)), fmax(0, fmin(s, end)), &at);
    return (fabs(middle) + fabs(at.r)) / q < fabs(slope_from(at)) ? u + (z - middle - at.r) / q
                                                                  : slope_from(at);
}

/* l''/(1 + q l''), l'' = aE + bY where l' = v; of y = 0 it is av. */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    double a = mean_share(p), bend = a * v;

    if (y > 0 && isfinite(v))
        bend = bend_from(p, parts_of_slope(p, y, v));
    return bend > 0 ? 1 / (q + 1 / bend) : bend;
}

static inline void slopes_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict v)
{
    for (size_t i = 0; i < n; i++)
        v[i] = slope(p, y[i], z[i]);
}

static inline void values_of(struct parameter p, size_t n, const double *restrict y,
                             const double *restrict z, double *restrict l)
{
    for (size_t i = 0; i < n; i++)
        l[i] = value(p, y[i], z[i]);
}

static inline void touch_of(struct parameter p, size_t n, const double *restrict y,
                            const double *restrict z, double *restrict v, double *restrict l)
{
    values_of(p, n, y, z, l);
    slopes_of(p, n, y, z, v);
}

#define DUALS duals_one_by_one
#define FORMULA static const struct formula formula
#include "loss/formula/batch_template.h"

/* exp(ao) (E/a + y e^-o exp(-bz)/b - ..) at z is the loss at z + o: as y^a = e^ao (y e^-o)^a. */
static double shifted(double power, double offset, double *y)
{
    *y *= exponential(-offset);
    return exponential((2 - power) * offset);
}

const struct loss_row loss_tweedie = {
    .name = "tweedie",
    .help = "half the deviance of amounts y >= 0, mean exp(z), variance in proportion to mean^p",
    .task = TASK_REGRESSION,
    .traits = LOSS_ROWS | LOSS_BIAS | LOSS_COUNTS | LOSS_POSITIVE | LOSS_SMOOTH | LOSS_STEEP |
              LOSS_WEIGHTS,
    .parameter = {"p", 1.5, 1.01, 1.99},
    .response = exponential,
    .shifted = shifted,
    .formula = &formula};
