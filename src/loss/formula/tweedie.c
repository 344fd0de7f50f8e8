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
static const double DONE = 1e-9;

/* E and Y at z. */
struct parts_of {
    double E, Y;
};

static inline double mean_share(struct parameter p)
{
    return 2 - p.value;
}

static inline struct parts_of parts_at(struct parameter p, double y, double z)
{
    double a = mean_share(p), b = 1 - a;

    return (struct parts_of){exponential(a * z), y > 0 ? y * exponential(-b * z) : 0};
}

/* y^a */
static inline double power_of(struct parameter p, double y)
{
    return y > 0 ? exponential(mean_share(p) * logarithm(y)) : 0;
}

static inline double slope(struct parameter p, double y, double z)
{
    struct parts_of at = parts_at(p, y, z);

    return at.E - at.Y;
}

static inline double value(struct parameter p, double y, double z)
{
    struct parts_of at = parts_at(p, y, z);
    double a = mean_share(p), b = 1 - a, l = at.E / a + (at.Y / b - power_of(p, y) / (a * b));

    return l < 0 ? 0 : l; /* by rounding */
}

/* t with share t + l'(t) = c in [lo, hi], where the left side less c changes its sign from - to +;
 * *at: E and Y there. */
static double find_root(struct parameter p, double y, double share, double c, double lo, double hi,
                        struct parts_of *at)
{
    double a = mean_share(p), b = 1 - a, t = lo + (hi - lo) / 2;

    for (int k = 0; k < NEWTON_STEPS; k++) {
        double F, next;
        *at = parts_at(p, y, t);
        F = share * t + (at->E - at->Y) - c;
        *(F < 0 ? &lo : &hi) = t;
        next = t - F / (share + a * at->E + b * at->Y);
        if (!(next >= lo && next <= hi))
            next = lo + (hi - lo) / 2;
        if (fabs(next - t) <= DONE * fabs(t) || next == t) {
            *at = parts_at(p, y, next);
            return next;
        }
        t = next;
    }
    return t;
}

/* The ends of where l'(t) = u can be, from 0 <= min(E, Y) <= y^a, which both are at t = log y. */
static double end_of(struct parameter p, double y, double u)
{
    double a = mean_share(p), power = power_of(p, y);

    return u > 0 ? logarithm(u + power) / a : -logarithm((power - u) / y) / (1 - a);
}

/* z with l'(z) = u, y > 0. */
static double score_of(struct parameter p, double y, double u, struct parts_of *at)
{
    double middle = logarithm(y), end = end_of(p, y, u);

    return find_root(p, y, 0, u, fmin(middle, end), fmax(middle, end), at);
}

/* uz - l(z) where l'(z) = u; of y = 0 that is u/a (log u - 1) on u >= 0. */
static inline double dual(struct parameter p, double y, double u)
{
    double a = mean_share(p), b = 1 - a, z;
    struct parts_of at;

    if (!(y > 0)) {
        if (u < 0)
            return INFINITY;
        return u > 0 ? u / a * (logarithm(u) - 1) : u;
    }
    if (!isfinite(u))
        return fabs(u);
    z = score_of(p, y, u, &at);
    return u * z - (at.E / a + (at.Y / b - power_of(p, y) / (a * b)));
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

/* v = l'(t), t = z - q (v - u): t/q + l'(t) = z/q + u. t lies between log y, where l' = 0, and s =
 * z + qu, at which the left side is below or above by l'(s), and |v| <= |s - log y|/q. Of y = 0,
 * log v + aqv = as. Of two formulas for v, u + (z - t)/q and E - Y, the one
 * whose rounding error is less: DBL_EPSILON |t|/q or DBL_EPSILON (E + Y). */
static inline double step(struct parameter p, double y, double z, double u, double q)
{
    double a = mean_share(p), s = z + q * u, middle, end, t;
    struct parts_of at;

    if (!(q > 0))
        return slope(p, y, z);
    if (!(fabs(s) < INFINITY))
        return s;
    if (!(y > 0))
        return step_of_none(a, z, u, q);
    middle = logarithm(y);
    end = end_of(p, y, (s - middle) / q);
    t = s > middle ? find_root(p, y, 1 / q, s / q, middle, fmin(s, end), &at)
                   : find_root(p, y, 1 / q, s / q, fmax(s, end), middle, &at);
    return fabs(t) / q < at.E + at.Y ? u + (z - t) / q : at.E - at.Y;
}

/* l''/(1 + q l''), l'' = aE + bY where l' = v; of y = 0 it is av. */
static inline double curvature(struct parameter p, double y, double v, double q)
{
    double a = mean_share(p), bend = a * v;
    struct parts_of at;

    if (y > 0 && isfinite(v)) {
        score_of(p, y, v, &at);
        bend = a * at.E + (1 - a) * at.Y;
    }
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
