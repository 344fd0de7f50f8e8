/* test_start - the weights of a model as those of a training: features by index, classes by label. */
#include <stdio.h>
#include <string.h>

#include "data/text/source.h"
#include "train/training.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

static const struct par alone = {1, NULL};

enum { WEIGHTS = 9 };

/* A model of the features 1, 3 and, its bias of value 2, 5; and what a training of the features 1, 2, 3 and a bias of
 * value 4 starts from: that of features 1 and 3 and of the bias, which is half of the model's. */
struct mapping {
    const char *model; /* loss */
    int classes;
    double labels[3];
    double weight[3]; /* of feature 1; three times as much of 3, ten times of the bias */
    const char *loss; /* of the training */
    const char *data; /* label of each line */
    double start[3];  /* of column 1; status != OK: none */
    enum status status;
};

static const struct mapping mappings[] = {
    {"hinge", 2, {1, -1}, {6}, "logistic", "-1 1", {6}, OK},
    {"hinge", 2, {2, 1}, {6}, "hinge", "1 2", {6}, OK},
    {"hinge", 2, {1, -1}, {6}, "hinge", "1 2", {-6}, OK}, /* 2 stands first: class 1 is the second now */
    {"hinge", 2, {1, -1}, {6}, "hinge", "1 0", {6}, OK},
    {"hinge", 2, {1, -1}, {6}, "hinge", "5 7", {0}, ERR_DATA},
    {"hinge", 2, {2, 1}, {6}, "softmax", "1 2 3", {-3, 3, 0}, OK},
    {"hinge", 2, {2, 1}, {6}, "hinge", "3 1 2", {-6, 6, 0}, OK},
    {"ova:hinge", 3, {1, 2, 3}, {2, 4, 6}, "softmax", "3 2 1", {1, 2, 3}, OK},
    {"ova:hinge", 3, {3, 1, 2}, {2, 4, 6}, "softmax", "3 2 1", {2, 3, 1}, OK}, /* as they came, in an older model */
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "hinge", "3 2 4", {8, 12, 0}, OK},
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "crammer-singer", "3 2 4", {4, 6, 0}, OK},
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "hinge", "1 3", {4}, OK},
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "hinge", "1 9", {-4}, OK}, /* 9 stands first; 1 alone is known */
    {"ova:hinge", 3, {1, 2, 3}, {2, 4, 6}, "hinge", "1 3", {2}, OK},
    {"ova:hinge", 3, {1, 2, 3}, {2, 4, 6}, "hinge", "0 3", {6}, OK},
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "softmax", "4 5 6", {0}, ERR_DATA},
    {"softmax", 3, {1, 2, 3}, {2, 4, 6}, "squared", "1 2", {0}, ERR_DATA},
    {"squared", 0, {0}, {6}, "softmax", "1 2 3", {0}, ERR_DATA},
    {"squared", 0, {0}, {6}, "hinge", "1 -1", {6}, OK},
    {"hinge", 2, {7, 8}, {6}, "squared", "1 2.5", {6}, OK},
    {"ordinal", 3, {1, 2, 3}, {6}, "hinge", "5 6", {6}, OK},
    {"novelty", 1, {1}, {6}, "ordinal", "1 2 3", {6}, OK},
};

static void make_model(const struct mapping *m, size_t outputs, uint32_t index[3], double weight[WEIGHTS], double labels[3],
                       struct model *model)
{
    static const double times[] = {1, 3, 10};
    static const uint32_t feature[] = {1, 3, 5};

    *model = (struct model){.bias = 2, .classes = m->classes, .labels = labels, .features = 4, .weights = 3,
                            .index = index, .weight = weight};
    memcpy(labels, m->labels, sizeof m->labels);
    snprintf(model->loss, sizeof model->loss, "%s", m->model);
    for (size_t j = 0; j < 3; j++) {
        index[j] = feature[j];
        for (size_t o = 0; o < outputs; o++)
            weight[j * outputs + o] = times[j] * m->weight[o];
    }
}

/* A line for each label, with the features 1, 2 and 3. */
static void open_lines(const char *labels, char path[64], struct dataset *data)
{
    char text[256] = "", word[64];
    size_t length = 0;
    struct error err;

    for (int at = 0, n; sscanf(labels + at, "%63s%n", word, &n) == 1; at += n)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s 1:1 2:1 3:1\n", word);
    ck_assert_msg(dataset_open(temp_file(path, text, length), 0, &alone, data, &err) == OK, "%s", err.text);
}

static void check_start(const struct mapping *m, const struct training *t)
{
    static const double times[] = {1, 0, 3, 10 / 2.0};
    const struct solution *s = &t->solution;

    ck_assert(s->started && s->columns == 4);
    for (size_t j = 0; j < s->columns; j++)
        for (size_t o = 0; o < s->outputs; o++)
            ck_assert_msg(s->w[j * s->outputs + o] == times[j] * m->start[o], "%s to %s, %s: column %zu, output %zu is %g",
                          m->model, m->loss, m->data, j, o, s->w[j * s->outputs + o]);
}

static void check_mapping(const struct mapping *m)
{
    uint32_t index[3];
    double weight[WEIGHTS], labels[3];
    char path[64];
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;
    struct model model;
    struct error err;

    open_lines(m->data, path, &data);
    recipe.loss = loss_read(m->loss, &recipe.parameter);
    recipe.bias = 4;
    ck_assert_msg(training_init(&t, &recipe, &data, path, &alone, &err) == OK, "%s", err.text);
    make_model(m, m->classes > 2 && strcmp(m->model, "ordinal") != 0 ? 3 : 1, index, weight, labels, &model);
    ck_assert_int_eq(training_start(&t, &model, "m.model", &err), m->status);
    if (m->status == OK)
        check_start(m, &t);
    else
        ck_assert_msg(strncmp(err.text, "m.model: the model has ", 23) == 0 && !t.solution.started, "%s", err.text);
    training_free(&t);
    dataset_free(&data);
    remove(path);
}

START_TEST(mapped)
{
    for (size_t k = 0; k < sizeof mappings / sizeof *mappings; k++)
        check_mapping(&mappings[k]);
}
END_TEST

RUN_TESTS("start", mapped)
