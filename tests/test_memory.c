/* test_memory - every allocation fails in turn: an error comes back, nothing leaks, nothing crashes.
 *
 * This program has its own base/memory, below. */
#include "math/vec.h"
#include "base/memory.h"

#include <math.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/options.h"
#include "cli/prediction.h"
#include "common.h"
#include "failing.h"
#include "data/rows/segments.h"
#include "data/text/source.h"
#include "model/liblinear.h"
#include "model/predict.h"
#include "problems.h"
#include "reading.h"
#include "task/evaluation.h"
#include "whole.h"

/* ---- what is tried ---------------------------------------------------------------------------------------------------- */

enum { PATH = 64 };

static struct error err;
static const struct reg *omega;

struct training {
    const struct risk_spec *spec;
    const struct solver *solver;
};

static enum status solve_body(void *context)
{
    const struct training *t = context;
    struct run r;
    enum status status = run_init(&r, t->spec, omega, 1e-2, 1);

    if (status == OK && solver_admits(t->solver, r.risk->traits, r.reg)) {
        r.m.limits.relative = 1e-9;
        r.m.limits.max_passes = 12;
        status = run_solver(&r, t->solver);
        if (status == OK) { /* from there, the dual point forgotten */
            vec_copy(r.risk->dim, r.m.best, r.x.w);
            r.x.warm = true;
            r.x.alpha = NULL;
            status = run_solver(&r, t->solver);
        }
    }
    run_free(&r);
    return status;
}

START_TEST(test_solvers)
{
    struct examples *e = examples_random(1, 40, 6, 0.5, CSR_FLOAT);

    for (size_t s = 0; solver_at(s); s++)
        for (size_t k = 0; loss_at(k); k++)
            for (int mode = 0; mode < BIAS_MODES; mode++) {
                struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
                struct training t = {&spec, solver_at(s)};
                examples_task(e, loss_at(k));
                for (size_t g = 0; spec_sound(&spec) && reg_at(g) && (g == 0 || (k == 0 && mode == BIAS_NONE)); g++) {
                    omega = reg_at(g);
                    each_failure(solver_at(s)->name, solve_body, &t);
                }
            }
    examples_free(e);
}
END_TEST

/* So few planes that they must be put together. */
static enum status planes_body(void *context)
{
    const struct training *t = context;
    double set[SETTINGS];
    struct run r;
    enum status status = run_init(&r, t->spec, omega, 1e-2, 1);

    for (int k = 0; k < SETTINGS; k++) {
        const struct setting *x = &t->solver->setting[k];
        set[k] = x->name && strcmp(x->name, "planes") == 0 ? x->lo : x->initial;
    }
    r.set = set;
    r.m.limits.max_passes = 20;
    if (status == OK)
        status = run_solver(&r, t->solver);
    run_free(&r);
    return status;
}

START_TEST(test_planes)
{
    struct examples *e = examples_random(1, 40, 6, 0.5, CSR_FLOAT);
    struct risk_spec spec = examples_spec(e, loss_at(0), loss_at(0)->parameter.initial, BIAS_NONE, 1);

    for (size_t s = 0; solver_at(s); s++) {
        struct training t = {&spec, solver_at(s)};
        for (size_t g = 0; reg_at(g); g++)
            if (solver_admits(t.solver, risk_traits(spec.loss, 0), reg_at(g))) {
                omega = reg_at(g);
                each_failure(solver_at(s)->name, planes_body, &t);
            }
    }
    examples_free(e);
}
END_TEST

static double labels[2] = {1, -1}, weight[3] = {0.5, -2, 1e-9};
static uint32_t place[3] = {1, 3, 5};
static const struct model small = {.solver = "sda", .loss = "hinge", .regularizer = "l2", .lambda = 0.1, .bias = 1, .classes = 2,
                                   .labels = labels, .features = 4, .primal = 0.3, .dual = 0.2, .passes = 7,
                                   .verdict = "passes", .weights = 3, .index = place, .weight = weight};

/* Three classes and all that a model may have. */
static double labels3[3] = {1, 2, 3}, weight3[9] = {0.5, -2, 1e-9, 1, 2, 3}, sigmoids[6] = {-1, 0, -2, 0.5, -3, 1};
static const struct model three = {.solver = "sda", .loss = "ova:hinge", .regularizer = "l2", .lambda = 0.1, .bias = 1,
                                   .classes = 3, .labels = labels3, .features = 4, .primal = 0.3, .dual = 0.2, .passes = 7,
                                   .verdict = "passes", .weights = 3, .index = place, .weight = weight3,
                                   .folded.platt = sigmoids};

struct saved {
    const struct model *model;
    const char *path;
};

static enum status save_body(void *context)
{
    const struct saved *s = context;

    return model_save(s->model, s->path, &err);
}

static enum status load_body(void *context)
{
    const struct saved *s = context;
    struct model model;
    enum status status = model_load(s->path, &model, &err);

    if (status == OK && !s->model)
        status = liblinear_save(&model, "/dev/null", &err);
    else if (status == OK)
        ck_assert(model.weights == 3 && model.weight[1] == -2);
    model_free(&model);
    return status;
}

START_TEST(test_model)
{
    char path[64];

    for (int k = 0; k < 2; k++) {
        struct saved s = {k ? &three : &small, path};
        temp_file(path, "", 0);
        each_failure("model_save", save_body, &s);
        ck_assert_int_eq(model_save(s.model, path, &err), OK);
        each_failure("model_load", load_body, &s);
        unlink(path);
    }
    each_failure("LIBLINEAR's", load_body, &(struct saved){NULL, "tests/reference/peers/one-21.model"});
    each_failure("LIBSVM's", load_body, &(struct saved){NULL, "tests/reference/peers/svm-two-0.model"});
}
END_TEST

static enum status predict_body(void *context)
{
    const struct dataset *data = context;
    double decision[36];
    enum status status;
    struct par par;

    par_init(&par, 2);
    status = predict_decisions(&small, data, &par, decision, &err);
    if (status == OK)
        status = predict_decisions(&three, data, &par, decision, &err);
    par_free(&par);
    return status;
}

/* Decision values of small, of far features, and labels of three, to a file. context: its path, that of the labels. */
static enum status stream_body(void *context)
{
    static struct prediction p;
    const char *test = context, *to = test + PATH;
    const struct request request[] = {{.test = test, .model = "m", .output = "/dev/null", .decisions = true},
                                      {.test = test, .model = "m", .output = to, .quiet = true}};
    enum status status = OK;
    struct par par;

    par_init(&par, 2);
    for (int k = 0; status == OK && k < 2; k++) {
        static uint32_t far[3] = {1, 2, 2000000000};
        struct model m = k ? three : small;
        size_t numbers = k ? 9 : 3;
        m.weight = mem_alloc(numbers, sizeof *m.weight);
        if (!m.weight) {
            status = ERR_SYSTEM;
            break;
        }
        m.index = k ? m.index : far;
        m.features = k ? m.features : far[2];
        memcpy(m.weight, k ? weight3 : weight, numbers * sizeof *m.weight);
        status = prediction_init(&p, &request[k], &m, &err);
        if (status == OK)
            status = prediction_run(&p, &par, &err);
        prediction_free(&p);
        mem_free(m.weight);
    }
    par_free(&par);
    return status;
}

static enum status evaluate(const struct decoder *d, const struct dataset *data,
                            const double *decision)
{
    double answer[12];
    struct evaluation e;
    struct figures out;
    enum status status = evaluation_init(&e, d, false, &err);

    if (status != OK)
        return status;
    status = evaluation_count_pairs(&e, &err);
    task_answers(d, data, decision, answer);
    if (status == OK)
        status = evaluation_add(&e, data, answer, decision, NULL, &err);
    if (status == OK)
        status = evaluation_figures(&e, &out, &err);
    evaluation_free(&e);
    return status;
}

static enum status figures_body(void *context)
{
    const struct dataset *data = context;
    double decision[36];
    struct decoder d = model_decoder(&small), many = model_decoder(&three);
    enum status status;

    for (int i = 0; i < 36; i++)
        decision[i] = i % 3 ? 1 : -1;
    status = evaluate(&d, data, decision);
    return status == OK ? evaluate(&many, data, decision) : status;
}

static enum status segment_body(void *context)
{
    static const int segment[12] = {2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1};
    struct dataset rows;
    enum status status = segments_without(context, segment, 1, &rows, &err);

    if (status == OK)
        ck_assert_int_eq(rows.x.rows, 8);
    dataset_free(&rows);
    return status;
}

START_TEST(test_predict)
{
    struct par par = {1, NULL};
    struct dataset data;

    ck_assert_int_eq(dataset_open("tests/reference/bin.libsvm", 0, &par, &data, &err), OK);
    each_failure("segments_without", segment_body, &data);
    each_failure("predict_decisions", predict_body, &data);
    each_failure("evaluation", figures_body, &data);
    dataset_free(&data);
}
END_TEST

/* The labels are there only when all is well. */
START_TEST(test_stream)
{
    char path[2][PATH];

    temp_file(path[0], "1 1:1 2:3\n? 2:0.1\n+1 1:3\n", 25);
    temp_file(path[1], "", 0);
    each_failure("a prediction", stream_body, path);
    unlink(path[0]);
    unlink(path[1]);
}
END_TEST

static enum status options_body(void *context)
{
    char *argv[] = {"rrm-train", "-q", "-w", "1:2", "-w", "-1:0.5", "-s", "sda", "-o", "shrink=0", "data.txt", NULL};
    int argc = sizeof argv / sizeof *argv - 1;
    struct options o;
    enum status status;

    (void)context;
    status = options_parse(argc, argv, &o, &err);
    options_free(&o);
    return status;
}

START_TEST(test_options)
{
    each_failure("options_parse", options_body, NULL);
}
END_TEST

/* What can be done without, as threads, does not change the model. */
static enum status train_body(void *context)
{
    const struct whole *expected = context;
    struct whole whole = *expected;
    enum status status = (err.text[0] = 0, whole_training(&whole, &err));

    ck_assert((status == OK) == (err.text[0] == 0));
    ck_assert_msg(status != OK || whole.sum == expected->sum, "%s: another model", whole.loss);
    return status;
}

START_TEST(test_train)
{
    static const struct whole cases[] = {{"hinge", 2, 1, 0, 0}, {"hinge", 3, 1, 0, 0}, {"ova:nu:0.3", 3, 2, 0, 0},
                                         {"hinge", 2, 1, 3, 0}, {"hinge", 3, 2, 3, 0}, {"squared-hinge", 2, 1, -2, 0},
                                         {"hinge", 3, 1, -2, 0}, {"squared-hinge", 3, 1, 0, 0}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct whole whole = cases[k];
        ck_assert_int_eq(whole_training(&whole, &err), OK);
        ck_assert(whole.sum != 0 && isfinite(whole.sum));
        each_failure("a training", train_body, &whole);
    }
}
END_TEST

static enum status program_body(void *argv)
{
    return (enum status)(strcmp(*(char **)argv, "rrm-words") == 0 ? words_main(6, argv) : train_main(6, argv));
}

/* Two programs, what they tell included; nobody reads that. */
START_TEST(test_results)
{
    char texts[PATH], words[PATH], *make[] = {"rrm-words", "-n", "2", texts, words, "/dev/null", NULL};
    char *apply[] = {"rrm-words", "-an", "2", texts, words, "/dev/null", NULL};
    char data[PATH], *argv[] = {"rrm-train", "-Jn", "1", "-v", "2", data, NULL};
    int before[] = {dup(STDIN_FILENO), dup(STDOUT_FILENO), dup(STDERR_FILENO)};
    FILE *nowhere = fopen("/dev/null", "w");

    temp_file(data, "1 1:1\n-1 2:1\n1 1:2\n-1 1:-1\n", 27);
    temp_file(texts, "spam\tbuy it now\nham\tsee it, it is there\n", 39);
    temp_file(words, "", 0);
    for (int fd = STDOUT_FILENO; nowhere && fd <= STDERR_FILENO; fd++)
        dup2(fileno(nowhere), fd);
    each_failure("a line of JSON", program_body, argv);
    each_failure("a vocabulary", program_body, make);
    each_failure("rows of texts", program_body, apply);
    for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
        dup2(before[fd], fd);
    ck_assert(!(unlink(data) | unlink(texts) | unlink(words)));
}
END_TEST

RUN_TESTS("memory", test_solvers, test_planes,
          test_model, test_predict, test_stream, test_options, test_train, test_results)
