/* test_svmlight_threads - many blocks of text on several threads give what one thread gives of one block. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "math/rng.h"

#include "common.h"
#include "packed.h"
#include "reading.h"

enum { ROOM = 1 << 20, WHOLE = 2 * ROOM };

static const int threads[] = {1, 2, 4, 7};
static struct error err;

/* Lines of ones in columns below 250, then 2000; behind each quarter a value or a column that asks for more. */
static size_t growing_text(int lines, const char *last, char *text)
{
    const char *const more[] = {"3:0.5 70000:1", "3:0.1", last};
    struct rng rng;
    size_t n = 0;

    rng_seed(&rng, 7);
    for (int i = 0; i < lines; i++) {
        n += (size_t)snprintf(text + n, ROOM - n, "%d", i % 3);
        if (i > 0 && i % (lines / 4) == 0)
            n += (size_t)snprintf(text + n, ROOM - n, " %s", more[i / (lines / 4) - 1]);
        else
            for (int j = 1 + (int)rng_below(&rng, 90); j < (i < lines / 8 ? 250 : 2000); j += 1 + (int)rng_below(&rng, 400))
                n += (size_t)snprintf(text + n, ROOM - n, " %d:1", j);
        n += (size_t)snprintf(text + n, ROOM - n, i % 50 ? "\n" : "\n# comment\n\n");
        ck_assert(n + 200 < ROOM);
    }
    return n;
}

/* Wider values and columns come late, when other threads hold chunks of narrow ones. */
START_TEST(growing)
{
    char *text = malloc(ROOM);
    size_t length = growing_text(8000, "1:1e-300 17000000:2", text);
    struct dataset whole, data;

    ck_assert_ptr_nonnull(text);
    ck_assert_int_eq(read_whole(text, length, 1, WHOLE, &whole, &err), OK);
    ck_assert(whole.x.storage == CSR_DOUBLE && whole.x.width == 4 && whole.x.rows == 8000);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t block = 100; block < 40000; block += block / 2 + t) {
            ck_assert_int_eq(read_whole(text, length, threads[t], block, &data, &err), OK);
            check_same(&whole, &data);
            dataset_free(&data);
        }
    dataset_free(&whole);
    free(text);
}
END_TEST

/* Lines of n[i] ones each in the columns col, one line after the other. In the second half a third of the lines reaches columns
 * from 2^16 on, up to 2^17 - 1. */
static size_t paged_text(int lines, int *n, uint32_t *col, char *text)
{
    size_t length = 0;
    struct rng rng;

    rng_seed(&rng, 11);
    for (int i = 0; i < lines; i++) {
        bool high = i > lines / 2 && i % 20 < 7;
        length += (size_t)snprintf(text + length, ROOM - length, "%d", i % 3);
        n[i] = 0;
        for (uint32_t j = (uint32_t)rng_below(&rng, 30000); j < (high ? 2U : 1U) << 16;
             j += 1 + (uint32_t)rng_below(&rng, 1 + rng_below(&rng, 30000))) {
            length += (size_t)snprintf(text + length, ROOM - length, " %d:1", (int)j + 1);
            col[n[i]++] = j;
        }
        col += n[i];
        length += (size_t)snprintf(text + length, ROOM - length, "\n");
        ck_assert(length + 2000 < ROOM);
    }
    return length;
}

/* From each width of columns to each other one: the last column of each fits. The columns of the widest are renumbered. */
START_TEST(widths)
{
    enum { LINES = 600 };
    static const uint32_t most[CSR_WIDTH] = {1 << 8, 1 << 16, 1 << 20, (1 << 24) + 1};
    char *text = malloc(ROOM);
    struct dataset data;

    ck_assert_ptr_nonnull(text);
    for (int pair = 0; pair < CSR_WIDTH * CSR_WIDTH; pair++) {
        const int from = pair / CSR_WIDTH, to = pair % CSR_WIDTH;
        size_t n = 0;
        for (int i = 0; i < LINES; i++)
            n += (size_t)snprintf(text + n, ROOM - n, "1 1:1 %u:1\n", most[i < LINES / 2 ? from : to]);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            ck_assert_int_eq(read_whole(text, n, threads[t], 1000, &data, &err), OK);
            ck_assert_int_eq(data.x.width, 1 + (to > from ? to : from));
            for (int64_t i = 0; i < LINES; i++) {
                uint32_t j = csr_col(&data.x, 2 * i + 1);
                ck_assert(csr_col(&data.x, 2 * i) == 0);
                ck_assert_uint_eq(data.feature ? data.feature[j] : j + 1, most[i < LINES / 2 ? from : to]);
            }
            dataset_free(&data);
        }
    }
    free(text);
}
END_TEST

/* Columns of 3 bytes. */
START_TEST(paged)
{
    enum { LINES = 2000 };
    char *text = malloc(ROOM);
    uint32_t *col = malloc(ROOM * sizeof *col);
    struct dataset whole, data;
    int n[LINES];

    ck_assert(text && col);
    size_t length = paged_text(LINES, n, col, text);
    ck_assert_int_eq(read_whole(text, length, 1, WHOLE, &whole, &err), OK);
    ck_assert(whole.x.width == 3 && whole.x.rows == LINES);
    for (int64_t k = 0; k < csr_entries(&whole.x); k++)
        ck_assert(csr_col(&whole.x, k) == col[k]);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++)
        for (size_t block = 300; block < 40000; block += block / 2 + t) {
            ck_assert_int_eq(read_whole(text, length, threads[t], block, &data, &err), OK);
            check_same(&whole, &data);
            dataset_free(&data);
        }
    dataset_free(&whole);
    free(text);
    free(col);
}
END_TEST

/* Of two bad lines the first is told, whoever is first to parse one; in gzip, too. */
START_TEST(first_of_bad_lines)
{
    char *text = malloc(ROOM), *packed = malloc(ROOM), message[64];
    size_t length = growing_text(8000, "1:1e-300", text), used = 0;
    struct dataset data;
    struct rng rng;

    rng_seed(&rng, 8);
    for (int round = 0; round < 12; round++) {
        char *bad = text + rng_below(&rng, length / 2), *worse = bad + rng_below(&rng, length / 3), *p = text;
        int line = 1;
        bad = strchr(bad, '\n') + 1; /* the first two bytes of a line, of which the least one is two bytes long */
        worse = strchr(worse, '\n') + 1;
        char kept[] = {bad[0], worse[0]};
        bad[0] = 'x';
        worse[0] = '/';
        for (; p < bad; p++)
            line += *p == '\n';
        snprintf(message, sizeof message, ":%d: ", line);
        used = 0;
        pack(text, length, packed, ROOM, &used);
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            ck_assert_int_eq(read_whole(text, length, threads[t], 500 + 1000 * t, &data, &err), ERR_DATA);
            ck_assert_msg(strncmp(err.text, message, strlen(message)) == 0, "%s for %s", err.text, message);
            ck_assert_int_eq(read_whole(packed, used, threads[t], 4000, &data, &err), ERR_DATA);
            ck_assert_msg(strncmp(err.text, message, strlen(message)) == 0, "%s for %s", err.text, message);
        }
        bad[0] = kept[0];
        worse[0] = kept[1];
    }
    free(text);
    free(packed);
}
END_TEST

/* ---- pipes ------------------------------------------------------------------------------------------------------- */

struct writer {
    const char *text;
    size_t length;
    int fd;
};

/* Writes in pieces of any size, with pauses, until all is written or nobody reads. */
static void *write_pieces(void *argument)
{
    const struct writer *w = argument;
    size_t done = 0;
    struct rng rng;

    rng_seed(&rng, 9);
    while (done < w->length) {
        size_t step = 1 + (size_t)rng_below(&rng, 9000), left = w->length - done;
        ssize_t n = write(w->fd, w->text + done, step < left ? step : left);
        if (n < 0)
            break;
        done += (size_t)n;
        if (rng_below(&rng, 8) == 0)
            nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    close(w->fd);
    return NULL;
}

static enum status read_pipe(const char *text, size_t length, int count, struct dataset *data)
{
    struct writer w = {.text = text, .length = length};
    enum status status;
    pthread_t thread;
    struct par par;
    int end[2];

    ck_assert_int_eq(pipe(end), 0);
    w.fd = end[1];
    if (end[0] != STDIN_FILENO) {
        ck_assert_int_ge(dup2(end[0], STDIN_FILENO), 0);
        close(end[0]);
    }
    ck_assert_int_eq(pthread_create(&thread, NULL, write_pieces, &w), 0);
    par_init(&par, count);
    status = read_blocks("-", 0, 3000, &par, data, &err);
    par_free(&par);
    close(STDIN_FILENO); /* a writer that still writes ends */
    pthread_join(thread, NULL);
    return status;
}

START_TEST(pipes)
{
    char *text = malloc(ROOM);
    size_t length = growing_text(8000, "1:1e-300", text);
    struct dataset whole, data;

    signal(SIGPIPE, SIG_IGN);
    ck_assert_int_eq(read_whole(text, length, 1, WHOLE, &whole, &err), OK);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        ck_assert_msg(read_pipe(text, length, threads[t], &data) == OK, "%s", err.text);
        check_same(&whole, &data);
        dataset_free(&data);
    }
    strchr(text + length / 2, '\n')[1] = 'x';
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        ck_assert_int_eq(read_pipe(text, length, threads[t], &data), ERR_DATA);
        ck_assert_msg(strncmp(err.text, "(stdin):4", 9) == 0, "%s", err.text);
    }
    dataset_free(&whole);
    free(text);
}
END_TEST

/* ---- files that change ------------------------------------------------------------------------------------------- */

/* A file of the first `before` bytes is opened, then it has the first `after`. */
static enum status read_changing(const char *text, size_t before, size_t after, int count, struct dataset *data)
{
    char path[64];
    struct input *in;
    struct par par;
    enum status status;
    FILE *file;

    temp_file(path, text, before);
    ck_assert_int_eq(input_open(&in, path, &err), OK);
    ck_assert_int_eq(truncate(path, (off_t)(before < after ? before : after)), 0);
    if (after > before) {
        file = fopen(path, "ab");
        ck_assert(file && fwrite(text + before, 1, after - before, file) == after - before && fclose(file) == 0);
    }
    par_init(&par, count);
    status = svmlight_read(in, 0, 5000, &par, data, &err);
    par_free(&par);
    input_close(in);
    unlink(path);
    return status;
}

/* What counts is what the file holds when it is read. */
START_TEST(changing_files)
{
    char *text = malloc(ROOM);
    size_t length = growing_text(8000, "1:1e-300", text), cut = (size_t)(strchr(text + length / 2, '\n') - text);
    struct dataset all, half, data;

    ck_assert_int_eq(read_whole(text, length, 1, WHOLE, &all, &err), OK);
    ck_assert_int_eq(read_whole(text, cut, 1, WHOLE, &half, &err), OK);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        ck_assert_int_eq(read_changing(text, cut, length, threads[t], &data), OK);
        check_same(&all, &data);
        dataset_free(&data);
        ck_assert_int_eq(read_changing(text, length, cut, threads[t], &data), OK);
        check_same(&half, &data);
        dataset_free(&data);
        ck_assert_int_eq(read_changing(text, length, 1, threads[t], &data), OK); /* a label */
        ck_assert_int_eq(data.x.rows, 1);
        dataset_free(&data);
    }
    dataset_free(&all);
    dataset_free(&half);
    free(text);
}
END_TEST

RUN_TESTS("svmlight_threads", growing, widths, paged, first_of_bad_lines, pipes, changing_files)
