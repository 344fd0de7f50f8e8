/* test_predict - decision values against dense sums, and the program rrm-predict from its arguments to its files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "cli/rrm.h"
#include "model/predict.h"

#include "common.h" /* behind ours: check.h has a macro called fail */

enum { ROWS = 300, MOST_FEATURES = 40, TEXT_ROOM = 4096 };

/* ---- decision values -------------------------------------------------------------------------------------------- */

/* A random model of up to MOST_FEATURES features, and its weights as a dense vector by index; [0] is the bias. */
struct case_model {
    struct model m;
    double labels[2];
    uint32_t index[MOST_FEATURES + 1];
    double weight[MOST_FEATURES + 1];
    double dense[MOST_FEATURES + 1];
};

static void random_model(struct rng *rng, double bias, struct case_model *c)
{
    *c = (struct case_model){.labels = {1, -1}};
    c->m = (struct model){.bias = bias, .classes = 2, .labels = c->labels, .index = c->index, .weight = c->weight};
    c->m.features = (uint32_t)rng_below(rng, MOST_FEATURES + 1);
    for (uint32_t f = 1; f <= c->m.features + (bias >= 0); f++) {
        double weight = rng_uniform(rng) - 0.5;
        if (rng_below(rng, 3) == 0)
            continue;
        c->index[c->m.weights] = f;
        c->weight[c->m.weights++] = weight;
        c->dense[f <= c->m.features ? f : 0] = weight;
    }
}

/* Random rows; arrays that belong to the caller. */
struct case_data {
    struct dataset d;
    int64_t start[ROWS + 1];
    uint32_t col[ROWS * MOST_FEATURES], feature[MOST_FEATURES];
    double value[ROWS * MOST_FEATURES];
};

/* gap > 1: the columns are features far apart, as in a compacted data set. */
static void random_data(struct rng *rng, uint32_t gap, struct case_data *c)
{
    int64_t n = 0;

    *c = (struct case_data){0};
    c->d.x = (struct csr){.rows = ROWS, .storage = CSR_DOUBLE, .start = c->start, .col = c->col, .value = c->value};
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
                c->value[n++] = rng_uniform(rng) * 4 - 2;
            }
        c->start[i + 1] = n;
    }
}

/* More and fewer features than the model, compacted or not, with and without bias: the dense sum, and the same bits for
 * every number of threads. */
START_TEST(decisions_are_dense_sums)
{
    static struct case_model model;
    static struct case_data data;
    static const uint32_t gaps[] = {1, 2, 3, 50000000};
    static const double biases[] = {-1, 0, 1, 2.5};
    struct rng rng;

    rng_seed(&rng, 1);
    for (int run = 0; run < 320; run++) {
        double z[ROWS], again[ROWS];
        struct error err;

        random_model(&rng, biases[run % 4], &model);
        random_data(&rng, gaps[run / 4 % 4], &data);
        ck_assert_int_eq(predict_decisions(&model.m, &data.d, &(struct par){1, NULL}, z, &err), OK);
        for (int64_t i = 0; i < ROWS; i++) {
            double sum = model.m.bias > 0 ? model.m.bias * model.dense[0] : 0;
            for (int64_t k = data.start[i]; k < data.start[i + 1]; k++) {
                uint32_t f = data.feature[data.col[k]];
                sum += f <= model.m.features ? data.value[k] * model.dense[f] : 0;
            }
            ck_assert_double_le(fabs(sum - z[i]), 1e-13);
        }
        for (int threads = 7; threads > 1; threads -= 5) {
            struct par par;
            par_init(&par, threads);
            ck_assert_int_eq(predict_decisions(&model.m, &data.d, &par, again, &err), OK);
            par_free(&par);
            ck_assert_mem_eq(z, again, sizeof z);
        }
    }
}
END_TEST

/* A data set that already has a bias column, as in cross-validation: the model's bias counts, once. */
START_TEST(bias_column_of_the_data)
{
    static struct case_model model;
    static struct case_data data;
    double z[ROWS], again[ROWS];
    struct error err;
    struct rng rng;

    rng_seed(&rng, 3);
    random_model(&rng, 1.5, &model);
    random_data(&rng, 1, &data);
    ck_assert_int_eq(predict_decisions(&model.m, &data.d, &(struct par){1, NULL}, z, &err), OK);
    data.d.x.cols++;
    data.d.x.bias = 99;
    ck_assert_int_eq(predict_decisions(&model.m, &data.d, &(struct par){1, NULL}, again, &err), OK);
    ck_assert_mem_eq(z, again, sizeof z);
}
END_TEST

START_TEST(labels_of_decisions)
{
    double labels[] = {3, 5};
    struct model m = {.labels = labels};

    ck_assert(predict_label(&m, 1e-300) == 3);
    ck_assert(predict_label(&m, 0) == 5);
    ck_assert(predict_label(&m, -0.0) == 5);
    ck_assert(predict_label(&m, -1) == 5);
}
END_TEST

/* ---- the program ------------------------------------------------------------------------------------------------ */

/* Weights 2, -1 and 0.5 (of the bias 1). */
static const char model_text[] = "rrm-model 1\nsolver sda\nloss hinge\nregularizer l2\nlambda 0.25\nbias 1\nclasses 2\n"
                                 "labels 1 -1\nfeatures 2\nprimal 0.5\ndual 0.5\npasses 17\nverdict converged\n"
                                 "weights 3\n1 2\n2 -1\n3 0.5\ncrc32 122b4f69\n";
/* Decisions 2.5, -0.5, 0.5 (index 3 is a feature that the model has not seen) and 0. */
static const char test_text[] = "+1 1:1\n-1 2:1\n-1 3:7 # new\n-1 1:0.25 2:1\n";

struct streams {
    char out[TEXT_ROOM], err[TEXT_ROOM];
};

static void read_text(const char *path, char text[TEXT_ROOM])
{
    FILE *f = fopen(path, "r");

    ck_assert_ptr_nonnull(f);
    text[fread(text, 1, TEXT_ROOM - 1, f)] = '\0';
    fclose(f);
    unlink(path);
}

/* In a child process: points the standard streams at files and runs. */
static void be_predict(const char *arguments, const char *out, const char *err)
{
    char copy[512], name[] = "rrm-predict", *argv[16] = {name};
    int argc = 1;

    snprintf(copy, sizeof copy, "%s", arguments);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " "))
        argv[argc++] = word;
    if (freopen(out, "w", stdout) && freopen(err, "w", stderr))
        exit(predict_main(argc, argv));
    exit(99);
}

/* Runs `rrm-predict ARGUMENTS`, blanks between them; returns its exit code. */
static int run_predict(struct streams *s, const char *arguments)
{
    char out[64], err[64];
    int status;
    pid_t child;

    temp_file(out, "", 0);
    temp_file(err, "", 0);
    fflush(NULL);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        be_predict(arguments, out, err);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    read_text(out, s->out);
    read_text(err, s->err);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static const char figures[] = "Accuracy = 75% (3/4)\nROC area = 1\nPrecision = 0.5\nRecall = 1\nF1 = 0.666667\n";

START_TEST(program_predicts)
{
    static struct streams s;
    char model[64], test[64], output[64], line[512], text[TEXT_ROOM];

    temp_file(model, model_text, strlen(model_text));
    temp_file(test, test_text, strlen(test_text));
    temp_file(output, "", 0);
    snprintf(line, sizeof line, "%s %s", test, model);
    ck_assert_int_eq(run_predict(&s, line), 0);
    ck_assert_str_eq(s.out, "1\n-1\n1\n-1\n");
    ck_assert_str_eq(s.err, figures);
    snprintf(line, sizeof line, "-d -n 2 %s %s %s", test, model, output);
    ck_assert_int_eq(run_predict(&s, line), 0);
    ck_assert_str_eq(s.out, figures);
    ck_assert_str_eq(s.err, "");
    read_text(output, text);
    ck_assert_str_eq(text, "2.5\n-0.5\n0.5\n0\n");
    snprintf(line, sizeof line, "-qd %s %s -", test, model);
    ck_assert_int_eq(run_predict(&s, line), 0);
    ck_assert_str_eq(s.out, "2.5\n-0.5\n0.5\n0\n");
    ck_assert_str_eq(s.err, "");
    snprintf(line, sizeof line, "%s %s /dev/full", test, model);
    ck_assert_int_eq(run_predict(&s, line), 3);
    ck_assert_str_eq(s.out, "");
    unlink(model);
    unlink(test);
}
END_TEST

START_TEST(program_refuses)
{
    static const struct {
        const char *arguments;
        int code;
        const char *word;
    } cases[] = {
        {"", 1, "too few"},
        {"a", 1, "too few"},
        {"a b c d", 1, "too many"},
        {"- -", 1, "both"},
        {"-b 1 a b", 1, "-b"},
        {"-x a b", 1, "-x"},
        {"--help", 1, "--"},
        {"-n", 1, "needs a value"},
        {"-n 0 a b", 1, "1 to 1024"},
        {"-n 1025 a b", 1, "1 to 1024"},
        {"-n 1.5 a b", 1, "1 to 1024"},
        {"-n 2x a b", 1, "1 to 1024"},
        {"-n nan a b", 1, "1 to 1024"},
        {"/dev/null /dev/null", 2, "empty"},
        {"/dev/null /no/such/model", 3, "/no/such/model"},
    };
    static struct streams s;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int code = run_predict(&s, cases[i].arguments);

        ck_assert_msg(code == cases[i].code, "rrm-predict %s: %d, %s", cases[i].arguments, code, s.err);
        ck_assert_str_eq(s.out, "");
        ck_assert_ptr_eq(strstr(s.err, "rrm-predict: "), s.err);
        ck_assert_msg(strstr(s.err, cases[i].word), "'%s' does not say '%s'", s.err, cases[i].word);
    }
}
END_TEST

START_TEST(program_helps)
{
    static struct streams s;

    ck_assert_int_eq(run_predict(&s, "-h"), 0);
    ck_assert_ptr_nonnull(strstr(s.out, "usage: rrm-predict"));
    ck_assert_str_eq(s.err, "");
    ck_assert_int_eq(run_predict(&s, "-q -V a"), 0);
    ck_assert_str_eq(s.out, "rrm-predict " RRM_VERSION "\n");
}
END_TEST

int main(void)
{
    /* The program's first: a process that has run threads may not fork one that will. */
    const TTest *const tests[] = {program_predicts, program_refuses, program_helps, decisions_are_dense_sums,
                                  bias_column_of_the_data, labels_of_decisions};

    return run_tests("predict", sizeof tests / sizeof *tests, tests);
}
