/* test_stream - the rows of a stream are those of the whole file, whoever reads it and however it comes. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "data/text/source.h"
#include "math/rng.h"
#include "common.h" /* behind ours: check.h has a macro called fail */
#include "packed.h"

enum { ROOM = 1 << 20, ROWS = 4000 };

static const int threads[] = {1, 2, 7};
static struct error err;

/* ---- files ------------------------------------------------------------------------------------------------------------ */

static size_t put(char *text, size_t at, const char *piece)
{
    size_t length = strlen(piece);

    ck_assert(at + length < ROOM);
    memcpy(text + at, piece, length);
    return at + length;
}

/* Random rows, comments between them, values of ever wider storages. With `bare` some rows have no label and some are blank
 * lines, else 0 stands there. Returns the length. */
static size_t random_text(bool bare, char *text)
{
    static const char *const values[] = {"1", "0.5", "0.1", "1e-300"};
    static const char *const blank[] = {"\n", " \t\n", "\r\n"};
    size_t length = 0;
    char piece[64];
    struct rng rng;

    rng_seed(&rng, 1);
    for (int i = 0; i < ROWS; i++) {
        int kind = (int)rng_below(&rng, 8);
        for (uint64_t k = rng_below(&rng, 8); k == 0 && i > 0; k = rng_below(&rng, 3))
            length = put(text, length, rng_below(&rng, 2) ? bare ? blank[i % 3] : "0\n" : " # none\n");
        snprintf(piece, sizeof piece, "%d", i % 5 - 2);
        if (kind < 2)
            snprintf(piece, sizeof piece, "%s", bare ? (kind ? "?" : "") : "0");
        length = put(text, length, piece);
        for (uint32_t j = kind == 0, f = 0; j < 8; j++) {
            f += 1 + (uint32_t)rng_below(&rng, i % 100 == 99 ? 1 << 20 : 40);
            snprintf(piece, sizeof piece, "%s%u:%s", length > 0 && text[length - 1] != '\n' ? " " : "", f,
                     values[rng_below(&rng, (uint64_t)(1 + i * 4 / ROWS))]);
            length = put(text, length, piece);
        }
        length = put(text, length, "\n");
    }
    return length;
}

/* ---- takers ----------------------------------------------------------------------------------------------------------- */

/* Checks the rows against those of the whole file. */
struct checker {
    const struct dataset *whole;
    const uint32_t *feature;
    uint32_t columns;
    int64_t rows, stop; /* so far; taking fails at row `stop` */
    int64_t commented;  /* so far */
    int prepared[SVMLIGHT_BLOCKS];
    int ack; /* a byte is written there for each block; -1: none */
    bool keeps;
    const int64_t *bad; /* lines that are passed over, ascending */
    size_t refused;     /* so far */
};

static bool prepare(void *context, const struct stream_block *b)
{
    struct checker *c = context;

    c->prepared[b->place]++;
    return true;
}

/* The column that a feature has. */
static uint32_t column_of(const struct checker *c, uint32_t feature)
{
    uint32_t last = c->columns - 1;

    if (!c->feature)
        return feature <= last ? feature - 1 : last;
    for (uint32_t j = 0; j < last; j++)
        if (c->feature[j] == feature)
            return j;
    return last;
}

static void check_row(const struct checker *c, const struct stream_block *b, int64_t i)
{
    const struct csr *is = &b->rows.x, *x = &c->whole->x;
    int64_t row = c->rows + i, at = is->start[i];
    double label = b->rows.label[i];

    ck_assert(isnan(label) ? c->whole->label[row] == 0 : label == c->whole->label[row]);
    ck_assert(b->lines + dataset_line(&b->rows, i) == dataset_line(c->whole, row));
    ck_assert(dataset_query(&b->rows, i) == dataset_query(c->whole, row));
    ck_assert(is->end[i] - at == x->end[row] - x->start[row]);
    for (int64_t k = x->start[row]; k < x->end[row]; k++, at++) {
        ck_assert(csr_col(is, at) == column_of(c, dataset_feature(c->whole, csr_col(x, k))));
        ck_assert(csr_value(is, at) == csr_value(x, k));
    }
}

/* Checks the bad lines of a block: their numbers, the rows before them, that there is a reason. */
static void check_refused(struct checker *c, const struct stream_block *b)
{
    const struct chunk_refusals *r = b->refused;

    for (size_t k = 0; k < r->count; k++, c->refused++) {
        int64_t line = b->lines + r->at[k].line, row = r->at[k].row;
        ck_assert_int_eq(line, c->bad[c->refused]);
        ck_assert(row == b->rows.x.rows || line < b->lines + dataset_line(&b->rows, row));
        ck_assert(row == 0 || line > b->lines + dataset_line(&b->rows, row - 1));
        ck_assert_uint_gt(strlen(r->text + r->at[k].reason), strlen("stray"));
    }
}

static enum status take(void *context, const struct stream_block *b, struct error *error)
{
    struct checker *c = context;

    ck_assert_int_eq(c->prepared[b->place]--, 1);
    ck_assert(b->rows.x.cols == c->columns && b->rows.x.bias == 0);
    for (int64_t i = 0; i < b->rows.x.rows; i++) {
        if (c->rows + i == c->stop)
            return fail(error, ERR_SYSTEM, "stopped");
        check_row(c, b, i);
    }
    check_refused(c, b);
    c->rows += b->rows.x.rows;
    c->commented += b->rows.commented;
    ck_assert_int_eq(b->rows.blank, 0);
    if (c->ack >= 0)
        ck_assert_int_eq(write(c->ack, "a", 1), 1);
    return OK;
}

static enum status check_stream(const char *path, struct checker *c, int count, size_t width)
{
    const struct stream_taker taker = {.context = c, .columns = c->columns, .feature = c->feature, .width = width,
                                       .keeps = c->keeps,
                                       .prepare = prepare, .take = take};
    enum status status;
    struct par par;

    c->rows = 0;
    c->commented = 0;
    c->refused = 0;
    memset(c->prepared, 0, sizeof c->prepared);
    par_init(&par, count);
    status = stream_read(path, &taker, &par, &err);
    par_free(&par);
    return status;
}

/* ---- tests ------------------------------------------------------------------------------------------------------------ */

static struct dataset whole;
static char text[ROOM];
static size_t length;

/* Reads the whole file, with labels; text becomes that with some left out. */
static void setup(void)
{
    char path[64];

    length = random_text(false, text);
    temp_file(path, text, length);
    ck_assert_msg(dataset_open(path, 0, &par_alone, &whole, &err) == OK, "%s", err.text);
    unlink(path);
    length = random_text(true, text);
    ck_assert_int_gt(whole.x.rows, ROWS);
    ck_assert(whole.commented > 0 && whole.blank == 0);
}

/* Few columns, some, all; those of a list. */
START_TEST(same_rows)
{
    static const uint32_t list[] = {1, 2, 17, 40, 300, 5000000, UINT32_MAX};
    static char packed[ROOM];
    size_t used = 0;
    char path[2][64];

    setup();
    pack(text, length, packed, ROOM, &used);
    temp_file(path[0], text, length);
    temp_file(path[1], packed, used);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (uint32_t columns = 1; columns < UINT32_MAX / 100; columns *= 20)
            for (int k = 0; k < 2; k++) {
                struct checker c = {.whole = &whole, .columns = columns, .stop = -1, .ack = -1};
                ck_assert_msg(check_stream(path[k], &c, threads[t], k ? 0 : columns) == OK, "%s", err.text);
                ck_assert_int_eq(c.rows, whole.x.rows);
                ck_assert_int_eq(c.commented, whole.commented);
                c.columns = (uint32_t)(sizeof list / sizeof *list);
                c.feature = list;
                ck_assert_msg(check_stream(path[k], &c, threads[t], 0) == OK, "%s", err.text);
                ck_assert_int_eq(c.rows, whole.x.rows);
            }
    unlink(path[0]);
    unlink(path[1]);
    dataset_free(&whole);
}
END_TEST

/* What stands before a bad line is taken; nothing is taken behind a block that failed to be. */
START_TEST(ends_early)
{
    char path[64], message[80], *bad;
    int line = 1;

    setup();
    bad = strstr(text + length / 2, "\n-2 ") + 1;
    *bad = 'x';
    for (const char *p = text; p < bad; p++)
        line += *p == '\n';
    temp_file(path, text, length);
    snprintf(message, sizeof message, "%s:%d: ", path, line);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        struct checker c = {.whole = &whole, .columns = 100, .stop = -1, .ack = -1};
        ck_assert_int_eq(check_stream(path, &c, threads[t], 0), ERR_DATA);
        ck_assert_msg(strncmp(err.text, message, strlen(message)) == 0, "%s", err.text);
        ck_assert(c.rows > 0 && c.rows < whole.x.rows && dataset_line(&whole, c.rows) == line);
        c.stop = 1000;
        ck_assert_int_eq(check_stream(path, &c, threads[t], 0), ERR_SYSTEM);
        ck_assert_str_eq(err.text, "stopped");
        ck_assert(c.rows <= 1000);
    }
    unlink(path);
    dataset_free(&whole);
}
END_TEST

/* Writes the text to a pipe, in pieces of any size; with `ack` a line each time, and waits for the reader to answer it. */
static void be_writer(const char *path, int ack)
{
    FILE *f = fopen(path, "w");
    struct rng rng;
    char byte;

    rng_seed(&rng, 2);
    for (size_t at = 0, n; f && at < length; at += n) {
        n = 1 + (size_t)rng_below(&rng, 1 << rng_below(&rng, 17));
        if (ack >= 0)
            n = (size_t)(strchr(text + at, '\n') + 1 - (text + at));
        n = n < length - at ? n : length - at;
        if (fwrite(text + at, 1, n, f) != n || fflush(f) != 0)
            _exit(1);
        if (ack >= 0 && read(ack, &byte, 1) != 1)
            _exit(2);
    }
    _exit(f && fclose(f) == 0 ? 0 : 3);
}

static void check_pipe(const char *path, int count, bool answered, int64_t rows)
{
    struct checker c = {.whole = &whole, .columns = 100, .stop = -1, .ack = -1};
    int ends[2], status;
    pid_t child;

    ck_assert_int_eq(pipe(ends), 0);
    child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        be_writer(path, answered ? ends[0] : -1);
    if (answered)
        c.ack = ends[1];
    ck_assert_msg(check_stream(path, &c, count, 0) == OK, "%s", err.text);
    ck_assert_int_eq(c.rows, rows);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    close(ends[0]);
    close(ends[1]);
}

/* Pieces of any size; a writer that waits for the answer to each line. */
START_TEST(pipes)
{
    char path[64];

    setup();
    temp_file(path, "", 0);
    unlink(path);
    ck_assert_int_eq(mkfifo(path, 0600), 0);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        check_pipe(path, threads[t], false, whole.x.rows);
    int64_t lines = 0, rows = 0;
    for (length = 0; lines < 100; lines++)
        length = (size_t)(strchr(text + length, '\n') + 1 - text);
    while (dataset_line(&whole, rows) <= lines)
        rows++;
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        check_pipe(path, threads[t], true, rows);
    unlink(path);
    dataset_free(&whole);
}
END_TEST

/* Makes every 8th line or so a bad one, whatever it was, and in `like` one of a comment alone; in `like` what is no example
 * becomes one without features, labelled 0. Returns how many are bad. */
static size_t spoil(const char *good, char *spoiled, char *like, int64_t *bad)
{
    static const char *const lines[] = {"1 1:1 2:x", "x 1:1", "1 2:1 2:1", "7 qid:3 1:1 0:1", "1:", "qid:x 1:1", "1 1:1 \xff",
                                        "1,2,'"};
    size_t at[2] = {0, 0}, count = 0;
    int64_t line = 1;
    struct rng rng;

    rng_seed(&rng, 3);
    for (const char *p = good, *end; *p; p = end, line++) {
        char piece[512], query[32] = "";
        bool is_bad = rng_below(&rng, 8) == 0, bare = strchr(" \t\r\n#", p[strspn(p, " ")]);
        int label = (int)strcspn(p, " \n");
        end = strchr(p, '\n') + 1;
        if (!bare && rng_below(&rng, 16) == 0)
            snprintf(query, sizeof query, " qid:%d", (int)line);
        snprintf(piece, sizeof piece, "%.*s%s%.*s", label, p, query, (int)(end - p) - label, p + label);
        at[0] = put(spoiled, at[0], is_bad ? lines[rng_below(&rng, 8)] : piece);
        at[0] = is_bad ? put(spoiled, at[0], "\n") : at[0];
        if (is_bad)
            bad[count++] = line;
        at[1] = put(like, at[1], is_bad ? "# bad\n" : bare ? "0\n" : piece);
    }
    return count;
}

/* Bad lines are passed over, and told where they stand; all others are the rows that they are without. */
START_TEST(kept)
{
    static char spoiled[ROOM], like[ROOM], packed[ROOM];
    static int64_t bad[ROWS];
    char path[3][64];
    size_t used = 0, count;

    length = random_text(false, text);
    text[length] = '\0';
    count = spoil(text, spoiled, like, bad);
    ck_assert_uint_gt(count, ROWS / 10);
    temp_file(path[0], like, strlen(like));
    ck_assert_msg(dataset_open(path[0], 0, &par_alone, &whole, &err) == OK, "%s", err.text);
    pack(spoiled, strlen(spoiled), packed, ROOM, &used);
    temp_file(path[1], spoiled, strlen(spoiled));
    temp_file(path[2], packed, used);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (int k = 1; k < 3; k++) {
            struct checker c = {.whole = &whole, .columns = 100, .stop = -1, .ack = -1, .keeps = true, .bad = bad};
            ck_assert_msg(check_stream(path[k], &c, threads[t], k == 1 ? 1000 : 0) == OK, "%s", err.text);
            ck_assert_int_eq(c.rows, whole.x.rows);
            ck_assert_uint_eq(c.refused, count);
            ck_assert_int_eq(c.commented, 0);
        }
    for (int k = 0; k < 3; k++)
        unlink(path[k]);
    dataset_free(&whole);
}
END_TEST

/* Of bad lines alone, and of nothing: no rows, and no failure. */
START_TEST(kept_alone)
{
    static const int64_t bad[] = {1, 2, 3};
    char path[64];

    for (int k = 0; k < 2; k++) {
        struct checker c = {.columns = 1, .stop = -1, .ack = -1, .keeps = true, .bad = bad};
        temp_file(path, "'\n'\n'", k ? 0 : 5);
        ck_assert_msg(check_stream(path, &c, 2, 0) == OK, "%s", err.text);
        ck_assert(c.rows == 0 && c.refused == (k ? 0 : 3));
        unlink(path);
    }
}
END_TEST

RUN_TESTS("stream", same_rows, ends_early, pipes, kept, kept_alone)
