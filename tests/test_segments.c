/* test_segments - rows dealt into segments: each row once, in order, with all that the file says of it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/segments.h"
#include "data/source.h"
#include "math/rng.h"

#include "common.h"

enum { ROWS = 200, COUNT = 5, COLS = 12 };

/* Row i has the label i, a query, a comment that says i, and up to COLS entries; some lines before it are blank. */
static void read_rows(const char *const values[], size_t count, struct dataset *data)
{
    static char text[ROWS * 200];
    const struct par par = {1, NULL};
    struct error err;
    struct rng rng;
    char path[64];
    size_t length = 0;

    rng_seed(&rng, 11);
    for (int i = 0; i < ROWS; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%d qid:%d", i % 9 ? "" : "\n", i, i / 7);
        for (int j = 1; j <= COLS; j++)
            if (i % 10 != 3 && rng_below(&rng, 3) == 0)
                length += (size_t)snprintf(text + length, sizeof text - length, " %d:%s", j, values[rng_below(&rng, count)]);
        length += (size_t)snprintf(text + length, sizeof text - length, " #%d\n", i);
    }
    temp_file(path, text, length);
    ck_assert_msg(dataset_open(path, DATASET_COMMENTS, &par, data, &err) == OK, "%s", err.text);
    unlink(path);
}

/* Row i of a and row k of b are the same row of the file. */
static void check_row(const struct dataset *a, int64_t i, const struct dataset *b, int64_t k)
{
    int64_t from = a->x.start[i], to = b->x.start[k];
    size_t length = (size_t)(a->x.start[i + 1] - from), size = csr_value_size(a->x.storage), comment[2];
    const char *said = dataset_comment(a, i, comment), *says = dataset_comment(b, k, comment + 1);

    ck_assert(b->x.start[k + 1] - to == (int64_t)length && a->x.storage == b->x.storage);
    ck_assert(memcmp(a->x.col + from, b->x.col + to, length * sizeof *a->x.col) == 0);
    if (size > 0)
        ck_assert(memcmp((const char *)a->x.value + (size_t)from * size, (const char *)b->x.value + (size_t)to * size,
                         length * size) == 0);
    ck_assert(a->label[i] == b->label[k] && dataset_line(a, i) == dataset_line(b, k));
    ck_assert(dataset_query(a, i) == dataset_query(b, k));
    ck_assert(comment[0] == comment[1] && comment[0] > 0 && memcmp(said, says, comment[0]) == 0);
}

/* Segment s of a view holds its rows in the order of the file, and only these. */
static void check_segment(const struct dataset *all, const int *segment, const struct segments *dealt, int s)
{
    struct dataset rows = segments_rows(dealt, s);
    int64_t k = 0;

    for (int64_t i = 0; i < all->x.rows; i++)
        if (segment[i] == s)
            check_row(all, i, &rows, k++);
    ck_assert_int_eq(rows.x.rows, k);
}

START_TEST(each_row_once)
{
    static const char *const values[] = {"1", "0.5", "0.1"};
    struct rng rng;
    struct error err;

    rng_seed(&rng, 2);
    for (size_t count = 1; count <= 3; count++) { /* binary, float, double */
        struct dataset all;
        struct segments dealt;
        int segment[ROWS];
        read_rows(values, count, &all);
        for (int i = 0; i < ROWS; i++) /* segment 2 stays empty */
            segment[i] = (int)rng_below(&rng, COUNT - 1) + (rng_below(&rng, 2) ? 1 : 0);
        for (int i = 0; i < ROWS; i++)
            segment[i] = segment[i] == 2 ? 0 : segment[i];
        ck_assert_int_eq(segments_deal(&all, COUNT, segment, &dealt, &err), OK);
        ck_assert(dealt.first[0] == 0 && dealt.first[COUNT] == ROWS && dealt.first[2] == dealt.first[3]);
        for (int s = 0; s < COUNT; s++)
            check_segment(&all, segment, &dealt, s);
        segments_free(&dealt);
        dataset_free(&all);
    }
}
END_TEST

/* A' (A w) over all rows but those of a segment, as ranges of rows, is the sum over these rows one by one. */
START_TEST(rows_left_out)
{
    static const char *const values[] = {"1", "2", "3"}; /* sums of whole numbers are exact in any order */
    const struct csr_kernels *kernels;
    struct dataset all;
    struct segments dealt;
    struct error err;
    int segment[ROWS];

    read_rows(values, 3, &all);
    kernels = csr_kernels(&all.x);
    for (int i = 0; i < ROWS; i++)
        segment[i] = i * 7 % COUNT;
    ck_assert_int_eq(segments_deal(&all, COUNT, segment, &dealt, &err), OK);
    for (int s = 0; s < COUNT; s++) {
        double w[COLS], z[ROWS], g[COLS] = {0}, expected[COLS] = {0};
        struct row_range range[2];
        for (int j = 0; j < COLS; j++)
            w[j] = j - 3;
        segments_without(&dealt, s, range);
        for (int k = 0; k < 2; k++) {
            struct csr x = csr_rows(&dealt.data.x, range[k].lo, range[k].hi);
            kernels->product(&x, 0, x.rows, 1, w, z);
            kernels->adjoint(&x, 0, x.rows, 1, z, g);
        }
        for (int64_t i = 0; i < ROWS; i++)
            if (segment[i] != s) {
                kernels->product(&all.x, i, i + 1, 1, w, z);
                kernels->adjoint(&all.x, i, i + 1, 1, z, expected);
            }
        ck_assert(memcmp(g, expected, sizeof g) == 0);
    }
    segments_free(&dealt);
    dataset_free(&all);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {each_row_once, rows_left_out};

    return run_tests("segments", sizeof tests / sizeof *tests, tests);
}
