/* test_steps - probabilities in steps, and a temperature: against their definitions. */
#include <math.h>

#include "math/rng.h"
#include "train/steps.h"
#include "train/temperature.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 60, CLASSES = 4 };

/* The isotonic fit at row i: max over a <= z_i of min over b >= z_i of the share of the positive rows with a <= z <= b. */
static double share_at(int n, const double *z, const double *y, const double *weight, int i)
{
    double greatest = -INFINITY;

    for (int a = 0; a < n; a++) {
        double least = INFINITY;
        if (z[a] > z[i] || weight[a] == 0)
            continue;
        for (int b = 0; b < n; b++) {
            double positive = 0, all = 0;
            if (z[b] < z[i] || weight[b] == 0)
                continue;
            for (int k = 0; k < n; k++)
                if (z[k] >= z[a] && z[k] <= z[b]) {
                    positive += y[k] > 0 ? weight[k] : 0;
                    all += weight[k];
                }
            least = fmin(least, positive / all);
        }
        greatest = fmax(greatest, least);
    }
    return greatest;
}

/* As rrm-predict has it: of logistic's decoder with the steps. */
static double probability_at(struct steps *steps, double z)
{
    static const double labels[] = {1, -1};
    double parameter, p[2];
    struct decoder d = {.loss = loss_read("hinge", &parameter), .classes = 2, .outputs = 1, .labels = labels,
                        .folded.steps = steps};

    d.task = task_of(d.loss);
    ck_assert(probability_known(&d));
    probability_of_rows(&d, 1, &z, p);
    ck_assert_double_eq_tol(p[0] + p[1], 1, 1e-15);
    return p[0];
}

START_TEST(max_of_min)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 300; run++) {
        double z[MOST], y[MOST], weight[MOST], positive = 0, negative = 0, low, high;
        int n = 1 + (int)rng_below(&rng, MOST), levels = run % 2 ? 12 : 1000;
        struct steps steps;
        struct error err;
        for (int i = 0; i < n; i++) {
            z[i] = (double)rng_below(&rng, (uint64_t)levels) / 7 - 3;
            y[i] = rng_uniform(&rng) * levels / 7 - 3 < z[i] ? 1 : -1;
            weight[i] = run % 3 ? (double)rng_below(&rng, 4) : 1;
            *(y[i] > 0 ? &positive : &negative) += weight[i];
        }
        low = 1 / (negative + 2);
        high = (positive + 1) / (positive + 2);
        ck_assert_int_eq(steps_fit((size_t)n, z, y, run % 3 ? weight : NULL, &steps, &err), OK);
        for (int i = 0; i < n && positive + negative > 0; i++)
            if (weight[i] > 0)
                ck_assert_double_eq_tol(probability_at(&steps, z[i]), fmax(low, fmin(high, share_at(n, z, y, weight, i))), 1e-12);
        for (int k = 1; k < steps.count; k++)
            ck_assert(steps.pair[2 * k] > steps.pair[2 * k - 2] && steps.pair[2 * k + 1] >= steps.pair[2 * k - 1]);
    }
}
END_TEST

/* A step begins in the middle of a gap; below all and above all; no rows, one decision, more blocks than steps. */
START_TEST(where_steps_begin)
{
    enum { MANY = 60000 };
    static double z[MANY], y[MANY], weight[MANY];
    static const double at[] = {1, 3, 4}, side[] = {-1, 1, 1}, bad[] = {1, NAN, 0};
    struct steps steps;
    struct error err;

    ck_assert_int_eq(steps_fit(3, at, side, NULL, &steps, &err), OK);
    ck_assert_int_eq(steps.count, 2);
    ck_assert_double_eq(steps.pair[0], 1);
    ck_assert_double_eq(steps.pair[2], 2);
    ck_assert_double_eq(probability_at(&steps, -9), 1.0 / 3);
    ck_assert_double_eq(probability_at(&steps, nextafter(2, 0)), 1.0 / 3);
    ck_assert_double_eq(probability_at(&steps, 2), 0.75);
    ck_assert_double_eq(probability_at(&steps, 99), 0.75);
    ck_assert_int_eq(steps_fit(0, at, side, NULL, &steps, &err), OK);
    ck_assert_double_eq(probability_at(&steps, 3), 0.5);
    ck_assert_int_eq(steps_fit(3, bad, side, NULL, &steps, &err), ERR_DATA);
    for (int i = 0; i < MANY; i++) { /* 1000 decisions of shares that ascend, 60 rows each */
        z[i] = i / 60;
        y[i] = 1000 * (i % 60) < 60 * (i / 60) ? 1 : -1;
        weight[i] = 1 + i * 1e-5;
    }
    ck_assert_int_eq(steps_fit(MANY, z, y, weight, &steps, &err), OK);
    ck_assert_int_le(steps.count, STEPS);
    ck_assert_int_gt(steps.count, 50);
    for (int i = 0; i < MANY; i += 60)
        ck_assert_double_eq_tol(probability_at(&steps, z[i]), z[i] / 1000, 0.03);
}
END_TEST

/* Minus the log-likelihood of the smoothed targets at T. */
static double likelihood(int n, int outputs, const double *z, const size_t *place, const double *weight, double T)
{
    int classes = outputs > 1 ? outputs : 2;
    double rows[CLASSES] = {0};
    long double F = 0;

    for (int i = 0; i < n; i++)
        rows[place[i]] += weight[i];
    for (int i = 0; i < n; i++) {
        long double sum = 0;
        double other = 1 / (rows[place[i]] + 2);
        for (int k = 0; k < classes; k++)
            sum += expl((k < outputs ? z[i * outputs + k] : 0) / (long double)T);
        for (int k = 0; k < classes; k++) {
            double target = (size_t)k == place[i] ? 1 - other : other / (classes - 1);
            F -= weight[i] * target * ((k < outputs ? z[i * outputs + k] : 0) / (long double)T - logl(sum));
        }
    }
    return (double)F;
}

START_TEST(no_temperature_is_better)
{
    static const double sizes[] = {1, 1e-3, 30};
    struct rng rng;

    rng_seed(&rng, 2);
    for (int run = 0; run < 300; run++) {
        double z[MOST * CLASSES], weight[MOST], ones[MOST], T, size = sizes[run % 3], best;
        size_t place[MOST];
        int outputs = run % 2 ? CLASSES : 1, n = 1 + (int)rng_below(&rng, MOST), noise = run / 6 % 3;
        struct error err;
        for (int i = 0; i < n; i++) {
            ones[i] = 1;
            weight[i] = (double)rng_below(&rng, 3) + 0.5;
            place[i] = (size_t)rng_below(&rng, outputs > 1 ? CLASSES : 2);
            for (int k = 0; k < outputs; k++)
                z[i * outputs + k] = size * ((k == (int)place[i] ? 1 : outputs > 1 ? 0 : -1) + noise * (rng_uniform(&rng) - 0.5));
        }
        ck_assert_int_eq(temperature_fit((size_t)n, (size_t)outputs, z, place, run % 5 ? weight : NULL, &T, &err), OK);
        ck_assert(T > 0 && isfinite(T));
        best = likelihood(n, outputs, z, place, run % 5 ? weight : ones, T);
        for (double factor = 0.25; factor < 4; factor *= 1.01)
            ck_assert_msg(best <= likelihood(n, outputs, z, place, run % 5 ? weight : ones, T * factor) + 1e-9,
                          "run %d: T %g, better at %g", run, T, T * factor);
    }
}
END_TEST

/* Scores that say the opposite: nearly equal probabilities; twice the scores, twice the temperature; no scores. */
START_TEST(odd_temperatures)
{
    static const double z[] = {-1, 2, -3, 1}, twice[] = {-2, 4, -6, 2}, none[4] = {0}, bad[] = {1, INFINITY, 0, 0};
    static const size_t wrong[] = {0, 1, 0, 1}, right[] = {1, 0, 1, 0};
    double T, other;
    struct error err;

    ck_assert_int_eq(temperature_fit(4, 1, z, wrong, NULL, &T, &err), OK);
    ck_assert_double_eq_tol(T, 3e6, 1);
    ck_assert_int_eq(temperature_fit(4, 1, z, right, NULL, &T, &err), OK);
    ck_assert_int_eq(temperature_fit(4, 1, twice, right, NULL, &other, &err), OK);
    ck_assert_double_eq_tol(other, 2 * T, 1e-8);
    ck_assert_int_eq(temperature_fit(4, 1, none, right, NULL, &T, &err), OK);
    ck_assert_double_eq(T, 1);
    ck_assert_int_eq(temperature_fit(0, 1, none, right, NULL, &T, &err), OK);
    ck_assert_double_eq(T, 1);
    ck_assert_int_eq(temperature_fit(4, 1, bad, right, NULL, &T, &err), ERR_DATA);
}
END_TEST

/* Steps of each class, and P of none; a temperature. */
START_TEST(probabilities)
{
    static const double labels[] = {1, 2, 3}, z[] = {0.5, -1, 2};
    struct steps steps[3] = {{.count = 2, .pair = {-1, 0.25, 0, 0.5}}, {.count = 1, .pair = {0, 0.125}},
                             {.count = 3, .pair = {-1, 0, 1, 0.125, 2, 0.375}}};
    struct steps zero[3] = {{.count = 1}, {.count = 1}, {.count = 1}};
    double parameter, p[3];
    struct decoder d = {.loss = loss_read("hinge", &parameter), .ova = true, .classes = 3, .outputs = 3, .labels = labels,
                        .folded.steps = steps};

    d.task = task_of(d.loss);
    probability_of_rows(&d, 1, z, p);
    ck_assert(p[0] == 0.5 && p[1] == 0.125 && p[2] == 0.375);
    d.folded.steps = zero;
    probability_of_rows(&d, 1, z, p);
    ck_assert(p[0] == 1.0 / 3 && p[1] == 1.0 / 3 && p[2] == 1.0 / 3);
    d = (struct decoder){.loss = loss_read("crammer-singer", &parameter), .classes = 3, .outputs = 3, .labels = labels,
                         .folded.temperature = 2};
    d.task = task_of(d.loss);
    ck_assert(probability_known(&d));
    probability_of_rows(&d, 1, z, p);
    ck_assert_double_eq_tol(p[0] / p[1], exp(0.75), 1e-14);
    ck_assert_double_eq_tol(p[2] / p[1], exp(1.5), 1e-14);
}
END_TEST

RUN_TESTS("steps", max_of_min, where_steps_begin, no_temperature_is_better, odd_temperatures, probabilities)
