/* test_cut - the threshold that is chosen, against a trial of every cut. */
#include <float.h>
#include <math.h>

#include "math/rng.h"
#include "task/cut.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { MOST = 60 };

static const char *const goals[] = {"accuracy", "balanced-accuracy", "macro-f1", "f1", "youden", "cost:1:1", "cost:1:10",
                                    "cost:7.5:0.25"};
enum { GOALS = sizeof goals / sizeof *goals };

static double ratio(double a, double b)
{
    return b > 0 ? a / b : NAN;
}

static double mean(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return (a + b) / 2;
}

/* The figure, by its definition, of answers z > at. */
static double value_at(int goal, int n, const double *z, const double *y, const double *weight, double at)
{
    double tp = 0, fp = 0, fn = 0, tn = 0, errors;

    for (int i = 0; i < n; i++) {
        double w = weight ? weight[i] : 1;
        tp += z[i] > at && y[i] > 0 ? w : 0;
        fp += z[i] > at && y[i] < 0 ? w : 0;
        fn += !(z[i] > at) && y[i] > 0 ? w : 0;
        tn += !(z[i] > at) && y[i] < 0 ? w : 0;
    }
    errors = fp + fn;
    switch (goal) {
    case 0: return 100 * ratio(tp + tn, tp + tn + errors);
    case 1:
    case 4: return 100 * mean(ratio(tp, tp + fn), ratio(tn, tn + fp));
    case 2: return mean(ratio(2 * tp, 2 * tp + errors), ratio(2 * tn, 2 * tn + errors));
    case 3: return ratio(2 * tp, 2 * tp + errors);
    case 5: return ratio(errors, tp + tn + errors);
    case 6: return ratio(fp + 10 * fn, tp + tn + errors);
    default: return ratio(7.5 * fp + 0.25 * fn, tp + tn + errors);
    }
}

static bool same(double a, double b)
{
    return (isnan(a) && isnan(b)) || fabs(a - b) <= 1e-12 * fmax(1, fabs(a));
}

/* Every threshold that answers differently: each decision, and one below all. */
static double best_of_all(int goal, enum figure_id id, int n, const double *z, const double *y, const double *weight)
{
    double best = value_at(goal, n, z, y, weight, -DBL_MAX);

    for (int i = 0; i < n; i++) {
        double value = value_at(goal, n, z, y, weight, z[i]);
        if (figures_better(id, value, best))
            best = value;
    }
    return best;
}

static struct cut chosen(int goal, int n, const double *z, const double *y, const double *weight)
{
    struct cut_goal by;
    struct cut cut;
    struct error err;

    ck_assert(cut_read(goals[goal], &by));
    ck_assert_int_eq(cut_choose(&by, (size_t)n, z, y, weight, &cut, &err), OK);
    ck_assert(isfinite(cut.at));
    return cut;
}

/* Few values, so that decisions tie, and many; with weights, of which some are 0, and without. */
START_TEST(none_is_better)
{
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 4000; run++) {
        double z[MOST], y[MOST], weight[MOST];
        int goal = run % GOALS, n = 1 + (int)rng_below(&rng, MOST), levels = run / GOALS % 3 == 0 ? 5 : 1000;
        bool weighs = run / GOALS % 2 == 1;
        struct cut_goal by;
        struct cut cut;
        for (int i = 0; i < n; i++) {
            z[i] = ((double)rng_below(&rng, (uint64_t)levels) - levels * 0.4) / 7;
            y[i] = z[i] + 20 * (rng_uniform(&rng) - 0.7) > 0 ? 1 : -1;
            weight[i] = (double)rng_below(&rng, 4) / 3;
        }
        cut = chosen(goal, n, z, y, weighs ? weight : NULL);
        ck_assert(cut_read(goals[goal], &by));
        ck_assert_msg(same(cut.value, best_of_all(goal, by.figure, n, z, y, weighs ? weight : NULL)), "%s, run %d: %.17g",
                      goals[goal], run, cut.value);
        ck_assert(same(cut.value, value_at(goal, n, z, y, weighs ? weight : NULL, cut.at)));
        ck_assert(same(cut.before, value_at(goal, n, z, y, weighs ? weight : NULL, 0)));
    }
}
END_TEST

/* The middle of a gap; of equally good ones the nearest to 0; beyond all decisions where one answer is best. */
START_TEST(where_it_lies)
{
    static const double z[] = {3, -1, 5, 1.5}, y[] = {1, -1, 1, -1}, below[] = {1, 1, 1, 1}, above[] = {-1, -1, -1, -1};
    static const double turned[] = {-1, 1, -1, 1}, flat[] = {2, 2}, close[] = {1, 1 + DBL_EPSILON}, two[] = {-1, 1};
    static const double apart[] = {-4, 4, -2, 2}, alike[] = {1, -1, -1, 1};

    ck_assert_double_eq(chosen(0, 4, z, y, NULL).at, 2.25);
    ck_assert_double_eq(chosen(0, 4, z, y, NULL).value, 100);
    ck_assert_double_eq(chosen(0, 4, z, y, NULL).before, 75);
    ck_assert_double_eq(chosen(0, 4, z, below, NULL).at, -1 - 6.0 / 8);
    ck_assert_double_eq(chosen(0, 4, z, above, NULL).at, 5 + 6.0 / 8);
    ck_assert_double_eq(chosen(0, 4, z, turned, NULL).at, -1 - 6.0 / 8); /* all or none: half are right */
    ck_assert(chosen(0, 2, flat, below, NULL).at < 2);
    ck_assert(!(chosen(0, 2, flat, above, NULL).at < 2));
    ck_assert_double_eq(chosen(0, 2, close, two, NULL).at, 1); /* no number lies between them */
    ck_assert_double_eq(chosen(5, 4, apart, alike, NULL).at, 0);
    ck_assert_double_eq(chosen(0, 2, two, two, NULL).at, 0);
}
END_TEST

/* Order of the rows and a row's weight in place of its repetition change nothing. */
START_TEST(rows_in_any_order)
{
    static const double z[] = {0.5, -1, 2, 0.25, -3, 1}, y[] = {-1, 1, 1, -1, -1, 1}, weight[] = {2, 1, 1, 3, 0, 1};
    static const double back[] = {1, 0.25, 0.25, 2, 0.25, -1, 0.5, 0.5}, other[] = {1, -1, -1, 1, -1, 1, -1, -1};

    for (int goal = 0; goal < GOALS; goal++) {
        struct cut a = chosen(goal, 6, z, y, weight), b = chosen(goal, 8, back, other, NULL);
        ck_assert_double_eq(a.at > 2 || a.at < -1 ? 9 : a.at, b.at > 2 || b.at < -1 ? 9 : b.at);
        ck_assert_double_eq(a.value, b.value);
    }
}
END_TEST

START_TEST(what_is_read)
{
    static const char *const wrong[] = {"", "cost", "cost:", "cost:1", "cost:1:", "cost:1:2:3", "cost:0:1", "cost:1:0",
                                        "cost:-1:1", "cost:1:1e101", "cost:inf:1", "cost:nan:1", "roc-area", "precision",
                                        "recall", "log-loss", "mean-cost", "positive-label", "F1", "f1 ", "r2"};
    static const double none[1] = {0}, bad[] = {NAN}, far[] = {INFINITY};
    struct cut_goal goal;
    struct cut cut;
    struct error err;
    char text[FIGURES_KEYS];

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        ck_assert_msg(!cut_read(wrong[k], &goal), "%s", wrong[k]);
    ck_assert(cut_read("cost:1e-100:2.5", &goal));
    ck_assert(goal.by == CUT_COST && goal.figure == FIGURE_MEAN_COST);
    ck_assert_double_eq(goal.false_positive, 1e-100);
    ck_assert_double_eq(goal.false_negative, 2.5);
    ck_assert_str_eq(cut_words(text), "accuracy, balanced-accuracy, macro-f1, f1, youden, cost:FP:FN");
    ck_assert_int_eq(cut_choose(&goal, 0, none, none, NULL, &cut, &err), OK);
    ck_assert_double_eq(cut.at, 0);
    ck_assert_int_eq(cut_choose(&goal, 1, none, none, none, &cut, &err), OK); /* of weight 0 */
    ck_assert_double_eq(cut.at, 0);
    ck_assert_int_eq(cut_choose(&goal, 1, bad, none, NULL, &cut, &err), ERR_DATA);
    ck_assert_int_eq(cut_choose(&goal, 1, far, none, NULL, &cut, &err), ERR_DATA);
}
END_TEST

RUN_TESTS("cut", none_is_better, where_it_lies, rows_in_any_order, what_is_read)
