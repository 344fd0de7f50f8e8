/* test_radix_sort - doubles of every kind, and rows by them, against qsort. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/radix_sort.h"
#include "math/rng.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 3000 };

/* -0 before 0 */
static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return x == y ? (signbit(x) == 0) - (signbit(y) == 0) : (x > y) - (x < y);
}

static double any_number(struct rng *rng, int kind)
{
    static const double extremes[] = {0, -0.0, INFINITY, -INFINITY, DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, -5e-324, 1, -1};
    double value = rng_uniform(rng) - 0.5;

    switch (kind) {
    case 0: return extremes[rng_below(rng, sizeof extremes / sizeof *extremes)];
    case 1: return floor(20 * value);
    case 2: return ldexp(value, (int)rng_below(rng, 2000) - 1000);
    case 3: return 7;
    case 6: return 1 + 1e-12 * value; /* the high bits of all are the same */
    case 7: return 1e-9 * floor(1e5 * value) + floor(4 * value);
    default: return value;
    }
}

START_TEST(as_qsort)
{
    static double x[MOST], spare[MOST], expected[MOST];
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 500; run++) {
        size_t n = rng_below(&rng, run % 5 ? 20 : MOST);

        for (size_t i = 0; i < n; i++)
            x[i] = expected[i] = any_number(&rng, run % 6);
        radix_sort(n, x, spare);
        qsort(expected, n, sizeof *expected, compare);
        ck_assert(memcmp(x, expected, n * sizeof *x) == 0);
    }
}
END_TEST

/* Descending, the rows of equal keys ascending. */
static int compare_keyed(const void *a, const void *b)
{
    const struct keyed *x = a, *y = b;
    int order = compare(&y->key, &x->key);

    return order ? order : (x->row > y->row) - (x->row < y->row);
}

START_TEST(keyed_as_qsort)
{
    static struct keyed x[MOST], expected[MOST];
    static uint64_t spare[2 * MOST];
    struct rng rng;

    rng_seed(&rng, 2);
    for (int run = 0; run < 900; run++) {
        size_t n = rng_below(&rng, run % 5 ? run % 3 ? 20 : 200 : MOST);

        for (size_t i = 0; i < n; i++)
            x[i] = expected[i] = (struct keyed){any_number(&rng, run % 8), (int64_t)i};
        radix_sort_keyed(&par_alone, n, x, spare);
        qsort(expected, n, sizeof *expected, compare_keyed);
        for (size_t i = 0; i < n; i++)
            ck_assert(memcmp(&x[i].key, &expected[i].key, sizeof x->key) == 0 && x[i].row == expected[i].row);
    }
}
END_TEST

/* The same order by any number of threads; runs of equal high bits among the keys. */
START_TEST(keyed_threads)
{
    enum { MANY = 100000 };
    static struct keyed x[MANY], y[MANY];
    static uint64_t spare[2 * MANY];
    struct rng rng;

    rng_seed(&rng, 3);
    for (int threads = 2; threads <= 11; threads += 3) {
        struct par par;
        par_init(&par, threads);
        for (size_t i = 0; i < MANY; i++)
            x[i] = y[i] = (struct keyed){any_number(&rng, (int)(i % 5) + 4 * (threads % 2)), (int64_t)i};
        radix_sort_keyed(&par_alone, MANY, x, spare);
        radix_sort_keyed(&par, MANY, y, spare);
        ck_assert(memcmp(x, y, sizeof x) == 0);
        par_free(&par);
    }
}
END_TEST

RUN_TESTS("radix_sort", as_qsort, keyed_as_qsort, keyed_threads)
