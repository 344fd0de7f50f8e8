/* test_svmlight - every rule of the input format, at every border of blocks and for any number of threads. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/rng.h"
#include "data/text/source.h"

#include "common.h"
#include "packed.h"
#include "reading.h"

#define ABOVE "is above 2147483646: train with -o features=words, where it may be any, as a name (-o hash=BITS keeps no list)"

static struct error err;
static const struct par one_thread = {1, NULL};

/* ---- helpers ----------------------------------------------------------------------------------------------------- */

static enum status read_bytes(const char *bytes, size_t length, int threads, size_t block, struct dataset *data)
{
    return read_whole(bytes, length, threads, block, data, &err);
}

static void read_good(const char *text, struct dataset *data)
{
    ck_assert_msg(read_bytes(text, strlen(text), 1, 1 << 16, data) == OK, "%s: %s", text, err.text);
}

/* Refused with exactly this message, whatever the blocks and the threads. */
static void check_bad_bytes(const char *bytes, size_t length, const char *message)
{
    static const size_t blocks[] = {1, 3, 8, 50, 1 << 16};
    struct dataset data;

    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        for (int threads = 1; threads <= 7; threads += 6) {
            ck_assert_msg(read_bytes(bytes, length, threads, blocks[i], &data) == ERR_DATA, "taken: %s", bytes);
            ck_assert_str_eq(err.text, message);
        }
}

static void check_bad(const char *text, const char *message)
{
    check_bad_bytes(text, strlen(text), message);
}

/* The data set written out again, in one form. */
static char *show(const struct dataset *data)
{
    static char text[1 << 16];
    static const char *const storage[] = {
        [CSR_BINARY] = "ones", [CSR_FLOAT] = "float", [CSR_DECIMAL] = "decimal", [CSR_DOUBLE] = "double"};
    size_t n = (size_t)snprintf(text, sizeof text, "%s", storage[data->x.storage]);

    if (data->x.storage == CSR_DECIMAL)
        n += (size_t)snprintf(text + n, sizeof text - n, "/%d", data->x.places);
    n += (size_t)snprintf(text + n, sizeof text - n, " %u %u;", data->x.cols, data->features);

    for (int64_t i = 0; i < data->x.rows; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n, " %g", data->label[i]);
        for (int64_t k = data->x.start[i]; k < data->x.end[i]; k++)
            n += (size_t)snprintf(text + n, sizeof text - n, ",%u:%.17g", dataset_feature(data, csr_col(&data->x, k)),
                                  csr_value(&data->x, k));
    }
    ck_assert(n < sizeof text);
    return text;
}

static void check_good(const char *text, const char *shown)
{
    struct dataset data;

    read_good(text, &data);
    ck_assert_str_eq(show(&data), shown);
    dataset_free(&data);
}

/* ---- what is read ------------------------------------------------------------------------------------------------ */

START_TEST(forms)
{
    check_good("1 1:1\n", "ones 1 1; 1,1:1");
    check_good("+1 2:1 5:1\n-1\n0 1:1", "ones 5 5; 1,2:1,5:1 -1 0,1:1");
    check_good(" \t-1.5e0\t1:1  3:1.0 \t\n", "ones 3 3; -1.5,1:1,3:1");
    check_good("1 1:0.5 2:1\r\n2 2:.25\r\n3", "float 2 2; 1,1:0.5,2:1 2,2:0.25 3");
    check_good("# head\n\n \t\n\r\n1 1:1#tail\n  # more 1:x\r\n2 # 2:2\n3#\n", "ones 1 1; 1,1:1 2 3");
    check_good("1 qid:7 1:2\n2 qid:18446744073709551615\n3 qid:0#c\n4\tqid:1\t2:1\r\n", "float 2 2; 1,1:2 2 3 4,2:1");
    check_good("1 007:1 00000000000000000000008:1.e0\n", "ones 8 8; 1,7:1,8:1");
    check_good("1 1:+2 2:-.5 3:5. 4:1e2 5:1E-1\n", "decimal/7 5 5; 1,1:2,2:-0.5,3:5,4:100,5:0.10000000000000001");
    check_good("1 1:10 2:11 3:1\n", "float 3 3; 1,1:10,2:11,3:1");
    check_good("1 1:1\n2 12345678:1 23456789:1", "ones 3 23456789; 1,1:1 2,12345678:1,23456789:1");
}
END_TEST

START_TEST(zeros_and_features)
{
    check_good("1 1:1 4:0\n2 2:-0.0 3:1\n", "ones 4 4; 1,1:1 2,3:1");
    check_good("1\n2\n", "ones 0 0; 1 2");
    check_good("1 9:0e5\n", "ones 9 9; 1");
    check_good("1 2:1e-400 3:1\n", "ones 3 3; 1,3:1"); /* too small for a double */
}
END_TEST

START_TEST(storages)
{
    check_good("1 1:1 2:1e0 3:10e-1\n", "ones 3 3; 1,1:1,2:1,3:1");
    check_good("1 1:1 2:1\n2 1:0.5\n", "float 2 2; 1,1:1,2:1 2,1:0.5");
    check_good("1 1:1 2:1\n2 1:0.1\n", "decimal/9 2 2; 1,1:1,2:1 2,1:0.10000000000000001");
    check_good("1 1:16777217\n", "decimal/2 1 1; 1,1:16777217");
    check_good("1 1:16777216\n", "float 1 1; 1,1:16777216");
    check_good("1 1:1e300\n", "double 1 1; 1,1:1.0000000000000001e+300");
    check_good("1 1:3.4028234663852886e38\n", "float 1 1; 1,1:3.4028234663852886e+38");
    check_good("1 1:3.4028235677973366e38\n", "double 1 1; 1,1:3.4028235677973366e+38"); /* would round to infinity */
    check_good("1 1:1e-310\n", "double 1 1; 1,1:9.9999999999999694e-311");
}
END_TEST

START_TEST(large_index)
{
    struct dataset data;
    read_good("1 3:1 2147483000:2\n-1 3:2 2147483646:1\n-1 2147483000:1\n2", &data);
    ck_assert_uint_eq(data.features, 2147483646);
    ck_assert_uint_eq(data.x.cols, 3);
    ck_assert_str_eq(show(&data), "float 3 2147483646; 1,3:1,2147483000:2 -1,3:2,2147483646:1 -1,2147483000:1 2");
    dataset_free(&data);
    read_good("1 2147483646:0", &data);
    ck_assert(data.features == 2147483646 && data.x.cols == 0);
    dataset_free(&data);
}
END_TEST

/* ---- what is refused --------------------------------------------------------------------------------------------- */

START_TEST(bad_labels)
{
    check_bad("1:1\n", ":1: no label before '1:1', expected: label index:value ..., or label:weight and -o weights=label");
    check_bad("1 1:1\n 2:1 3:1\n",
              ":2: no label before '2:1', expected: label index:value ..., or label:weight and -o weights=label");
    check_bad("nan 1:1\n", ":1: label 'nan' is no finite number");
    check_bad("1\n-inf\n", ":2: label '-inf' is no finite number");
    check_bad("1\n\n1e999 1:1\n", ":3: label '1e999' is no finite number");
    check_bad("0x10 1:1\n",
              ":1: label '0x10' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("abc",
              ":1: label 'abc' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("1 1:1\nsp4m_x 1:1 2:1\n",
              ":2: label 'sp4m_x' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("ham#spam\n",
              ":1: label 'ham#spam' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("inf\n", ":1: label 'inf' is no finite number");
    check_bad("NaN 1:1\n", ":1: label 'NaN' is no finite number");
    check_bad("Infinity", ":1: label 'Infinity' is no finite number");
    check_bad("qid:1 1:1\n", ":1: no label before 'qid:1', expected: label index:value ...");
    check_bad("1,5 1:1\n", ":1: label '1,5' is no number: a line has one label, with a decimal point");
    check_bad("1e 1:1\n",
              ":1: label '1e' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("1\r2 1:1\n", ":1: label '1\\x0d2' is no finite number");
    check_bad_bytes("1 1:1\n\0\xff\x01\n", 10, ":2: label '\\x00\\xff\\x01' is no finite number");
}
END_TEST

/* Also at the end of the text and of a block, and where the line holds what tells the formats apart and no more. */
START_TEST(other_formats)
{
    static const char mark[] = ":1: a byte order mark stands here: save the text as UTF-8 without one";
    static const char commas[] =
        ":2: ',' between the fields looks like CSV, expected: label index:value ... "
        "(rrm-data(5) and rrm-jobs(7) tell how to convert)";
    static const char bar[] =
        ":2: '|' before the features looks like Vowpal Wabbit's format, expected: label index:value ..., each index a number";

    check_bad("\xef\xbb\xbf" "1 1:1\n", mark);
    check_bad("\xef\xbb\xbf", mark);
    check_bad_bytes("\xff\xfe" "1\0 \0" "1\0:\0" "1\0\n\0", 12, mark);
    check_bad("1 1:1\n1,2,3\n", commas);
    check_bad("1 1:1\nlabel, width\n1,2\n", commas);
    check_bad("1 1:1\r\n,", commas);
    check_bad("\n1 , 2", commas);
    check_bad("\n1\t|", bar);
    check_bad("\n|", bar);
    check_bad("\n1 2 tag|f a:1 b", bar);
    check_bad("%", ":1: '%' looks like ARFF, expected: label index:value ... # comment");
    check_bad("1\n @Data\r\n1,2\n", ":2: '@Data' looks like ARFF, expected: label index:value ... # comment");
    check_bad("1,5 2:1\n", ":1: label '1,5' is no number: a line has one label, with a decimal point");
    check_bad("1|2\n",
              ":1: label '1|2' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("1 2:1 |3\n", ":1: stray '|3', expected index:value");
    check_bad("1 x # , | %\n", ":1: stray 'x', expected index:value; train with -o features=words where features have names");
    check_bad("@ 1:1\n",
              ":1: label '@' is a word: labels are numbers, write a number for each class, or train with -o labels=words");
    check_bad("\xef\xbb",
              ":1: label '\\xef\\xbb' is a word: labels are numbers"
              ", write a number for each class, or train with -o labels=words");
}
END_TEST

START_TEST(bad_indices)
{
    check_bad("1 0:1\n", ":1: index of '0:1' is below 1: where indices begin at 0, train with -o first=0");
    check_bad("1 -3:1\n", ":1: index of '-3:1' is below 1");
    check_bad("1 1:1 0:1\n", ":1: index of '0:1' is below 1: where indices begin at 0, train with -o first=0");
    check_bad("1 2147483647:1\n", ":1: index of '2147483647:1' " ABOVE);
    check_bad("1 99999999999999999999999:1\n", ":1: index of '99999999999999999999999:...' " ABOVE);
    check_bad("1 4294967297:1\n", ":1: index of '4294967297:1' " ABOVE);
    check_bad("1 2:1 2:1\n", ":1: index 2 is repeated");
    check_bad("1 2:0 2:1\n", ":1: index 2 is repeated");
    check_bad("1 1:1\n2 5:1 3:1\n", ":2: index 3 stands behind 5, expected ascending indices (-o order=any sorts them)");
}
END_TEST

START_TEST(bad_values)
{
    check_bad("1 1:\n", ":1: value '' of index 1 is no finite number");
    check_bad("1 1:", ":1: value '' of index 1 is no finite number");
    check_bad("1 1: 2:1\n", ":1: value '' of index 1 is no finite number");
    check_bad("1 1:1 7:nan 8:1\n", ":1: value 'nan' of index 7 is no finite number");
    check_bad("1 7:inf\n", ":1: value 'inf' of index 7 is no finite number");
    check_bad("1 7:-1e999\n", ":1: value '-1e999' of index 7 is no finite number");
    check_bad("1 7:0x10\n", ":1: value '0x10' of index 7 is no finite number");
    check_bad("1 7:1x\n", ":1: value '1x' of index 7 is no finite number");
    check_bad("1 7:1:2\n", ":1: value '1:2' of index 7 is no finite number");
    check_bad("1 7:1e+ 8:1\n", ":1: value '1e+' of index 7 is no finite number");
    check_bad("1 7:1,5\n", ":1: value '1,5' of index 7 is no finite number");
    check_bad("1 7:--1\n", ":1: value '--1' of index 7 is no finite number");
    check_bad("1 7:1\r8:1\n", ":1: value '1\\x0d8:1' of index 7 is no finite number");
}
END_TEST

START_TEST(stray_characters)
{
    check_bad("1 x\n", ":1: stray 'x', expected index:value; train with -o features=words where features have names");
    check_bad("1 1:1 :2\n", ":1: stray ':2', expected index:value");
    check_bad("1 2\n", ":1: stray '2', expected a colon behind the index");
    check_bad("1 2 :3\n", ":1: stray '2', expected a colon behind the index");
    check_bad("1 2", ":1: stray '2', expected a colon behind the index");
    check_bad("1 +2:3\n", ":1: stray '+2:3', expected index:value");
    check_bad("1 123456789 1:1\n", ":1: stray '123456789', expected a colon behind the index");
    check_bad("1 1:1 \r \n", ":1: stray '\\x0d', expected index:value");
    check_bad("1 1:1 \v2:1\n", ":1: stray '\\x0b2:1', expected index:value");
    check_bad("1 1:1 qid:3\n", ":1: stray 'qid:3', expected index:value");
    check_bad("1 qid:\n", ":1: stray 'qid:', expected qid:N with N a whole number");
    check_bad("1 qid:-1 1:1\n", ":1: stray 'qid:-1', expected qid:N with N a whole number");
    check_bad("1 qid:1.5\n", ":1: stray 'qid:1.5', expected qid:N with N a whole number");
    check_bad("1 qid\n", ":1: stray 'qid', expected index:value; train with -o features=words where features have names");
    check_bad_bytes("1 1:1\n1 \0:1\n", 12, ":2: stray '\\x00:1', expected index:value");
    check_bad("1 \xc3\xa9ponge_12345678901234567890\n",
              ":1: stray '\\xc3\\xa9ponge_1234567890123456...', expected index:value; "
              "train with -o features=words where features have names");
}
END_TEST

START_TEST(empty_sets)
{
    const char *message = ": the data set is empty, expected at least one line: label index:value ...";
    char wanted[200];

    snprintf(wanted, sizeof wanted, ":1%s", message);
    check_bad("", wanted);
    check_bad("\n", wanted);
    check_bad(" ", wanted);
    snprintf(wanted, sizeof wanted, ":3%s", message);
    check_bad("# nothing\n\n  # here", wanted);
}
END_TEST

/* The first of several bad lines is told, wherever the blocks end. */
START_TEST(first_bad_line)
{
    char text[4000] = "", message[96];
    size_t length;

    for (int bad = 1; bad < 100; bad += 7) {
        text[0] = '\0';
        for (int line = 1; line <= 100; line++)
            strcat(text, line < bad ? (line % 5 ? "1 1:1 3:0.5\n" : "# comment\n") : line == bad ? "1 0:1\n" : "x\n");
        length = strlen(text);
        snprintf(message, sizeof message,
                 ":%d: index of '0:1' is below 1: where indices begin at 0, train with -o first=0", bad);
        check_bad_bytes(text, length, message);
    }
}
END_TEST

/* ---- blocks, threads, compression -------------------------------------------------------------------------------- */

/* A random data set as text, lines of all kinds. */
static size_t random_text(struct rng *rng, int lines, char *text, size_t room)
{
    static const char *const values[] = {"1", "1", "1", "0.5", "-1.25e-2", "0", "123456789012", "1.0", "0.333333333333"};
    static const char *const ends[] = {"\n", "\n", " \t\r\n", " # c:1 2:3\n", "\n\n", "\n#\n"};
    size_t n = 0;

    for (int i = 0; i < lines; i++) {
        uint64_t index = 0, kinds = i < lines / 3 ? 3 : i < lines / 2 ? 4 : 9;
        n += (size_t)snprintf(text + n, room - n, "%d", (int)rng_below(rng, 3) - 1);
        for (uint64_t left = rng_below(rng, 12); left > 0; left--) {
            index += 1 + rng_below(rng, 1000);
            n += (size_t)snprintf(text + n, room - n, " %d:%s", (int)index, values[rng_below(rng, kinds)]);
        }
        n += (size_t)snprintf(text + n, room - n, "%s", ends[rng_below(rng, 6)]);
        ck_assert(n + 200 < room);
    }
    return n;
}

START_TEST(borders_and_threads)
{
    char text[8000];
    struct dataset whole, data;
    struct rng rng;
    size_t length;

    rng_seed(&rng, 3);
    length = random_text(&rng, 60, text, sizeof text);
    ck_assert_int_eq(read_bytes(text, length, 1, 1 << 20, &whole), OK);
    ck_assert_int_eq(whole.x.rows, 60);
    for (size_t block = 1; block < length + 2; block += block < 300 ? 1 : 97) {
        int threads = block % 3 == 0 ? 1 : block % 3 == 1 ? 2 : 7;
        ck_assert_int_eq(read_bytes(text, length, threads, block, &data), OK);
        check_same(&whole, &data);
        dataset_free(&data);
    }
    while (text[length - 1] == '\n')
        length--;
    ck_assert_int_eq(read_bytes(text, length, 2, 64, &data), OK); /* no line end at the end */
    check_same(&whole, &data);
    dataset_free(&data);
    dataset_free(&whole);
}
END_TEST

START_TEST(packed_is_plain)
{
    size_t room = 1 << 21, length, used = 0;
    char *text = malloc(room), *packed = malloc(room);
    struct dataset plain, data;
    struct rng rng;

    rng_seed(&rng, 4);
    length = random_text(&rng, 10000, text, room);
    ck_assert_int_eq(read_bytes(text, length, 1, 1 << 18, &plain), OK);
    for (size_t from = 0; from < length; from += length / 3 + 1) {
        size_t step = length / 3 + 1 < length - from ? length / 3 + 1 : length - from;
        pack(text + from, step, packed, room, &used);
    }
    for (int threads = 1; threads < 8; threads += threads) {
        ck_assert_int_eq(read_bytes(packed, used, threads, 1 << 14, &data), OK);
        check_same(&plain, &data);
        dataset_free(&data);
    }
    dataset_free(&plain);
    free(text);
    free(packed);
}
END_TEST

START_TEST(packed_and_broken)
{
    static const char text[] = "1 1:1\n2 1:1\n3 1:1\n4 1:1 2:x\n5 1:1\n";
    char packed[1000];
    struct dataset data;
    size_t used = 0;

    pack(text, 18, packed, sizeof packed, &used);
    packed[used] = '\x1f'; /* a member that breaks off at once */
    for (int threads = 1; threads < 4; threads++)
        for (size_t block = 1; block < 40; block++) {
            ck_assert_int_eq(read_bytes(packed, used + 1, threads, block, &data), ERR_DATA);
            ck_assert_msg(strncmp(err.text, ":4: truncated gzip", 18) == 0, "%s", err.text);
        }
    used = 0;
    pack(text, sizeof text - 1, packed, sizeof packed, &used);
    packed[used] = 'x'; /* the bad line comes first */
    for (size_t block = 1; block < 40; block++) {
        ck_assert_int_eq(read_bytes(packed, used + 1, 2, block, &data), ERR_DATA);
        ck_assert_str_eq(err.text, ":4: value 'x' of index 2 is no finite number");
    }
}
END_TEST

START_TEST(long_line)
{
    size_t room = 12000000, n = 2;
    char *text = malloc(room);
    struct dataset data;
    uint32_t index = 0;

    memcpy(text, "-1", 2);
    while (n < 10000000) {
        index++;
        n += (size_t)snprintf(text + n, room - n, " %u:%s", (unsigned)index, index % 7 ? "1" : "0.25");
    }
    memcpy(text + n, "\n1 1:1", 6);
    ck_assert_int_eq(read_bytes(text, n + 6, 2, 1 << 16, &data), OK);
    ck_assert_int_eq(data.x.rows, 2);
    ck_assert_uint_eq(data.features, index);
    ck_assert_int_eq(data.x.start[1], index);
    ck_assert(csr_value(&data.x, 6) == 0.25 && csr_value(&data.x, 7) == 1);
    dataset_free(&data);
    memset(text, '9', 10000000); /* a value of ten million digits */
    memcpy(text, "1 5:", 4);
    text[4999999] = '.';
    ck_assert_int_eq(read_bytes(text, 10000000, 1, 1 << 16, &data), ERR_DATA); /* too large for a double */
    memset(text + 4, '0', 4999995);
    ck_assert_int_eq(read_bytes(text, 10000000, 1, 1 << 16, &data), OK);
    ck_assert_str_eq(show(&data), "ones 5 5; 1,5:1");
    dataset_free(&data);
    free(text);
}
END_TEST

START_TEST(folder_and_missing)
{
    struct dataset data;

    ck_assert_int_eq(dataset_open("/tmp", 0, &one_thread, &data, &err), ERR_SYSTEM);
    ck_assert_ptr_nonnull(strstr(err.text, "directory"));
    ck_assert_int_eq(dataset_open("/nonexistent", 0, &one_thread, &data, &err), ERR_SYSTEM);
    ck_assert_int_eq(dataset_open("/dev/null", 0, &one_thread, &data, &err), ERR_DATA);
}
END_TEST

/* Whatever the bytes, an answer comes, and the same one for any blocks and threads. */
START_TEST(random_bytes)
{
    static const char letters[] = "  \n\t\r0123456789:::..eE+-#qidx\0\xff";
    struct rng rng;

    rng_seed(&rng, 9);
    for (int round = 0; round < 3000; round++) {
        char text[64], first[sizeof err.text];
        size_t length = rng_below(&rng, sizeof text);
        struct dataset a, b;
        enum status status;
        for (size_t i = 0; i < length; i++)
            text[i] = rng_below(&rng, 9) ? letters[rng_below(&rng, sizeof letters - 1)] : "1 1:1 3:2\n2 1:1\n"[i % 16];
        status = read_bytes(text, length, 1, 1000, &a);
        memcpy(first, err.text, sizeof first);
        ck_assert_int_eq(read_bytes(text, length, 2, 1 + (size_t)rng_below(&rng, 20), &b), status);
        if (status == OK)
            check_same(&a, &b);
        else
            ck_assert_str_eq(err.text, first);
        dataset_free(&a);
        dataset_free(&b);
    }
}
END_TEST

RUN_TESTS("svmlight", forms, zeros_and_features, storages, large_index, bad_labels, other_formats, bad_indices, bad_values,
          stray_characters, empty_sets, first_bad_line, borders_and_threads, packed_is_plain, packed_and_broken, long_line,
          folder_and_missing, random_bytes)
