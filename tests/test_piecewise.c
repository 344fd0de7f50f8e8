/* test_piecewise - the line search over kinks, against a search in sorted order. */
#include "math/piecewise.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "math/rng.h"
#include "common.h"

static int by_position(const void *a, const void *b)
{
    double x = ((const struct kink *)a)->at, y = ((const struct kink *)b)->at;

    return (x > y) - (x < y);
}

/* The definition: walks over the kinks from left to right. Integer jumps and positions make all sums exact. */
static double walk(struct kink *kinks, size_t count, double slope0, double quad, double lo, double *theta)
{
    double slope = slope0, from = -INFINITY; /* slope without the quadratic, right of `from` */
    size_t k = 0;

    *theta = 0;
    qsort(kinks, count, sizeof *kinks, by_position);
    while (k < count && kinks[k].at < lo)
        slope += kinks[k++].jump;
    if (isfinite(lo)) {
        double left = slope + quad * lo;

        from = lo;
        while (k < count && kinks[k].at == lo)
            slope += kinks[k++].jump;
        if (slope + quad * lo >= 0) {
            *theta = left < 0 ? -left / (slope + quad * lo - left) : 0;
            return lo;
        }
    }
    if (quad == 0 && slope >= 0)
        return from;
    while (k < count) {
        double at = kinks[k].at, jumps = 0;

        if (quad > 0 && slope + quad * at >= 0)
            break;
        while (k < count && kinks[k].at == at)
            jumps += kinks[k++].jump;
        if (slope + quad * at + jumps >= 0) {
            *theta = -(slope + quad * at) / jumps;
            return at;
        }
        slope += jumps;
    }
    return quad > 0 ? -slope / quad : INFINITY;
}

START_TEST(test_small)
{
    struct kink kinks[40], copy[40];
    size_t on_kink = 0, on_lo = 0, between = 0, never = 0;
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 60000; trial++) {
        size_t count = (size_t)rng_below(&rng, trial % 7 == 0 ? 40 : 6);
        uint64_t spread = 1 + rng_below(&rng, 30);
        double slope0 = (double)rng_below(&rng, 60) - 50, quad = (double)rng_below(&rng, 3) * 0.5;
        double lo = trial % 3 ? (double)rng_below(&rng, spread) - 5 : -INFINITY, theta, wanted_theta, t, wanted;

        for (size_t k = 0; k < count; k++)
            kinks[k] = (struct kink){(double)rng_below(&rng, spread) - 5, 1 + (double)rng_below(&rng, 9)};
        memcpy(copy, kinks, sizeof copy);
        t = piecewise_minimise(kinks, count, slope0, quad, lo, &theta);
        wanted = walk(copy, count, slope0, quad, lo, &wanted_theta);
        ck_assert_msg(t == wanted, "trial %d: %.17g for %.17g", trial, t, wanted);
        ck_assert_msg(theta == wanted_theta, "trial %d: theta %.17g for %.17g", trial, theta, wanted_theta);
        qsort(kinks, count, sizeof *kinks, by_position);
        for (size_t k = 0; k < count; k++)
            ck_assert(kinks[k].at == copy[k].at);
        on_lo += t == lo;
        on_kink += theta > 0;
        never += isinf(t) != 0;
        between += isfinite(t) && t != lo && theta == 0;
    }
    ck_assert(on_lo > 500 && on_kink > 500 && never > 500 && between > 500);
}
END_TEST

/* Arbitrary numbers: the one-sided slopes at the answer, added up afresh, enclose zero. */
START_TEST(test_optimal)
{
    struct kink kinks[300];
    struct rng rng;

    rng_seed(&rng, 2);
    for (int trial = 0; trial < 3000; trial++) {
        size_t count = 1 + (size_t)rng_below(&rng, 300);
        double slope0 = -(double)count * rng_uniform(&rng), quad = trial % 2 ? exp(8 * rng_uniform(&rng) - 4) : 0;
        double theta, t, left = slope0, right = slope0, scale = -slope0;

        for (size_t k = 0; k < count; k++)
            kinks[k] = (struct kink){100 * tan(3 * rng_uniform(&rng) - 1.5), 1e-6 + 2 * rng_uniform(&rng)};
        t = piecewise_minimise(kinks, count, slope0, quad, -INFINITY, &theta);
        if (isinf(t)) {
            ck_assert(quad == 0 && t > 0 && theta == 0);
            t = 1e300;
        }
        for (size_t k = 0; k < count; k++) {
            left += kinks[k].at < t ? kinks[k].jump : 0;
            right += kinks[k].at <= t ? kinks[k].jump : 0;
            scale += kinks[k].jump;
        }
        scale *= 1e-14;
        ck_assert(left + quad * t <= scale && (t == 1e300 || right + quad * t >= -scale));
        ck_assert(t == 1e300 ? right < 0 : fabs(left + quad * t + theta * (right - left)) <= scale);
    }
}
END_TEST

START_TEST(test_edges)
{
    struct kink one[1] = {{2, 3}};
    double theta;

    ck_assert(piecewise_minimise(NULL, 0, -1, 0, -INFINITY, &theta) == INFINITY && theta == 0);
    ck_assert(piecewise_minimise(NULL, 0, 0, 0, -INFINITY, &theta) == -INFINITY && theta == 0);
    ck_assert(piecewise_minimise(NULL, 0, 1, 0, 7, &theta) == 7 && theta == 0);
    ck_assert(piecewise_minimise(NULL, 0, -6, 2, 0, &theta) == 3 && theta == 0);
    ck_assert(piecewise_minimise(NULL, 0, -6, 2, 4, &theta) == 4 && theta == 0);
    ck_assert(piecewise_minimise(one, 1, -1, 0, -INFINITY, &theta) == 2 && theta == 1.0 / 3);
    ck_assert(piecewise_minimise(one, 1, -1, 0, 2, &theta) == 2 && theta == 1.0 / 3);
    ck_assert(piecewise_minimise(one, 1, -3, 0, 2, &theta) == 2 && theta == 1);
    ck_assert(piecewise_minimise(one, 1, -4, 0, 2, &theta) == INFINITY && theta == 0);
    ck_assert(piecewise_minimise(one, 1, 1, 0, 2, &theta) == 2 && theta == 0);
    ck_assert(piecewise_minimise(one, 1, -1, 0, 5, &theta) == 5 && theta == 0);
}
END_TEST

/* A million kinks, random, sorted either way, organ pipe, all equal, or of a few values: linear time for each. */
START_TEST(test_large)
{
    const size_t count = 1000000;
    struct kink *kinks = mem_alloc(count, sizeof *kinks), *copy = mem_alloc(count, sizeof *copy);
    struct rng rng;

    rng_seed(&rng, 3);
    ck_assert(kinks && copy);
    for (int order = 0; order < 6; order++) {
        double theta, wanted_theta, t, seconds, at;

        for (size_t k = 0; k < count; k++) {
            double up = (double)k, pipe = (double)(k < count / 2 ? k : count - k);

            at = order == 0 ? 1e6 * rng_uniform(&rng) : order == 1 ? up : order == 2 ? -up : order == 3 ? pipe
               : order == 4 ? 1 : (double)(k % 3);
            kinks[k] = (struct kink){at, 1 + (double)(k % 5)};
        }
        memcpy(copy, kinks, count * sizeof *kinks);
        seconds = clock_now();
        t = piecewise_minimise(kinks, count, -1e6, order % 2 ? 0.25 : 0, order % 2 ? -1 : -INFINITY, &theta);
        seconds = clock_now() - seconds;
        ck_assert(t == walk(copy, count, -1e6, order % 2 ? 0.25 : 0, order % 2 ? -1 : -INFINITY, &wanted_theta));
        ck_assert(theta == wanted_theta);
        ck_assert_msg(seconds < 2, "order %d took %g s", order, seconds);
        if (getenv("KINKS_TIMES"))
            fprintf(stderr, "order %d: %.1f ms\n", order, 1e3 * seconds);
    }
    mem_free(kinks);
    mem_free(copy);
}
END_TEST

RUN_TESTS("piecewise", test_small, test_optimal, test_edges, test_large)
