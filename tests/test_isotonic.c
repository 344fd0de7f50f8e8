/* test_isotonic - pooled neighbours against a formula of means, and against every partition. */
#include <math.h>
#include <stdbool.h>

#include "math/isotonic.h"
#include "math/rng.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 40, FEW = 9 };

/* Numbers of few different values, exact in sums; weights of 1 or others. */
static size_t make(struct rng *rng, size_t most, double *sum, double *weight)
{
    size_t n = 1 + (size_t)rng_below(rng, most);
    uint64_t levels = 2 + rng_below(rng, 8), heavy = 1 + rng_below(rng, 3);

    for (size_t i = 0; i < n; i++) {
        weight[i] = (double)(1 + rng_below(rng, heavy));
        sum[i] = weight[i] * ((double)rng_below(rng, levels) + (double)i / 16);
    }
    return n;
}

static double mean(const double *sum, const double *weight, size_t from, size_t to)
{
    double s = 0, w = 0;

    for (size_t i = from; i <= to; i++) {
        s += sum[i];
        w += weight[i];
    }
    return s / w;
}

/* f_i = max over from <= i of min over to >= i of the mean of both (Robertson, Wright, Dykstra 1988, theorem 1.4.4). */
static double max_min(size_t n, const double *sum, const double *weight, size_t i)
{
    double greatest = -INFINITY;

    for (size_t from = 0; from <= i; from++) {
        double least = INFINITY;
        for (size_t to = i; to < n; to++)
            least = fmin(least, mean(sum, weight, from, to));
        greatest = fmax(greatest, least);
    }
    return greatest;
}

START_TEST(max_of_min)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 3000; run++) {
        double sum[MOST], weight[MOST], s[MOST], w[MOST];
        size_t end[MOST], n = make(&rng, MOST, sum, weight), blocks, b = 0;
        for (size_t i = 0; i < n; i++) {
            s[i] = sum[i];
            w[i] = weight[i];
        }
        blocks = isotonic_pool(n, s, w, end);
        ck_assert(blocks >= 1 && end[blocks - 1] == n);
        for (size_t i = 0; i < n; i++) {
            b += i == end[b];
            ck_assert_double_eq_tol(s[b] / w[b], max_min(n, sum, weight, i), 1e-12);
        }
        for (b = 1; b < blocks; b++)
            ck_assert(s[b - 1] / w[b - 1] < s[b] / w[b] && end[b - 1] < end[b]);
    }
}
END_TEST

/* sum weight_i (x_i - f_i)^2 of blocks that end where a bit of `cuts` is set. */
static double squares(size_t n, const double *sum, const double *weight, unsigned cuts)
{
    double total = 0;

    for (size_t from = 0, to = 0; to < n; to++) {
        double f;
        if (to + 1 < n && !(cuts >> to & 1))
            continue;
        f = mean(sum, weight, from, to);
        for (size_t i = from; i <= to; i++)
            total += weight[i] * (sum[i] / weight[i] - f) * (sum[i] / weight[i] - f);
        from = to + 1;
    }
    return total;
}

/* Whether the means of these blocks do not descend. */
static bool ascends(size_t n, const double *sum, const double *weight, unsigned cuts)
{
    double last = -INFINITY;

    for (size_t from = 0, to = 0; to < n; to++)
        if (to + 1 == n || cuts >> to & 1) {
            double f = mean(sum, weight, from, to);
            if (f < last)
                return false;
            last = f;
            from = to + 1;
        }
    return true;
}

START_TEST(no_partition_is_nearer)
{
    struct rng rng;

    rng_seed(&rng, 2);
    for (int run = 0; run < 1000; run++) {
        double sum[FEW], weight[FEW], s[FEW], w[FEW], least = INFINITY;
        size_t end[FEW], n = make(&rng, FEW, sum, weight), blocks;
        unsigned mine = 0;
        for (size_t i = 0; i < n; i++) {
            s[i] = sum[i];
            w[i] = weight[i];
        }
        blocks = isotonic_pool(n, s, w, end);
        for (size_t b = 0; b + 1 < blocks; b++)
            mine |= 1u << (end[b] - 1);
        for (unsigned cuts = 0; cuts < 1u << (n - 1); cuts++)
            if (ascends(n, sum, weight, cuts))
                least = fmin(least, squares(n, sum, weight, cuts));
        ck_assert(ascends(n, sum, weight, mine));
        ck_assert_double_eq_tol(squares(n, sum, weight, mine), least, 1e-10);
    }
}
END_TEST

/* Each merge is the cheapest of all at that point, and leaves an ascending sequence of the same sums. */
START_TEST(merges)
{
    struct rng rng;

    rng_seed(&rng, 3);
    for (int run = 0; run < 500; run++) {
        double sum[FEW], weight[FEW], s[FEW], w[FEW], before;
        size_t end[FEW], n = 2 + (size_t)rng_below(&rng, FEW - 1);
        unsigned now = 0, next = 0;
        double least = INFINITY;
        for (size_t i = 0; i < n; i++) {
            w[i] = weight[i] = (double)(1 + rng_below(&rng, 5));
            s[i] = sum[i] = weight[i] * ((double)i + rng_uniform(&rng));
            end[i] = i + 1;
            now |= 1u << i;
        }
        ck_assert_uint_eq(isotonic_merge(n, s, w, end, n), n);
        ck_assert_uint_eq(isotonic_merge(n, s, w, end, n - 1), n - 1);
        before = squares(n, sum, weight, now);
        for (size_t b = 0; b + 1 < n; b++)
            least = fmin(least, squares(n, sum, weight, now & ~(1u << b)) - before);
        for (size_t b = 0; b + 1 < n; b++)
            next |= 1u << (end[b] - 1);
        ck_assert_double_eq_tol(squares(n, sum, weight, next) - before, least, 1e-10);
        ck_assert(ascends(n, sum, weight, next) && end[n - 2] == n);
        ck_assert_uint_eq(isotonic_merge(n - 1, s, w, end, 1), 1);
        ck_assert_double_eq_tol(s[0] / w[0], mean(sum, weight, 0, n - 1), 1e-12);
        ck_assert_uint_eq(end[0], n);
    }
    ck_assert_uint_eq(isotonic_pool(0, NULL, NULL, NULL), 0);
}
END_TEST

RUN_TESTS("isotonic", max_of_min, no_partition_is_nearer, merges)
