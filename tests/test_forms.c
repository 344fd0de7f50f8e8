/* test_forms - lines whose indices stand in any order: what they are read as, at every border of blocks and for any number of
 * threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"

#include "common.h"
#include "reading.h"

static const int threads[] = {1, 2, 7};
static struct error err;

static enum status read_text(const char *text, size_t length, unsigned flags, int t, size_t block, struct dataset *data)
{
    struct par par;
    char path[64];
    enum status status;

    temp_file(path, text, length);
    par_init(&par, t);
    status = read_blocks(path, flags, block, &par, data, &err);
    par_free(&par);
    if (status != OK)
        memmove(err.text, err.text + strlen(path), strlen(err.text + strlen(path)) + 1);
    unlink(path);
    return status;
}

/* Refused with exactly this message, whatever the blocks and the threads. */
static void check_bad(const char *text, unsigned flags, const char *message)
{
    struct dataset data;

    for (size_t block = 1; block < 40; block += 3)
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            ck_assert_msg(read_text(text, strlen(text), flags, threads[t], block, &data) == ERR_DATA, "taken: %s", text);
            ck_assert_str_eq(err.text, message);
        }
}

/* ---- indices in any order ---------------------------------------------------------------------------------------- */

enum { ROOM = 1 << 16, ENTRIES = 12 };

/* The entries of random lines, in ascending order in one text and shuffled in the other; most of an odd line's are in order. */
static void two_texts(struct rng *rng, int lines, char *sorted, char *shuffled)
{
    static const char *const values[] = {"1", "1", "0.5", "0", "-1.25e-2", "123456789012", "0.333333333333"};
    char entry[ENTRIES][32];
    size_t n = 0, m = 0;

    for (int i = 0; i < lines; i++) {
        int count = (int)rng_below(rng, ENTRIES), index = 0;
        for (int k = 0; k < count; k++) {
            index += 1 + (int)rng_below(rng, 300);
            snprintf(entry[k], sizeof entry[k], " %d:%s", index, values[rng_below(rng, i < lines / 3 ? 2 : 7)]);
        }
        n += (size_t)snprintf(sorted + n, ROOM - n, "%d qid:%d", i % 3, i / 4);
        m += (size_t)snprintf(shuffled + m, ROOM - m, "%d qid:%d", i % 3, i / 4);
        for (int k = 0; k < count; k++)
            n += (size_t)snprintf(sorted + n, ROOM - n, "%s", entry[k]);
        for (int left = count; left > 0; left--) {
            int k = i % 2 && left != 3 ? 0 : (int)rng_below(rng, (uint64_t)left);
            m += (size_t)snprintf(shuffled + m, ROOM - m, "%s", entry[k]);
            memmove(entry[k], entry[k + 1], (size_t)(left - 1 - k) * sizeof *entry);
        }
        n += (size_t)snprintf(sorted + n, ROOM - n, "%s", i % 5 ? "\n" : " # c\n\n");
        m += (size_t)snprintf(shuffled + m, ROOM - m, "%s", i % 5 ? "\n" : " # c\n\n");
        ck_assert(n + 500 < ROOM);
    }
}

START_TEST(any_order)
{
    static char sorted[ROOM], shuffled[ROOM];
    struct dataset whole, data;
    struct rng rng;
    size_t length;

    rng_seed(&rng, 5);
    two_texts(&rng, 60, sorted, shuffled);
    length = strlen(shuffled);
    ck_assert_str_ne(sorted, shuffled);
    ck_assert_int_eq(read_text(sorted, length, 0, 1, ROOM, &whole), OK);
    for (size_t block = 1; block < length + 2; block += block < 200 ? 1 : 97) {
        ck_assert_msg(read_text(shuffled, length, DATASET_UNORDERED, threads[block % 3], block, &data) == OK, "%s", err.text);
        check_same(&whole, &data);
        dataset_free(&data);
    }
    dataset_free(&whole);
    ck_assert_int_eq(read_text(shuffled, length, 0, 1, ROOM, &data), ERR_DATA);
}
END_TEST

START_TEST(any_order_refused)
{
    const unsigned any = DATASET_UNORDERED;

    check_bad("1 2:1\n1 3:1 1:1 3:2\n", any, ":2: index 3 is repeated");
    check_bad("1 3:0 1:1 3:2\n", any, ":1: index 3 is repeated");
    check_bad("1 3:1 3:1\n", any, ":1: index 3 is repeated");
    check_bad("1 3:1 1:x\n", any, ":1: value 'x' of index 1 is no finite number");
    check_bad("1 3:1 0:1\n", any, ":1: index of '0:1' is below 1");
    check_bad("1 3:1 2147483647:1 1:1\n", any, ":1: index of '2147483647:1' is above 2147483646");
    check_bad("1 3:1 1:1 x\n", any, ":1: stray 'x', expected index:value");
    check_bad("1 3:1 1:1 4 \n", any, ":1: stray '4', expected a colon behind the index");
    check_bad("1 3:1 1:1\n", 0, ":1: index 1 stands behind 3, expected ascending indices (-o order=any sorts them)");
}
END_TEST

RUN_TESTS("forms", any_order, any_order_refused)
