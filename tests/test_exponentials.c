/* test_exponentials - exp against expl, and the same bits from each instruction set. */
#include "math/exponentials.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "math/exponential.h"
#include "common.h"
#include "isas.h"
#include "problems.h"

static void check(size_t n, const double *x)
{
    double here[ISAS_MOST];

    isas_check(exponentials, exponentials_baseline, exponentials_avx2, n, x, here);
    for (size_t i = 0; i < n; i++) {
        double alone = exponential(x[i]);
        ck_assert_mem_eq(&alone, here + i, sizeof alone);
        ck_assert_msg(isas_error(alone, expl((long double)x[i])) <= 1.1, "exp(%.17g) = %.17g", x[i], alone);
    }
}

START_TEST(test_random)
{
    static const double scale[] = {1e-300, 1e-9, 1e-3, 1, 30, 745.1};
    static double x[ISAS_MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 1200; trial++) {
        size_t n = (size_t)rng_below(&rng, ISAS_MOST) + 1;
        for (size_t i = 0; i < n; i++)
            x[i] = fmin(709.7, scale[trial % 6] * (2 * rng_uniform(&rng) - 1));
        check(n, x);
    }
}
END_TEST

/* Near the middle between two powers of two, where n changes. */
START_TEST(test_middles)
{
    for (int n = -1074; n <= 1023; n++) {
        double edge[3] = {(n + 0.5) * log(2), (n + 0.5) * log(2), (n + 0.5) * log(2)};
        edge[0] = nextafter(edge[0], -INFINITY);
        edge[2] = nextafter(edge[2], INFINITY);
        check(3, edge);
    }
}
END_TEST

/* exp(x) - 1, which loses no digits at 0. */
START_TEST(test_minus_1)
{
    static const double scale[] = {1e-300, 1e-17, 1e-9, 1e-3, 0.34, 0.36, 1, 30, 740};
    const double ends[] = {0.34, -0.34, nextafter(0.34, 1), nextafter(-0.34, -1), DBL_MIN, -DBL_TRUE_MIN, -40, -1e4};
    struct rng rng;

    rng_seed(&rng, 2);
    for (int trial = 0; trial < 90000; trial++) {
        double x = trial < 8 ? ends[trial] : fmin(709, scale[trial % 9] * (2 * rng_uniform(&rng) - 1));
        ck_assert_msg(isas_error(exponential_minus_1(x), expm1l((long double)x)) <= 4, "x = %.17g", x);
    }
    ck_assert(exponential_minus_1(0) == 0 && exponential_minus_1(-INFINITY) == -1);
    ck_assert(isinf(exponential_minus_1(710)) && isnan(exponential_minus_1(NAN)));
}
END_TEST

/* The ends: of the double numbers, of the normal ones, of those above 0. */
START_TEST(test_special)
{
    static const double large = 0x1.62e42fefa39efp9, small = -0x1.74910d52d3051p9;
    double x[] = {0, -0.0, 1, -1, 700, -708, -708.3, -708.4, -720, -744.5, DBL_MIN, -DBL_TRUE_MIN, DBL_TRUE_MIN,
                  0.5 * log(2), -0.5 * log(2), large, small};
    double over[] = {nextafter(large, INFINITY), 710, 1e4, DBL_MAX, INFINITY, 1, 1, 1, 1};
    double none[] = {nextafter(small, -INFINITY), -746, -1e4, -DBL_MAX, -INFINITY, 1, 1, 1, NAN};

    check(sizeof x / sizeof *x, x);
    ck_assert(exponential(0) == 1 && exponential(-0.0) == 1 && isnan(exponential(NAN)));
    ck_assert(exponential(large) > 1.79e308 && exponential(large) <= DBL_MAX);
    ck_assert(exponential(small) == DBL_TRUE_MIN);
    exponentials(9, over);
    exponentials(9, none);
    for (int i = 0; i < 5; i++)
        ck_assert(over[i] == INFINITY && none[i] == 0);
    ck_assert(isnan(none[8]));
}
END_TEST

RUN_TESTS("exponentials", test_random, test_middles, test_minus_1, test_special)
