/* test_math - vectors, the random generator, the root finder. */
#include <float.h>
#include <math.h>
#include <stdint.h>

#include "math/rng.h"
#include "math/root.h"
#include "math/vec.h"
#include "common.h"

enum { LONGEST = 40 };

START_TEST(test_vec)
{
    double x[LONGEST], y[LONGEST], r[LONGEST], dot, size, sum;
    struct rng rng;

    rng_seed(&rng, 1);
    for (size_t n = 0; n <= LONGEST; n++) {
        size_t nonzeros = 0;
        dot = size = sum = 0;
        for (size_t i = 0; i < n; i++) {
            x[i] = rng_below(&rng, 4) ? rng_uniform(&rng) - 0.5 : 0;
            y[i] = rng_uniform(&rng) - 0.5;
            dot += x[i] * y[i];
            size += fabs(x[i] * y[i]);
            sum += x[i];
            nonzeros += x[i] != 0;
        }
        ck_assert_double_le(fabs(vec_dot(n, x, y) - dot), 1e-15 * size);
        ck_assert_double_eq(vec_sqnorm(n, x), vec_dot(n, x, x));
        ck_assert_uint_eq(vec_nonzeros(n, x), nonzeros);
        ck_assert_double_le(fabs(vec_sum(n, x) - sum), 1e-15 * (double)n);
        if (n > 0)
            ck_assert_double_eq(vec_max(n, x), x[vec_largest(n, x)]);
        vec_combine(n, 2, x, -3, y, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 2 * x[i] - 3 * y[i]);
        vec_copy(n, y, r);
        vec_add(n, 0.5, x, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], y[i] + 0.5 * x[i]);
        vec_copy(n, y, r);
        vec_mix(n, 0.5, x, 4, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 0.5 * x[i] + 4 * y[i]);
        vec_combine(n, 1, r, 1, r, r); /* in place */
        vec_scale(n, 0.5, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 0.5 * x[i] + 4 * y[i]);
        vec_fill(n, 7, r);
        for (size_t i = 0; i < n; i++)
            ck_assert_double_eq(r[i], 7);
    }
}
END_TEST

/* The published sequences: splitmix64 from 0, xoshiro256** from the state 1, 2, 3, 4. */
START_TEST(test_rng_published)
{
    static const uint64_t seeded[] = {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu,
                                      0xf88bb8a8724c81ecu};
    static const uint64_t output[] = {
        11520u, 0u, 1509978240u, 1215971899390074240u, 1216172134540287360u, 607988272756665600u,
        16172922978634559625u, 8476171486693032832u, 10595114339597558777u, 2904607092377533576u};
    struct rng rng;

    rng_seed(&rng, 0);
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(rng.s[i], seeded[i]);
    rng = (struct rng){{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof output / sizeof *output; i++)
        ck_assert_uint_eq(rng_next(&rng), output[i]);
}
END_TEST

START_TEST(test_rng_uniform)
{
    enum { DRAWS = 60000, CELLS = 6 };
    double cell[CELLS] = {0}, chi = 0, sum = 0;
    struct rng rng;

    rng_seed(&rng, 5);
    for (int i = 0; i < DRAWS; i++) {
        double u = rng_uniform(&rng);
        uint64_t k = rng_below(&rng, CELLS);
        ck_assert(u >= 0 && u < 1 && k < CELLS);
        cell[k]++;
        sum += u;
        ck_assert_uint_eq(rng_below(&rng, 1), 0);
        ck_assert_uint_lt(rng_below(&rng, UINT64_MAX / 2 + 2), UINT64_MAX / 2 + 2);
    }
    for (int k = 0; k < CELLS; k++)
        chi += pow(cell[k] - DRAWS / CELLS, 2) / (DRAWS / CELLS);
    ck_assert_double_lt(chi, 25); /* 5 degrees of freedom: 1.4e-4 */
    ck_assert_double_eq_tol(sum / DRAWS, 0.5, 0.006);
}
END_TEST

START_TEST(test_rng_shuffle)
{
    double count[6] = {0};
    struct rng rng;

    rng_seed(&rng, 9);
    for (int trial = 0; trial < 12000; trial++) {
        int64_t items[3] = {0, 1, 2};
        rng_shuffle(&rng, 3, items);
        ck_assert_int_eq((1 << items[0]) + (1 << items[1]) + (1 << items[2]), 7);
        count[2 * items[0] + (items[1] > items[2])]++;
    }
    for (int k = 0; k < 6; k++)
        ck_assert_double_eq_tol(count[k], 2000, 200);
    rng_shuffle(&rng, 0, NULL);
}
END_TEST

/* ---- root ----------------------------------------------------------------------------------- */

enum { KINDS = 11 };

struct curve {
    int kind, calls;
    double root;
};

static double curve_at(void *context, double t)
{
    struct curve *c = context;

    c->calls++;
    switch (c->kind) {
    case 0: return t - c->root;
    case 1: return pow(t - c->root, 3);
    case 2: return t < c->root ? -1 : 2;                  /* a jump */
    case 3: return exp(fmin(t, 800) - c->root) - 1;       /* overflows far out */
    case 4: return t < c->root ? -1e-3 : INFINITY;
    case 5: return atan(t - c->root);
    case 6: return t > 2 * c->root + 1 ? NAN : t - c->root;
    case 7: return fmax(-1, fmin(0, t - c->root));        /* flat: never above 0 */
    case 8: return 1 - exp(c->root - t);                  /* overflows below the root */
    case 9: return pow(t - c->root, 21);                  /* flat around the root */
    default: return t < c->root ? (t - c->root) * 1e-12 : (t - c->root) * 1e12; /* a bend */
    }
}

START_TEST(test_root)
{
    static const double roots[] = {1e-9, 0.3, 1, 77, 1e6}, steps[] = {1e-3, 1, 50};

    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = 0; k < sizeof roots / sizeof *roots; k++)
            for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
                struct curve c = {kind, 0, kind == 3 ? fmin(roots[k], 600) : roots[k]};
                double f_lo = curve_at(&c, 0), t, value;

                if (!(f_lo < 0))
                    continue;
                t = root_beyond(curve_at, &c, 0, f_lo, steps[s], 1e-13, 0, 0);
                /* bracketing, 40 interpolations, bisection to 2^-52 of a root that is 2^-36 of the
                 * bracket */
                ck_assert_msg(c.calls < 32 + 40 + 88, "curve %d root %g: %d calls", kind, c.root,
                              c.calls);
                value = curve_at(&c, t);
                ck_assert_msg(fabs(value) <= 1e-13 || fabs(t - c.root) <= 8 * DBL_EPSILON * c.root,
                              "curve %d root %g step %g: at %.17g", kind, c.root, steps[s], t);
                t = root_beyond(curve_at, &c, 0, f_lo, steps[s], 0, 1e-3, 0); /* only nearly */
                ck_assert(kind == 7 ? t >= c.root : fabs(t - c.root) <= 1.1e-3 * c.root);
            }
}
END_TEST

/* Smooth curves take a few steps, as in Chandrupatla's tables; bisection takes 45 for as many
 * digits. */
START_TEST(test_root_smooth)
{
    static const int smooth[] = {0, 3, 5, 8};
    static const int most[] = {3, 12, 12, 14};

    for (size_t k = 0; k < sizeof smooth / sizeof *smooth; k++) {
        struct curve c = {smooth[k], 0, 0.7};
        double t = root_beyond(curve_at, &c, 0, curve_at(&c, 0), 1, 1e-13, 0, 0);

        ck_assert_double_eq_tol(t, 0.7, 1e-12);
        ck_assert_msg(c.calls <= most[k], "curve %d: %d calls", smooth[k], c.calls);
    }
}
END_TEST

static double always_negative(void *context, double t)
{
    (void)context;
    (void)t;
    return -1;
}

/* A jump at 0 is found among the doubles, or to `least`; halvings of the bracket take 1,075. */
START_TEST(test_root_at_zero)
{
    struct curve c = {2, 0, 0};
    double t = root_beyond(curve_at, &c, -1, -1, 2, 0, 0, 0);

    ck_assert(fabs(t) <= DBL_MIN && c.calls <= 1 + 40 + 64);
    c.calls = 0;
    c.root = 1e-308;
    t = root_beyond(curve_at, &c, 0, -1, 1, 0, 0, 0);
    ck_assert(t >= 0 && t <= 4 * DBL_MIN && c.calls <= 1 + 40 + 64);
    c.calls = 0;
    t = root_beyond(curve_at, &c, 0, -1, 1, 0, 0, 1e-9);
    ck_assert(t >= 0 && t <= 1e-9 && c.calls <= 32);
}
END_TEST

START_TEST(test_root_middle)
{
    static const double ends[][2] = {{0, DBL_MAX}, {-DBL_MAX, DBL_MAX}, {1, 2}, {-3, -1e-300}, {-1, 0}, {-1e-310, 5}};

    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        double lo = ends[k][0], hi = ends[k][1];
        int steps = 0;
        for (double t = root_middle(lo, hi); t > lo && t < hi; t = root_middle(lo, hi), steps++) {
            ck_assert_double_eq(t, root_middle(hi, lo));
            if (t < ends[k][0] / 3 + ends[k][1] / 3)
                lo = t;
            else
                hi = t;
        }
        ck_assert_msg(steps >= 40 && steps <= 64 && nextafter(lo, hi) == hi, "row %zu: %d steps", k, steps);
    }
}
END_TEST

START_TEST(test_root_absent)
{
    ck_assert_double_gt(root_beyond(always_negative, NULL, 0, -1, 1, 1e-9, 0, 0), 1e299);
}
END_TEST

RUN_TESTS("math", test_vec, test_rng_published, test_rng_uniform, test_rng_shuffle, test_root, test_root_smooth,
          test_root_at_zero, test_root_middle, test_root_absent)
