/* test_results - a list of results as text, as a table and as JSON. */
#include "cli/results.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common.h"

enum { ROOM = 1024 };

/* What is written to the file, which is closed. */
static void read_back(FILE *file, char text[ROOM])
{
    size_t length;

    rewind(file);
    length = fread(text, 1, ROOM - 1, file);
    text[length] = '\0';
    fclose(file);
}

static FILE *paper(void)
{
    FILE *file = tmpfile();

    ck_assert_ptr_nonnull(file);
    return file;
}

static void check_json(const struct results *all, const char *wanted)
{
    FILE *file = paper();
    char text[ROOM];

    results_print_json(file, all);
    read_back(file, text);
    ck_assert_str_eq(text, wanted);
}

/* Any bytes become a string of JSON in UTF-8: each byte that belongs to no character is U+FFFD. Table 3-7 of Unicode. */
START_TEST(bytes)
{
    static const struct {
        const char *bytes, *json;
    } rows[] = {
        {"", ""},
        {"a b/c", "a b/c"},
        {"\"\\", "\\\"\\\\"},
        {"\1\b\t\n\r\x1f\x7f", "\\u0001\\u0008\\u0009\\u000a\\u000d\\u001f\x7f"},
        {"\xc2\x80\xdf\xbf", "\xc2\x80\xdf\xbf"},
        {"\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf", "\xe0\xa0\x80\xed\x9f\xbf\xee\x80\x80\xef\xbf\xbf"},
        {"\xf0\x90\x80\x80\xf4\x8f\xbf\xbf", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
        {"\x80", "\\ufffd"},
        {"\xbf-", "\\ufffd-"},
        {"\xc0\x80", "\\ufffd\\ufffd"},                 /* 0 in two bytes */
        {"\xc1\xbf", "\\ufffd\\ufffd"},
        {"\xe0\x9f\xbf", "\\ufffd\\ufffd\\ufffd"},         /* U+07FF in three */
        {"\xed\xa0\x80", "\\ufffd\\ufffd\\ufffd"},         /* a surrogate */
        {"\xf0\x8f\xbf\xbf", "\\ufffd\\ufffd\\ufffd\\ufffd"}, /* U+FFFF in four */
        {"\xf4\x90\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd"}, /* above U+10FFFF */
        {"\xf8\x88\x80\x80\x80", "\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd"},
        {"\xfe\xff", "\\ufffd\\ufffd"},
        {"\xc3", "\\ufffd"}, /* cut */
        {"\xe2\x82", "\\ufffd\\ufffd"},
        {"\xf0\x9d\x84", "\\ufffd\\ufffd\\ufffd"},
        {"\xe2\x82\"", "\\ufffd\\ufffd\\\""},
        {"\xc3\xc3\xa4", "\\ufffd\xc3\xa4"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena arena = {0};
        struct results all = {.arena = &arena};
        char wanted[ROOM];

        results_add_text(&all, RESULT_FILE, rows[k].bytes);
        snprintf(wanted, sizeof wanted, "{\"file\":\"%s\"}\n", rows[k].json);
        check_json(&all, wanted);
        arena_free(&arena);
    }
}
END_TEST

/* A number has its digits by its row in text, all of them in JSON; no number is "n/a" and null. */
START_TEST(numbers)
{
    static const struct {
        enum result_id id;
        double value;
        const char *text, *json;
    } rows[] = {
        {RESULT_M, 9007199254740991, "9007199254740991", "9007199254740991"},
        {RESULT_M, 1e15, "1000000000000000", "1e+15"},
        {RESULT_SECONDS, 0.0123456789, "0.012", "0.0123456789"},
        {RESULT_LAMBDA, 1 / 3., "0.33333333", "0.3333333333333333"},
        {RESULT_PRIMAL, 1e-300, "1e-300", "1e-300"},
        {RESULT_PRIMAL, 0.1, "0.1", "0.1"},
        {RESULT_DUAL, -INFINITY, "-inf", "null"},
        {RESULT_DUAL, INFINITY, "inf", "null"},
        {RESULT_DUAL, NAN, "n/a", "null"},
        {RESULT_LABEL, -0.5, "-0.5", "-0.5"},
        {RESULT_LABEL, 1e300, "1e+300", "1e+300"},
    };

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena arena = {0};
        struct results all = {.arena = &arena};
        char text[RESULT_ROOM], wanted[ROOM];

        results_add(&all, rows[k].id, rows[k].value);
        ck_assert_str_eq(results_value(all.first, text), rows[k].text);
        snprintf(wanted, sizeof wanted, "{\"%s\":%s}\n", all.first->is->key, rows[k].json);
        check_json(&all, wanted);
        arena_free(&arena);
    }
}
END_TEST

/* The gap is told beside the primal objective, unless that is 0 or has no gap. */
START_TEST(gaps)
{
    static const struct {
        double primal, dual;
        const char *text;
    } rows[] = {{2, 1.5, "0.5 (0.25 of the primal)"}, {-2, -3, "1 (0.5 of the primal)"}, {0, -1, "1"}, {1, -INFINITY, "inf"}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct arena arena = {0};
        struct results all = {.arena = &arena};
        char text[RESULT_ROOM];

        results_add_gap(&all, rows[k].primal, rows[k].dual);
        ck_assert_str_eq(results_value(all.first, text), rows[k].text);
        arena_free(&arena);
    }
}
END_TEST

/* Lists in lists; sentences name keys; a table has the columns that have a name; no file, no text. */
START_TEST(lists)
{
    struct arena arena = {0};
    FILE *file = paper();
    struct results all = {.arena = &arena, .out = file}, none = {.arena = &arena}, *each, *figures;
    char text[ROOM];

    check_json(&all, "{}\n");
    results_add_text(&all, RESULT_FILE, "{m}");
    results_add(&all, RESULT_M, 4);
    figures = results_inside(&all, RESULT_FIGURES);
    results_add_figure(figures, &(struct figure){FIGURE_ACCURACY, 75, 3, 4});
    results_add_figure(figures, &(struct figure){.id = FIGURE_ROC_AREA, .value = NAN});
    results_add_figure(figures, &(struct figure){.id = FIGURE_BALANCED_ACCURACY, .value = 12.34567});
    each = results_inside(&all, RESULT_EACH);
    for (int k = 0; k < 2; k++) {
        struct results *row = results_inside(each, RESULT_ROW);
        results_add(row, RESULT_LABEL, k);
        results_add_text(row, RESULT_OTHER, k ? "other" : "");
        results_add(row, RESULT_UNMET, k);
    }
    check_json(&all, "{\"file\":\"{m}\",\"m\":4,\"figures\":{\"accuracy\":75,\"roc-area\":null,\"balanced-accuracy\":12.34567},"
                     "\"each\":[{\"label\":0,\"label\":\"\",\"unmet\":0},{\"label\":1,\"label\":\"other\",\"unmet\":1}]}\n");
    results_print(&all, "{file}: {m} lines\n{m}");
    results_print(&all, "\n");
    results_print_lines(figures, "of all: ");
    results_print_table(each, (const int[]){-6, 8});
    none.first = all.first;
    results_print(&none, "{m}");
    results_print_lines(&none, "");
    results_print_table(&none, NULL);
    read_back(file, text);
    ck_assert_str_eq(text, "{m}: 4 lines\n4\n"
                           "of all: Accuracy = 75% (3/4)\nof all: ROC area = n/a\nof all: Balanced accuracy = 12.3457%\n"
                           "label      label\n0               \n1          other\n");
    arena_free(&arena);
}
END_TEST

/* Without memory lists may be added to and printed all the same. */
START_TEST(no_memory)
{
    struct arena arena = {.failed = true};
    FILE *file = paper();
    struct results all = {.arena = &arena, .out = file};
    char text[ROOM];

    results_add(&all, RESULT_M, 1);
    results_add_text(&all, RESULT_FILE, "a");
    results_add_gap(&all, 1, 0);
    results_add_figure(&all, &(struct figure){.id = FIGURE_F1});
    results_add(results_inside(&all, RESULT_FIGURES), RESULT_F1, 1);
    results_print(&all, "{m}.");
    results_print_lines(&all, "");
    results_print_table(&all, NULL);
    read_back(file, text);
    ck_assert_str_eq(text, ".");
    arena_free(&arena);
}
END_TEST

RUN_TESTS("results", bytes, numbers, gaps, lists, no_memory)
