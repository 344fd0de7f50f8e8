/* test_metrics - figures against their definitions. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "math/rng.h"
#include "model/metrics.h"
#include "models.h"
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
        ck_assert(m.positive == 1 && same(m.roc_area, brute_area(n, label, decision)));
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

/* Regression against long double sums, also of labels far from 0. */
static void values_of(const struct model_case *c, const char *loss)
{
    struct rng rng;

    if (c->task != TASK_REGRESSION)
        return;
    rng_seed(&rng, 3);
    for (int run = 0; run < 500; run++) {
        double label[MOST], value[MOST], shift = run % 3 ? 0 : 1e6;
        long double mean = 0, squared = 0, absolute = 0, spread = 0;
        int n = 1 + (int)rng_below(&rng, MOST);
        struct metrics m;
        struct error err;
        struct model model;

        model_random(&rng, loss, c->classes, 0, -1, false, &model);
        for (int i = 0; i < n; i++) {
            label[i] = shift + rng_uniform(&rng) * 10;
            value[i] = label[i] + rng_uniform(&rng) - 0.3;
            mean += label[i] / (long double)n;
        }
        for (int i = 0; i < n; i++) {
            long double error = (long double)value[i] - label[i];
            squared += error * error / n;
            absolute += fabsl(error) / n;
            spread += (label[i] - mean) * (label[i] - mean) / n;
        }
        ck_assert_int_eq(metrics_compute(&model, n, label, value, value, &m, &err), OK);
        ck_assert(m.kind == METRICS_VALUES && m.rows == n);
        ck_assert(fabs(m.squared - (double)squared) <= 1e-13 * m.squared);
        ck_assert(fabs(m.absolute - (double)absolute) <= 1e-13 * m.absolute);
        ck_assert(n == 1 ? isnan(m.r2) : fabs(m.r2 - (double)(1 - squared / spread)) <= 1e-12 * (1 + fabs(m.r2)));
        model_free(&model);
    }
}

START_TEST(values)
{
    model_each_case(values_of);
}
END_TEST

static void constant_of(const struct model_case *c, const char *loss)
{
    double label[] = {0.1, 0.1, 0.1}, value[] = {0.1, 0.1, 0.4}, huge[] = {1e308, -1e308, 1e308};
    struct metrics m;
    struct error err;
    struct model model;
    struct rng rng;

    if (c->task != TASK_REGRESSION)
        return;
    rng_seed(&rng, 4);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    ck_assert_int_eq(metrics_compute(&model, 3, label, value, value, &m, &err), OK);
    ck_assert(isnan(m.r2) && fabs(m.squared - 0.03) < 1e-16 && fabs(m.absolute - 0.1) < 1e-16);
    ck_assert_int_eq(metrics_compute(&model, 3, huge, huge, huge, &m, &err), OK);
    ck_assert(m.squared == 0 && m.absolute == 0 && m.r2 == 1);
    model_free(&model);
}

START_TEST(constant_labels)
{
    model_each_case(constant_of);
}
END_TEST

/* Random answers of classes: accuracy, and for ordered ones the distance; now and then a label that nobody knows. */
static void classes_of(const struct model_case *c, const char *loss)
{
    struct model model;
    struct metrics m;
    struct error err;
    struct rng rng;

    if (c->classes < 2)
        return;
    rng_seed(&rng, 5);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    for (int run = 0; run < 100; run++) {
        double label[MOST], predicted[MOST], decision[2 * MOST], score[MOST], right = 0, off = 0, known = 0;
        int n = 1 + (int)rng_below(&rng, MOST);

        for (int i = 0; i < n; i++) {
            int at = (int)rng_below(&rng, (uint64_t)c->classes), said = (int)rng_below(&rng, (uint64_t)c->classes);
            bool unknown = rng_below(&rng, 10) == 0;
            label[i] = unknown ? (rng_below(&rng, 2) ? 1e9 : -0.25) : model.labels[at];
            predicted[i] = model.labels[said];
            decision[2 * i] = score[i] = (double)rng_below(&rng, 10);
            decision[2 * i + 1] = 0;
            right += !unknown && at == said;
            off += unknown ? 0 : abs(at - said);
            known += !unknown;
        }
        ck_assert_int_eq(metrics_compute(&model, n, label, predicted, c->outputs == 1 ? score : decision, &m, &err), OK);
        ck_assert(m.rows == n && (double)m.correct == right && same(m.accuracy, 100 * right / n));
        if (c->task == TASK_ORDINAL && c->classes > 2) {
            ck_assert(m.kind == METRICS_RANKS && same(m.absolute, off / known));
        } else if (c->classes == 2) { /* also with two outputs */
            struct metrics two;
            int high = c->task == TASK_ORDINAL; /* the positive one is the higher one */
            ck_assert_int_eq(metrics_two_classes(n, label, predicted, score, model.labels[high], model.labels[!high], &two,
                                                 &err), OK);
            ck_assert(m.kind == METRICS_TWO_CLASSES && same(m.roc_area, two.roc_area) && same(m.f1, two.f1));
            ck_assert(m.positive == model.labels[high]);
        } else {
            ck_assert(m.kind == METRICS_CLASSES && isnan(m.positive));
        }
    }
    model_free(&model);
}

START_TEST(classes)
{
    model_each_case(classes_of);
}
END_TEST

static void one_class_of(const struct model_case *c, const char *loss)
{
    double label[] = {1, -1, 1, 1}, predicted[] = {1, 1, -1, 1}, decision[] = {2, 1, -1, 3};
    struct metrics m;
    struct error err;
    struct model model;
    struct rng rng;

    if (c->task != TASK_ONE_CLASS)
        return;
    rng_seed(&rng, 6);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    ck_assert_int_eq(metrics_compute(&model, 4, label, predicted, decision, &m, &err), OK);
    ck_assert(m.kind == METRICS_TWO_CLASSES && m.correct == 2 && same(m.roc_area, 2.0 / 3) && same(m.precision, 2.0 / 3));
    ck_assert(m.positive == 1);
    label[1] = 0;
    ck_assert_int_eq(metrics_compute(&model, 4, label, predicted, decision, &m, &err), OK);
    ck_assert(m.kind == METRICS_ACCEPTED && m.correct == 3 && m.accuracy == 75 && isnan(m.roc_area));
    model_free(&model);
}

START_TEST(one_class)
{
    model_each_case(one_class_of);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {random_rows, undefined_figures, values, constant_labels, classes, one_class};

    return run_tests("metrics", sizeof tests / sizeof *tests, tests);
}
