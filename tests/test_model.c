/* test_model - what is saved comes back; whatever else a file holds is refused with its line. */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "math/rng.h"
#include "model/model.h"
#include "models.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

enum { HEADER = 14, LINES = HEADER + 3, TEXT_ROOM = 4096 };

/* A small model line by line, without its check sum. */
static const char *const small[LINES] = {
    "rrm-model 1", "solver sda:steepest", "loss huber-hinge:0.5", "regularizer l2", "lambda 0.25", "bias 1",
    "classes 2",   "labels 1 -1",         "features 123",         "primal 0.5",     "dual -0.125", "passes 17",
    "verdict converged", "weights 3",     "3 -0.5",               "100 1e-300",     "124 0.10000000000000001"};

static size_t join(char text[TEXT_ROOM], size_t count, const char *const lines[], bool sum)
{
    return model_join(text, TEXT_ROOM, count, lines, sum);
}

/* The small model with line `at` (from 0) replaced and its check sum right. */
static void refused_line(int at, const char *text, const char *word)
{
    const char *lines[LINES];
    char all[TEXT_ROOM];

    memcpy(lines, small, sizeof small);
    lines[at] = text;
    model_refused(all, join(all, LINES, lines, true), at + 1, word);
}

static char *read_file(const char *path, char text[TEXT_ROOM])
{
    FILE *f = fopen(path, "r");
    size_t got;

    ck_assert_ptr_nonnull(f);
    got = fread(text, 1, TEXT_ROOM - 1, f);
    text[got] = '\0';
    fclose(f);
    return text;
}

START_TEST(reads_and_writes_the_same_bytes)
{
    char text[TEXT_ROOM], again[TEXT_ROOM], path[64];
    size_t length = join(text, LINES, small, true);
    struct model m;
    struct error err;

    ck_assert_int_eq(model_parse(text, length, &m, &err), OK);
    ck_assert_str_eq(m.solver, "sda:steepest");
    ck_assert_str_eq(m.loss, "huber-hinge:0.5");
    ck_assert_str_eq(m.regularizer, "l2");
    ck_assert_str_eq(m.verdict, "converged");
    ck_assert(m.lambda == 0.25 && m.bias == 1 && m.primal == 0.5 && m.dual == -0.125 && m.passes == 17);
    ck_assert(m.classes == 2 && m.labels[0] == 1 && m.labels[1] == -1);
    ck_assert(m.features == 123 && m.weights == 3);
    ck_assert(m.index[0] == 3 && m.index[1] == 100 && m.index[2] == 124);
    ck_assert(m.weight[0] == -0.5 && m.weight[1] == 1e-300 && m.weight[2] == 0.1);
    temp_file(path, "", 0);
    ck_assert_int_eq(model_save(&m, path, &err), OK);
    ck_assert_str_eq(read_file(path, again), text);
    ck_assert_ptr_nonnull(strstr(text, "\ncrc32 6ef6806c\n")); /* by Python's zlib.crc32 */
    unlink(path);
    model_free(&m);
}
END_TEST

/* More weights than the reader first makes room for, more bytes than its buffer, odd numbers, no bound. */
START_TEST(large_model_round_trip)
{
    enum { N = 20000 };
    struct model m = {.solver = "agm", .loss = "hinge", .regularizer = "l2", .lambda = 1e-9, .bias = -1, .classes = 2,
                      .features = 0x7ffffffe, .primal = 3, .dual = -INFINITY, .passes = 0.1, .verdict = "stopped by -t",
                      .weights = N};
    struct model back;
    struct error err;
    struct rng rng;
    char path[64];

    rng_seed(&rng, 1);
    m.labels = mem_alloc(2, sizeof *m.labels);
    m.index = mem_alloc(N, sizeof *m.index);
    m.weight = mem_alloc(N, sizeof *m.weight);
    ck_assert(m.labels && m.index && m.weight);
    m.labels[0] = 0.1;
    m.labels[1] = 1e300;
    for (uint32_t k = 0; k < N; k++) {
        m.index[k] = k * 100000 + 1 + (uint32_t)rng_below(&rng, 100000);
        m.weight[k] = ldexp(rng_uniform(&rng) - 0.5, (int)rng_below(&rng, 2000) - 1000);
    }
    m.index[N - 1] = m.features;
    temp_file(path, "", 0);
    ck_assert_int_eq(model_save(&m, path, &err), OK);
    ck_assert_int_eq(model_load(path, &back, &err), OK);
    unlink(path);
    ck_assert_mem_eq(m.labels, back.labels, 2 * sizeof *m.labels);
    ck_assert_mem_eq(m.index, back.index, N * sizeof *m.index);
    ck_assert_mem_eq(m.weight, back.weight, N * sizeof *m.weight);
    ck_assert(back.dual == -INFINITY && back.passes == 0.1 && back.features == m.features);
    ck_assert_str_eq(back.verdict, "stopped by -t");
    model_free(&back);
    model_free(&m);
}
END_TEST

START_TEST(model_without_weights)
{
    const char *lines[HEADER];
    char text[TEXT_ROOM];
    struct model m;
    struct error err;

    memcpy(lines, small, sizeof lines);
    lines[8] = "features 0";
    lines[13] = "weights 0";
    ck_assert_int_eq(model_parse(text, join(text, HEADER, lines, true), &m, &err), OK);
    ck_assert_uint_eq(m.weights, 0);
    model_free(&m);
}
END_TEST

/* Each line left out, given twice, renamed, emptied; the check sum is right each time. */
START_TEST(wrong_lines)
{
    char text[TEXT_ROOM];

    for (int at = 0; at < LINES; at++) {
        const char *lines[LINES + 1];
        char key[64] = "";

        for (int i = 0; i < LINES - 1; i++)
            lines[i] = small[i < at ? i : i + 1];
        model_refused(text, join(text, LINES - 1, lines, true), at < HEADER ? at + 1 : LINES,
                at == 0 ? "rrm-model 1" : at < HEADER - 1 ? "missing" : at < HEADER ? "unknown key '3'" : "weight");
        for (int i = 0; i < LINES + 1; i++)
            lines[i] = small[i <= at ? i : i - 1];
        model_refused(text, join(text, LINES + 1, lines, true), at + 2,
                at < HEADER - 1  ? "repeated"
                : at < HEADER    ? "weight 1 of 3"
                : at < LINES - 1 ? "ascending"
                                 : "'weights' says");
        refused_line(at, "unheard of",
                     at == 0       ? "rrm-model 1"
                     : at < HEADER ? "unknown key 'unheard'"
                                   : "index weight");
        refused_line(at, "", "expected");
        snprintf(key, sizeof key, "%.*s", (int)strcspn(small[at], " "), small[at]);
        refused_line(at, key, "");
        snprintf(key, sizeof key, "%.60s ", small[at]);
        refused_line(at, key, "expected");
        snprintf(key, sizeof key, "%.60s\r", small[at]);
        refused_line(at, key, "");
        snprintf(key, sizeof key, " %.60s", small[at]);
        refused_line(at, key, "expected");
    }
}
END_TEST

/* A line, from 0, and a word of why it is refused. */
struct wrong {
    int line;
    const char *text, *word;
};

static void refused_all(size_t count, const struct wrong *cases)
{
    for (size_t i = 0; i < count; i++)
        refused_line(cases[i].line, cases[i].text, cases[i].word);
}

START_TEST(wrong_names)
{
    static const struct wrong cases[] = {
        {0, "rrm-model 2", "version '2'"},
        {0, "rrm-model 10", "version '10'"},
        {0, "rrm-model", "rrm-model 1"},
        {0, "solver_typ L2R_L1LOSS_SVC_DUAL", "no model of rrm-train, LIBLINEAR or LIBSVM"},
        {0, "\x1b[31m\x7f", "'?[31m?'"},
        {1, "solver \xc3\xa4", "printable"},
        {2, "loss unheard-of", "unknown loss 'unheard-of'"},
        {1, "solver  sda", "single blanks"},
        {1, "solver sda ", "single blanks"},
        {1, "solver sda  steepest", "single blanks"},
        {2, "loss  hinge", "single blanks"},
        {2, "loss hinge:1", "'hinge:1' is no value of 'loss', 'hinge' has no parameter"},
        {2, "loss ova:hinge:1", "'hinge' has no parameter"},
        {2, "loss hinge:", "'hinge' has no parameter"},
        {2, "loss huber-hinge:", "a number from 1e-06 to 1000000 as the h of 'huber-hinge'"},
        {2, "loss huber-hinge:nan", "a number from 1e-06 to 1000000"},
        {2, "loss huber-hinge:0.5 ", "single blanks"},
        {2, "loss huber-hinge: 0.5", "a number from 1e-06 to 1000000"},
        {2, "loss huber-hinge:0.5:0.5", "a number from 1e-06 to 1000000"},
        {2, "loss ova:huber-hinge:0.5x", "a number from 1e-06 to 1000000"},
        {2, "loss hub", "unknown loss 'hub'"},
        {2, "loss ova:", "unknown loss 'ova:'"},
        {2, "loss ova:ova:hinge", "unknown loss"},
        {2, "loss 1234567890123456789012345678901234567890123456789012345678901234", "1 to 63"},
        {3, "regularizer l2 ", "single blanks"},
    };

    refused_all(sizeof cases / sizeof *cases, cases);
}
END_TEST

START_TEST(wrong_values)
{
    static const struct wrong cases[] = {
        {4, "lambda  1", "finite"},
        {4, "lambda nan", "finite"},
        {4, "lambda 1e999", "finite"},
        {4, "lambda -1", "0 or more"},
        {4, "lambda 0x1p3", "finite"},
        {4, "lambda 1,5", "finite"},
        {5, "bias inf", "finite"},
        {6, "classes 3", "expected 2"},
        {6, "classes 2.0", "expected 2"},
        {6, "classes 02", "expected 2"},
        {6, "classes 18446744073709551618", "expected 2"},
        {7, "labels 1", "2 different"},
        {7, "labels 1 -1 2", "2 different"},
        {7, "labels 1 1", "2 different"},
        {7, "labels 1  -1", "2 different"},
        {7, "labels 1 nan", "2 different"},
        {7, "labels 1e999 1", "2 different"},
        {8, "features -1", "whole"},
        {8, "features 0123", "no zeros before it"},
        {8, "features 00", "no zeros before it"},
        {8, "features  123", "whole"},
        {8, "features 2147483647", "whole"},
        {8, "features 4294967419", "whole"},
        {9, "primal -inf", "finite"},
        {10, "dual inf", "-inf"},
        {10, "dual nan", "-inf"},
        {10, "dual -infinity", "-inf"},
        {11, "passes -0.5", "0 or more"},
        {12, "verdict stopped  by -t", "single blanks"},
        {13, "weights 03", "no zeros before it"},
        {13, "weights 125", "to 124"},
        {13, "weights 4000000000", "to 124"},
        {13, "weights -3", "whole"},
        {14, "0 1", "from 1 to 124"},
        {14, "03 -0.5", "no zeros before it"},
        {14, "3  -0.5", "index weight"},
        {14, "125 1", "from 1 to 124"},
        {14, "4294967299 1", "from 1 to 124"},
        {14, "-3 1", "index weight"},
        {14, "3 nan", "index weight"},
        {14, "3 1e999", "not finite"},
        {14, "3 1 1", "index weight"},
        {14, "3:1", "index weight"},
        {15, "3 1", "ascending"},
        {15, "2 1", "ascending"},
    };

    refused_all(sizeof cases / sizeof *cases, cases);
}
END_TEST

/* The index behind the last feature is the bias, and there is none below -B 0. */
START_TEST(bias_index)
{
    const char *lines[LINES];
    char text[TEXT_ROOM];
    struct model m;
    struct error err;

    memcpy(lines, small, sizeof lines);
    lines[5] = "bias -1";
    model_refused(text, join(text, LINES, lines, true), LINES, "from 1 to 123");
    lines[5] = "bias 0";
    ck_assert_int_eq(model_parse(text, join(text, LINES, lines, true), &m, &err), OK);
    model_free(&m);
}
END_TEST

START_TEST(wrong_counts)
{
    const char *lines[LINES];
    char text[TEXT_ROOM];

    memcpy(lines, small, sizeof lines);
    lines[13] = "weights 2";
    model_refused(text, join(text, LINES, lines, true), LINES, "'weights' says");
    lines[13] = "weights 4";
    model_refused(text, join(text, LINES, lines, true), LINES + 1, "weight 4 of 4");
    /* 24 GB of weights are claimed; memory follows the lines. */
    lines[8] = "features 2147483646";
    lines[13] = "weights 2147483647";
    model_refused(text, join(text, LINES, lines, true), LINES + 1, "weight 4 of 2147483647");
}
END_TEST

START_TEST(wrong_end)
{
    char text[TEXT_ROOM];
    size_t length = join(text, LINES, small, false);

    model_refused(text, length, LINES + 1, "cut");
    memcpy(text + length, "crc32 00000000\n", 16);
    model_refused(text, length + 15, LINES + 1, "check sum");
    length = join(text, LINES, small, true);
    text[length] = '\n';
    model_refused(text, length + 1, LINES + 2, "more bytes");
    text[length] = '\0';
    model_refused(text, length + 1, LINES + 2, "more bytes");
    model_refused("", 0, 1, "empty");
    model_refused("\n", 1, 1, "rrm-model 1");
    model_refused("\0\0\0", 3, 1, "cut");
}
END_TEST

START_TEST(cut_at_every_byte)
{
    char text[TEXT_ROOM];
    size_t length = join(text, LINES, small, true);

    for (size_t cut = 0; cut < length; cut++) {
        int line = 1;
        for (size_t i = 0; i < cut; i++)
            line += text[i] == '\n';
        model_refused(text, cut, line, cut ? "cut" : "empty");
    }
}
END_TEST

START_TEST(every_byte_changed)
{
    static const char changes[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, (char)0x80, (char)0xff, '\n'};
    char text[TEXT_ROOM];
    size_t length = join(text, LINES, small, true);

    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < sizeof changes; k++) {
            text[i] = (char)(text[i] ^ changes[k]);
            model_refused(text, length, 0, "");
            text[i] = (char)(text[i] ^ changes[k]);
        }
}
END_TEST

/* Noise, alone and behind a good header; also one line longer than any. */
START_TEST(random_bytes)
{
    enum { MOST = 300000 };
    char *bytes = malloc(MOST);
    size_t head = strlen("rrm-model 1\nsolver ");
    struct rng rng;

    ck_assert_ptr_nonnull(bytes);
    rng_seed(&rng, 2);
    for (int run = 0; run < 200; run++) {
        size_t length = 1 + (size_t)rng_below(&rng, run % 20 ? 300 : MOST);
        for (size_t i = 0; i < length; i++)
            bytes[i] = (char)rng_below(&rng, 256);
        if (run % 2 && length > head)
            memcpy(bytes, "rrm-model 1\nsolver ", head);
        if (bytes[0] == '\x1f')
            bytes[0] = '0'; /* else it might pass for gzip */
        model_refused(bytes, length, 0, "");
    }
    memset(bytes, 'x', MOST);
    model_refused(bytes, MOST, 1, "longer");
    free(bytes);
}
END_TEST

START_TEST(saving_fails)
{
    double labels[] = {1, -1}, weight[] = {1};
    uint32_t index[] = {1};
    struct model m = {.solver = "sda", .loss = "hinge", .regularizer = "l2", .lambda = 1, .bias = -1, .classes = 2,
                      .labels = labels, .features = 1, .primal = 1, .dual = 0.5, .passes = 1, .verdict = "converged",
                      .weights = 1, .index = index, .weight = weight};
    struct error err;
    char path[64];

    ck_assert_int_eq(model_save(&m, "/dev/full", &err), ERR_SYSTEM);
    ck_assert_int_eq(model_save(&m, "/no/such/folder/model", &err), ERR_SYSTEM);
    temp_file(path, "", 0);
    unlink(path);
    weight[0] = NAN;
    ck_assert_int_eq(model_save(&m, path, &err), ERR_DATA);
    weight[0] = 1;
    m.primal = INFINITY;
    ck_assert_int_eq(model_save(&m, path, &err), ERR_DATA);
    m.primal = 1;
    m.dual = NAN;
    ck_assert_int_eq(model_save(&m, path, &err), ERR_DATA);
    ck_assert_int_ne(access(path, F_OK), 0);
}
END_TEST

START_TEST(loading_fails)
{
    struct model m;
    struct error err;

    ck_assert_int_eq(model_load("/no/such/model", &m, &err), ERR_SYSTEM);
    ck_assert_int_eq(model_load("/tmp", &m, &err), ERR_SYSTEM);
    model_free(&m);
}
END_TEST

RUN_TESTS("model", reads_and_writes_the_same_bytes, large_model_round_trip, model_without_weights, wrong_lines, wrong_names,
          wrong_values, bias_index, wrong_counts, wrong_end, cut_at_every_byte, every_byte_changed, random_bytes, saving_fails,
          loading_fails)
