/* test_predict - decision values against dense sums, answers and probabilities against their definitions. */
#include "model/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "math/vec.h"
#include "storages.h"
#include "models.h"
#include "task/task.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 300, MOST_FEATURES = 40, MOST_OUTPUTS = 6 };

/* The weight o of a feature, 0 where there is none; features + 1 is the bias. */
static double weight_of(const struct model *m, size_t outputs, uint32_t feature, size_t o)
{
    for (uint32_t k = 0; k < m->weights; k++)
        if (m->index[k] == feature)
            return m->weight[k * outputs + o];
    return 0;
}

/* Random rows; arrays that belong to the caller. */
struct case_data {
    struct dataset d;
    int64_t start[ROWS + 1];
    uint32_t col[ROWS * MOST_FEATURES], feature[MOST_FEATURES];
    double value[ROWS * MOST_FEATURES];
    double stored[ROWS * MOST_FEATURES]; /* room for any storage */
};

/* gap > 1: the columns are features far apart, as in a compacted data set. */
static void random_data(struct rng *rng, uint32_t gap, enum csr_storage storage, struct case_data *c)
{
    struct storage held = storage_for(storage);
    int64_t n = 0;

    *c = (struct case_data){0};
    c->d.x = (struct csr){
        .rows = ROWS, .storage = storage, .start = c->start, .end = c->start + 1, .col = c->col, .width = 4};
    c->d.x.value = storage == CSR_BINARY ? NULL : c->stored;
    c->d.x.places = held.places;
    c->d.x.cols = (uint32_t)rng_below(rng, MOST_FEATURES + 1);
    for (uint32_t j = 0; j < c->d.x.cols; j++)
        c->feature[j] = (j > 0 ? c->feature[j - 1] : 0) + 1 + (uint32_t)rng_below(rng, gap);
    if (gap > 1)
        c->d.feature = c->feature;
    c->d.features = c->d.x.cols ? c->feature[c->d.x.cols - 1] : 0;
    for (int64_t i = 0; i < ROWS; i++) {
        for (uint32_t j = 0; j < c->d.x.cols; j++)
            if (rng_below(rng, 2)) {
                c->col[n] = j;
                c->value[n] = storage_value(storage, rng_uniform(rng) * 4 - 2);
                ck_assert(storage_same(storage_put(held, c->stored, (size_t)n, c->value[n]), held));
                n++;
            }
        c->start[i + 1] = n;
    }
}

static double dense_sum(const struct model *m, size_t outputs, const struct case_data *data, int64_t i, size_t o)
{
    double sum = m->bias > 0 ? m->bias * weight_of(m, outputs, m->features + 1, o) : 0;

    for (int64_t k = data->start[i]; k < data->start[i + 1]; k++) {
        uint32_t f = data->feature[data->col[k]];
        sum += f <= m->features ? data->value[k] * weight_of(m, outputs, f, o) : 0;
    }
    return m->offsets && m->classes == 1 ? sum - m->offsets[0] : sum;
}

/* Rows whose features the scorer numbers have the same bits. Returns whether it has a list of features. */
static bool check_scorer(struct model *m, const struct case_data *data, const double *z)
{
    static uint32_t col[ROWS * MOST_FEATURES];
    static double is[ROWS * MOST_OUTPUTS];
    struct csr x = data->d.x;
    struct scorer s;
    struct error err;

    ck_assert_int_eq(scorer_take(&s, m, &err), OK);
    ck_assert_ptr_null(m->weight);
    for (int64_t k = 0; k < data->start[ROWS]; k++) {
        uint32_t feature = data->feature[data->col[k]];
        col[k] = 0;
        while (col[k] + 1 < s.columns && (s.feature ? s.feature[col[k]] : col[k] + 1) != feature)
            col[k]++;
    }
    x.col = col;
    x.cols = s.columns;
    scorer_rows(&s, &x, 0, 7, is);
    scorer_rows(&s, &x, 7, ROWS, is + 7 * s.outputs);
    ck_assert_mem_eq(is, z, ROWS * s.outputs * sizeof *z);
    bool listed = s.feature;
    scorer_free(&s);
    return listed;
}

/* More and fewer features than the model, compacted or not, every storage, with and without bias: the dense sum, and
 * the same bits for every number of threads. */
static void check_decisions(const struct model_case *c, const char *loss)
{
    static struct case_data data;
    static const uint32_t gaps[] = {1, 2, 3, 50000000};
    static const double biases[] = {-1, 0, 1, 2.5};
    static double z[ROWS * MOST_OUTPUTS], again[ROWS * MOST_OUTPUTS];
    struct rng rng;

    if (c->outputs > MOST_OUTPUTS)
        return;
    rng_seed(&rng, 1);
    for (int run = 0; run < 48; run++) {
        struct model m;
        struct error err;

        model_random(&rng, loss, c->classes, (uint32_t)rng_below(&rng, MOST_FEATURES + 1), biases[run % 4], false, &m);
        random_data(&rng, gaps[run / 4 % 4], (enum csr_storage)(run % CSR_STORAGES), &data);
        ck_assert_int_eq(predict_decisions(&m, &data.d, &(struct par){1, NULL}, z, &err), OK);
        for (int64_t i = 0; i < ROWS; i++)
            for (size_t o = 0; o < c->outputs; o++)
                ck_assert_double_le(fabs(dense_sum(&m, c->outputs, &data, i, o) - z[(size_t)i * c->outputs + o]), 1e-13);
        for (int threads = 7; threads > 1; threads -= 5) {
            struct par par;
            par_init(&par, threads);
            ck_assert_int_eq(predict_decisions(&m, &data.d, &par, again, &err), OK);
            par_free(&par);
            ck_assert_mem_eq(z, again, ROWS * c->outputs * sizeof *z);
        }
        /* A data set that already has a bias column, as in cross-validation: the model's bias counts, once. */
        data.d.x.cols++;
        data.d.x.bias = 99;
        ck_assert_int_eq(predict_decisions(&m, &data.d, &(struct par){1, NULL}, again, &err), OK);
        ck_assert_mem_eq(z, again, ROWS * c->outputs * sizeof *z);
        data.d.x.bias = 0;
        check_scorer(&m, &data, z);
        model_free(&m);
    }
}

START_TEST(decisions_are_dense_sums)
{
    model_each_case(check_decisions);
}
END_TEST

/* Features far apart have a column each, and one more. */
START_TEST(far_features)
{
    static struct case_data data;
    static double z[ROWS];
    struct error err;
    struct rng rng;

    rng_seed(&rng, 6);
    for (int run = 0; run < 40; run++) {
        struct model m;

        model_random(&rng, "hinge", 2, MOST_FEATURES, run % 2 ? 1 : -1, false, &m);
        random_data(&rng, 50000000, CSR_DOUBLE, &data);
        m.features = 2147483646;
        for (uint32_t k = 0, feature = 0; k < m.weights; k++) { /* of the data or not */
            feature += 1 + (uint32_t)rng_below(&rng, 60000000);
            for (uint32_t j = 0; j < data.d.x.cols && rng_below(&rng, 2); j++)
                if (data.feature[j] >= feature) {
                    feature = data.feature[j];
                    break;
                }
            m.index[k] = feature;
        }
        if (m.weights > 0 && run % 2)
            m.index[m.weights - 1] = 2147483647;
        ck_assert_int_eq(predict_decisions(&m, &data.d, &(struct par){1, NULL}, z, &err), OK);
        ck_assert(check_scorer(&m, &data, z));
        model_free(&m);
    }
}
END_TEST

/* ---- what weighs nothing ---------------------------------------------------------------------------------------------- */

static bool weighs(const struct model *m, const struct case_data *data)
{
    for (int64_t k = 0; k < data->start[ROWS]; k++)
        for (uint32_t i = 0; i < m->weights; i++)
            if (m->index[i] == data->feature[data->col[k]] && m->index[i] <= m->features)
                return true;
    return false;
}

/* The bias, whose number a feature may have, weighs no feature. */
static void check_weighs(const struct model_case *c, const char *loss)
{
    static struct case_data data;
    static const uint32_t gaps[] = {1, 30, 50000000};
    struct rng rng;
    int seen[2] = {0, 0}, constant[2] = {0, 0};

    rng_seed(&rng, 4);
    for (int run = 0; run < 60; run++) {
        struct model m;
        uint32_t biases;

        model_random(&rng, loss, c->classes, (uint32_t)rng_below(&rng, 4), run % 2 ? 1 : -1, false, &m);
        random_data(&rng, gaps[run % 3], CSR_FLOAT, &data);
        ck_assert(predict_weighs(&m, &data.d) == weighs(&m, &data));
        seen[predict_weighs(&m, &data.d)]++;
        biases = m.weights > 0 && m.index[m.weights - 1] > m.features;
        ck_assert_uint_eq(model_feature_weights(&m), m.weights - biases);
        ck_assert(model_is_constant(&m) == (m.weights == biases));
        constant[model_is_constant(&m)]++;
        for (size_t k = 0; k < (m.weights - biases) * c->outputs; k++)
            m.weight[k] = 0;
        ck_assert(model_is_constant(&m));
        model_free(&m);
    }
    ck_assert(seen[0] > 0 && seen[1] > 0 && constant[0] > 0 && constant[1] > 0);
}

START_TEST(features_without_weights)
{
    model_each_case(check_weighs);
}
END_TEST

/* ---- answers ---------------------------------------------------------------------------------------------------------- */

static double answer(const struct model *m, const double *z)
{
    struct decoder d = model_decoder(m);
    double out;

    task_answers(&d, &(struct dataset){.x.rows = 1}, z, &out);
    return out;
}

static void check_answers(const struct model_case *c, const char *loss)
{
    static const double of_two[] = {1e-300, 0, -0.0, -1}, any[] = {2, -1, 0, -INFINITY, INFINITY};
    struct model m;
    struct rng rng;

    rng_seed(&rng, 2);
    model_random(&rng, loss, c->classes, 0, -1, false, &m);
    for (size_t k = 0; c->task == TASK_BINARY && c->classes == 2 && k < 4; k++)
        ck_assert(answer(&m, &of_two[k]) == m.labels[k == 0 ? 0 : 1]);
    for (size_t k = 0; c->task == TASK_ONE_CLASS && k < 5; k++)
        ck_assert(answer(&m, &any[k]) == (any[k] >= 0 ? 1 : -1));
    for (size_t k = 0; c->task == TASK_REGRESSION && k < 5; k++) {
        double value = loss_find(loss)->response ? exp(any[k]) : any[k];
        ck_assert(answer(&m, &any[k]) == value);
    }
    for (size_t k = 0; c->task == TASK_ORDINAL && !strstr(loss, "logistic") && k < c->offsets; k++)
        for (int side = -1; side <= 1; side++) { /* at, just below, just above each threshold: some are the same */
            double z = side ? nextafter(m.offsets[k], side < 0 ? -INFINITY : INFINITY) : m.offsets[k];
            size_t below = 0;
            for (size_t j = 0; j < c->offsets; j++)
                below += z > m.offsets[j];
            ck_assert(answer(&m, &z) == m.labels[below]);
        }
    for (size_t k = 0; c->outputs > 1 && k < c->outputs; k++) {
        double *z = calloc(c->outputs, sizeof *z);
        z[k] = 1;
        ck_assert(answer(&m, z) == m.labels[k]);
        z[c->outputs - 1] = 1; /* the first of equal ones */
        ck_assert(answer(&m, z) == m.labels[k]);
        free(z);
    }
    model_free(&m);
}

START_TEST(answers)
{
    model_each_case(check_answers);
}
END_TEST

/* ---- probabilities ---------------------------------------------------------------------------------------------------- */

/* P(y <= k) */
static long double share_up_to(const struct model_case *c, const struct model *m, double z, size_t k)
{
    return k < c->offsets ? 1 / (1 + expl((long double)z - m->offsets[k])) : 1;
}

/* Long double, straight from the definition; score s of each output. */
static void define_probabilities(const struct model_case *c, const struct model *m, const double *z, double *p)
{
    long double sum = 0;

    for (size_t k = 0; c->task == TASK_ORDINAL && k < (size_t)c->classes; k++)
        p[k] = (double)(share_up_to(c, m, *z, k) - (k > 0 ? share_up_to(c, m, *z, k - 1) : 0));
    if (c->task == TASK_ORDINAL)
        return;
    for (size_t o = 0; o < c->outputs; o++) {
        long double t = m->folded.platt ? -((long double)m->folded.platt[2 * o] * z[o] + m->folded.platt[2 * o + 1]) : z[o];
        p[o] = (double)(c->task == TASK_MULTICLASS ? expl(t) : 1 / (1 + expl(-t)));
        sum += c->task == TASK_MULTICLASS ? expl(t) : 1 / (1 + expl(-t));
    }
    for (size_t o = 0; c->outputs > 1 && o < c->outputs; o++)
        p[o] = (double)(p[o] / sum);
    if (c->outputs == 1)
        p[1] = 1 - p[0];
}

static void check_probabilities(const struct model_case *c, const char *loss)
{
    enum { N = 200 };
    bool own = strstr(loss, "logistic") || strcmp(loss, "softmax") == 0;
    size_t classes = (size_t)c->classes;
    struct rng rng;

    rng_seed(&rng, 3);
    for (int calibrated = 0; calibrated < 2; calibrated++) {
        double z[N * MOST_OUTPUTS], p[N * MOST_OUTPUTS], wanted[MOST_OUTPUTS];
        struct decoder d;
        struct model m;

        model_random(&rng, loss, c->classes, 0, -1, calibrated, &m);
        d = model_decoder(&m);
        ck_assert_msg(probability_known(&d) == (own || (calibrated && c->task == TASK_BINARY)), "%s", loss);
        if (probability_known(&d) && c->outputs <= MOST_OUTPUTS && c->classes <= MOST_OUTPUTS) {
            for (size_t i = 0; i < N * c->outputs; i++)
                z[i] = (rng_uniform(&rng) - 0.5) * (i % 2 ? 20 : 2);
            probability_of_rows(&d, N, z, p);
            for (size_t i = 0; i < N; i++) {
                define_probabilities(c, &m, z + i * c->outputs, wanted);
                for (size_t k = 0; k < classes; k++)
                    ck_assert_double_le(fabs(p[i * classes + k] - wanted[k]), 1e-15);
                if (c->task == TASK_ORDINAL) /* the most probable one */
                    ck_assert(answer(&m, z + i) == m.labels[vec_largest(classes, p + i * classes)]);
            }
        }
        model_free(&m);
    }
}

START_TEST(probabilities)
{
    model_each_case(check_probabilities);
}
END_TEST

/* Scores so large that the exponentials are none: still numbers that add up to 1, the largest score first. */
static void check_extremes(const struct model_case *c, const char *loss)
{
    static const double sizes[] = {-1e308, -1e4, -800, 0, 800, 1e4, 1e308, INFINITY};
    struct decoder d;
    struct model m;
    struct rng rng;

    if (c->outputs > MOST_OUTPUTS || c->classes > MOST_OUTPUTS)
        return;
    rng_seed(&rng, 4);
    model_random(&rng, loss, c->classes, 0, -1, false, &m);
    d = model_decoder(&m);
    for (size_t a = 0; probability_known(&d) && a < 8; a++)
        for (size_t b = 0; b <= a; b++) {
            double z[MOST_OUTPUTS], p[MOST_OUTPUTS], sum = 0;
            for (size_t o = 0; o < c->outputs; o++)
                z[o] = sizes[b];
            z[c->outputs - 1] = sizes[a];
            probability_of_rows(&d, 1, z, p);
            for (int k = 0; k < c->classes; k++) {
                ck_assert(p[k] >= 0 && p[k] <= 1);
                sum += p[k];
            }
            ck_assert_double_le(fabs(sum - 1), 1e-15);
            for (size_t o = 0; c->outputs > 1 && o < c->outputs; o++)
                ck_assert(p[o] <= p[c->outputs - 1]);
            if (c->task == TASK_ORDINAL)
                ck_assert(fabs(sizes[a]) < 100 || p[sizes[a] > 0 ? c->classes - 1 : 0] == 1);
            else if (c->outputs == 1)
                ck_assert(sizes[a] >= 0 ? p[0] >= p[1] : p[0] <= p[1]);
        }
    model_free(&m);
}

START_TEST(extreme_scores)
{
    model_each_case(check_extremes);
}
END_TEST

RUN_TESTS("predict", decisions_are_dense_sums, far_features, features_without_weights, answers, probabilities, extreme_scores)
