/* test_scaling - rows of length 1 and columns divided by their sizes, against the definitions; models of raw values. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/rows/scaling.h"
#include "data/text/row_facts.h"
#include "data/text/source.h"
#include "model/predict.h"
#include "train/training.h"
#include "common.h"
#include "reading.h"

static struct error err;

static void read_text(const char *text, struct dataset *data)
{
    ck_assert_msg(read_whole(text, strlen(text), 1, 1 << 16, data, &err) == OK, "%s: %s", text, err.text);
}

static const char weighted[] = "1 cost:3 1:3 2:3 3:-4\n-1 1:-1 2:3\n1 cost:0 1:7 3:9\n",
                  repeated[] = "1 1:3 2:3 3:-4\n1 1:3 2:3 3:-4\n1 1:3 2:3 3:-4\n-1 1:-1 2:3\n1 cost:0 1:7 3:9\n";

enum { ROWS = 5, COLS = 4 };

/* The sizes of the columns of dense x. */
static void sizes(double x[ROWS][COLS], enum scale_columns columns, double size[COLS])
{
    for (int j = 0; j < COLS; j++) {
        double most = 0, squares = 0, sum = 0, spread = 0;

        for (int i = 0; i < ROWS; i++) {
            most = fmax(most, fabs(x[i][j]));
            squares += x[i][j] * x[i][j];
            sum += x[i][j];
        }
        for (int i = 0; i < ROWS; i++)
            spread += (x[i][j] - sum / ROWS) * (x[i][j] - sum / ROWS);
        size[j] = columns == SCALE_MAXABS ? most : columns == SCALE_NORM ? sqrt(squares) : sqrt(spread / ROWS);
        size[j] = columns == SCALE_NONE || size[j] == 0 ? 1 : size[j];
    }
}

START_TEST(test_definitions)
{
    for (int columns = SCALE_NONE; columns <= SCALE_SD; columns++)
        for (int unit = 0; unit < 2; unit++) {
            double x[ROWS][COLS] = {{3, 3, -4, 0}, {-1, 3, 0, 0}, {0, 3, 1e-3, 0}, {0}, {2, 3, 0, 0}}, size[COLS];
            struct arena arena = {0};
            struct dataset data;

            read_text("1 1:3 2:3 3:-4\n-1 1:-1 2:3\n1 2:3 3:1e-3\n-1 4:0\n1 1:2 2:3\n", &data);
            for (int i = 0; i < ROWS; i++) {
                double length = sqrt(x[i][0] * x[i][0] + x[i][1] * x[i][1] + x[i][2] * x[i][2]);
                for (int j = 0; unit && length > 0 && j < COLS; j++)
                    x[i][j] /= length;
            }
            sizes(x, (enum scale_columns)columns, size);
            ck_assert_msg(scaling_apply(&data, unit, (enum scale_columns)columns, "data", &arena, &err) == OK, "%s", err.text);
            ck_assert(data.x.storage == CSR_DOUBLE && data.unit == unit);
            for (int i = 0; i < ROWS; i++)
                for (int64_t k = data.x.start[i]; k < data.x.end[i]; k++) {
                    uint32_t j = csr_col(&data.x, k);
                    ck_assert_double_eq_tol(csr_value(&data.x, k), x[i][j] / size[j], 4e-16 * fabs(x[i][j] / size[j]));
                }
            for (uint32_t j = 0; columns != SCALE_NONE && j < COLS; j++)
                ck_assert_double_eq_tol(dataset_scale(&data, j), size[j], 4e-16 * size[j]);
            arena_free(&arena);
            dataset_free(&data);
        }
}
END_TEST

/* A row of weight 3 is three rows; of weight 0 none, but for the largest value. */
START_TEST(test_weights)
{
    for (int columns = SCALE_NORM; columns <= SCALE_SD; columns++) {
        struct arena arena = {0};
        struct dataset a, b;

        read_text(weighted, &a);
        read_text(repeated, &b);
        ck_assert_int_eq(scaling_apply(&a, false, (enum scale_columns)columns, "data", &arena, &err), OK);
        ck_assert_int_eq(scaling_apply(&b, false, (enum scale_columns)columns, "data", &arena, &err), OK);
        for (uint32_t j = 0; j < 3; j++)
            ck_assert_double_eq_tol(dataset_scale(&a, j), dataset_scale(&b, j), 1e-14);
        arena_free(&arena);
        dataset_free(&a);
        dataset_free(&b);
    }
}
END_TEST

START_TEST(test_lengths)
{
    static const struct {
        const char *row;
        double length;
    } rows[] = {{"1 1:3 2:4\n", 5}, {"1 1:3e200 2:-4e200\n", 5e200}, {"1 1:3e-200 2:4e-200\n", 5e-200}, {"1 1:0\n", 0}};

    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct dataset data;
        read_text(rows[k].row, &data);
        ck_assert_double_le(fabs(scaling_length(&data.x, 0) - rows[k].length), 4e-16 * rows[k].length);
        dataset_free(&data);
    }
}
END_TEST

START_TEST(test_overflow)
{
    static const char large[] = "1 2:1.7e308\n-1 2:-1.7e308\n";

    for (int columns = SCALE_MAXABS; columns <= SCALE_SD; columns++) {
        struct arena arena = {0};
        struct dataset data;

        read_text(large, &data);
        ck_assert_int_eq(scaling_apply(&data, false, (enum scale_columns)columns, "data", &arena, &err),
                         columns != SCALE_NORM ? OK : ERR_DATA);
        if (columns == SCALE_NORM)
            ck_assert_str_eq(err.text, "data: the size of feature 2 overflows: scale=maxabs takes values of any size");
        arena_free(&arena);
        dataset_free(&data);
    }
}
END_TEST

/* Columns that do not vary, and those whose squares vanish or overflow. */
START_TEST(test_constant)
{
    static const char rows[] = "1 1:0.1 2:1e-170 3:1e200\n-1 1:0.1 2:-1e-170 3:-1e200\n1 1:0.1 2:1e-170 3:1e200\n";
    struct arena arena = {0};
    struct dataset data;

    read_text(rows, &data);
    ck_assert_int_eq(scaling_apply(&data, false, SCALE_SD, "data", &arena, &err), OK);
    ck_assert_double_eq(dataset_scale(&data, 0), 1);
    ck_assert_double_eq_tol(dataset_scale(&data, 1) / 1e-170, sqrt(8.0 / 9), 1e-14);
    ck_assert_double_eq_tol(dataset_scale(&data, 2) / 1e200, sqrt(8.0 / 9), 1e-14);
    arena_free(&arena);
    dataset_free(&data);
}
END_TEST

/* ---- models ---------------------------------------------------------------------------------------------------------- */

static void train(struct dataset *data, struct model *model, const struct model *start)
{
    struct recipe recipe = recipe_default();
    struct training t;

    recipe.relative = 1e-10;
    recipe.bias = 1;
    recipe.loss = loss_find("logistic");
    ck_assert_msg(training_init(&t, &recipe, data, "data", &par_alone, &err) == OK, "%s", err.text);
    if (start)
        ck_assert_int_eq(training_start(&t, start, "start", &err), OK);
    ck_assert_int_eq(training_run(&t, &err), OK);
    ck_assert(!start || t.outcome.passes <= 3);
    ck_assert_int_eq(training_model(&t, model, &err), OK);
    training_free(&t);
}

/* Scores of raw rows by the model of scaled ones are those of scaled rows; so they are once it was written and read; a start
 * from it begins at its minimum. */
START_TEST(test_models)
{
    for (int columns = SCALE_NONE; columns <= SCALE_SD; columns++)
        for (int unit = 0; unit < 2; unit++) {
            struct arena arena = {0};
            struct dataset raw, scaled;
            struct model model, back, again;
            double a[ROWS], b[ROWS];
            char path[64];

            read_text("1 1:3 2:3 3:-4\n-1 1:-1 2:3\n1 2:3 3:1e-3\n-1 4:0\n1 1:2 2:3\n", &raw);
            read_text("1 1:3 2:3 3:-4\n-1 1:-1 2:3\n1 2:3 3:1e-3\n-1 4:0\n1 1:2 2:3\n", &scaled);
            ck_assert_int_eq(scaling_apply(&scaled, unit, (enum scale_columns)columns, "data", &arena, &err), OK);
            train(&scaled, &model, NULL);
            ck_assert_int_eq(model.unit, unit);
            temp_file(path, "", 0);
            ck_assert_msg(model_save(&model, path, &err) == OK && model_load(path, &back, &err) == OK, "%s", err.text);
            ck_assert_int_eq(back.unit, unit);
            ck_assert_int_eq(predict_decisions(&back, &raw, &par_alone, a, &err), OK);
            ck_assert_int_eq(predict_decisions(&model, &scaled, &par_alone, b, &err), OK);
            for (int i = 0; i < ROWS; i++)
                ck_assert_double_eq_tol(a[i], b[i], 1e-13);
            train(&scaled, &again, &model);
            model_free(&model);
            model_free(&back);
            model_free(&again);
            arena_free(&arena);
            dataset_free(&raw);
            dataset_free(&scaled);
            unlink(path);
        }
}
END_TEST

RUN_TESTS("scaling", test_definitions, test_weights, test_lengths, test_overflow, test_constant, test_models)
