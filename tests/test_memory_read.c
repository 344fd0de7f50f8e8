/* test_memory_read - every allocation of the readers of data fails in turn: an error comes back, nothing leaks or crashes. */
#include <stdio.h>
#include <unistd.h>

#include "common.h"
#include "data/text/source.h"
#include "failing.h"
#include "reading.h"

static struct error err;

struct reading {
    const char *path;
    size_t block;
    int threads;
    unsigned flags;
};

static enum status read_body(void *context)
{
    const struct reading *r = context;
    struct dataset data;
    enum status status;
    struct par par;

    err.text[0] = 0;
    par_init(&par, r->threads); /* without memory for threads there is one */
    status = read_blocks(r->path, r->flags, r->block, &par, &data, &err);
    if (status == OK)
        ck_assert_int_eq(data.x.rows, 12);
    else
        ck_assert_str_ne(err.text, "");
    dataset_free(&data);
    par_free(&par);
    return status;
}

START_TEST(test_read)
{
    static const char *const path[] = {"tests/reference/bin.libsvm", "tests/reference/count.libsvm"};

    for (int k = 0; k < 2; k++)
        for (int threads = 1; threads <= 2; threads++)
            for (size_t block = 50; block <= 100000; block *= 20) {
                struct reading r = {path[k], block, threads, 0};
                each_failure("svmlight_read", read_body, &r);
                each_failure_of("svmlight_read", true, read_body, &r);
            }
}
END_TEST

enum { LINES = 40000, LINE = 19 };

/* Allocations that reading LINES lines takes. */
static long calls_of(const char *path)
{
    struct par par;
    struct dataset data;

    par_init(&par, 1);
    calls = 0;
    ck_assert_msg(read_blocks(path, 0, 1000, &par, &data, &err) == OK, "%s", err.text);
    ck_assert_int_eq(data.x.rows, LINES);
    dataset_free(&data);
    par_free(&par);
    return calls;
}

/* The first lines tell how much room all of them take; of a pipe nothing is foretold, and three arrays double from 50 lines to
 * LINES. Where there is no room for half as much again, there is for what comes. */
START_TEST(test_room_is_foretold)
{
    static char text[LINES * LINE];
    char path[64], pipe_path[64];
    int ends[2];

    for (int i = 0; i < LINES; i++)
        memcpy(text + LINE * i, i % 2 ? "+1 11:1 20:1 333:1\n" : "-1 12:1 30:1 444:1\n", LINE);
    temp_file(path, text, sizeof text);
    ck_assert_int_eq(pipe(ends), 0);
    if (fork() == 0) {
        close(ends[0]);
        _exit(write(ends[1], text, sizeof text) != (ssize_t)sizeof text);
    }
    close(ends[1]);
    snprintf(pipe_path, sizeof pipe_path, "/dev/fd/%d", ends[0]);
    ck_assert_int_le(calls_of(path) + 20, calls_of(pipe_path));
    close(ends[0]);
    most = LINES * sizeof(double) * 5 / 4;
    ck_assert_int_ge(calls_of(path), 100);
    most = 0;
    unlink(path);
}
END_TEST

/* Few features, but a far one: the columns are renumbered. */
START_TEST(test_read_sparse)
{
    static char path[64], text[2000];
    struct reading r = {path, 1 << 20, 1, 0};

    for (int i = 0; i < 12; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d 1:0.1 %d:1e-300 2147483000:1\n", i % 2, 100 + i);
    temp_file(path, text, strlen(text));
    each_failure("svmlight_read of far columns", read_body, &r);
    unlink(path);
}
END_TEST

/* Words, hashed or not, in blocks of a line each; entries in another order. */
START_TEST(test_read_words)
{
    static char path[64], text[2000];
    struct reading r = {path, 20, 2, 0};
    const unsigned words = DATASET_LABEL_WORDS | DATASET_FEATURE_WORDS;

    for (int k = 0, n = 0; k < 3; k++, n = 0, unlink(path)) {
        for (int i = 0; i < 12; i++)
            n += snprintf(text + n, sizeof text - (size_t)n, k ? "w%d b%d:0.1 long_name:1e-300 a\n" : "%d %d:0.1 1:3\n",
                          i % 3, i + 2);
        temp_file(path, text, strlen(text));
        r.flags = k ? words | (k > 1 ? 18U << DATASET_HASH : 0) : DATASET_UNORDERED;
        each_failure("svmlight_read of words, or of any order", read_body, &r);
    }
}
END_TEST

/* Queries, comments, and columns that are renumbered, in blocks of a line each. */
START_TEST(test_read_all)
{
    static char path[64], text[2000];
    struct reading r = {path, 20, 1, DATASET_COMPACT | DATASET_COMMENTS};

    for (int i = 0; i < 12; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d qid:%d 1:0.5 %d:3 # row %d\n\n", i % 2, i / 2, 7 + i, i);
    temp_file(path, text, strlen(text));
    each_failure("svmlight_read with queries and comments", read_body, &r);
    r.threads = 2;
    each_failure("svmlight_read with queries and comments", read_body, &r);
    unlink(path);
}
END_TEST

RUN_TESTS("memory_read", test_read, test_room_is_foretold, test_read_sparse, test_read_words, test_read_all)
