/* test_forms - lines whose indices stand in any order, words as labels and as names of features: what they are read as, at every
 * border of blocks and for any number of threads. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "math/rng.h"

#include "common.h"
#include "reading.h"

#define AS_NAME ": train with -o features=words, where it may be any, as a name (-o hash=BITS keeps no list)"
#define ABOVE "is above 2147483646" AS_NAME

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
    check_bad("1 3:1 0:1\n", any, ":1: index of '0:1' is below 1: where indices begin at 0, train with -o first=0");
    check_bad("1 3:1 2147483647:1 1:1\n", any, ":1: index of '2147483647:1' " ABOVE);
    check_bad("1 3:1 1:1 x\n", any,
              ":1: stray 'x', expected index:value; train with -o features=words where features have names");
    check_bad("1 3:1 1:1 4 \n", any, ":1: stray '4', expected a colon behind the index");
    check_bad("1 3:1 1:1\n", 0, ":1: index 1 stands behind 3, expected ascending indices (-o order=any sorts them)");
}
END_TEST

/* ---- indices from 0 ---------------------------------------------------------------------------------------------- */

/* Each index of a text, from 1, less 1; those of a qid stay. */
static void lower_indices(const char *from, char *to)
{
    while (*from) {
        size_t digits = strspn(from, "0123456789");
        if (digits > 0 && from[digits] == ':') {
            to += sprintf(to, "%ld", strtol(from, NULL, 10) - 1);
            from += digits;
            continue;
        }
        digits = digits > 0 ? digits : 1;
        memcpy(to, from, digits);
        to += digits;
        from += digits;
    }
    *to = '\0';
}

/* Random rows whose indices begin at 1, often, read as those whose indices begin at 0. */
START_TEST(from_zero)
{
    static char sorted[ROOM], shuffled[ROOM], lower[2][ROOM];
    static const unsigned flags[] = {DATASET_FROM_ZERO, DATASET_FROM_ZERO | DATASET_UNORDERED};
    struct dataset whole, data;
    struct rng rng;

    rng_seed(&rng, 9);
    two_texts(&rng, 60, sorted, shuffled);
    strcat(sorted, "1 1:1\n1 1:0\n1\n2 1:0.1 2:1e-300 3:4\n1 100000000:2\n");
    strcat(shuffled, "1 1:1\n1 1:0\n1\n2 3:4 1:0.1 2:1e-300\n1 100000000:2\n");
    lower_indices(sorted, lower[0]);
    lower_indices(shuffled, lower[1]);
    ck_assert_ptr_nonnull(strstr(lower[0], " 0:"));
    ck_assert_int_eq(read_text(sorted, strlen(sorted), DATASET_COMPACT, 1, ROOM, &whole), OK);
    for (int k = 0; k < 2; k++)
        for (size_t block = 1; block < strlen(lower[k]) + 2; block += block < 200 ? 1 : 97) {
            ck_assert_msg(read_text(lower[k], strlen(lower[k]), flags[k] | DATASET_COMPACT, threads[block % 3], block,
                                    &data) == OK, "%s", err.text);
            check_same(&whole, &data);
            ck_assert_uint_eq(data.features, whole.features);
            for (uint32_t j = 0; j < data.x.cols; j++)
                ck_assert_uint_eq(dataset_written(&data, j) + 1, dataset_written(&whole, j));
            dataset_free(&data);
        }
    dataset_free(&whole);
}
END_TEST

START_TEST(from_zero_refused)
{
    static const unsigned zero = DATASET_FROM_ZERO, any = DATASET_FROM_ZERO | DATASET_UNORDERED;

    for (int k = 0; k < 2; k++) {
        check_bad("1 0:1 0:2\n", k ? any : zero, ":1: index 0 is repeated");
        check_bad("1 0:0\n1 2:1 2:2\n", k ? any : zero, ":2: index 2 is repeated");
        check_bad("1 0:x\n", k ? any : zero, ":1: value 'x' of index 0 is no finite number");
        check_bad("1 0:1 1:1e999\n", k ? any : zero, ":1: value '1e999' of index 1 is no finite number");
        check_bad("1 -1:1\n", k ? any : zero, ":1: index of '-1:1' is below 0");
        check_bad("1 2147483646:1\n", k ? any : zero, ":1: index of '2147483646:1' is above 2147483645" AS_NAME);
        check_bad("1 0:1 2147483646:1\n", k ? any : zero, ":1: index of '2147483646:1' is above 2147483645" AS_NAME);
        check_bad("1 0\n", k ? any : zero, ":1: stray '0', expected a colon behind the index");
    }
    check_bad("1 3:1 0:1\n", zero, ":1: index 0 stands behind 3, expected ascending indices (-o order=any sorts them)");
}
END_TEST

/* ---- weights behind labels --------------------------------------------------------------------------------------- */

START_TEST(label_weights)
{
    enum { LINES = 7 };
    static const char text[] = "1:2.5 1:1\n-1:1 1:2\n1 2:1\n# c\n-3.5:0 offset:2 1:3\n+1:1e-3 qid:3\n2 cost:7 1:1 # x\n"
                               "1e1:1 3:1\n";
    static const double label[LINES] = {1, -1, 1, -3.5, 1, 2, 10}, weight[LINES] = {2.5, 1, 1, 0, 1e-3, 7, 1};
    static const char words[] = "b:2.5 x:1 y\n-1:1 x:2\na y\n# c\n-3.5:0 offset:2 y\nb:1e-3 qid:3\nb cost:7 x # x\n1e1:1 x\n";
    static const double rank[LINES] = {5, 1, 4, 2, 5, 5, 3};
    const unsigned flags[] = {DATASET_LABEL_WEIGHTS, DATASET_LABEL_WEIGHTS | DATASET_LABEL_WORDS | DATASET_FEATURE_WORDS};

    for (size_t block = 1; block < sizeof words + 1; block++)
        for (int k = 0; k < 2; k++) {
            const char *s = k ? words : text;
            struct dataset data;

            ck_assert_msg(read_text(s, strlen(s), flags[k], threads[block % 3], block, &data) == OK, "%s", err.text);
            ck_assert_int_eq(data.x.rows, LINES);
            for (int64_t i = 0; i < LINES; i++) {
                ck_assert_double_eq(data.label[i], k ? rank[i] : label[i]);
                ck_assert_double_eq(dataset_weight(&data, i), weight[i]);
                ck_assert_double_eq(dataset_offset(&data, i), i == 3 ? 2 : 0);
            }
            dataset_free(&data);
        }
}
END_TEST

START_TEST(label_weights_refused)
{
    const unsigned on = DATASET_LABEL_WEIGHTS, words = on | DATASET_LABEL_WORDS;

    check_bad("1:2 1:1\n1:x 1:1\n", on, ":2: in '1:x', the weight of an example, is no number from 0 to 1e100");
    check_bad("1: 1:1\n", on, ":1: in '1:', the weight of an example, is no number from 0 to 1e100");
    check_bad("1:-1 1:1\n", on, ":1: in '1:-1', the weight of an example, is no number from 0 to 1e100");
    check_bad("1:2:3 1:1\n", on, ":1: in '1:2:3', the weight of an example, is no number from 0 to 1e100");
    check_bad("1:1 cost:1 1:1\n", on, ":1: a second 'cost:1': the label has the weight already");
    check_bad("1 1:1 2:1:1\n", on, ":1: value '1:1' of index 2 is no finite number");
    check_bad("?:1 1:1\n", on, ":1: label '?:1' is no finite number");
    check_bad("qid:1 1:1\n", on, ":1: no label before 'qid:1', expected: label index:value ...");
    check_bad("1e999:1 1:1\n", on, ":1: no label before '1e999:1', expected: label index:value ...");
    check_bad("a:x 1:1\n", words, ":1: in 'a:x', the weight of an example, is no number from 0 to 1e100");
    check_bad("a 1:1\ncost:1 1:1\n", words, ":2: no label before 'cost:1', expected: label name:value ...");
    check_bad("1:2 1:1\n", 0,
              ":1: no label before '1:2', expected: label index:value ..., or label:weight and -o weights=label");
}
END_TEST

/* ---- words ------------------------------------------------------------------------------------------------------- */

enum { WORDS = 300, LABELS = 5 };

static const char *const label_word[LABELS] = {"spam", "ham", "-1", "Z\xc3\xbc", "a_long_label"};
static const int label_rank[LABELS] = {4, 3, 0, 1, 2}; /* in the order of their bytes, from 0 */

/* The name of word k, of 1 byte to many. */
static const char *name_of(uint64_t k, char text[64])
{
    snprintf(text, 64, k % 3 ? "w%u" : "%u_%0*u", (unsigned)k, k % 7 ? 3 : 30, (unsigned)k);
    return text;
}

/* Random lines with words, and with the numbers that these get in the order in which they first come. */
static void worded(struct rng *rng, int lines, char *words, char *numbers)
{
    static const char *const values[] = {":1", "", ":0.5", ":0", ":-1.25e-2", ":123456789012"};
    uint64_t number[WORDS] = {0}, known = 0;
    int line[WORDS] = {0}; /* of its last place */
    size_t n = 0, m = 0;
    char name[64];

    for (int i = 0; i < lines; i++) {
        uint64_t label = i < LABELS ? (uint64_t)(LABELS - 1 - i) : rng_below(rng, LABELS);
        n += (size_t)snprintf(words + n, ROOM - n, "%s", label_word[label]);
        m += (size_t)snprintf(numbers + m, ROOM - m, "%d", label_rank[label] + 1);
        for (uint64_t left = rng_below(rng, 12); left > 0; left--) {
            const char *value = values[rng_below(rng, i < lines / 3 ? 2 : 6)];
            uint64_t word = rng_below(rng, WORDS);
            if (line[word] == i + 1)
                continue;
            line[word] = i + 1;
            if (number[word] == 0)
                number[word] = ++known;
            n += (size_t)snprintf(words + n, ROOM - n, " %s%s", name_of(word, name), value);
            m += (size_t)snprintf(numbers + m, ROOM - m, " %u%s", (unsigned)number[word], *value ? value : ":1");
        }
        n += (size_t)snprintf(words + n, ROOM - n, "%s", i % 5 ? "\n" : "\t# c\r\n\n");
        m += (size_t)snprintf(numbers + m, ROOM - m, "%s", i % 5 ? "\n" : "\t# c\r\n\n");
        ck_assert(n + 1000 < ROOM);
    }
}

/* As check_same, but for the width of columns. */
static void check_alike(const struct dataset *a, const struct dataset *b)
{
    ck_assert(a->x.rows == b->x.rows && a->features == b->features && a->x.storage == b->x.storage);
    ck_assert(a->blank == b->blank && csr_entries(&a->x) == csr_entries(&b->x));
    for (int64_t i = 0; i < a->x.rows; i++) {
        ck_assert(a->x.start[i] == b->x.start[i] && dataset_line(a, i) == dataset_line(b, i));
        ck_assert_msg(a->label[i] == b->label[i], "row %d: %g, %g", (int)i, a->label[i], b->label[i]);
    }
    for (int64_t k = 0; k < csr_entries(&a->x); k++)
        ck_assert(csr_col(&a->x, k) == csr_col(&b->x, k) && csr_value(&a->x, k) == csr_value(&b->x, k));
}

START_TEST(words)
{
    static char text[ROOM], numbers[ROOM];
    const unsigned flags = DATASET_LABEL_WORDS | DATASET_FEATURE_WORDS;
    struct dataset whole, data;
    struct rng rng;
    char label[LABEL_WORD + 1];
    size_t length;

    rng_seed(&rng, 6);
    worded(&rng, 70, text, numbers);
    length = strlen(text);
    ck_assert_msg(read_text(numbers, strlen(numbers), DATASET_UNORDERED, 1, ROOM, &whole) == OK, "%s", err.text);
    for (size_t block = 1; block < length + 2; block += block < 200 ? 1 : 97) {
        ck_assert_msg(read_text(text, length, flags, threads[block % 3], block, &data) == OK, "%s", err.text);
        check_alike(&whole, &data);
        ck_assert(data.words->labels.count == LABELS && data.words->features.count == data.features);
        for (int k = 0; k < LABELS; k++)
            ck_assert_str_eq(dataset_label_text(&data, label_rank[k] + 1, label), label_word[k]);
        dataset_free(&data);
    }
    dataset_free(&whole);
}
END_TEST

/* The columns are what hash_fnv says, and names of one column add up. */
START_TEST(hashed)
{
    static const char text[] = "1 foobar:2 a b:0.5 a:3\n2 foobar:-1\n";
    const unsigned flags = DATASET_FEATURE_WORDS;
    struct dataset data;

    /* the test vectors of FNV-1a */
    ck_assert(hash_fnv("", 0) == UINT64_C(0xcbf29ce484222325) && hash_fnv("foobar", 6) == UINT64_C(0x85944171f73967e8));
    for (size_t block = 1; block < sizeof text + 2; block++) {
        ck_assert_msg(read_text(text, sizeof text - 1, flags | 30U << DATASET_HASH, threads[block % 3], block, &data) == OK, "%s",
                      err.text);
        ck_assert(data.x.start[1] == 3 && data.x.start[2] == 4);
        for (int64_t k = 0; k < 4; k++) {
            uint32_t index = dataset_feature(&data, csr_col(&data.x, k));
            double value = csr_value(&data.x, k);
            if (index == 1 + (hash_fnv("a", 1) & 0x3fffffff))
                ck_assert(value == 4);
            else if (index == 1 + (hash_fnv("b", 1) & 0x3fffffff))
                ck_assert(value == 0.5);
            else
                ck_assert(index == 1 + (UINT64_C(0x85944171f73967e8) & 0x3fffffff) && value == (k == 3 ? -1 : 2));
        }
        dataset_free(&data);
    }
}
END_TEST

START_TEST(words_refused)
{
    const unsigned labels = DATASET_LABEL_WORDS, names = DATASET_FEATURE_WORDS;

    check_bad("spam 1:1\n1:1 2:1\n", labels,
              ":2: no label before '1:1', expected: label name:value ..., or label:weight and -o weights=label");
    check_bad("spam 1:1\n? 2:1\n", labels, ":2: label '?' stands for none: only rrm-predict takes it");
    check_bad("s\x1b[2J 1:1\n", labels, ":1: label 's\\x1b[2J' is no word: 1 to 63 bytes without a blank");
    check_bad("a123456789b123456789c123456789d123456789e123456789f123456789g123\n", labels,
              ":1: label 'a123456789b123456789c123...' is no word: 1 to 63 bytes without a blank");
    check_bad("1 a:1 b:1 a\n", names, ":1: feature 'a' is repeated");
    check_bad("1 a:0 b:1 a:2\n", names, ":1: feature 'a' is repeated");
    check_bad("1 a:1 b:x\n", names, ":1: value 'x' of 'b' is no finite number");
    check_bad("1 a:1 b: c\n", names, ":1: value '' of 'b' is no finite number");
    check_bad("1 a:1:2\n", names, ":1: value '1:2' of 'a' is no finite number");
    check_bad("1 :1\n", names, ":1: stray ':1', expected name:value or name");
    check_bad("1 a\x7f:1\n", names, ":1: stray 'a\\x7f:1', expected name:value or name");
    check_bad("1 a:1e308 b c a:1e308\n", names | 1U << DATASET_HASH,
              ":1: the values of the names in column 1 add up to no finite number");
    check_bad("x 1:1\n", 0,
              ":1: label 'x' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
}
END_TEST

START_TEST(too_many_labels)
{
    enum { MOST = 4096 };
    static char text[16 * MOST];
    size_t n = 0;

    for (int i = 0; i <= MOST; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "w%d a\n%s", i, i == 7 ? "\n" : "");
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        struct dataset data;
        ck_assert_int_eq(read_text(text, n, DATASET_LABEL_WORDS | DATASET_FEATURE_WORDS, threads[t], 1000, &data), ERR_DATA);
        ck_assert_str_eq(err.text, ":4098: different label number 4097, more than a classifier takes");
    }
}
END_TEST

RUN_TESTS("forms", any_order, any_order_refused, from_zero, from_zero_refused, label_weights, label_weights_refused,
          words, hashed, words_refused, too_many_labels)
