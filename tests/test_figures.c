/* test_figures - figures against their definitions. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "math/rng.h"
#include "task/evaluation.h"
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

/* NaN if there is no such figure. */
static double value_of(const struct figures *f, enum figure_id id)
{
    const struct figure *found = figures_find(f, id);

    return found ? found->value : NAN;
}

static bool has(const struct figures *f, enum figure_id id)
{
    return figures_find(f, id) != NULL;
}

static bool share_is(const struct figures *f, enum figure_id id, double count, double of)
{
    const struct figure *found = figures_find(f, id);

    return found && figures_row(id)->kind == FIGURE_SHARE && (double)found->count == count &&
           (double)found->of == of;
}

/* Rows without features. */
static struct dataset rows_of(int n, double *label)
{
    return (struct dataset){.x.rows = n, .label = label};
}

/* The figures of rows that come in blocks of so many. */
static enum status in_blocks(const struct decoder *d, int64_t block, const struct dataset *data,
                             const double *answer, const double *decision,
                             const double *probability, struct figures *f)
{
    size_t classes = (size_t)d->classes;
    struct evaluation e;
    struct error err;
    enum status status = evaluation_init(&e, d, probability != NULL, &err);

    for (int64_t i = 0; status == OK && i < data->x.rows; i += block) {
        int64_t rows = data->x.rows - i < block ? data->x.rows - i : block;
        struct dataset part = {.x.rows = rows, .label = data->label + i};
        status = evaluation_add(&e, &part, answer + i, decision + (size_t)i * d->outputs,
                                probability ? probability + (size_t)i * classes : NULL, &err);
    }
    if (status == OK)
        status = evaluation_figures(&e, f, &err);
    evaluation_free(&e);
    return status;
}

/* Of a loss and classes, whose first labels are given, with no model. */
static struct decoder decoder_of(const char *name, int classes, const double *labels)
{
    double parameter;
    const struct loss_row *loss = loss_read(name, &parameter);
    const struct task *task = task_of(loss);

    return (struct decoder){.task = task, .loss = loss, .classes = classes, .labels = labels,
                            .outputs = task_outputs(task, classes)};
}

static enum status two(int n, double *label, const double *answer, const double *decision,
                       struct figures *f)
{
    static const double labels[] = {1, -1};
    struct dataset data = rows_of(n, label);
    struct decoder d = decoder_of("hinge", 2, labels);

    return in_blocks(&d, MOST, &data, answer, decision, NULL, f);
}

static enum status figures_of(const struct model *model, int n, double *label, const double *answer,
                              const double *decision, struct figures *f)
{
    struct dataset data = rows_of(n, label);
    struct decoder d = model_decoder(model);

    return in_blocks(&d, MOST, &data, answer, decision, NULL, f);
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
        struct figures m;

        for (int i = 0; i < n; i++) {
            label[i] = rng_below(&rng, 3) ? 1 : rng_below(&rng, 10) ? -1 : 7;
            decision[i] = (double)rng_below(&rng, values) - (double)values / 2;
            predicted[i] = decision[i] > 0 ? 1 : -1;
            right += predicted[i] == label[i];
            hits += predicted[i] == 1 && label[i] == 1;
            said += predicted[i] == 1 && label[i] != 7;
            there += label[i] == 1;
        }
        ck_assert_int_eq(two(n, label, predicted, decision, &m), OK);
        ck_assert(share_is(&m, FIGURE_ACCURACY, right, n) &&
                  same(value_of(&m, FIGURE_ACCURACY), 100 * right / n));
        ck_assert(value_of(&m, FIGURE_POSITIVE_LABEL) == 1 &&
                  same(value_of(&m, FIGURE_ROC_AREA), brute_area(n, label, decision)));
        ck_assert(same(value_of(&m, FIGURE_PRECISION), hits / said));
        ck_assert(same(value_of(&m, FIGURE_RECALL), hits / there));
        ck_assert(same(value_of(&m, FIGURE_F1), 2 * hits / (said + there)));
    }
}
END_TEST

START_TEST(undefined_figures)
{
    double label[] = {-1, -1}, predicted[] = {-1, -1}, decision[] = {-1, -2};
    struct figures m;

    ck_assert_int_eq(two(2, label, predicted, decision, &m), OK);
    ck_assert(share_is(&m, FIGURE_ACCURACY, 2, 2) && value_of(&m, FIGURE_ACCURACY) == 100);
    ck_assert(isnan(value_of(&m, FIGURE_ROC_AREA)) && isnan(value_of(&m, FIGURE_PRECISION)) &&
              isnan(value_of(&m, FIGURE_RECALL)) && isnan(value_of(&m, FIGURE_F1)));
    ck_assert_int_eq(two(0, label, predicted, decision, &m), OK);
    ck_assert(isnan(value_of(&m, FIGURE_ACCURACY)) && isnan(value_of(&m, FIGURE_ROC_AREA)));
    label[0] = 1;
    decision[1] = NAN;
    ck_assert_int_eq(two(2, label, predicted, decision, &m), OK);
    ck_assert(isnan(value_of(&m, FIGURE_ROC_AREA)) && isnan(value_of(&m, FIGURE_PRECISION)) &&
              value_of(&m, FIGURE_RECALL) == 0 && value_of(&m, FIGURE_F1) == 0);
    decision[0] = INFINITY;
    decision[1] = -INFINITY;
    ck_assert_int_eq(two(2, label, predicted, decision, &m), OK);
    ck_assert(value_of(&m, FIGURE_ROC_AREA) == 1);
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
        struct figures m;
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
        ck_assert_int_eq(figures_of(&model, n, label, value, value, &m), OK);
        ck_assert(m.count == 4);
        ck_assert(fabs(value_of(&m, FIGURE_MEAN_SQUARED_ERROR) - (double)squared) <=
                  1e-13 * value_of(&m, FIGURE_MEAN_SQUARED_ERROR));
        ck_assert(fabs(value_of(&m, FIGURE_MEAN_ABSOLUTE_ERROR) - (double)absolute) <=
                  1e-13 * value_of(&m, FIGURE_MEAN_ABSOLUTE_ERROR));
        ck_assert(n == 1 ? isnan(value_of(&m, FIGURE_R2))
                         : fabs(value_of(&m, FIGURE_R2) - (double)(1 - squared / spread)) <=
                               1e-12 * (1 + fabs(value_of(&m, FIGURE_R2))));
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
    struct figures m;
    struct model model;
    struct rng rng;

    if (c->task != TASK_REGRESSION)
        return;
    rng_seed(&rng, 4);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    ck_assert_int_eq(figures_of(&model, 3, label, value, value, &m), OK);
    ck_assert(isnan(value_of(&m, FIGURE_R2)) &&
              fabs(value_of(&m, FIGURE_MEAN_SQUARED_ERROR) - 0.03) < 1e-16 &&
              fabs(value_of(&m, FIGURE_MEAN_ABSOLUTE_ERROR) - 0.1) < 1e-16);
    ck_assert_int_eq(figures_of(&model, 3, huge, huge, huge, &m), OK);
    ck_assert(value_of(&m, FIGURE_MEAN_SQUARED_ERROR) == 0 && value_of(&m, FIGURE_MEAN_ABSOLUTE_ERROR) == 0 &&
              value_of(&m, FIGURE_R2) == 1);
    model_free(&model);
}

START_TEST(constant_labels)
{
    model_each_case(constant_of);
}
END_TEST

/* Class by class, in the model's order of them. */
static double balanced(int n, int classes, const double *of, const double *label,
                       const double *said)
{
    double sum = 0, present = 0;

    for (int k = 0; k < classes; k++) {
        double rows = 0, right = 0;
        for (int i = 0; i < n; i++) {
            rows += label[i] == of[k];
            right += label[i] == of[k] && said[i] == of[k];
        }
        sum += rows > 0 ? right / rows : 0;
        present += rows > 0;
    }
    return 100 * sum / present;
}

/* Of two classes the figures are those of scores of the positive one, also with two outputs. */
static void two_alike(const struct figures *m, const struct dataset *data, const double *predicted,
                      const double *score, double positive, double negative)
{
    const double labels[] = {positive, negative};
    struct decoder d = decoder_of("hinge", 2, labels);
    struct figures also;

    ck_assert_int_eq(in_blocks(&d, MOST, data, predicted, score, NULL, &also), OK);
    ck_assert(m->count == 8 && same(value_of(m, FIGURE_ROC_AREA), value_of(&also, FIGURE_ROC_AREA)));
    ck_assert(same(value_of(m, FIGURE_F1), value_of(&also, FIGURE_F1)));
    ck_assert(value_of(m, FIGURE_POSITIVE_LABEL) == positive);
}

/* The same for F1, by precision and recall; known: whether the model has the label of a row. */
static double macro_f1(int n, int classes, const double *of, const double *label,
                       const double *said, const bool *known)
{
    double sum = 0, present = 0;

    for (int k = 0; k < classes; k++) {
        double rows = 0, right = 0, answers = 0, P, R;
        for (int i = 0; i < n; i++) {
            rows += label[i] == of[k];
            answers += known[i] && said[i] == of[k];
            right += label[i] == of[k] && said[i] == of[k];
        }
        P = right / answers;
        R = right / rows;
        sum += right > 0 ? 2 * P * R / (P + R) : 0;
        present += rows > 0 || answers > 0;
    }
    return sum / present;
}

/* Random answers of classes: accuracy, and for ordered ones the distance; now and then a label
 * that nobody knows. */
static void classes_of(const struct model_case *c, const char *loss)
{
    struct model model;
    struct figures m;
    struct rng rng;

    if (c->classes < 2)
        return;
    rng_seed(&rng, 5);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    for (int run = 0; run < 100; run++) {
        bool known_row[MOST];
        double label[MOST], predicted[MOST], decision[2 * MOST], score[MOST], right = 0, off = 0,
                                                                              known = 0;
        int n = 1 + (int)rng_below(&rng, MOST);

        for (int i = 0; i < n; i++) {
            int at = (int)rng_below(&rng, (uint64_t)c->classes),
                said = (int)rng_below(&rng, (uint64_t)c->classes);
            bool unknown = rng_below(&rng, 10) == 0;
            known_row[i] = !unknown;
            label[i] = unknown ? (rng_below(&rng, 2) ? 1e9 : -0.25) : model.labels[at];
            predicted[i] = model.labels[said];
            decision[2 * i] = score[i] = (double)rng_below(&rng, 10);
            decision[2 * i + 1] = 0;
            right += !unknown && at == said;
            off += unknown ? 0 : abs(at - said);
            known += !unknown;
        }
        ck_assert_int_eq(
            figures_of(&model, n, label, predicted, c->outputs == 1 ? score : decision, &m), OK);
        ck_assert(share_is(&m, FIGURE_ACCURACY, right, n) &&
                  same(value_of(&m, FIGURE_ACCURACY), 100 * right / n));
        if (c->task == TASK_ORDINAL && c->classes > 2) {
            ck_assert(m.count == 4 && same(value_of(&m, FIGURE_MEAN_ABSOLUTE_ERROR), off / known));
        } else if (c->classes == 2) {
            struct dataset data = rows_of(n, label);
            int high = c->task == TASK_ORDINAL; /* ordered classes ascend */
            two_alike(&m, &data, predicted, score, model.labels[high], model.labels[!high]);
        } else {
            double share = balanced(n, c->classes, model.labels, label, predicted);
            double f1 = macro_f1(n, c->classes, model.labels, label, predicted, known_row);
            ck_assert(m.count == 3 && !has(&m, FIGURE_POSITIVE_LABEL));
            ck_assert(fabs(value_of(&m, FIGURE_MACRO_F1) - f1) <= 1e-12 || (isnan(f1) && right == 0));
            ck_assert(isnan(share)
                          ? isnan(value_of(&m, FIGURE_BALANCED_ACCURACY))
                          : fabs(value_of(&m, FIGURE_BALANCED_ACCURACY) - share) <= 1e-12 * share);
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
    struct figures m;
    struct model model;
    struct rng rng;

    if (c->task != TASK_ONE_CLASS)
        return;
    rng_seed(&rng, 6);
    model_random(&rng, loss, c->classes, 0, -1, false, &model);
    ck_assert_int_eq(figures_of(&model, 4, label, predicted, decision, &m), OK);
    ck_assert(m.count == 8 && share_is(&m, FIGURE_ACCURACY, 2, 4));
    ck_assert(same(value_of(&m, FIGURE_ROC_AREA), 2.0 / 3) && same(value_of(&m, FIGURE_PRECISION), 2.0 / 3));
    ck_assert(value_of(&m, FIGURE_POSITIVE_LABEL) == 1);
    label[1] = 0;
    ck_assert_int_eq(figures_of(&model, 4, label, predicted, decision, &m), OK);
    ck_assert(m.count == 1 && share_is(&m, FIGURE_ACCEPTED, 3, 4) && value_of(&m, FIGURE_ACCEPTED) == 75);
    model_free(&model);
}

START_TEST(one_class)
{
    model_each_case(one_class_of);
}
END_TEST

RUN_TESTS("figures", random_rows, undefined_figures, values, constant_labels, classes, one_class)
