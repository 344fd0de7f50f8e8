/* test_metrics - figures against their definitions. */
#include <math.h>
#include <stdbool.h>

#include "base/rng.h"
#include "model/metrics.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 200 };

/* The share of the pairs in the right order, one by one. */
static double brute_area(int n, const double *label, const double *decision)
{
    double pairs = 0, right = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (label[i] == 1 && label[j] == -1) {
                pairs++;
                right += decision[i] > decision[j] ? 1 : decision[i] == decision[j] ? 0.5 : 0;
            }
    return right / pairs;
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-14 * fabs(b);
}

/* Ties abound; now and then a third label, which only counts as wrong. */
START_TEST(random_rows)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 2000; run++) {
        double label[MOST], predicted[MOST], decision[MOST];
        double hits = 0, said = 0, there = 0, right = 0;
        int n = 1 + (int)rng_below(&rng, run % 10 ? 12 : MOST);
        uint64_t values = 1 + rng_below(&rng, 30);
        struct metrics m;
        struct error err;

        for (int i = 0; i < n; i++) {
            label[i] = rng_below(&rng, 3) ? 1 : rng_below(&rng, 10) ? -1 : 7;
            decision[i] = (double)rng_below(&rng, values) - (double)values / 2;
            predicted[i] = decision[i] > 0 ? 1 : -1;
            right += predicted[i] == label[i];
            hits += predicted[i] == 1 && label[i] == 1;
            said += predicted[i] == 1 && label[i] != 7;
            there += label[i] == 1;
        }
        ck_assert_int_eq(metrics_two_classes(n, label, predicted, decision, 1, -1, &m, &err), OK);
        ck_assert(m.rows == n && (double)m.correct == right && same(m.accuracy, 100 * right / n));
        ck_assert(same(m.roc_area, brute_area(n, label, decision)));
        ck_assert(same(m.precision, hits / said));
        ck_assert(same(m.recall, hits / there));
        ck_assert(same(m.f1, 2 * hits / (said + there)));
    }
}
END_TEST

START_TEST(undefined_figures)
{
    double label[] = {-1, -1}, predicted[] = {-1, -1}, decision[] = {-1, -2};
    struct metrics m;
    struct error err;

    ck_assert_int_eq(metrics_two_classes(2, label, predicted, decision, 1, -1, &m, &err), OK);
    ck_assert(m.correct == 2 && m.accuracy == 100);
    ck_assert(isnan(m.roc_area) && isnan(m.precision) && isnan(m.recall) && isnan(m.f1));
    ck_assert_int_eq(metrics_two_classes(0, label, predicted, decision, 1, -1, &m, &err), OK);
    ck_assert(isnan(m.accuracy) && isnan(m.roc_area));
    label[0] = 1;
    decision[1] = NAN;
    ck_assert_int_eq(metrics_two_classes(2, label, predicted, decision, 1, -1, &m, &err), OK);
    ck_assert(isnan(m.roc_area) && isnan(m.precision) && m.recall == 0 && m.f1 == 0);
    decision[0] = INFINITY;
    decision[1] = -INFINITY;
    ck_assert_int_eq(metrics_two_classes(2, label, predicted, decision, 1, -1, &m, &err), OK);
    ck_assert(m.roc_area == 1);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_rows, undefined_figures};

    return run_tests("metrics", sizeof tests / sizeof *tests, tests);
}
