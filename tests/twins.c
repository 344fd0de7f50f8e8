/* twins - every regularizer a second time, slowly and in more digits. */
#include "twins.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

/* Its bounds: lo <= w_j <= hi. */
static void bounds_of(const struct omega *o, double *lo, double *hi)
{
    bool nonneg = strcmp(o->reg->name, "nonneg") == 0, box = strcmp(o->reg->name, "box") == 0;

    *lo = nonneg ? 0 : box ? o->p[0] : -INFINITY;
    *hi = box ? o->p[1] : INFINITY;
}

/* r |w|_1 + q |w|^2/2 */
static double shrunk_sum(double r, double q, size_t n, const double *w)
{
    long double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += r * fabsl((long double)w[j]) + (long double)q * w[j] * w[j] / 2;
    return (double)sum;
}

void shrunk_weights(const struct omega *o, double *r, double *q)
{
    bool square = strcmp(o->reg->name, "l2") == 0 || strcmp(o->reg->name, "box") == 0;

    bool one = strcmp(o->reg->name, "l1") == 0 || strcmp(o->reg->name, "group") == 0;

    *r = one ? 1 : square ? 0 : o->p[0];
    *q = 1 - *r;
}

static double shrunk_value(const struct omega *o, size_t n, const double *w)
{
    double r, q, lo, hi;

    shrunk_weights(o, &r, &q);
    bounds_of(o, &lo, &hi);
    for (size_t j = 0; j < n; j++)
        if (w[j] < lo || w[j] > hi)
            return INFINITY;
    return shrunk_sum(r, q, n, w);
}

static void shrunk_point(const struct omega *o, struct rng *rng, size_t n, double *w)
{
    double lo, hi;

    bounds_of(o, &lo, &hi);
    random_vector(rng, n, 2, w);
    for (size_t j = 0; j < n; j++)
        w[j] = rng_below(rng, 3) == 0 ? 0 : fmax(lo, fmin(hi, w[j]));
}

/* Each weight by itself, by bisection on its slope. */
static void shrunk_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    double r, q, least, most;

    shrunk_weights(o, &r, &q);
    bounds_of(o, &least, &most);
    for (size_t j = 0; j < n; j++) {
        long double b = a[j] + (long double)S * c[j], lo = 0, hi = fabsl(b) / (S + (long double)q);
        for (int k = 0; k < 90; k++) {
            long double mid = (lo + hi) / 2;
            if (r + (q + (long double)S) * mid < fabsl(b))
                lo = mid;
            else
                hi = mid;
        }
        w[j] = fabsl(b) <= r ? 0 : fmax(least, fmin(most, (double)copysignl(lo, b)));
    }
}

static double ball_value(const struct omega *o, size_t n, const double *w)
{
    return shrunk_sum(o->p[1], 1 - o->p[1], n, w) <= o->p[0] * (1 + 1e-10) ? shrunk_sum(0, 1, n, w) : INFINITY;
}

/* Scales w onto the boundary, to rounding, by bisection. */
static void to_boundary(const struct omega *o, size_t n, double *w)
{
    double lo = 0, hi = 1e10;

    if (vec_sqnorm(n, w) == 0)
        return;
    for (int k = 0; k < 120; k++) {
        double mid = (lo + hi) / 2, u[TWIN_DIM];
        vec_combine(n, mid, w, 0, w, u);
        if (shrunk_sum(o->p[1], 1 - o->p[1], n, u) <= o->p[0])
            lo = mid;
        else
            hi = mid;
    }
    vec_scale(n, lo, w);
}

/* Some on the boundary, some within. */
static void ball_point(const struct omega *o, struct rng *rng, size_t n, double *w)
{
    shrunk_point(o, rng, n, w);
    to_boundary(o, n, w);
    if (rng_below(rng, 2))
        vec_scale(n, rng_uniform(rng), w);
}

/* The w of the multiplier eta; returns what has to be <= radius. */
static long double ball_at(const struct omega *o, size_t n, const long double *b, long double eta, double *w)
{
    long double r = o->p[1], q = 1 - r, sum = 0;

    for (size_t j = 0; j < n; j++) {
        long double v = fmaxl(0, fabsl(b[j]) - eta * r) / (1 + eta * q);
        sum += r * v + q * v * v / 2;
        w[j] = (double)copysignl(v, b[j]);
    }
    return sum;
}

/* By bisection on the multiplier. */
static void ball_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    long double lo = 0, hi = 1, b[TWIN_DIM];

    for (size_t j = 0; j < n; j++)
        b[j] = (a[j] + (long double)S * c[j]) / (1 + (long double)S);
    if (ball_at(o, n, b, 0, w) <= o->p[0])
        return;
    while (ball_at(o, n, b, hi, w) > o->p[0])
        hi *= 2;
    for (int k = 0; k < 120; k++) {
        long double mid = (lo + hi) / 2;
        if (ball_at(o, n, b, mid, w) > o->p[0])
            lo = mid;
        else
            hi = mid;
    }
    ball_at(o, n, b, lo, w);
    to_boundary(o, n, w); /* small differences of large numbers are rounded coarsely */
}

static double entropy_value(const struct omega *o, size_t n, const double *w)
{
    long double sum = 0, mass = 0;

    for (size_t j = 0; j < n; j++) {
        if (w[j] < 0 || w[j] > 1 / o->p[0] * (1 + 1e-10))
            return INFINITY;
        sum += w[j] > 0 ? w[j] * logl((long double)n * w[j]) : 0;
        mass += w[j];
    }
    return fabsl(mass - 1) <= 1e-10L ? (double)sum : INFINITY;
}

/* Sparse at times; mixed with the uniform one until it is below the cap. */
static void entropy_point(const struct omega *o, struct rng *rng, size_t n, double *w)
{
    double sum = 0, most = 0, even = 1 / (double)n, t;

    for (size_t j = 0; j < n; j++) {
        w[j] = rng_below(rng, 3) ? -log(1 - rng_uniform(rng)) : 0;
        sum += w[j];
    }
    for (size_t j = 0; j < n; j++) {
        w[j] = sum > 0 ? w[j] / sum : even;
        most = fmax(most, w[j]);
    }
    t = most * o->p[0] > 1 ? (1 / o->p[0] - even) / (most - even) : 1;
    for (size_t j = 0; j < n; j++)
        w[j] = t * w[j] + (1 - t) * even;
}

/* By bisection on the level from which on weights are at the cap; once more counted from the number nearest to it, as small
 * differences of large numbers matter. */
static void entropy_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    long double l[TWIN_DIM], lo = 0, hi = 0;

    for (size_t j = 0; j < n; j++)
        l[j] = (a[j] + (S > 0 ? (long double)S * logl(c[j]) : 0)) / (1 + (long double)S);
    for (int round = 0; round < 2; round++) {
        long double nearest = round ? INFINITY : 0;
        for (size_t j = 0; j < n; j++)
            if (fabsl(l[j] - lo) < fabsl(nearest - lo))
                nearest = l[j];
        lo = INFINITY;
        hi = -INFINITY;
        for (size_t j = 0; j < n; j++) {
            l[j] -= nearest;
            hi = fmaxl(hi, l[j] + 100);
            lo = isfinite(l[j]) ? fminl(lo, l[j] - 100) : lo;
        }
        for (int k = 0; k < 200; k++) {
            long double level = (lo + hi) / 2, sum = 0;
            for (size_t j = 0; j < n; j++) {
                w[j] = (double)(expl(fminl(0, l[j] - level)) / o->p[0]);
                sum += expl(fminl(0, l[j] - level)) / o->p[0];
            }
            if (sum >= 1)
                lo = level;
            else
                hi = level;
        }
    }
}

static const struct twin twins[] = {{"l2", shrunk_value, shrunk_point, shrunk_prox},
                                    {"l1", shrunk_value, shrunk_point, shrunk_prox},
                                    {"elastic", shrunk_value, shrunk_point, shrunk_prox},
                                    {"group", shrunk_value, shrunk_point, shrunk_prox}, /* each weight its own */
                                    {"elastic-group", shrunk_value, shrunk_point, shrunk_prox},
                                    {"nonneg", shrunk_value, shrunk_point, shrunk_prox},
                                    {"box", shrunk_value, shrunk_point, shrunk_prox},
                                    {"elastic-ball", ball_value, ball_point, ball_prox},
                                    {"entropy", entropy_value, entropy_point, entropy_prox}};

const struct twin *twin_of(const struct reg *reg)
{
    size_t i = 0;

    while (i < sizeof twins / sizeof *twins && strcmp(twins[i].name, reg->name) != 0)
        i++;
    ck_assert_msg(i < sizeof twins / sizeof *twins, "%s has no twin", reg->name);
    return &twins[i];
}
