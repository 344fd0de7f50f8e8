/* test_reg - every row of reg/list.h: value, conjugate and prox against what they are defined to be, in more digits. */
#include "reg/reg.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "contract.h"
#include "problems.h"
#include "twins.h"

enum { MOST = TWIN_DIM };

/* ---- what is tried ---------------------------------------------------------------------------------------------------- */

/* The defaults, then the ends of the ranges (not beyond 1e4), then anything between, such that n weights make sense; no twin. */
static struct omega row_at(size_t k, struct rng *rng, int trial, size_t n)
{
    struct omega o = {.reg = reg_at(k)};

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
    if (strcmp(o.reg->name, "box") == 0 && o.p[0] == o.p[1])
        o.p[1] = 1; /* no box of 0 alone */
    return o;
}

static struct omega omega_at(size_t k, struct rng *rng, int trial, size_t n)
{
    struct omega o = row_at(k, rng, trial, n);

    o.twin = twin_of(o.reg);
    return o;
}

static size_t least(const struct omega *o)
{
    return o->reg->facts(o->p).least;
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
        ck_assert(reg->name && reg->help && reg->value && reg->conjugate && reg->facts && reg->prox);
        ck_assert_ptr_eq(reg_find(reg->name), reg);
        ck_assert_ptr_null(reg_find(reg->name + 1));
        for (int i = 0; i < REG_PARAMETERS && reg->parameter[i].name; i++) {
            const struct range *x = &reg->parameter[i];
            ck_assert(x->lo <= x->initial && x->initial <= x->hi);
        }
        ck_assert_int_eq(!(reg->traits & REG_EUCLIDEAN), reg->distance != NULL);
        for (int trial = 0; trial < 50; trial++) {
            struct omega o = omega_at(k, &rng, trial, MOST);
            ck_assert_int_eq(!!(reg->traits & REG_STRONG), reg->facts(o.p).curvature > 0);
            ck_assert_uint_le(least(&o), MOST);
            if (reg->traits & REG_SEPARABLE) {
                double r, q;
                shrunk_weights(&o, &r, &q);
                ck_assert(reg->facts(o.p).growth == r && reg->facts(o.p).curvature == q);
            }
            if (reg->traits & REG_QUADRATIC)
                ck_assert(reg->facts(o.p).growth == 0 && !reg->coordinate && reg->facts(o.p).curvature == 1);
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
            ck_assert_double_le(M, t * W + (1 - t) * V - reg->facts(o.p).curvature * between + 1e-13 * (1 + W + V + between));
            ck_assert(reg_distance(reg, n, w, w) <= 1e-16);
        }
}
END_TEST

/* Outside of the domain there is INFINITY; a little rounding is not outside. */
START_TEST(test_domain)
{
    const struct reg *ball = reg_find("elastic-ball"), *entropy = reg_find("entropy");
    double p[2], w[4] = {0.25, 0.25, 0.25, 0.25}, v[2] = {-1, 0}, c[2] = {0, 1};

    for (int r = 0; r <= 2; r++) {
        p[1] = r / 2.0;
        p[0] = p[1] + (1 - p[1]) / 2; /* |w|_1 = |w|^2 = 1 */
        v[0] = -1;
        ck_assert(ball->value(p, 2, v) == 0.5);
        v[0] = -1 - 1e-12;
        ck_assert(isfinite(ball->value(p, 2, v)));
        v[0] = -1 - 1e-7;
        ck_assert(ball->value(p, 2, v) == INFINITY);
    }
    p[0] = 4;
    ck_assert_uint_eq(entropy->facts(p).least, 4);
    ck_assert(fabs(entropy->value(p, 4, w)) < 1e-15);
    w[0] += 1e-12;
    ck_assert(isfinite(entropy->value(p, 4, w)));
    w[0] = 0.25 + 1e-7;
    w[1] = 0.25 - 1e-7;
    ck_assert(entropy->value(p, 4, w) == INFINITY); /* above the cap */
    p[0] = 3.5;
    ck_assert_uint_eq(entropy->facts(p).least, 4);
    ck_assert(isfinite(entropy->value(p, 4, w)));
    w[1] = 0.25;
    ck_assert(entropy->value(p, 4, w) == INFINITY); /* the sum */
    p[0] = 1;
    ck_assert_uint_eq(entropy->facts(p).least, 1);
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
    double size;

    vec_combine(n, -scale, s, 0, s, g);
    vec_combine(n, scale / lambda, s, 0, s, a);
    ck_assert(!isnan(got));
    ck_assert(got == reg->conjugate(o->p, n, lambda, -scale, g) || scale != 1);
    if (reg->facts(o->p).curvature > 0) {
        o->twin->prox(o, n, 0, zeros, a, w);
        size = fabs(got) + lambda * reg->facts(o->p).curvature;
        for (size_t j = 0; j < n; j++)
            size += fabs(scale * s[j]) * (fabs(w[j]) + 1e-8 * (o->reg->distance != NULL)); /* the twin's own rounding */
        ck_assert_msg(fabs(got - vec_dot(n, a, w) * lambda + lambda * o->twin->value(o, n, w)) <= 1e-11 * size,
                      "%s:%g,%g n %zu lambda %g: %.17g", reg->name, o->p[0], o->p[1], n, lambda, got);
        reg->prox(o->p, n, lambda, 0, zeros, g, v);
        ck_assert_double_le(fabs(got + vec_dot(n, g, v) + lambda * reg->value(o->p, n, v)), 1e-12 * size);
    }
    for (int k = 0; k < 5; k++) {
        double bound;
        o->twin->point(o, rng, n, v);
        if (k > 1 && reg->facts(o->p).curvature > 0)
            vec_mix(n, 1 - pow(10, -k), w, pow(10, -k), v);
        bound = scale * vec_dot(n, s, v) - lambda * o->twin->value(o, n, v);
        size = fabs(bound) + lambda * fabs(o->twin->value(o, n, v));
        for (size_t j = 0; j < n; j++)
            size += fabs(scale * s[j] * v[j]);
        ck_assert_msg(got >= bound - 1e-13 * size - 1e-15 * lambda, "%s:%g,%g n %zu lambda %g: %.17g %.17g", reg->name,
                      o->p[0], o->p[1], n, lambda, got, bound);
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
            if (o.reg->facts(o.p).curvature < 0.2)
                continue;
            random_vector(&rng, 2, 1, s);
            reach = o.reg->traits & REG_SEPARABLE ? fmax(fabs(s[0]), fabs(s[1])) / lambda / o.reg->facts(o.p).curvature : 1;
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
            if (o.reg->traits & REG_SEPARABLE || strcmp(o.reg->name, "entropy") == 0)
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
    double a[MOST], other[MOST], most = 0, rounding = 0, sum = S + lambda * o->reg->facts(o->p).curvature, size, there_size;
    double minimum = objective(o, n, lambda, S, centre, g, w, &size);

    ck_assert_msg(isfinite(o->reg->value(o->p, n, w)), "%s:%g,%g", o->reg->name, o->p[0], o->p[1]);
    ck_assert(isfinite(minimum));
    for (int k = 0; k < 6; k++) {
        double share = k < 2 ? 1 : pow(10, -k), there, further;
        o->twin->point(o, rng, n, other);
        vec_mix(n, 1 - share, w, share, other);
        there = objective(o, n, lambda, S, centre, g, other, &there_size);
        further = reg_distance(o->reg, n, other, w);
        for (size_t j = 0; j < n && o->reg->distance; j++)
            if (w[j] < DBL_MIN) /* has lost its digits, if it is not 0 */
                further = 0;
        further = minimum + sum * further - 1e-11 * (size + there_size) - 1e-15 * (S + lambda);
        ck_assert_msg(there >= further || there == INFINITY, "%s:%g,%g n %zu lambda %g S %g: %.17g below %.17g", o->reg->name,
                      o->p[0], o->p[1], n, lambda, S, there, further);
    }
    for (size_t j = 0; j < n; j++) {
        a[j] = -g[j] / lambda;
        rounding = fmax(rounding, (fabs(g[j]) + S * fabs(centre[j])) / sum);
    }
    o->twin->prox(o, n, S / lambda, centre, a, other);
    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(w[j]));
    rounding = 1e-12 * most + 32 * DBL_EPSILON * rounding * (o->reg->distance ? most : 1);
    for (size_t j = 0; j < n; j++)
        ck_assert_msg(fabs(w[j] - other[j]) <= rounding, "%s:%g,%g n %zu lambda %g S %g: %.17g %.17g, largest %g",
                      o->reg->name, o->p[0], o->p[1], n, lambda, S, w[j], other[j], most);
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

/* ---- the contract, as an engine relies on it ---------------------------------------------------------------------------- */

START_TEST(test_contract)
{
    struct rng rng;

    rng_seed(&rng, 7);
    for (size_t k = 0; reg_at(k); k++)
        for (int trial = 0; trial < 100; trial++) {
            size_t n = (size_t)rng_below(&rng, CONTRACT_DIM) + 1;
            struct omega o = row_at(k, &rng, trial, n);
            contract_check(o.reg, o.p, n, &rng);
        }
}
END_TEST

RUN_TESTS("reg", test_table, test_value, test_domain, test_small, test_conjugate,
          test_conjugate_grid, test_prox, test_contract)
