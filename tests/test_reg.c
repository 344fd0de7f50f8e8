/* test_reg - every row of reg/list.h: value, conjugate and prox against what they are defined to be, in more digits. */
#include "reg/reg.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 50 };

/* One regularizer with parameters, as this test sees it. */
struct omega {
    const struct reg *reg;
    double p[REG_PARAMETERS];
    const struct twin *twin;
};

/* How this test computes each row by itself: Omega, a random point of the domain, argmin_w Omega(w) + S Delta(w, c) -
 * <a, w> for S + curvature > 0, by bisection. */
struct twin {
    const char *name;
    double (*value)(const struct omega *o, size_t n, const double *w);
    void (*point)(const struct omega *o, struct rng *rng, size_t n, double *w);
    void (*prox)(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w);
};

/* ---- twins ------------------------------------------------------------------------------------------------------------ */

/* r |w|_1 + q |w|^2/2 */
static double shrunk_sum(double r, double q, size_t n, const double *w)
{
    long double sum = 0;

    for (size_t j = 0; j < n; j++)
        sum += r * fabsl((long double)w[j]) + (long double)q * w[j] * w[j] / 2;
    return (double)sum;
}

static void shrunk_weights(const struct omega *o, double *r, double *q)
{
    *r = strcmp(o->reg->name, "l1") == 0 ? 1 : strcmp(o->reg->name, "l2") == 0 ? 0 : o->p[0];
    *q = 1 - *r;
}

static double shrunk_value(const struct omega *o, size_t n, const double *w)
{
    double r, q;

    shrunk_weights(o, &r, &q);
    return shrunk_sum(r, q, n, w);
}

static void shrunk_point(const struct omega *o, struct rng *rng, size_t n, double *w)
{
    (void)o;
    random_vector(rng, n, 2, w);
    for (size_t j = 0; j < n; j++)
        if (rng_below(rng, 3) == 0)
            w[j] = 0;
}

/* Each weight by itself, by bisection on its slope. */
static void shrunk_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    double r, q;

    shrunk_weights(o, &r, &q);
    for (size_t j = 0; j < n; j++) {
        long double b = a[j] + (long double)S * c[j], lo = 0, hi = fabsl(b) / (S + (long double)q);
        for (int k = 0; k < 90; k++) {
            long double mid = (lo + hi) / 2;
            if (r + (q + (long double)S) * mid < fabsl(b))
                lo = mid;
            else
                hi = mid;
        }
        w[j] = fabsl(b) <= r ? 0 : (double)copysignl(lo, b);
    }
}

static double ball_value(const struct omega *o, size_t n, const double *w)
{
    return shrunk_sum(o->p[1], 1 - o->p[1], n, w) <= o->p[0] * (1 + 1e-10) ? shrunk_sum(0, 1, n, w) : INFINITY;
}

/* Some on the boundary, to rounding, some within. */
static void ball_point(const struct omega *o, struct rng *rng, size_t n, double *w)
{
    double lo = 0, hi = 1e10;

    shrunk_point(o, rng, n, w);
    if (shrunk_sum(o->p[1], 1 - o->p[1], n, w) == 0)
        return;
    for (int k = 0; k < 120; k++) {
        double mid = (lo + hi) / 2, u[MOST];
        vec_combine(n, mid, w, 0, w, u);
        if (shrunk_sum(o->p[1], 1 - o->p[1], n, u) <= o->p[0])
            lo = mid;
        else
            hi = mid;
    }
    vec_scale(n, lo * (rng_below(rng, 2) ? 1 : rng_uniform(rng)), w);
}

/* By bisection on the multiplier. */
static void ball_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    long double r = o->p[1], q = 1 - r, lo = 0, hi = 1, b[MOST];

    for (size_t j = 0; j < n; j++)
        b[j] = (a[j] + (long double)S * c[j]) / (1 + (long double)S);
    for (int k = -200; k < 120; k++) { /* at first up */
        long double eta = k < 0 ? (k == -200 ? 0 : hi) : (lo + hi) / 2, sum = 0;
        for (size_t j = 0; j < n; j++) {
            long double v = fmaxl(0, fabsl(b[j]) - eta * r) / (1 + eta * q);
            sum += r * v + q * v * v / 2;
            w[j] = (double)copysignl(v, b[j]);
        }
        if (eta == 0 && sum <= o->p[0])
            return;
        if (sum > o->p[0])
            lo = eta;
        else
            hi = eta;
        if (k < 0 && lo == hi)
            hi *= 2;
        else if (k < -1 && lo < hi && eta > 0)
            k = -1;
    }
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

/* By bisection on the level from which on weights are at the cap. */
static void entropy_prox(const struct omega *o, size_t n, double S, const double *c, const double *a, double *w)
{
    long double l[MOST], most = -INFINITY, least = INFINITY, lo, hi;

    for (size_t j = 0; j < n; j++) {
        l[j] = (a[j] + (S > 0 ? (long double)S * logl(c[j]) : 0)) / (1 + (long double)S);
        most = fmaxl(most, l[j]);
        if (isfinite(l[j]))
            least = fminl(least, l[j]);
    }
    hi = most + 100;
    lo = least - 100;
    for (int k = 0; k < 200; k++) {
        long double level = (lo + hi) / 2, sum = 0;
        for (size_t j = 0; j < n; j++) {
            w[j] = (double)(expl(fminl(0, l[j] - level)) / o->p[0]);
            sum += expl(fminl(0, l[j] - level)) / o->p[0];
        }
        if (sum > 1)
            lo = level;
        else
            hi = level;
    }
}

static const struct twin twins[] = {{"l2", shrunk_value, shrunk_point, shrunk_prox},
                                    {"l1", shrunk_value, shrunk_point, shrunk_prox},
                                    {"elastic", shrunk_value, shrunk_point, shrunk_prox},
                                    {"elastic-ball", ball_value, ball_point, ball_prox},
                                    {"entropy", entropy_value, entropy_point, entropy_prox}};

/* ---- what is tried ---------------------------------------------------------------------------------------------------- */

/* The defaults, then the ends of the ranges (not beyond 1e4), then anything between, such that n weights make sense. */
static struct omega omega_at(size_t k, struct rng *rng, int trial, size_t n)
{
    struct omega o = {.reg = reg_at(k)};

    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (strcmp(twins[i].name, o.reg->name) == 0)
            o.twin = &twins[i];
    ck_assert_msg(o.twin != NULL, "%s has no twin", o.reg->name);
    for (int i = 0; i < REG_PARAMETERS && o.reg->parameter[i].name; i++) {
        double lo = fmax(-1e4, o.reg->parameter[i].lo), hi = fmin(1e4, o.reg->parameter[i].hi), t = rng_uniform(rng);
        if (lo == 1) /* a count */
            hi = (double)n;
        if (lo > 0 && lo < 1e-4)
            lo = 1e-4;
        if (trial % 5 == 1)
            t = (double)rng_below(rng, 2);
        o.p[i] = lo > 0 ? fmin(hi, lo * pow(hi / lo, t)) : lo + t * (hi - lo);
        if (lo == 1 && trial % 3 == 2)
            o.p[i] = floor(o.p[i]);
        if (trial % 5 == 0)
            o.p[i] = o.reg->parameter[i].initial;
    }
    return o;
}

static size_t least(const struct omega *o)
{
    return o->reg->least ? o->reg->least(o->p) : 0;
}

/* Some magnitude from 1e-9 to 1e9, most of them moderate. */
static double magnitude(struct rng *rng, int trial)
{
    return trial % 2 ? exp(2 * random_normal(rng)) : pow(10, 18 * rng_uniform(rng) - 9);
}

/* Numbers of this size; often with ties and zeros, at times of very different sizes. */
static void slopes(struct rng *rng, size_t n, double size, double *g)
{
    uint64_t kind = rng_below(rng, 4);

    random_vector(rng, n, size, g);
    for (size_t j = 0; j < n; j++)
        g[j] = kind == 0 ? floor(g[j] / size) * size : kind == 1 ? g[j] * exp(-20 * rng_uniform(rng)) : g[j];
}

START_TEST(test_table)
{
    for (size_t k = 0; reg_at(k); k++) {
        const struct reg *reg = reg_at(k);
        struct rng rng = {{1, 2, 3, 4}};
        ck_assert(reg->name && reg->help && reg->value && reg->conjugate && reg->curvature && reg->prox);
        ck_assert_ptr_eq(reg_find(reg->name, strlen(reg->name)), reg);
        ck_assert_ptr_null(reg_find(reg->name, strlen(reg->name) - 1));
        for (int i = 0; i < REG_PARAMETERS && reg->parameter[i].name; i++) {
            const struct reg_parameter *x = &reg->parameter[i];
            ck_assert(x->lo <= x->initial && x->initial <= x->hi);
        }
        ck_assert_int_eq(!(reg->traits & REG_EUCLIDEAN), reg->distance != NULL);
        for (int trial = 0; trial < 50; trial++) {
            struct omega o = omega_at(k, &rng, trial, MOST);
            ck_assert_int_eq(!!(reg->traits & REG_STRONG), reg->curvature(o.p) > 0);
            ck_assert_uint_le(least(&o), MOST);
            if (reg->traits & REG_TRUNCATED) {
                double r, q;
                shrunk_weights(&o, &r, &q);
                ck_assert(reg->l1(o.p) == r && reg->curvature(o.p) == q);
            }
            if (reg->traits & REG_QUADRATIC)
                ck_assert(reg->l1(o.p) == 0 && reg->curvature(o.p) == 1);
        }
    }
}
END_TEST

/* ---- value ------------------------------------------------------------------------------------------------------------ */

/* Omega is its twin; and convex, by its curvature more than it has to. */
START_TEST(test_value)
{
    double w[MOST], v[MOST], mid[MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 2000; trial++) {
            size_t n = (size_t)rng_below(&rng, MOST) + 1;
            struct omega o = omega_at(k, &rng, trial, n);
            const struct reg *reg = o.reg;
            double t = rng_uniform(&rng), W, V, M, between, want;
            o.twin->point(&o, &rng, n, w);
            o.twin->point(&o, &rng, n, v);
            vec_combine(n, t, w, 1 - t, v, mid);
            W = reg->value(o.p, n, w);
            V = reg->value(o.p, n, v);
            M = reg->value(o.p, n, mid);
            want = o.twin->value(&o, n, w);
            ck_assert_msg(fabs(W - want) <= 1e-13 * (1 + want), "%s: %.17g %.17g", reg->name, W, want);
            between = t * reg_distance(reg, n, w, mid) + (1 - t) * reg_distance(reg, n, v, mid);
            ck_assert(between >= 0);
            ck_assert_double_le(M, t * W + (1 - t) * V - reg->curvature(o.p) * between + 1e-13 * (1 + W + V + between));
            ck_assert(reg_distance(reg, n, w, w) <= 1e-16);
        }
}
END_TEST

/* Outside of the domain there is INFINITY; a little rounding is not outside. */
START_TEST(test_domain)
{
    const struct reg *ball = reg_find("elastic-ball", 12), *entropy = reg_find("entropy", 7);
    double p[2], w[4] = {0.25, 0.25, 0.25, 0.25}, v[2] = {-1, 0}, c[2] = {0, 1};

    for (int r = 0; r <= 2; r++) {
        p[0] = 0.25 + 0.25 * r; /* |w|_1 = |w|^2 = 1 */
        p[0] = r / 2.0 + (1 - r / 2.0) / 2;
        p[1] = r / 2.0;
        v[0] = -1;
        ck_assert(ball->value(p, 2, v) == 0.5);
        v[0] = -1 - 1e-12;
        ck_assert(isfinite(ball->value(p, 2, v)));
        v[0] = -1 - 1e-7;
        ck_assert(ball->value(p, 2, v) == INFINITY);
    }
    p[0] = 4;
    ck_assert_uint_eq(entropy->least(p), 4);
    ck_assert(fabs(entropy->value(p, 4, w)) < 1e-15);
    w[0] += 1e-12;
    ck_assert(isfinite(entropy->value(p, 4, w)));
    w[0] = 0.25 + 1e-7;
    w[1] = 0.25 - 1e-7;
    ck_assert(entropy->value(p, 4, w) == INFINITY); /* above the cap */
    p[0] = 3.5;
    ck_assert_uint_eq(entropy->least(p), 4);
    ck_assert(isfinite(entropy->value(p, 4, w)));
    w[1] = 0.25;
    ck_assert(entropy->value(p, 4, w) == INFINITY); /* the sum */
    p[0] = 1;
    ck_assert_uint_eq(entropy->least(p), 1);
    w[0] = -1e-7;
    w[1] = 0.5 + 1e-7;
    ck_assert(entropy->value(p, 4, w) == INFINITY); /* below 0 */
    ck_assert(entropy->value(p, 2, c) == log(2));
    ck_assert(reg_distance(entropy, 2, c, c) == 0);
    v[0] = 0.5;
    v[1] = 0.5;
    ck_assert(fabs(reg_distance(entropy, 2, c, v) - log(2)) < 1e-15);
    ck_assert(reg_distance(entropy, 2, v, c) == INFINITY);
}
END_TEST

/* No weights, one weight, tiny and huge ones. */
START_TEST(test_small)
{
    static const double size[] = {0, 5e-324, 1e-300, 1e-9, 1, 1e9, 1e100};

    for (size_t k = 0; reg_at(k); k++) {
        const struct reg *reg = reg_at(k);
        double w[1] = {7}, g[1], p[REG_PARAMETERS];
        reg_named(reg->name, p);
        reg->prox(p, 0, 1, 1, w, w, w);
        ck_assert(w[0] == 7);
        if (least(&(struct omega){.reg = reg, .p = {p[0], p[1]}}) == 0)
            ck_assert(reg->value(p, 0, w) == 0 && reg->conjugate(p, 0, 1, 1, w) == 0);
        for (size_t i = 0; i < sizeof size / sizeof *size; i++)
            for (int sign = -1; sign <= 1; sign += 2) {
                g[0] = sign * size[i];
                w[0] = 1;
                reg->prox(p, 1, 1, 1, w, g, w);
                ck_assert(isfinite(w[0]) && isfinite(reg->value(p, 1, w)));
                ck_assert(!isnan(reg->conjugate(p, 1, 1, 1, g)));
            }
    }
}
END_TEST

/* ---- conjugate -------------------------------------------------------------------------------------------------------- */

/* Psi*(scale s) >= <scale s, w> - lambda Omega(w) everywhere, and equality at the maximiser, the twin's and the prox step's
 * with S = 0. */
static void check_conjugate(const struct omega *o, struct rng *rng, size_t n, double lambda, double scale, const double *s)
{
    const struct reg *reg = o->reg;
    double g[MOST], a[MOST], w[MOST], v[MOST], zeros[MOST] = {0}, got = reg->conjugate(o->p, n, lambda, scale, s);
    double size, sum = 0;

    vec_combine(n, -scale, s, 0, s, g);
    vec_combine(n, scale / lambda, s, 0, s, a);
    ck_assert(!isnan(got));
    ck_assert(got == reg->conjugate(o->p, n, lambda, -scale, g) || scale != 1);
    if (reg->curvature(o->p) > 0) {
        o->twin->prox(o, n, 0, zeros, a, w);
        size = fabs(got) + lambda * reg->curvature(o->p);
        for (size_t j = 0; j < n; j++)
            size += fabs(scale * s[j] * w[j]);
        for (size_t j = 0; j < n; j++)
            sum += fabs(scale * s[j]);
        ck_assert_msg(fabs(got - vec_dot(n, a, w) * lambda + lambda * o->twin->value(o, n, w)) <=
                          1e-11 * size + 4 * LDBL_EPSILON * sum * sum / lambda,
                      "%s:%g,%g n %zu lambda %g: %.17g", reg->name, o->p[0], o->p[1], n, lambda, got);
        reg->prox(o->p, n, lambda, 0, zeros, g, v);
        ck_assert_double_le(fabs(got + vec_dot(n, g, v) + lambda * reg->value(o->p, n, v)), 1e-12 * size);
    }
    for (int k = 0; k < 5; k++) {
        double bound;
        o->twin->point(o, rng, n, v);
        if (k > 1 && reg->curvature(o->p) > 0)
            vec_mix(n, 1 - pow(10, -k), w, pow(10, -k), v);
        bound = scale * vec_dot(n, s, v) - lambda * o->twin->value(o, n, v);
        size = fabs(bound) + lambda * fabs(o->twin->value(o, n, v));
        ck_assert_double_ge(got, bound - 1e-9 * size);
    }
}

START_TEST(test_conjugate)
{
    double s[MOST];
    struct rng rng;

    rng_seed(&rng, 2);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 1500; trial++) {
            size_t n = (size_t)rng_below(&rng, trial % 3 ? 4 : MOST) + 1;
            struct omega o = omega_at(k, &rng, trial, n);
            double lambda = magnitude(&rng, trial);
            slopes(&rng, n, trial % 4 ? lambda : magnitude(&rng, trial), s);
            check_conjugate(&o, &rng, n, lambda, trial % 3 ? 1 : random_normal(&rng), s);
            if (!(o.reg->traits & REG_STRONG)) { /* the box |s| <= lambda l1, for whatever grows as |w|_1 does */
                double most = 0, edge = lambda * o.reg->l1(o.p), scale;
                for (size_t j = 0; j < n; j++)
                    most = fmax(most, fabs(s[j]));
                scale = edge / fmax(most, 1e-300);
                ck_assert(most == 0 || o.reg->conjugate(o.p, n, lambda, scale, s) == 0);
                ck_assert(most == 0 || o.reg->conjugate(o.p, n, lambda, -scale * (1 - 1e-9), s) == 0);
                ck_assert(most == 0 || o.reg->conjugate(o.p, n, lambda, scale * (1 + 1e-14), s) == INFINITY);
            }
        }
}
END_TEST

/* With two weights, all of them on a grid. */
START_TEST(test_conjugate_grid)
{
    enum { STEPS = 400 };
    struct rng rng;

    rng_seed(&rng, 5);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 10; trial++) {
            struct omega o = omega_at(k, &rng, trial, 2);
            double s[2], best = -INFINITY, reach, got, lambda = 0.1 + rng_uniform(&rng);
            if (o.reg->curvature(o.p) < 0.2)
                continue;
            random_vector(&rng, 2, 1, s);
            reach = o.reg->traits & REG_TRUNCATED ? fmax(fabs(s[0]), fabs(s[1])) / lambda / o.reg->curvature(o.p) : 1;
            got = o.reg->conjugate(o.p, 2, lambda, 1, s);
            for (int i = -STEPS; i <= STEPS; i++)
                for (int j = -STEPS; j <= STEPS; j++) {
                    double w[2] = {reach * i / STEPS, reach * j / STEPS};
                    if (!(fabs(s[0] * w[0] + s[1] * w[1]) + lambda * o.twin->value(&o, 2, w) < INFINITY))
                        continue;
                    best = fmax(best, s[0] * w[0] + s[1] * w[1] - lambda * o.twin->value(&o, 2, w));
                }
            if (strcmp(o.reg->name, "elastic-ball") != 0 || o.p[0] < 0.5) /* there the grid holds what matters */
                ck_assert_double_ge(got, best - 1e-12);
            if (o.reg->traits & REG_TRUNCATED || strcmp(o.reg->name, "entropy") == 0)
                ck_assert_double_le(got, best + 0.02 * (fabs(s[0]) + fabs(s[1]) + lambda));
        }
}
END_TEST

/* ---- prox ------------------------------------------------------------------------------------------------------------- */

/* <g, w> + lambda Omega(w) + S Delta(w, centre), and the sum of the sizes of its terms. */
static double objective(const struct omega *o, size_t n, double lambda, double S, const double *centre, const double *g,
                        const double *w, double *size)
{
    double value = lambda * o->twin->value(o, n, w), distance = S > 0 ? S * reg_distance(o->reg, n, w, centre) : 0;

    *size = fabs(value) + distance;
    for (size_t j = 0; j < n; j++)
        *size += fabs(g[j] * w[j]) + (o->reg->distance ? 0 : S * fabs(w[j] * centre[j]));
    return vec_dot(n, g, w) + value + distance;
}

/* The twin finds the same; every other point is worse by at least (S + lambda curvature) of its distance. */
static void check_prox(const struct omega *o, struct rng *rng, size_t n, double lambda, double S, const double *centre,
                       const double *g, const double *w)
{
    double a[MOST], other[MOST], size, most = 0, rounding = 0, sum = S + lambda * o->reg->curvature(o->p), least_size;
    double minimum = objective(o, n, lambda, S, centre, g, w, &least_size);

    ck_assert_msg(isfinite(o->reg->value(o->p, n, w)), "%s:%g,%g", o->reg->name, o->p[0], o->p[1]);
    ck_assert(isfinite(minimum));
    for (int k = 0; k < 6; k++) {
        double share = k < 2 ? 1 : pow(10, -k), there, further;
        o->twin->point(o, rng, n, other);
        vec_mix(n, 1 - share, w, share, other);
        there = objective(o, n, lambda, S, centre, g, other, &size);
        further = reg_distance(o->reg, n, other, w);
        for (size_t j = 0; j < n && o->reg->distance; j++)
            if (w[j] < DBL_MIN) /* has lost its digits, if it is not 0 */
                further = 0;
        ck_assert_msg(there >= minimum + sum * further - 1e-11 * (size + least_size) - 1e-15 * (S + lambda) || there == INFINITY,
                      "%s:%g,%g n %zu lambda %g S %g: %.17g %.17g", o->reg->name, o->p[0], o->p[1], n, lambda, S, there, minimum);
    }
    for (size_t j = 0; j < n; j++) {
        a[j] = -g[j] / lambda;
        rounding = fmax(rounding, (fabs(g[j]) + S * fabs(centre[j])) / sum);
    }
    o->twin->prox(o, n, S / lambda, centre, a, other);
    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(w[j]));
    for (size_t j = 0; j < n; j++)
        ck_assert_msg(fabs(w[j] - other[j]) <= 1e-12 * most + 4 * DBL_EPSILON * rounding * fmin(1, o->reg->distance ? most : 1) * 8,
                      "%s:%g,%g n %zu lambda %g S %g: %.17g %.17g, largest %g", o->reg->name, o->p[0], o->p[1], n, lambda, S,
                      w[j], other[j], most);
}

START_TEST(test_prox)
{
    double centre[MOST], g[MOST], w[MOST], place[MOST];
    struct rng rng;

    rng_seed(&rng, 3);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 3000; trial++) {
            size_t n = (size_t)rng_below(&rng, trial % 3 ? 5 : MOST) + 1;
            struct omega o = omega_at(k, &rng, trial, n);
            double lambda = magnitude(&rng, trial), S = magnitude(&rng, trial);
            if (trial % 7 == 0 && o.reg->traits & REG_STRONG)
                S = 0;
            o.twin->point(&o, &rng, n, centre);
            slopes(&rng, n, trial % 4 ? (S + lambda) * 3 : magnitude(&rng, trial), g);
            o.reg->prox(o.p, n, lambda, S, centre, g, w);
            check_prox(&o, &rng, n, lambda, S, centre, g, w);
            vec_copy(n, g, place);
            o.reg->prox(o.p, n, lambda, S, centre, place, place); /* w may be g */
            ck_assert_mem_eq(place, w, n * sizeof *w);
            vec_copy(n, centre, place);
            o.reg->prox(o.p, n, lambda, S, place, g, place); /* or the centre */
            ck_assert_mem_eq(place, w, n * sizeof *w);
        }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_table,     test_value,          test_domain, test_small,
                                  test_conjugate, test_conjugate_grid, test_prox};

    return run_tests("reg", sizeof tests / sizeof *tests, tests);
}
