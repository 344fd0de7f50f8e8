/* test_project_simplex - the projection onto the simplex against sorting, and against what defines it. */
#include "math/project_simplex.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

enum { MOST = 4096 };

static uint32_t list[MOST];

static int falling(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a < b) - (a > b);
}

/* By sorting (Held, Wolfe and Crowder 1974), in more digits. */
static void by_sorting(size_t n, const double *p, double *out)
{
    static double sorted[MOST];
    long double sum = 0, tau = 0;

    vec_copy(n, p, sorted);
    qsort(sorted, n, sizeof *sorted, falling);
    for (size_t k = 0; k < n; k++) {
        sum += (long double)sorted[k] - sorted[0];
        if ((long double)sorted[k] - sorted[0] > (sum - 1) / (long double)(k + 1))
            tau = (sum - 1) / (long double)(k + 1);
    }
    for (size_t j = 0; j < n; j++)
        out[j] = fmax(0, (double)((long double)p[j] - sorted[0] - tau));
}

static void check_projection(size_t n, const double *p)
{
    static double got[MOST], again[MOST], want[MOST];
    long double sum = 0;
    size_t count, m = 0;

    vec_copy(n, p, got);
    vec_copy(n, p, again);
    count = project_simplex(n, got, list);
    project_simplex(n, again, list);
    ck_assert_mem_eq(got, again, n * sizeof *got);
    by_sorting(n, p, want);
    for (size_t j = 0; j < n; j++) {
        ck_assert_double_ge(got[j], 0);
        ck_assert_double_le(fabs(got[j] - want[j]), 4 * DBL_EPSILON + 1e-12 * want[j]);
        sum += got[j];
    }
    for (size_t j = 0; j < n; j++)
        if (got[j] > 0)
            ck_assert_uint_eq(list[m++], j);
    ck_assert_uint_eq(m, count);
    ck_assert_double_le(fabs((double)(sum - 1)), 4 * DBL_EPSILON * sqrt((double)n));
}

/* All lengths and scales; rounded numbers have ties; a common shift changes nothing. */
START_TEST(test_random)
{
    static double p[MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (int trial = 0; trial < 1500; trial++) {
        size_t n = (size_t)rng_below(&rng, trial % 10 ? 60 : MOST) + 1;
        double scale = pow(10, (double)rng_below(&rng, 25) - 12), shift = trial % 3 ? 0 : scale * random_normal(&rng);
        random_vector(&rng, n, scale, p);
        for (size_t j = 0; j < n; j++)
            p[j] = (trial % 4 ? p[j] : scale * floor(3 * p[j] / scale)) + shift;
        check_projection(n, p);
    }
}
END_TEST

START_TEST(test_special)
{
    static double p[MOST];
    double pair[] = {1e300, -1e300}, close[] = {1e9, 1e9 + 0.5, -3}, widest[] = {DBL_MAX, -DBL_MAX, DBL_MAX};

    project_simplex(0, p, list);
    for (size_t n = 1; n <= MOST; n = n * 3 / 2 + 1) {
        vec_fill(n, -7e100, p);
        project_simplex(n, p, list);
        for (size_t j = 0; j < n; j++)
            ck_assert_double_le(fabs(p[j] * (double)n - 1), 2 * DBL_EPSILON * (double)n);
        for (size_t j = 0; j < n; j++) /* numbers of every size, which leave one by one */
            p[j] = -ldexp(1, -(int)(j % 1000));
        check_projection(n, p);
        vec_fill(n, 0, p);
        p[n / 2] = 1;
        project_simplex(n, p, list);
        for (size_t j = 0; j < n; j++)
            ck_assert(p[j] == (j == n / 2)); /* a vertex stays, to the last bit */
    }
    check_projection(2, pair);
    check_projection(3, close);
    project_simplex(3, widest, list);
    ck_assert(widest[0] == 0.5 && widest[1] == 0 && widest[2] == 0.5);
}
END_TEST

RUN_TESTS("project_simplex", test_random, test_special)
