/* test_dataset - the lines of rows, and the distinct labels. */
#include <stdio.h>
#include <unistd.h>

#include "math/rng.h"
#include "data/svmlight.h"

#include "common.h"

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
        ck_assert_int_eq(svmlight_read_blocks(path, &par[block % 2], block, &data, &err), OK);
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
    ck_assert_int_eq(svmlight_read(path, &par, &data, &err), OK);
    unlink(path);
    ck_assert(data.place.count == 0 && dataset_line(&data, 0) == 1 && dataset_line(&data, 2) == 3);
    dataset_free(&data);
}
END_TEST

START_TEST(labels_in_order)
{
    enum { ROWS = 20000 };
    static double labels[DATASET_LABELS], which[ROWS], label[ROWS];
    struct dataset data = {.x = {.rows = ROWS}, .label = label};
    int64_t row = -1;

    for (int i = 0; i < ROWS; i++) /* 0, 2500.25, 5000.5, ...: 4096 of them, again and again */
        label[i] = 2500.25 * (i * 7 % DATASET_LABELS) - 1e6;
    ck_assert_uint_eq(dataset_labels(&data, DATASET_LABELS, labels, which, &row), DATASET_LABELS);
    ck_assert_int_eq(row, -1);
    for (int i = 0; i < ROWS; i++) {
        ck_assert(labels[(int)which[i]] == label[i]);
        ck_assert(i >= DATASET_LABELS || which[i] == i);
    }
    label[5000] = 0.5;
    ck_assert_uint_eq(dataset_labels(&data, DATASET_LABELS, labels, NULL, &row), DATASET_LABELS + 1);
    ck_assert_int_eq(row, 5000);
    ck_assert_uint_eq(dataset_labels(&data, 2, labels, which, &row), 3);
    ck_assert_int_eq(row, 2);
    for (int i = 0; i < ROWS; i++)
        label[i] = i % 2 ? 0.0 : -0.0;
    ck_assert_uint_eq(dataset_labels(&data, 2, labels, which, &row), 1);
    ck_assert(which[0] == 0 && which[1] == 0);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {line_numbers, no_gaps, labels_in_order};

    return run_tests("dataset", sizeof tests / sizeof *tests, tests);
}
