/* test_logarithms - log(1 + x) of many numbers against log1pl, and the same bits from each instruction set. */
#include "math/logarithms.h"

#include <float.h>
#include <math.h>

#include "common.h"
#include "isas.h"
#include "problems.h"

static void check(size_t n, const double *x)
{
    double here[ISAS_MOST];

    isas_check(logarithms, logarithms_baseline, logarithms_avx2, n, x, here);
    for (size_t i = 0; i < n; i++) {
        long double right = log1pl((long double)x[i]);
        long double most = 1.5 * DBL_EPSILON * right + DBL_TRUE_MIN;
        ck_assert_msg(fabsl(here[i] - right) <= most, "log(1 + %.17g) = %.17g", x[i], here[i]);
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
    double x[] = {0, 1, DBL_MIN, DBL_TRUE_MIN, DBL_EPSILON, nextafter(1, 0), 0.41421356237309503, 0.4142135623730951};
    double none[] = {NAN, 0, 1};

    check(sizeof x / sizeof *x, x);
    logarithms(3, none);
    ck_assert(isnan(none[0]) && none[1] == 0 && none[2] == log(2));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_random, test_special};

    return run_tests("logarithms", sizeof tests / sizeof *tests, tests);
}
