/* test_evaluation - figures that are added up row by row: against other programs, in blocks, of many rows, of none. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "task/evaluation.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 15, MANY = 100000, CLASSES = 3 };

/* What a model says of rows. */
struct said {
    int64_t rows;
    double *label, *answer, *decision, *probability;
};

/* With offsets and labels for any task of up to three classes. */
static struct decoder decoder_of(const char *name, int classes, const double *labels)
{
    static const double offsets[9] = {-0.5, 0.5}; /* thresholds, or transitions of three labels */
    double parameter;
    const struct loss_row *loss = loss_read(name, &parameter);
    const struct task *task = task_of(loss);

    return (struct decoder){.task = task, .loss = loss, .classes = classes, .labels = labels, .offsets = offsets,
                            .outputs = task_outputs(task, classes), .ova = classes > task->most && task->ova};
}

static void figures_of(const struct decoder *d, const struct said *s, int64_t block, struct figures *list)
{
    size_t classes = (size_t)d->classes;
    struct evaluation e;
    struct error err;

    ck_assert_int_eq(evaluation_init(&e, d, s->probability != NULL, &err), OK);
    for (int64_t i = 0; i < s->rows; i += block) {
        struct dataset rows = {.x.rows = s->rows - i < block ? s->rows - i : block, .label = s->label + i};
        const double *p = s->probability ? s->probability + (size_t)i * classes : NULL;
        ck_assert_int_eq(evaluation_add(&e, &rows, s->answer + i, s->decision + (size_t)i * d->outputs, p, &err), OK);
    }
    ck_assert_int_eq(evaluation_figures(&e, list, &err), OK);
    evaluation_free(&e);
}

struct expected {
    enum figure_id id;
    double value;
};

static void check(const struct figures *list, int count, const struct expected *expected)
{
    ck_assert_int_eq(list->count, count);
    for (int k = 0; k < count; k++) {
        const struct figure *f = &list->figure[k];
        ck_assert_int_eq(f->id, expected[k].id);
        ck_assert_msg(fabs(f->value - expected[k].value) <= 1e-14 * fabs(f->value), "%s: %.17g",
                      figures_row(f->id)->name, f->value);
    }
}

static const double reference_label[ROWS] = {1, 2, 7, 1, 1, 2, 7, 7, 1, 2, 1, 1, 2, 7, 1};

/* Figures of scikit-learn 1.2.1:
 *   import numpy as np, sklearn.metrics as M
 *   i = np.arange(15); y = np.array([1,2,7,1,1,2,7,7,1,2,1,1,2,7,1]); a = np.array([1,2,7,1,2,2,1,7,1,7,1,1,1,7,1])
 *   p = np.array([3+i%5, 2+i%7, 1+i%4]).T.astype(float); p /= p.sum(axis=1, keepdims=True)
 *   M.accuracy_score(y, a), M.balanced_accuracy_score(y, a), M.f1_score(y, a, average='macro'), M.log_loss(y, p)
 *   M.mean_absolute_error(np.searchsorted([1,2,7], y), np.searchsorted([1,2,7], a)) */
START_TEST(classes_as_elsewhere)
{
    static const double labels[] = {1, 2, 7};
    static const struct expected expected[] = {{FIGURE_ACCURACY, 73.33333333333333},
                                               {FIGURE_BALANCED_ACCURACY, 70.23809523809524},
                                               {FIGURE_MACRO_F1, 0.7071428571428572},
                                               {FIGURE_LOG_LOSS, 1.0284353927452883},
                                               {FIGURE_BRIER, 0.6158579449199107}, /* as defined, in Python */
                                               {FIGURE_CALIBRATION_ERROR, 0.3646148296148296}};
    static const struct expected ordered[] = {{FIGURE_ACCURACY, 73.33333333333333},
                                              {FIGURE_BALANCED_ACCURACY, 70.23809523809524},
                                              {FIGURE_MACRO_F1, 0.7071428571428572},
                                              {FIGURE_MEAN_ABSOLUTE_ERROR, 1.0 / 3}};
    struct decoder softmax = decoder_of("softmax", 3, labels), ordinal = decoder_of("ordinal", 3, labels);
    double label[ROWS], answer[ROWS] = {1, 2, 7, 1, 2, 2, 1, 7, 1, 7, 1, 1, 1, 7, 1};
    double probability[3 * ROWS], decision[3 * ROWS] = {0};
    struct said said = {ROWS, label, answer, decision, probability};
    struct figures list;

    memcpy(label, reference_label, sizeof label);
    for (int i = 0; i < ROWS; i++) {
        double parts[] = {3 + i % 5, 2 + i % 7, 1 + i % 4};
        for (int k = 0; k < 3; k++)
            probability[3 * i + k] = parts[k] / (parts[0] + parts[1] + parts[2]);
    }
    figures_of(&softmax, &said, ROWS, &list);
    check(&list, 6, expected);
    said.probability = NULL;
    figures_of(&ordinal, &said, ROWS, &list);
    check(&list, 4, ordered);
}
END_TEST

/* t = np.where(y==1, 1, -1); z = (i*i%11) - 4.5; s = np.where(z>0, 1, -1); P = 1/(1+np.exp(-z))
 *   M.accuracy_score(t, s), M.balanced_accuracy_score(t, s), M.f1_score(t, s, average='macro'), M.log_loss(t, P),
 *   M.roc_auc_score(t, z), M.precision_score(t, s), M.recall_score(t, s), M.f1_score(t, s) */
START_TEST(two_as_elsewhere)
{
    static const double labels[] = {1, -1};
    static const struct expected expected[] = {{FIGURE_ACCURACY, 73.33333333333333},
                                               {FIGURE_BALANCED_ACCURACY, 72.32142857142857},
                                               {FIGURE_MACRO_F1, 0.7222222222222221},
                                               {FIGURE_LOG_LOSS, 1.0611800970617913},
                                               {FIGURE_BRIER, 0.2616513694660085}, /* as defined, in Python */
                                               {FIGURE_CALIBRATION_ERROR, 0.3110294644524921},
                                               {FIGURE_POSITIVE_LABEL, 1},
                                               {FIGURE_ROC_AREA, 0.5803571428571428},
                                               {FIGURE_PRECISION, 0.8},
                                               {FIGURE_RECALL, 0.5714285714285714},
                                               {FIGURE_F1, 0.6666666666666666}};
    struct decoder logistic = decoder_of("logistic", 2, labels);
    double label[ROWS], answer[ROWS], decision[ROWS], probability[2 * ROWS];
    struct said said = {ROWS, label, answer, decision, probability};
    struct figures list;

    for (int i = 0; i < ROWS; i++) {
        label[i] = reference_label[i] == 1 ? 1 : -1;
        decision[i] = i * i % 11 - 4.5;
        answer[i] = decision[i] > 0 ? 1 : -1;
        probability[2 * i] = 1 / (1 + exp(-decision[i]));
        probability[2 * i + 1] = 1 / (1 + exp(decision[i]));
    }
    figures_of(&logistic, &said, ROWS, &list);
    check(&list, 11, expected);
}
END_TEST

/* v = y + z/10
 *   M.mean_squared_error(y, v), M.mean_absolute_error(y, v), M.median_absolute_error(y, v), M.r2_score(y, v) and, of an
 *   even number, M.median_absolute_error(y[:14], v[:14]) */
START_TEST(numbers_as_elsewhere)
{
    static const struct expected expected[] = {{FIGURE_MEAN_SQUARED_ERROR, 0.09583333333333331},
                                               {FIGURE_MEAN_ABSOLUTE_ERROR, 0.25666666666666665},
                                               {FIGURE_MEDIAN_ABSOLUTE_ERROR, 0.35},
                                               {FIGURE_R2, 0.9849843314763231}};
    struct decoder squared = decoder_of("squared", 0, NULL);
    double label[ROWS], answer[ROWS];
    struct said said = {ROWS, label, answer, answer, NULL};
    struct figures list;

    for (int i = 0; i < ROWS; i++) {
        label[i] = reference_label[i];
        answer[i] = label[i] + (i * i % 11 - 4.5) / 10;
    }
    figures_of(&squared, &said, ROWS, &list);
    check(&list, 4, expected);
    said.rows--;
    figures_of(&squared, &said, ROWS, &list);
    ck_assert(fabs(figures_find(&list, FIGURE_MEDIAN_ABSOLUTE_ERROR)->value - 0.25) < 1e-15);
}
END_TEST

/* The same list to the last bit; NaN is the same as NaN. */
static bool same(const struct figures *a, const struct figures *b)
{
    bool alike = a->count == b->count;

    for (int k = 0; alike && k < a->count; k++) {
        const struct figure *x = &a->figure[k], *y = &b->figure[k];
        alike = x->id == y->id && x->count == y->count && x->of == y->of &&
                (x->value == y->value || (isnan(x->value) && isnan(y->value)));
    }
    return alike;
}

/* Random rows; with a third label, which no model knows, and with none. */
static void random_rows(struct rng *rng, const struct decoder *d, const double *labels, struct said *s)
{
    struct dataset rows = {.x.rows = s->rows};

    for (int64_t i = 0; i < s->rows; i++) {
        double value = rng_uniform(rng) * 4 - 2;
        int at = (int)rng_below(rng, d->classes > 0 ? (uint64_t)d->classes : 1);
        s->label[i] = d->classes > 0 ? labels[at] : value;
        if (rng_below(rng, 8) == 0)
            s->label[i] = rng_below(rng, 2) ? 99 : NAN;
        for (size_t o = 0; o < d->outputs; o++)
            s->decision[(size_t)i * d->outputs + o] = floor(20 * (rng_uniform(rng) - 0.5)) / 8;
        for (int k = 0; s->probability && k < d->classes; k++)
            s->probability[i * d->classes + k] = rng_uniform(rng);
    }
    task_answers(d, &rows, s->decision, s->answer);
}

/* Every loss, in blocks of 1, of 7 and of all rows; rows without labels change nothing. */
START_TEST(any_blocks)
{
    static const double labels[] = {3, 1, 2};
    static double label[500], answer[500], decision[CLASSES * 500], probability[CLASSES * 500];
    struct rng rng;

    rng_seed(&rng, 7);
    for (size_t k = 0; loss_at(k); k++)
        for (int classes = 2; classes <= CLASSES; classes++) {
            const struct task *task = task_of(loss_at(k));
            struct decoder d = decoder_of(loss_at(k)->name, task->most < 2 ? task->most : classes, labels);
            struct said s = {500, label, answer, decision, d.classes > 1 ? probability : NULL};
            struct figures all, ones, sevens, none;

            random_rows(&rng, &d, labels, &s);
            figures_of(&d, &s, 500, &all);
            figures_of(&d, &s, 1, &ones);
            figures_of(&d, &s, 7, &sevens);
            ck_assert_msg(same(&all, &ones) && same(&all, &sevens), "%s", loss_at(k)->name);
            for (int i = 0; i < 500; i++)
                label[i] = NAN;
            figures_of(&d, &s, 7, &none);
            s.rows = 0;
            figures_of(&d, &s, 1, &all);
            ck_assert(all.count > 0 && same(&all, &none));
            for (int f = 0; f < all.count; f++)
                ck_assert(isnan(all.figure[f].value) || all.figure[f].id == FIGURE_POSITIVE_LABEL);
            ck_assert_ptr_nonnull(figures_find(&all, task->decides));
        }
}
END_TEST

/* Brier score and calibration error by hand: of two classes in bins at 0.25, 0.75, 0.75 and 1; the ends of bins. */
START_TEST(reliable)
{
    static const double labels[] = {3, 1}, several[] = {5, 6, 7};
    struct decoder two = decoder_of("logistic", 2, labels), three = decoder_of("softmax", 3, several);
    double label[] = {3, 1, 3, 3, 8}, answer[] = {1, 3, 3, 3, 3}, decision[15] = {0};
    double probability[] = {0.25, 0.75, 0.75, 0.25, 0.75, 0.25, 1, 0, 0.5, 0.5};
    double classes[] = {6, 7}, said_of[] = {6, 5}, p[] = {0.25, 0.5, 0.25, 0.5, 0.25, 0.25};
    struct said said = {5, label, answer, decision, probability}, other = {2, classes, said_of, decision, p};
    static const double ends[] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1};
    struct reliability r = {0};
    struct figures list;

    figures_of(&two, &said, 5, &list); /* 0.75^2 + 0.75^2 + 0.25^2 + 0; |0.25 - 1| + |1.5 - 1| + 0 */
    ck_assert_double_eq_tol(figures_find(&list, FIGURE_BRIER)->value, 1.1875 / 4, 1e-15);
    ck_assert_double_eq_tol(figures_find(&list, FIGURE_CALIBRATION_ERROR)->value, 1.25 / 4, 1e-15);
    figures_of(&three, &other, 2, &list); /* 2 (1/4)^2 + (1/2)^2, (1/2)^2 + (1/4)^2 + (3/4)^2; |0.5 + 0.5 - 1| */
    ck_assert_double_eq_tol(figures_find(&list, FIGURE_BRIER)->value, (0.375 + 0.875) / 2, 1e-15);
    ck_assert_double_eq_tol(figures_find(&list, FIGURE_CALIBRATION_ERROR)->value, 0, 1e-15);
    for (int k = 0; k <= BINS; k++)
        reliability_add(&r, 2, (double[]){ends[k], 1 - ends[k]}, 1, 0);
    for (int k = 0; k < BINS; k++)
        ck_assert_int_eq(r.rows[k], k == BINS - 1 ? 2 : 1);
    ck_assert(isnan(reliability_brier(&(struct reliability){0})) && isnan(reliability_error(&(struct reliability){0})));
}
END_TEST

/* P = 0 counts as 2^-52; a label that the model does not know, or none, counts in no log-loss. */
START_TEST(impossible_labels)
{
    static const double labels[] = {3, 1};
    struct decoder d = decoder_of("logistic", 2, labels);
    double label[] = {3, 1, 1, 99, NAN}, answer[] = {3, 3, 3, 3, 3}, decision[] = {1, 1, 1, 1, 1};
    double probability[] = {1, 0, 0.75, 0.25, 1, 0, 1, 0, 0, 0};
    struct said said = {5, label, answer, decision, probability};
    struct figures list;

    figures_of(&d, &said, 5, &list);
    ck_assert(figures_find(&list, FIGURE_ACCURACY)->count == 1 && figures_find(&list, FIGURE_ACCURACY)->of == 4);
    ck_assert_double_eq_tol(figures_find(&list, FIGURE_LOG_LOSS)->value, (-log(0.25) - log(DBL_EPSILON)) / 3, 1e-15);
}
END_TEST

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* More rows than a chunk of numbers holds, many of them equal: the median of all, and the ROC area by counting. */
START_TEST(many_rows)
{
    static const double labels[] = {1, -1};
    static double label[MANY], answer[MANY], decision[MANY], sorted[MANY];
    struct decoder two = decoder_of("hinge", 2, labels), numbers = decoder_of("squared", 0, NULL);
    struct said said = {MANY, label, answer, decision, NULL};
    double positives[1000] = {0}, negatives[1000] = {0}, below = 0, pairs = 0, positive = 0;
    struct figures list;
    struct rng rng;

    rng_seed(&rng, 8);
    for (int i = 0; i < MANY; i++) {
        uint64_t at = rng_below(&rng, 1000);
        label[i] = rng_below(&rng, 1500) < at ? 1 : -1;
        answer[i] = decision[i] = (double)at;
        *(label[i] > 0 ? &positives[at] : &negatives[at]) += 1;
        sorted[i] = fabs(answer[i] - label[i]);
    }
    for (int at = 0; at < 1000; at++) {
        pairs += positives[at] * (below + negatives[at] / 2);
        below += negatives[at];
        positive += positives[at];
    }
    figures_of(&numbers, &said, 1000, &list);
    qsort(sorted, MANY, sizeof *sorted, compare);
    ck_assert(figures_find(&list, FIGURE_MEDIAN_ABSOLUTE_ERROR)->value ==
              (sorted[MANY / 2 - 1] + sorted[MANY / 2]) / 2);
    for (int i = 0; i < MANY; i++)
        answer[i] = 1;
    figures_of(&two, &said, MANY, &list);
    ck_assert(figures_find(&list, FIGURE_ROC_AREA)->value == pairs / (positive * below));
}
END_TEST

/* Each cell of the confusion matrix, the labels not in order. */
START_TEST(pairs)
{
    enum { LABELS = 40 };
    static double labels[LABELS], label[MANY], answer[MANY], decision[LABELS];
    static int64_t count[LABELS + 1][LABELS];
    struct decoder d = decoder_of("softmax", LABELS, labels);
    struct dataset row = {.x.rows = 1};
    struct evaluation e;
    struct error err;
    struct rng rng;

    rng_seed(&rng, 9);
    for (int k = 0; k < LABELS; k++)
        labels[k] = 7 * k % LABELS - 5;
    ck_assert_int_eq(evaluation_init(&e, &d, false, &err), OK);
    ck_assert_int_eq(evaluation_count_pairs(&e, &err), OK);
    for (int i = 0; i < MANY; i++) {
        int at = (int)rng_below(&rng, LABELS + 1), said = (int)rng_below(&rng, (uint64_t)(at + 1));
        said = said < LABELS ? said : 0;
        label[i] = at - 5; /* of the place LABELS: unknown */
        answer[i] = said - 5;
        row.label = label + i;
        ck_assert_int_eq(evaluation_add(&e, &row, answer + i, decision, NULL, &err), OK);
        count[at][said]++;
    }
    for (int k = 0; k <= LABELS; k++)
        for (int j = 0; j < LABELS; j++)
            ck_assert_int_eq(evaluation_pairs(&e, k, j), count[k][j]);
    evaluation_free(&e);
}
END_TEST

RUN_TESTS("evaluation", classes_as_elsewhere, two_as_elsewhere, numbers_as_elsewhere, any_blocks, impossible_labels, reliable,
          many_rows, pairs)
