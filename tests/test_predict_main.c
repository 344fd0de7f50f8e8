/* test_predict_main - the program rrm-predict from its arguments to its files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/options.h"

#include "common.h" /* behind ours: check.h has a macro called fail */

enum { TEXT_ROOM = 4096 };

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

static const char figures[] = "Accuracy = 75% (3/4)\nBalanced accuracy = 83.3333%\nMacro-F1 = 0.733333\n"
                              "Positive label = 1\nROC area = 1\nPrecision = 0.5\nRecall = 1\nF1 = 0.666667\n";

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
    snprintf(line, sizeof line, "-b 0 -q %s %s", test, model);
    ck_assert_int_eq(run_predict(&s, line), 0);
    ck_assert_str_eq(s.out, "1\n-1\n1\n-1\n");
    snprintf(line, sizeof line, "-b 1 %s %s", test, model); /* of the hinge: it has none */
    ck_assert_int_eq(run_predict(&s, line), 2);
    ck_assert_str_eq(s.out, "");
    ck_assert(strstr(s.err, model) && strstr(s.err, "no probabilities") && strstr(s.err, "rrm-train -b 1"));
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
        {"-b 2 a b", 1, "neither 0 nor 1"},
        {"-b 0.5 a b", 1, "neither 0 nor 1"},
        {"-b 1 -d a b", 1, "-d"},
        {"-b", 1, "needs a value"},
        {"-x a b", 1, "-x"},
        {"--nothing", 1, "'--nothing'"},
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
    ck_assert_int_eq(run_predict(&s, "-d --help a"), 0);
    ck_assert_ptr_nonnull(strstr(s.out, "usage: rrm-predict"));
    ck_assert_int_eq(run_predict(&s, "-q -V a"), 0);
    ck_assert_str_eq(s.out, "rrm-predict " RRM_VERSION "\n");
    ck_assert_int_eq(run_predict(&s, "--version"), 0);
    ck_assert_str_eq(s.out, "rrm-predict " RRM_VERSION "\n");
}
END_TEST

RUN_TESTS("predict_main", program_predicts, program_refuses, program_helps)
