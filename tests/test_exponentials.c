/* test_exponentials - exp of many numbers against expl, and the same bits from each instruction set. */
#include "math/exponentials.h"

#include <float.h>
#include <math.h>

#include "common.h"
#include "isas.h"
#include "problems.h"

/* |got - exp(x)| in units in the last place of exp(x) >= DBL_MIN */
static double error_of(double got, double x)
{
    long double e = expl((long double)x);
    int exponent;

    frexp((double)e, &exponent);
    return (double)(fabsl(got - e) / ldexpl(1, exponent - DBL_MANT_DIG));
}

static void check(size_t n, const double *x)
{
    double here[ISAS_MOST];

    isas_check(exponentials, exponentials_baseline, exponentials_avx2, n, x, here);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(error_of(here[i], x[i]) <= 1.11, "exp(%.17g) = %.17g", x[i], here[i]);
}

START_TEST(test_random)
{
    static const double scale[] = {1e-300, 1e-9, 1e-3, 1, 30, 700};
    static double x[ISAS_MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 600; trial++) {
        size_t n = (size_t)rng_below(&rng, ISAS_MOST) + 1;
        for (size_t i = 0; i < n; i++)
            x[i] = scale[trial % 6] * (trial % 5 ? -rng_uniform(&rng) : rng_uniform(&rng));
        check(n, x);
    }
}
END_TEST

/* Near the middle between two powers of two, where n changes, and at the ends. */
START_TEST(test_special)
{
    double x[] = {0, -0.0, 1, -1, 700, -708, -708.3, DBL_MIN, -DBL_TRUE_MIN, 0.5 * log(2), -0.5 * log(2)};
    double none[] = {-709.5, -1e4, -DBL_MAX, -INFINITY, NAN};

    check(sizeof x / sizeof *x, x);
    for (int n = -1020; n <= 1000; n++) {
        double edge[3] = {(n + 0.5) * log(2), (n + 0.5) * log(2), (n + 0.5) * log(2)};
        edge[0] = nextafter(edge[0], -INFINITY);
        edge[2] = nextafter(edge[2], INFINITY);
        check(3, edge);
    }
    exponentials(2, x);
    ck_assert(x[0] == 1 && x[1] == 1);
    exponentials(5, none);
    for (int i = 0; i < 4; i++)
        ck_assert(none[i] == 0);
    ck_assert(isnan(none[4]));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_random, test_special};

    return run_tests("exponentials", sizeof tests / sizeof *tests, tests);
}
