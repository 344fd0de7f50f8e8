/* test_logarithms - log(x), log(1 + x) and x log x against logl and log1pl, and the same bits from each instruction set. */
#include "math/exponentials.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/logarithm.h"
#include "math/omega.h"
#include "common.h"
#include "isas.h"
#include "problems.h"

static void check(size_t n, const double *x)
{
    double here[ISAS_MOST];

    isas_check(logarithms, logarithms_baseline, logarithms_avx2, n, x, here);
    for (size_t i = 0; i < n; i++) {
        double alone = logarithm_1p(x[i]);
        ck_assert_mem_eq(&alone, here + i, sizeof alone);
        ck_assert_msg(isas_error(alone, log1pl((long double)x[i])) <= 1, "log(1 + %.17g) = %.17g", x[i], alone);
    }
}

START_TEST(test_random)
{
    static const double scale[] = {1e-300, 1e-9, 1e-3, 0.45, 1};
    static double x[ISAS_MOST];
    struct rng rng;

    rng_seed(&rng, 2);
    for (int trial = 0; trial < 500; trial++) {
        size_t n = (size_t)rng_below(&rng, ISAS_MOST) + 1;
        for (size_t i = 0; i < n; i++)
            x[i] = scale[trial % 5] * rng_uniform(&rng);
        check(n, x);
    }
}
END_TEST

/* The ends, and where the range is cut. */
START_TEST(test_special)
{
    double x[] = {0, 1, DBL_MIN, DBL_TRUE_MIN, DBL_EPSILON, nextafter(1, 0), 0.5, nextafter(0.5, 0), nextafter(0.5, 1)};
    double none[] = {NAN, 0, 1};

    check(sizeof x / sizeof *x, x);
    logarithms(3, none);
    ck_assert(isnan(none[0]) && none[1] == 0 && none[2] == log(2));
}
END_TEST

static void check_log(double x)
{
    ck_assert_msg(isas_error(logarithm(x), logl((long double)x)) <= 1, "log(%.17g) = %.17g", x, logarithm(x));
}

static void check_log1p(double x)
{
    ck_assert_msg(isas_error(logarithm_1p(x), log1pl((long double)x)) <= 1.1, "log(1 + %.17g) = %.17g", x,
                  logarithm_1p(x));
}

/* A double of random bits, x > 0, then one near 1, one around the cuts at 3/4 and 3/2, and a subnormal one. */
START_TEST(test_log)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int trial = 0; trial < 300000; trial++) {
        double t = rng_uniform(&rng), x = ldexp(1 + t, (int)rng_below(&rng, 2046) - 1022);
        check_log(x);
        check_log(1 + (t - 0.5) * 1e-3);
        check_log(0.7 + 0.85 * t);
        check_log(fmax(t * DBL_MIN, DBL_TRUE_MIN));
        check_log1p(x);
        check_log1p(-t);
        check_log1p(4 * t);
        check_log1p(nextafter(-1, 0) + ldexp(t, -40));
    }
}
END_TEST

START_TEST(test_log_special)
{
    static const double x[] = {DBL_TRUE_MIN, 3 * DBL_TRUE_MIN, DBL_MIN, DBL_MAX, 0.75, 1.5, 2, 0.5};

    for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
        check_log(x[i]);
        check_log(nextafter(x[i], 1));
        check_log1p(x[i]);
        check_log1p(-fmin(x[i], 1) / 4);
    }
    for (double u = 0x1p52; u <= 0x1p55; u *= 2) {
        check_log1p(u);
        check_log1p(nextafter(u, 0));
    }
    ck_assert(logarithm(1) == 0 && logarithm(0) == -INFINITY && logarithm(-0.0) == -INFINITY);
    ck_assert(logarithm(INFINITY) == INFINITY && isnan(logarithm(-INFINITY)));
    ck_assert(isnan(logarithm(NAN)) && isnan(logarithm(-DBL_TRUE_MIN)));
    ck_assert(logarithm_1p(0) == 0 && logarithm_1p(-1) == -INFINITY && logarithm_1p(INFINITY) == INFINITY);
    ck_assert(isnan(logarithm_1p(NAN)) && isnan(logarithm_1p(nextafter(-1, -2))) && isnan(logarithm_1p(-INFINITY)));
}
END_TEST

static double entropy(double x)
{
    double low = x > 0.5 ? 1 - x : x;

    return (low > 0 ? low * logarithm(low) : 0) + (1 - low) * logarithm_1p_within(-low);
}

static void check_entropies(size_t n, const double *x)
{
    double here[ISAS_MOST];

    isas_check(entropies, entropies_baseline, entropies_avx2, n, x, here);
    for (size_t i = 0; i < n; i++) {
        double alone = entropy(x[i]);
        long double low = x[i] > 0.5 ? 1 - (long double)x[i] : x[i];
        long double right = (low > 0 ? low * logl(low) : 0) + (1 - low) * log1pl(-low);
        ck_assert_mem_eq(&alone, here + i, sizeof alone);
        ck_assert_msg(fabsl(alone - right) <= 2 * DBL_EPSILON * fabsl(right) + DBL_TRUE_MIN, "%.17g: %.17g", x[i], alone);
    }
}

/* 0 log 0 = 0, subnormal numbers, both halves; outside of [0, 1] there is no entropy. */
START_TEST(test_entropies)
{
    static const double scale[] = {1e-320, 1e-310, 1e-300, 1e-9, 1e-3, 0.5, 1};
    static double x[ISAS_MOST];
    double ends[] = {0, 1, DBL_TRUE_MIN, DBL_MIN, nextafter(DBL_MIN, 0), DBL_EPSILON, 0.5, nextafter(0.5, 1), nextafter(1, 0)};
    double none[] = {-DBL_TRUE_MIN, nextafter(1, 2), NAN, -INFINITY, INFINITY, 0, -0.0, 1};
    struct rng rng;

    rng_seed(&rng, 5);
    for (int trial = 0; trial < 500; trial++) {
        size_t n = (size_t)rng_below(&rng, ISAS_MOST) + 1;
        for (size_t i = 0; i < n; i++)
            x[i] = trial % 2 ? 1 - scale[trial % 7] * rng_uniform(&rng) : scale[trial % 7] * rng_uniform(&rng);
        check_entropies(n, x);
    }
    check_entropies(sizeof ends / sizeof *ends, ends);
    entropies(8, none);
    ck_assert(none[0] == INFINITY && none[1] == INFINITY && isnan(none[2]) && none[3] == INFINITY && none[4] == INFINITY);
    for (int i = 5; i < 8; i++)
        ck_assert(none[i] == 0 && !signbit(none[i]));
}
END_TEST

/* x = q p has x + log x = t for t = s + log q, to the rounding of t over the slope 1 + 1/x, whatever p is guessed. */
START_TEST(test_omega)
{
    static const double guess[] = {0, 1e-3, 1, 1e9};
    struct rng rng;

    rng_seed(&rng, 4);
    for (int trial = 0; trial < 100000; trial++) {
        double log_q = 30 * (2 * rng_uniform(&rng) - 1), q = exponential(log_q);
        double s = ldexp(2 * rng_uniform(&rng) - 1, (int)rng_below(&rng, trial % 3 ? 8 : 60));
        double p = omega(s, q, log_q, guess[trial % 4]);
        long double x = (long double)q * p, f = s - (logl(p) + x), t = fabsl((long double)s) + fabs(log_q);
        if (s + log_q > -700 && p >= DBL_MIN)
            ck_assert_msg(fabsl(f) <= 4 * DBL_EPSILON * (1 + t + x), "log p + %g p = %.17g: %.17g", q, s, p);
    }
    ck_assert(omega(-1, 0, -INFINITY, 0.5) == exponential(-1) && isfinite(omega(1e300, 1, 0, 0)));
}
END_TEST

RUN_TESTS("logarithms", test_random, test_special, test_log, test_log_special, test_entropies, test_omega)
