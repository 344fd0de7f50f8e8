/* test_input - plain and gzip files, whole, cut or corrupt, read in steps of any size. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/input.h"
#include "math/rng.h"

#include "common.h"
#include "packed.h"

enum { TEXT = 400000, ROOM = 1 << 20 };

static struct error err;

static enum status (*const readers[])(struct input *in, char *buffer, size_t room, size_t *got, struct error *err) = {
    input_read, input_read_some};

/* All that path gives, read `step` bytes at a time by reader `how`, into to; *length counts also what came before a
 * failure. */
static enum status slurp_by(int how, const char *path, size_t step, char *to, size_t *length)
{
    struct input *in;
    enum status status = input_open(&in, path, &err);

    *length = 0;
    if (status != OK) {
        ck_assert_ptr_null(in);
        return status;
    }
    for (;;) {
        size_t got;
        status = readers[how](in, to + *length, step, &got, &err);
        *length += got;
        if (status != OK || got == 0)
            break;
        ck_assert(got <= step);
    }
    input_close(in);
    return status;
}

static enum status slurp(const char *path, size_t step, char *to, size_t *length)
{
    return slurp_by(0, path, step, to, length);
}

/* The file holds exactly these bytes, whatever the steps. */
static void check_reads(const char *path, const char *text, size_t length)
{
    static const size_t steps[] = {1, 2, 7, 4096, 100000, ROOM};
    char *is = malloc(2 * ROOM);

    ck_assert_ptr_nonnull(is);
    for (size_t i = length > 5000 ? 2 : 0; i < sizeof steps / sizeof *steps; i++)
        for (int how = 0; how < 2; how++) {
            size_t used;
            ck_assert_msg(slurp_by(how, path, steps[i], is, &used) == OK, "%s", err.text);
            ck_assert_uint_eq(used, length);
            ck_assert(memcmp(is, text, length) == 0);
        }
    free(is);
}

/* A file of these bytes is refused with a message that names it and contains `hint`. */
static void check_corrupt(const char *bytes, size_t length, const char *hint)
{
    char path[64], *to = malloc(2 * ROOM);
    size_t used;

    temp_file(path, bytes, length);
    ck_assert_int_eq(slurp(path, 1000, to, &used), ERR_DATA);
    ck_assert_msg(strncmp(err.text, path, strlen(path)) == 0 && strstr(err.text, hint), "%s", err.text);
    unlink(path);
    free(to);
}

static char *some_text(void)
{
    char *text = malloc(TEXT);
    struct rng rng;

    ck_assert_ptr_nonnull(text);
    rng_seed(&rng, 1);
    for (size_t i = 0; i < TEXT; i++)
        text[i] = (char)rng_below(&rng, 40);
    return text;
}

START_TEST(plain)
{
    static const size_t lengths[] = {0, 1, 2, 3, 1000, TEXT};
    char path[64], *text = some_text();

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        temp_file(path, text, lengths[i]);
        check_reads(path, text, lengths[i]);
        unlink(path);
    }
    free(text);
}
END_TEST

START_TEST(gzip_members)
{
    static const size_t cuts[] = {0, 1, 1000, TEXT - 1, TEXT};
    char path[64], *text = some_text(), *packed = calloc(1, ROOM);

    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++)
        for (int zeros = 0; zeros < 1000; zeros += 511) {
            size_t used = 0;
            pack(text, cuts[i], packed, ROOM, &used);
            pack(text + cuts[i], TEXT - cuts[i], packed, ROOM, &used);
            memset(packed + used, 0, 1000);
            temp_file(path, packed, used + (size_t)zeros);
            check_reads(path, text, TEXT);
            unlink(path);
        }
    free(text);
    free(packed);
}
END_TEST

START_TEST(gzip_broken)
{
    char *text = some_text(), *packed = malloc(ROOM);
    size_t used = 0, first, step;

    pack(text, 3000, packed, ROOM, &used);
    first = used;
    for (size_t length = 2; length < first; length++)
        check_corrupt(packed, length, "truncated");
    pack(text, TEXT, packed, ROOM, &used);
    step = (used - first) / 7;
    for (size_t length = first + 1; length < used; length += step)
        check_corrupt(packed, length, "truncated");
    check_corrupt(packed, used - 1, "truncated");
    packed[used - 5] ^= 1; /* the check sum is 8 to 5 bytes before the end */
    check_corrupt(packed, used, "corrupt");
    packed[used - 5] ^= 1;
    packed[used] = 'x';
    check_corrupt(packed, used + 1, "gzip");
    memcpy(packed + used, "\0\0trailing junk", 15);
    check_corrupt(packed, used + 15, "what follows its end is not gzip");
    check_corrupt("\x1f\x8b not gzip at all", 18, "corrupt");
    free(text);
    free(packed);
}
END_TEST

START_TEST(no_such_input)
{
    char *longest = malloc(5001), buffer[16];
    size_t used;

    ck_assert_int_eq(slurp("/tmp", 16, buffer, &used), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "/tmp: cannot read: is a directory");
    ck_assert_int_eq(slurp("/nonexistent/\xff file", 16, buffer, &used), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "/nonexistent/\xff file: cannot open: No such file or directory");
    memset(longest, 'a', 5000);
    longest[5000] = '\0';
    ck_assert_int_eq(slurp(longest, 16, buffer, &used), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "too long"));
    ck_assert_int_eq(slurp("", 16, buffer, &used), ERR_SYSTEM);
    free(longest);
}
END_TEST

START_TEST(standard_input)
{
    char path[64];
    struct input *in;
    int keep = dup(STDIN_FILENO), fd;
    size_t got;

    temp_file(path, "hello", 5);
    fd = open(path, O_RDONLY);
    dup2(fd, STDIN_FILENO);
    close(fd);
    ck_assert_int_eq(input_open(&in, "-", &err), OK);
    ck_assert_str_eq(input_name(in), "(stdin)");
    ck_assert_int_eq(input_read(in, path, 64, &got, &err), OK);
    ck_assert_uint_eq(got, 5);
    input_close(in);
    close(STDIN_FILENO);
    ck_assert_int_eq(input_open(&in, "-", &err), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "(stdin): "));
    dup2(keep, STDIN_FILENO);
    close(keep);
}
END_TEST

START_TEST(trickling_pipe)
{
    const struct timespec moment = {0, 1000000};
    int ends[2];
    char path[64], is[16];
    size_t used;

    ck_assert_int_eq(pipe(ends), 0);
    if (fork() == 0) {
        for (const char *p = "trickle"; *p; p++) {
            (void)!write(ends[1], p, 1);
            nanosleep(&moment, NULL);
        }
        _exit(0);
    }
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    ck_assert_int_eq(slurp(path, 16, is, &used), OK);
    ck_assert_uint_eq(used, 7);
    ck_assert(memcmp(is, "trickle", 7) == 0);
}
END_TEST

/* Writes a piece, as gzip if z is there, and waits for the byte that says that it was read. */
static void write_piece(int to, int ack, z_stream *z, const char *piece)
{
    char packed[200], byte;
    size_t length = strlen(piece);

    if (z) {
        z->next_in = (const unsigned char *)piece;
        z->avail_in = (unsigned)length;
        z->next_out = (unsigned char *)packed;
        z->avail_out = sizeof packed;
        if (deflate(z, Z_SYNC_FLUSH) != Z_OK)
            _exit(1);
        piece = packed;
        length = sizeof packed - z->avail_out;
    }
    if (write(to, piece, length) != (ssize_t)length || read(ack, &byte, 1) != 1)
        _exit(2);
}

static const char *const pieces[] = {"ab", "c", "some more", "\n", "0123456789012345678901234567890123456789"};

static void be_writer(int to, int ack, bool gzip)
{
    z_stream z = {0};

    if (deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        _exit(3);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        write_piece(to, ack, gzip ? &z : NULL, pieces[i]);
    _exit(0);
}

/* What is at hand is read, and no more is waited for: the writer waits for the reader. */
START_TEST(piece_by_piece)
{
    for (int gzip = 0; gzip < 2; gzip++)
        for (size_t room = 100; room > 0; room = room > 3 ? 3 : 0) {
            int data[2], ack[2];
            char path[64], is[100];
            struct input *in;
            size_t got;

            ck_assert(pipe(data) == 0 && pipe(ack) == 0);
            if (fork() == 0)
                be_writer(data[1], ack[0], gzip);
            close(data[1]);
            snprintf(path, sizeof path, "/dev/fd/%d", data[0]);
            ck_assert_int_eq(input_open(&in, path, &err), OK);
            ck_assert(input_live(in) && input_packed(in) == gzip);
            for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
                for (size_t used = 0, length = strlen(pieces[i]); used < length; used += got) {
                    size_t left = length - used;
                    ck_assert_int_eq(input_read_some(in, is, room, &got, &err), OK);
                    ck_assert_uint_eq(got, left < room ? left : room);
                    ck_assert(memcmp(is, pieces[i] + used, got) == 0);
                }
                ck_assert(gzip || !input_at_hand(in));
                ck_assert_int_eq(write(ack[1], "a", 1), 1);
            }
            ck_assert_int_eq(input_read_some(in, is, room, &got, &err), gzip ? ERR_DATA : OK);
            ck_assert(got == 0 && (!gzip || strstr(err.text, "truncated")));
            input_close(in);
            close(data[0]);
            close(ack[0]);
            close(ack[1]);
        }
}
END_TEST

/* Files never wait. */
START_TEST(files_are_at_hand)
{
    struct input *in;
    char path[64];

    temp_file(path, "text", 4);
    ck_assert_int_eq(input_open(&in, path, &err), OK);
    ck_assert(!input_live(in) && input_at_hand(in));
    input_close(in);
    unlink(path);
}
END_TEST

/* What input_share says after each 1000 bytes of text in the file. */
static void shares_of(const char *path, double *share, int n)
{
    static char to[1000];
    struct input *in;
    size_t got;

    ck_assert_int_eq(input_open(&in, path, &err), OK);
    for (int i = 0; i < n; i++) {
        ck_assert_int_eq(input_read(in, to, sizeof to, &got, &err), OK);
        share[i] = input_share(in);
    }
    input_close(in);
}

START_TEST(shares)
{
    char path[64], *text = some_text(), *packed = calloc(1, ROOM);
    double share[TEXT / 1000];
    size_t used = 0;
    int ends[2];

    temp_file(path, text, 4000);
    shares_of(path, share, 4);
    ck_assert(share[0] == 0.25 && share[1] == 0.5 && share[2] == 0.75 && share[3] == 1);
    unlink(path);

    pack(text, TEXT / 2, packed, ROOM, &used);
    pack(text + TEXT / 2, TEXT / 2, packed, ROOM, &used);
    temp_file(path, packed, used);
    shares_of(path, share, TEXT / 1000);
    for (int i = 0; i < TEXT / 1000; i++)
        ck_assert_msg(share[i] > 0.9 * (i + 1) / (TEXT / 1000) && share[i] < 1.1 * (i + 1) / (TEXT / 1000),
                      "after %d000 bytes: %g", i + 1, share[i]);
    ck_assert(share[TEXT / 1000 - 1] <= 1);
    unlink(path);

    ck_assert(pipe(ends) == 0 && write(ends[1], text, 2000) == 2000);
    close(ends[1]);
    snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
    shares_of(path, share, 2);
    ck_assert(share[0] == 0 && share[1] == 0);
    close(ends[0]);
    free(text);
    free(packed);
}
END_TEST

/* A file that grows or is cut while it is read: nothing is known, or a number in [0, 1]. */
START_TEST(share_of_another_length)
{
    static char to[5000];
    char path[64], *text = some_text();
    struct input *in;
    size_t got;
    int fd;

    temp_file(path, text, 1000);
    ck_assert_int_eq(input_open(&in, path, &err), OK);
    fd = open(path, O_WRONLY | O_APPEND);
    ck_assert(fd >= 0 && write(fd, text, 4000) == 4000 && close(fd) == 0);
    ck_assert_int_eq(input_read(in, to, sizeof to, &got, &err), OK);
    ck_assert(got == 5000 && input_share(in) == 0);
    input_close(in);
    ck_assert_int_eq(input_open(&in, path, &err), OK);
    ck_assert(truncate(path, 500) == 0);
    ck_assert_int_eq(input_read(in, to, sizeof to, &got, &err), OK);
    ck_assert(got == 500 && input_share(in) == 0.1);
    input_close(in);
    unlink(path);
    free(text);
}
END_TEST

RUN_TESTS("input", plain, gzip_members, gzip_broken, no_such_input, standard_input, trickling_pipe, piece_by_piece,
          files_are_at_hand, shares, share_of_another_length)
