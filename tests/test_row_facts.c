/* test_row_facts - weights and offsets of examples: in lines, in a file of their own, in trainings and predictions. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "data/text/row_facts.h"
#include "data/text/row_folds.h"
#include "data/text/source.h"
#include "model/predict.h"
#include "train/training.h"
#include "common.h"
#include "reading.h"

static struct error err;

static void read_text(const char *text, int threads, size_t block, struct dataset *data)
{
    ck_assert_msg(read_whole(text, strlen(text), threads, block, data, &err) == OK, "%s: %s", text, err.text);
}

/* ---- lines ----------------------------------------------------------------------------------------------------------- */

enum { LINES = 7 };
static const char lines[] = "1 1:1\n-1 cost:2.5 1:2\n1 offset:-0.5 cost:0 2:1\n# c\n-1 cost:1 offset:0 1:3\n"
                            "1 offset:3\n-1 cost:2e10\t offset:1e-3 1:1 # x\n1 3:1\n";

START_TEST(test_lines)
{
    static const double weight[LINES] = {1, 2.5, 0, 1, 1, 2e10, 1}, offset[LINES] = {0, 0, -0.5, 0, 3, 1e-3, 0};
    static const size_t blocks[] = {1, 5, 30, 1 << 16};

    for (size_t b = 0; b < 4; b++)
        for (int threads = 1; threads <= 3; threads += 2) {
            struct dataset data;

            read_text(lines, threads, blocks[b], &data);
            ck_assert(data.x.rows == LINES && dataset_weighs(&data) && dataset_shifts(&data));
            for (int64_t i = 0; i < LINES; i++) {
                ck_assert_double_eq(dataset_weight(&data, i), weight[i]);
                ck_assert_double_eq(dataset_offset(&data, i), offset[i]);
            }
            ck_assert_double_eq(dataset_mass(&data), 2e10 + 6.5);
            dataset_free(&data);
        }
}
END_TEST

START_TEST(test_plain_lines)
{
    struct dataset data;

    read_text("1 cost:1 1:1\n-1 offset:-0 1:2\n", 1, 1, &data);
    ck_assert(!dataset_weighs(&data) && !dataset_shifts(&data));
    ck_assert_double_eq(dataset_mass(&data), 2);
    dataset_free(&data);
}
END_TEST

START_TEST(test_bad_lines)
{
    static const char *const bad[][2] = {
        {"1 cost:-1 1:1\n", "in 'cost:-1', the weight of an example, is no number from 0 to 1e100"},
        {"1 cost: 1:1\n", "in 'cost:', the weight of an example, is no number from 0 to 1e100"},
        {"1 cost:1e101 1:1\n", "in 'cost:1e101', the weight of an example, is no number from 0 to 1e100"},
        {"1 cost:nan 1:1\n", "in 'cost:nan', the weight of an example, is no number from 0 to 1e100"},
        {"1 offset:x 1:1\n", "in 'offset:x', what is added to a score, is no number from -1e100 to 1e100"},
        {"1 cost:1 cost:1 1:1\n", "a second 'cost:1' in one line"},
        {"1 1:1 cost:1\n", "stray 'cost:1', expected index:value"},
        {"1 weight:1 1:1\n", "stray 'weight:1', expected index:value; train with -o features=words where features have names"},
        {"cost:1 1:1\n", "no label before 'cost:1', expected: label index:value ..."},
    };

    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char text[200];
        struct dataset data;

        snprintf(text, sizeof text, "1 cost:2 1:1\n%s", bad[k][0]);
        ck_assert_int_eq(read_whole(text, strlen(text), 1, 1 << 16, &data, &err), ERR_DATA);
        ck_assert_msg(strstr(err.text, bad[k][1]) && strstr(err.text, ":2: "), "%s", err.text);
    }
}
END_TEST

/* ---- a file of their own --------------------------------------------------------------------------------------------- */

/* NULL: it is taken. */
static void check_file(const char *text, const char *rows, const char *message)
{
    struct row_facts facts;
    struct dataset data;
    char path[64];
    enum status status;

    read_text(rows, 1, 1 << 16, &data);
    temp_file(path, text, strlen(text));
    status = row_facts_read(path, &data, "data", &facts, &err);
    if (message) {
        ck_assert_int_eq(status, ERR_DATA);
        ck_assert_msg(strstr(err.text, message), "%s", err.text);
    } else {
        ck_assert_msg(status == OK, "%s", err.text);
        data.facts = &facts;
        ck_assert_double_eq(dataset_weight(&data, 0), 0.5);
        ck_assert_double_eq(dataset_weight(&data, 1), 1);
        ck_assert_double_eq(dataset_offset(&data, 0), 0);
        ck_assert_double_eq(dataset_offset(&data, 1), -7);
    }
    row_facts_free(&facts);
    dataset_free(&data);
    unlink(path);
}

START_TEST(test_file)
{
    static const char two[] = "1 1:1\n\n-1 1:2\n";

    check_file("0.5\n# two\n1 -7\n", two, NULL);
    check_file("\t0.5 0 # one\r\n\r\n1 -7", two, NULL);
    check_file("1\n", two, "1 weights, but data has 2 examples");
    check_file("1\n1\n1\n", two, ":3: a weight for example 3, but data has 2");
    check_file("1\nx\n", two, ":2: 'x' is no weight, a number from 0 to 1e100");
    check_file("1\n-1\n", two, ":2: '-1' is no weight");
    check_file("1 y\n1\n", two, ":1: 'y' is no offset");
    check_file("1 2 3\n1\n", two, ":1: stray '3'");
    check_file("1e101\n1\n", two, ":1: '1e101' is no weight");
    check_file("1\n1\n", "1 cost:2 1:1\n-1 1:1\n", "its lines have weights (cost:)");
}
END_TEST

/* ---- folds ----------------------------------------------------------------------------------------------------------- */

/* NULL: it is taken, and has the folds 1, 0, 2. */
static void check_folds(const char *text, const char *message)
{
    struct arena arena = {0};
    struct dataset data;
    char path[64];
    int *of, count = -1;
    enum status status;

    read_text("1 1:1\n-1 1:2\n# c\n1 1:3\n", 1, 1 << 16, &data);
    temp_file(path, text, strlen(text));
    status = row_folds_read(path, &data, "data", &of, &count, &arena, &err);
    if (message) {
        ck_assert_int_eq(status, ERR_DATA);
        ck_assert_msg(strstr(err.text, message), "%s", err.text);
    } else {
        ck_assert_msg(status == OK, "%s", err.text);
        ck_assert(count == 2 && of[0] == 0 && of[1] == -1 && of[2] == 1);
    }
    arena_free(&arena);
    dataset_free(&data);
    unlink(path);
}

START_TEST(test_folds)
{
    check_folds("1\n0\n2\n", NULL);
    check_folds("# folds\n 1 # one\r\n\n0\t\n2", NULL);
    check_folds("1\n2\n", ": 2 folds, but data has 3 examples: it takes one line for each");
    check_folds("1\n2\n1\n2\n", ":4: a fold for example 4, but data has 3");
    check_folds("1\n2.5\n1\n", ":2: '2.5' is no fold, a whole number from 1 on, or 0");
    check_folds("1\n-1\n1\n", ":2: '-1' is no fold");
    check_folds("1\n2147483648\n1\n", ":2: '2147483648' is no fold");
    check_folds("1\nx\n1\n", ":2: 'x' is no fold");
    check_folds("1\n2 1\n1\n", ":2: stray '1'");
    check_folds("0\n0\n0\n", "every example has the fold 0: none is judged");
    check_folds("1\n1\n1\n", "fold 1 has every example");
    check_folds("1\n1\n3\n", "fold 2 of 3 has no example");
    check_folds("3\n3\n3\n", "fold 1 of 3 has no example");
    check_folds("1\n1\n4\n", "fold 4 of 3 examples");
}
END_TEST

/* ---- trainings ------------------------------------------------------------------------------------------------------- */

/* The primal value of a training to the tolerance `tol`; lambda 0: C = 1. */
static double train(const char *text, const char *loss, double lambda, bool balanced, const struct class_weight *weight)
{
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;
    double primal;

    read_text(text, 1, 1 << 16, &data);
    recipe.loss = loss_read(loss, &recipe.parameter);
    recipe.lambda = lambda;
    recipe.relative = 1e-13;
    recipe.weights.balanced = balanced;
    recipe.weights.each = weight;
    recipe.weights.count = weight ? 3 : 0;
    ck_assert_msg(training_init(&t, &recipe, &data, "data", &par_alone, &err) == OK, "%s: %s", loss, err.text);
    ck_assert_msg(training_run(&t, &err) == OK, "%s", err.text);
    primal = t.outcome.primal;
    training_free(&t);
    dataset_free(&data);
    return primal;
}

enum { ROWS = 30, LINE = 80, MOST = 4 };

/* Rows of labels 1, 2, 3: each once with a weight of 0 to 3, or so many times. */
static void write_rows(bool repeated, char text[ROWS * LINE * MOST])
{
    char *at = text;

    for (int i = 0; i < ROWS; i++) {
        int weight = i * 7 % 4, times = repeated ? weight : 1;
        for (int k = 0; k < times; k++) {
            at += sprintf(at, "%d ", 1 + i % 3);
            if (!repeated)
                at += sprintf(at, "cost:%d ", weight);
            at += sprintf(at, "1:%.6f 2:%.6f 3:%.6f\n", sin(i + 1.0) + (i % 3), cos(3.0 * i), sin(5.0 * i));
        }
    }
}

/* Weighted data have the optimum of data that repeat what weighs. */
static void same_optimum(const struct loss_row *loss, double lambda, const char *once, const char *repeated)
{
    double a = train(once, loss->name, lambda, false, NULL), b = train(repeated, loss->name, lambda, false, NULL);

    ck_assert_msg(fabs(a - b) <= 1e-10 * (1 + fabs(b)), "%s: %.17g, of repeated data %.17g", loss->name, a, b);
}

START_TEST(test_repetitions)
{
    char once[ROWS * LINE * MOST], repeated[ROWS * LINE * MOST];
    int seen = 0;

    write_rows(false, once);
    write_rows(true, repeated);
    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);
        double lambda = loss->traits & LOSS_MARGIN ? 0.1 : 0;
        bool one_label = task_of(loss)->most == 2 && !task_takes_ova(loss);

        if (!task_takes_row_weights(loss) || loss->traits & LOSS_GROUPS || one_label)
            continue;
        same_optimum(loss, lambda, once, repeated);
        seen++;
    }
    ck_assert_int_ge(seen, 15);
}
END_TEST

/* Groups of 1 to 4 rows of labels 0, 1, 2: each once with a weight of 0 to 3 or, in groups of their own, so many times. */
static void write_groups(bool repeated, char text[ROWS * LINE * MOST])
{
    char *at = text;

    for (int q = 0; q < ROWS / 2; q++) {
        int weight = q * 7 % 4, times = repeated ? weight : 1;
        for (int k = 0; k < times; k++)
            for (int i = 0; i <= q % 4; i++) {
                at += sprintf(at, "%d qid:%d ", (q + 2 * i) % 3, 1 + q + k * ROWS);
                if (!repeated)
                    at += sprintf(at, "cost:%d ", weight);
                at += sprintf(at, "1:%.6f 2:%.6f\n", sin(q + 3.0 * i) + (q + 2 * i) % 3, cos(3.0 * q - i));
            }
    }
}

START_TEST(test_group_repetitions)
{
    char once[ROWS * LINE * MOST], repeated[ROWS * LINE * MOST];
    int seen = 0;

    write_groups(false, once);
    write_groups(true, repeated);
    for (size_t k = 0; loss_at(k); k++) {
        const struct loss_row *loss = loss_at(k);

        if (!(loss->traits & LOSS_GROUP_WEIGHTS))
            continue;
        same_optimum(loss, 0, once, repeated);
        seen++;
    }
    ck_assert_int_eq(seen, 4);
}
END_TEST

START_TEST(test_refused)
{
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;

    read_text("1 cost:2 1:1\n-1 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_read("fbeta", &recipe.parameter);
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "data: examples have weights, but loss 'fbeta' cannot weigh them: it is a maximum over whole "
                  "numbers of errors; those that can: hinge"),
                  "%s", err.text);
    training_free(&t);
    dataset_free(&data);
    read_text("1 qid:1 cost:2 1:1\n0 qid:1 cost:2 1:2\n1 qid:7 1:1\n0 qid:7 cost:3 1:1\n", 1, 1 << 16, &data);
    recipe.loss = loss_read("ndcg", &recipe.parameter);
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_str_eq(err.text, "data:4: the weight 3, where others of qid:7 have 1: this loss weighs the lines of one qid "
                                 "together");
    training_free(&t);
    dataset_free(&data);
    read_text("1 qid:1 cost:0 1:1\n0 qid:1 cost:0 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_find("crf");
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "every example has the weight 0"), "%s", err.text);
    training_free(&t);
    dataset_free(&data);
    read_text("1 offset:2 1:1\n-1 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_find("hinge");
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "data: examples have offsets, but loss 'hinge' takes none; those that do: "), "%s", err.text);
    training_free(&t);
    dataset_free(&data);
    read_text("1 offset:800 1:1\n3 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_find("poisson");
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "data:1: the offset 800 is too large"), "%s", err.text);
    training_free(&t);
    dataset_free(&data);
    read_text("1 cost:0 1:1\n-1 cost:0 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_find("hinge");
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), ERR_DATA);
    ck_assert_msg(strstr(err.text, "every example has the weight 0"), "%s", err.text);
    training_free(&t);
    dataset_free(&data);
}
END_TEST

/* An example of the exposure 3 is as much as three of exposure 1 whose counts add up to its own: of the sums of losses, hence
 * with 1/m of each. */
START_TEST(test_exposure)
{
    static const char apart[] = "2 1:1\n0 1:1\n3 1:1\n1 1:-1 2:1\n1 2:0.5\n0 2:0.5\n",
                      together[] = "5 offset:1.0986122886681098 1:1\n1 1:-1 2:1\n1 offset:0.69314718055994530942 2:0.5\n";
    double one = train(apart, "poisson", 0.1 / 6, false, NULL) * 6, other = train(together, "poisson", 0.1 / 3, false, NULL) * 3;

    ck_assert_msg(fabs(one - other) <= 1e-10, "%.17g, of exposures %.17g", one, other);
}
END_TEST

START_TEST(test_residuals)
{
    for (size_t k = 0; loss_at(k); k++)
        if (loss_at(k)->traits & LOSS_RESIDUAL && !(loss_at(k)->traits & LOSS_COUNTS)) {
            double one = train("2 1:1\n-1 1:2 2:1\n4 2:-1\n", loss_at(k)->name, 0.01, false, NULL);
            double other = train("3 offset:1 1:1\n-1.5 offset:-0.5 1:2 2:1\n4 2:-1\n", loss_at(k)->name, 0.01, false, NULL);
            ck_assert_msg(fabs(one - other) <= 1e-11, "%s: %.17g, %.17g", loss_at(k)->name, one, other);
        }
}
END_TEST

/* Classes of 4, 2 and 1 examples of 7. */
START_TEST(test_balanced)
{
    static const char text[] = "1 1:1\n1 1:2\n1 2:1\n1 1:1 2:1\n2 1:-1\n2 2:-1\n3 1:-2 2:1\n",
                      weighted[] = "1 1:1\n1 1:2\n1 2:1\n1 1:1 2:1\n2 cost:2 1:-1\n3 1:-2 2:1\n";
    static const struct class_weight each[] = {{1, 7.0 / 12, NULL}, {2, 7.0 / 6, NULL}, {3, 7.0 / 3, NULL}};

    for (size_t k = 0; loss_at(k); k++)
        if (task_takes_weights(loss_at(k)) && (task_takes_ova(loss_at(k)) || task_of(loss_at(k))->most > 2)) {
            double balanced = train(text, loss_at(k)->name, 0.1, true, NULL);
            double by_hand = train(text, loss_at(k)->name, 0.1, false, each);
            ck_assert_msg(fabs(balanced - by_hand) <= 1e-11, "%s: %.17g, %.17g", loss_at(k)->name, balanced, by_hand);
        }
    ck_assert_double_le(fabs(train(weighted, "softmax", 0.1, true, NULL) - train(weighted, "softmax", 0.1, false, each)), 1e-11);
}
END_TEST

/* ---- predictions ----------------------------------------------------------------------------------------------------- */

START_TEST(test_prediction)
{
    struct recipe recipe = recipe_default();
    struct dataset data;
    struct training t;
    struct model model;
    double plain[2], shifted[2];

    read_text("1 1:1\n2 1:2\n", 1, 1 << 16, &data);
    recipe.loss = loss_find("squared");
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &par_alone, &err), OK);
    ck_assert_int_eq(training_run(&t, &err), OK);
    ck_assert_int_eq(training_model(&t, &model, &err), OK);
    ck_assert_int_eq(predict_decisions(&model, &data, &par_alone, plain, &err), OK);
    training_free(&t);
    dataset_free(&data);
    read_text("1 offset:10 1:1\n2 1:2\n", 1, 1 << 16, &data);
    ck_assert_int_eq(predict_decisions(&model, &data, &par_alone, shifted, &err), OK);
    ck_assert_double_eq(shifted[0], plain[0] + 10);
    ck_assert_double_eq(shifted[1], plain[1]);
    model_free(&model);
    dataset_free(&data);
}
END_TEST

RUN_TESTS("row_facts", test_lines, test_plain_lines, test_bad_lines, test_file, test_folds, test_repetitions,
          test_group_repetitions, test_refused, test_exposure, test_residuals, test_balanced, test_prediction)
