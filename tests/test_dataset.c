/* test_dataset - lines, queries and comments of rows, and the distinct labels. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/rows/rows.h"
#include "data/text/source.h"
#include "math/rng.h"

#include "common.h"
#include "reading.h"

/* Each row's label is the line that it stands on. */
START_TEST(line_numbers)
{
    static const char *const between[] = {"", "", "", "", "", "\n", "# 7 1:1\n", " \r\n\n\t# 1\n"};
    char text[20000];
    struct dataset data;
    struct rng rng;
    struct par par[2] = {{1, NULL}};
    struct error err;
    char path[64];
    size_t length = 0;
    int line = 1;

    rng_seed(&rng, 5);
    for (int i = 0; i < 500; i++) { /* the last 200 without anything between them */
        const char *more = between[i < 300 ? rng_below(&rng, 8) : 0];
        length += (size_t)snprintf(text + length, sizeof text - length, "%s", more);
        for (; *more; more++)
            line += *more == '\n';
        length += (size_t)snprintf(text + length, sizeof text - length, "%d 1:%d\n", line++, i % 3);
    }
    temp_file(path, text, length);
    par_init(&par[1], 3);
    for (size_t block = 1; block < length + 2; block += block < 100 ? 1 : 97) {
        ck_assert_int_eq(read_blocks(path, 0, block, &par[block % 2], &data, &err), OK);
        ck_assert_int_eq(data.x.rows, 500);
        for (int64_t i = 0; i < data.x.rows; i++)
            ck_assert(dataset_line(&data, i) == (int64_t)data.label[i]);
        dataset_free(&data);
    }
    par_free(&par[1]);
    unlink(path);
}
END_TEST

START_TEST(no_gaps)
{
    static const char text[] = "1 1:1\n2\n3 1:1\n\n";
    const struct par par = {1, NULL};
    struct dataset data;
    struct error err;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    ck_assert_int_eq(dataset_open(path, 0, &par, &data, &err), OK);
    unlink(path);
    ck_assert(!data.skipped && dataset_line(&data, 0) == 1 && dataset_line(&data, 2) == 3);
    dataset_free(&data);
}
END_TEST

/* ---- queries and comments -------------------------------------------------------------------------------------------- */

enum { ROWS = 400 };

/* What a text says of its rows; a query of 0 may stand for none. */
static struct {
    uint64_t query[ROWS];
    char comment[ROWS][8];
    char text[20000];
    size_t length;
} said;

/* Rows of a few queries in turn, some rows between them without one, and comments of every kind. */
static void say(uint64_t seed)
{
    static const char *const comments[] = {"", "", "#", "#a", "# b#c ", "#\t1:x", "#d\re"};
    static const char *const ends[] = {"\n", "\r\n", "\n# no\n"};
    struct rng rng;
    uint64_t query = 0;

    rng_seed(&rng, seed);
    said.length = 0;
    for (int i = 0; i < ROWS; i++) {
        const char *comment = comments[rng_below(&rng, 7)];
        char *to = said.text + said.length, qid[32] = "";
        if (rng_below(&rng, 4) == 0)
            query = rng_below(&rng, 3) ? rng_below(&rng, 5) : UINT64_MAX;
        said.query[i] = rng_below(&rng, 9) ? query : 0;
        if (said.query[i] > 0 || (i > 0 && rng_below(&rng, 2)))
            snprintf(qid, sizeof qid, " qid:%llu", (unsigned long long)said.query[i]);
        snprintf(said.comment[i], sizeof said.comment[i], "%s", *comment ? comment + 1 : "");
        said.length += (size_t)snprintf(to, sizeof said.text - said.length, "%d%s 1:1%s%s", i % 2, qid, comment,
                                        ends[rng_below(&rng, 3)]);
    }
}

static void check_said(const struct dataset *data)
{
    ck_assert_int_eq(data->x.rows, ROWS);
    for (int i = 0; i < ROWS; i++) {
        size_t length;
        const char *comment = dataset_comment(data, i, &length);
        ck_assert(dataset_query(data, i) == said.query[i]);
        ck_assert_msg(length == strlen(said.comment[i]) && memcmp(comment, said.comment[i], length) == 0,
                      "row %d: '%.*s' is not '%s'", i, (int)length, comment, said.comment[i]);
    }
}

/* At every border of blocks, with one thread and several. */
START_TEST(queries_and_comments)
{
    struct par par[2] = {{1, NULL}};
    struct error err;
    char path[64];

    par_init(&par[1], 3);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        say(seed);
        temp_file(path, said.text, said.length);
        for (size_t block = 1; block < said.length + 2; block += block < 100 ? 1 : 97) {
            struct dataset data;
            ck_assert_int_eq(read_blocks(path, DATASET_COMMENTS, block, &par[block % 2], &data, &err), OK);
            check_said(&data);
            dataset_free(&data);
        }
        unlink(path);
    }
    par_free(&par[1]);
}
END_TEST

static void read_text(const char *text, unsigned flags, struct dataset *data)
{
    const struct par par = {1, NULL};
    struct error err;
    char path[64];

    temp_file(path, text, strlen(text));
    ck_assert_int_eq(dataset_open(path, flags, &par, data, &err), OK);
    unlink(path);
}

/* Memory goes only to what there is, and to what was asked for. */
START_TEST(neither)
{
    static const struct {
        const char *text;
        bool queries;
        int64_t unqueried;
    } cases[] = {{"1 1:1\n2 # qid:1\n", false, 0}, {"1 qid:0\n2 qid:0", true, -1}, {"1 qid:3\n2\n3 qid:3\n4\n", true, 1},
                 {"1\n2 qid:0\n", true, 0}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct dataset data;
        size_t length = 1;
        read_text(cases[k].text, 0, &data);
        ck_assert(!data.query == !cases[k].queries && data.unqueried == cases[k].unqueried);
        ck_assert(!data.comment_start && !data.comment);
        ck_assert_str_eq(dataset_comment(&data, 0, &length), "");
        ck_assert_uint_eq(length, 0);
        dataset_free(&data);
    }
}
END_TEST

/* Columns as they stand, or those that occur. */
START_TEST(compact_columns)
{
    static const char text[] = "1 3:2 70:1\n2 5:0 70:1\n";
    struct dataset data;

    read_text(text, 0, &data);
    ck_assert(data.x.cols == 70 && !data.feature && csr_col(&data.x, 0) == 2 && dataset_feature(&data, 2) == 3);
    dataset_free(&data);
    read_text(text, DATASET_COMPACT, &data);
    ck_assert(data.x.cols == 2 && data.features == 70);
    ck_assert(csr_col(&data.x, 0) == 0 && csr_col(&data.x, 1) == 1 && csr_col(&data.x, 2) == 1);
    ck_assert(dataset_feature(&data, 0) == 3 && dataset_feature(&data, 1) == 70);
    dataset_free(&data);
    read_text("1 3:2 70000:1\n", DATASET_COMPACT, &data);
    ck_assert(data.x.cols == 2 && csr_col(&data.x, 1) == 1 && dataset_feature(&data, 1) == 70000);
    dataset_free(&data);
}
END_TEST

enum { UNEVEN = 400, LONGEST = 60 };

/* Entries of line i: they rise, fall, or rise at the end alone. */
static int entries_of(int kind, int i)
{
    if (kind == 2)
        return i < UNEVEN * 9 / 10 ? 1 : LONGEST;
    return 1 + (kind == 0 ? i : UNEVEN - 1 - i) * (LONGEST - 1) / UNEVEN;
}

/* Reads the file at once, or some bytes at a time, with its comments. */
static void read_uneven(const char *path, int threads, size_t block, struct dataset *data)
{
    struct error err;
    struct par par;

    par_init(&par, threads);
    ck_assert_msg(read_blocks(path, DATASET_COMMENTS, block, &par, data, &err) == OK, "%s", err.text);
    ck_assert_int_eq(data->x.rows, UNEVEN);
    par_free(&par);
}

/* The first lines foretell too much room or too little; columns and values become wider on the way. */
START_TEST(uneven_lines)
{
    static const char remark[] = "a remark of sixty letters, or as many as the line has entries";
    static char text[UNEVEN * LONGEST * 12];
    char path[64];

    for (int kind = 0; kind < 3; kind++) {
        struct dataset whole, blocks;
        char *at = text;
        for (int i = 0; i < UNEVEN; i++) {
            at += sprintf(at, kind == 2 && i % 2 ? "# none\n%d" : "%d", i % 2);
            for (int j = 1; j <= entries_of(kind, i); j++)
                at += sprintf(at, " %d:%s", j < LONGEST - 1 ? j : j * 1000, i > UNEVEN / 2 ? "0.1" : "1");
            at += sprintf(at, " #%.*s\n", entries_of(kind, i), remark);
        }
        temp_file(path, text, (size_t)(at - text));
        read_uneven(path, 1, 1 << 20, &whole);
        for (int threads = 1; threads <= 2; threads++)
            for (size_t block = 50; block < 5000; block *= 7) {
                read_uneven(path, threads, block, &blocks);
                check_same(&whole, &blocks);
                ck_assert(memcmp(whole.comment_start, blocks.comment_start, (UNEVEN + 1) * sizeof *whole.comment_start) == 0);
                ck_assert(memcmp(whole.comment, blocks.comment, (size_t)whole.comment_start[UNEVEN]) == 0);
                dataset_free(&blocks);
            }
        dataset_free(&whole);
        unlink(path);
    }
}
END_TEST

/* ---- labels ------------------------------------------------------------------------------------------------------------ */

START_TEST(labels_in_order)
{
    enum { MANY = 20000 };
    static double labels[DATASET_LABELS], which[MANY], label[MANY];
    struct dataset data = {.x = {.rows = MANY}, .label = label};
    int64_t row = -1;

    for (int i = 0; i < MANY; i++) /* 0, 2500.25, 5000.5, ...: 4096 of them, again and again */
        label[i] = 2500.25 * (i * 7 % DATASET_LABELS) - 1e6;
    ck_assert_uint_eq(dataset_labels(&data, DATASET_LABELS, labels, which, &row), DATASET_LABELS);
    ck_assert_int_eq(row, -1);
    for (int i = 0; i < MANY; i++) {
        ck_assert(labels[(int)which[i]] == label[i]);
        ck_assert(i >= DATASET_LABELS || which[i] == i);
    }
    label[5000] = 0.5;
    ck_assert_uint_eq(dataset_labels(&data, DATASET_LABELS, labels, NULL, &row), DATASET_LABELS + 1);
    ck_assert_int_eq(row, 5000);
    ck_assert_uint_eq(dataset_labels(&data, 2, labels, which, &row), 3);
    ck_assert_int_eq(row, 2);
    for (int i = 0; i < MANY; i++)
        label[i] = i % 2 ? 0.0 : -0.0;
    ck_assert_uint_eq(dataset_labels(&data, 2, labels, which, &row), 1);
    ck_assert(which[0] == 0 && which[1] == 0);
}
END_TEST

RUN_TESTS("dataset", line_numbers, no_gaps, queries_and_comments, neither, compact_columns,
          uneven_lines, labels_in_order)
