/* test_segments - some rows of a data set: each once, in order, with all that the file says of it; or alone. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/matrix.h"
#include "data/rows/segments.h"
#include "data/text/source.h"
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
    int64_t from = a->x.start[i], to = b->x.start[k], length = a->x.end[i] - from;
    size_t comment[2];
    const char *said = dataset_comment(a, i, comment), *says = dataset_comment(b, k, comment + 1);

    ck_assert(b->x.end[k] - to == length);
    for (int64_t e = 0; e < length; e++)
        ck_assert(csr_col(&a->x, from + e) == csr_col(&b->x, to + e) &&
                  csr_value(&a->x, from + e) == csr_value(&b->x, to + e));
    ck_assert(a->label[i] == b->label[k] && dataset_line(a, i) == dataset_line(b, k));
    ck_assert(dataset_query(a, i) == dataset_query(b, k));
    ck_assert(comment[0] == comment[1] && comment[0] > 0 && memcmp(said, says, comment[0]) == 0);
}

/* The rows of segment s, or all others, in the order of the file. */
static void check_segment(const struct dataset *all, const int *segment, int s)
{
    for (int inside = 0; inside < 2; inside++) {
        struct dataset rows;
        struct error err;
        int64_t k = 0;
        ck_assert_int_eq((inside ? segments_within : segments_without)(all, segment, s, &rows, &err), OK);
        for (int64_t i = 0; i < all->x.rows; i++)
            if ((segment[i] == s) == inside)
                check_row(all, i, &rows, k++);
        ck_assert_int_eq(rows.x.rows, k);
        dataset_free(&rows);
    }
}

START_TEST(each_segment)
{
    static const char *const values[] = {"1", "0.5", "0.1"};
    struct rng rng;

    rng_seed(&rng, 2);
    for (size_t count = 1; count <= 3; count++) { /* binary, float, double */
        struct dataset all;
        int segment[ROWS];
        read_rows(values, count, &all);
        for (int i = 0; i < ROWS; i++) {
            segment[i] = (int)rng_below(&rng, COUNT);
            segment[i] = segment[i] == 2 ? 0 : segment[i]; /* segment 2 stays empty */
        }
        for (int s = 0; s < COUNT; s++)
            check_segment(&all, segment, s);
        dataset_free(&all);
    }
}
END_TEST

/* Segments of the rows that a segment left: each row still knows its place in the file. */
START_TEST(twice)
{
    static const char *const values[] = {"1"};
    struct dataset all, some, fewer;
    struct error err;
    int segment[ROWS];

    read_rows(values, 1, &all);
    for (int i = 0; i < ROWS; i++)
        segment[i] = i % 2;
    ck_assert_int_eq(segments_within(&all, segment, 1, &some, &err), OK);
    ck_assert_int_eq(segments_within(&some, segment, 1, &fewer, &err), OK);
    ck_assert_int_eq(fewer.x.rows, ROWS / 4);
    for (int64_t k = 0; k < fewer.x.rows; k++)
        check_row(&all, 4 * k + 3, &fewer, k);
    dataset_free(&fewer);
    dataset_free(&some);
    dataset_free(&all);
}
END_TEST

/* A view has the columns up to its last entry, as a file of its rows has; rows without entries have none. */
START_TEST(trimmed)
{
    static const char text[] = "1 1:1 3:1\n2 2:1 7:1\n3\n4 9:2\n5 300:1\n";
    static const uint32_t features[] = {3, 7, 0, 9, 300};
    static const int each[] = {0, 1, 2, 3, 4};
    const struct par par = {1, NULL};
    struct dataset all, some;
    struct error err;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    ck_assert_int_eq(dataset_open(path, 0, &par, &all, &err), OK);
    for (int s = 0; s < 5; s++) {
        ck_assert_int_eq(segments_within(&all, each, s, &some, &err), OK);
        ck_assert(some.x.cols == 300 && some.features == 300);
        segments_trim(&some);
        ck_assert(some.x.cols == features[s] && some.features == features[s]);
        dataset_free(&some);
        ck_assert_int_eq(segments_without(&all, each, s, &some, &err), OK);
        segments_trim(&some);
        ck_assert(some.x.cols == (s == 4 ? 9 : 300) && some.features == some.x.cols);
        dataset_free(&some);
    }
    dataset_free(&all);
    ck_assert_int_eq(dataset_open(path, DATASET_COMPACT, &par, &all, &err), OK);
    ck_assert(all.x.cols == 6);
    ck_assert_int_eq(segments_without(&all, each, 4, &some, &err), OK);
    segments_trim(&some);
    ck_assert(some.x.cols == 5 && some.features == 9);
    dataset_free(&some);
    dataset_free(&all);
    unlink(path);
}
END_TEST

/* Kernels and parts of a matrix of some rows: A w, A'(A w) and |x_i|^2 are those of the rows one by one. */
START_TEST(matrix_of_some)
{
    static const char *const values[] = {"1", "2", "3"}; /* sums of whole numbers are exact in any order */
    const struct par par = {1, NULL};
    struct dataset all, some;
    struct error err;
    int segment[ROWS];

    read_rows(values, 3, &all);
    for (int i = 0; i < ROWS; i++)
        segment[i] = i * 7 % COUNT;
    for (int s = 0; s < COUNT; s++) {
        double w[COLS], z[ROWS], g[COLS], expected[COLS] = {0};
        const struct csr_kernels *kernels = csr_kernels(&all.x, isa_best());
        struct arena arena = {0};
        struct matrix A;
        double sqnorm[ROWS];
        ck_assert_int_eq(segments_without(&all, segment, s, &some, &err), OK);
        ck_assert(matrix_init(&A, &some.x, 0, 1, 0, &par, &arena));
        for (int j = 0; j < COLS; j++)
            w[j] = j - 3;
        matrix_sqnorms(&A, sqnorm);
        matrix_apply(&A, w, z);
        matrix_adjoint(&A, z, g);
        for (int64_t i = 0, k = 0; i < ROWS; i++)
            if (segment[i] != s) {
                double score;
                kernels->product(&all.x, i, i + 1, 1, w, &score);
                kernels->adjoint(&all.x, i, i + 1, 1, &score, expected);
                ck_assert(score == z[k] && sqnorm[k] == kernels->sqnorm(&all.x, i));
                k++;
            }
        ck_assert(memcmp(g, expected, sizeof g) == 0);
        arena_free(&arena);
        dataset_free(&some);
    }
    dataset_free(&all);
}
END_TEST

RUN_TESTS("segments", each_segment, twice, trimmed, matrix_of_some)
