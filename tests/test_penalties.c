/* test_penalties - bounds and factors of weights, as the program trains with them, against coordinate descent by bisection,
 * and against what is known of the minimum. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "math/vec.h"
#include "reg/columns.h"
#include "common.h"
#include "contract.h"
#include "problems.h"
#include "samples.h"

static int check_twin(const struct sample *s, const char *reg, const char *const files[RECIPE_FILES])
{
    double w[COLS];

    return check_engines(s, reg, files, sample_minimise(s, w), sample_value);
}

/* ---- nonneg and box -------------------------------------------------------------------------------------------------- */

static void set_bounds(struct sample *s, double lo, double hi)
{
    for (int j = 0; j < COLS; j++) {
        s->lo[j] = lo;
        s->hi[j] = hi;
    }
}

START_TEST(test_bounded)
{
    static const struct {
        const char *reg;
        double c, r, lo, hi;
    } list[] = {{"nonneg", 1, 0, 0, INFINITY},       {"nonneg:0.7", 0.3, 0.7, 0, INFINITY},
                {"nonneg:0.95", 0.05, 0.95, 0, INFINITY}, {"box", 1, 0, -1, 1},
                {"box:-0.1,0.05", 1, 0, -0.1, 0.05}, {"box:0,0.3", 1, 0, 0, 0.3}, {"box:-1e100,1e100", 1, 0, -1e100, 1e100}};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (uint64_t seed = 1; seed <= 4; seed++) {
            struct sample s;
            sample_make(&s, seed, seed % 2 == 0);
            s.c = list[k].c;
            s.r = list[k].r;
            set_bounds(&s, list[k].lo, list[k].hi);
            s.lambda = seed > 2 ? 0.001 : 0.1;
            ck_assert_int_eq(check_twin(&s, list[k].reg, no_files), 10);
            unlink(s.path);
        }
}
END_TEST

/* ---- factors and bounds ---------------------------------------------------------------------------------------------- */

/* Those of the sample, each written in one of its ways; the first and the last column in neither file. */
static void write_files(const struct sample *s, char factors[64], char bounds[64])
{
    char text[1000] = "# INDEX FACTOR\n\n", other[1000] = "";
    size_t used = strlen(text), more = 0;

    for (int j = COLS - 2; j > 0; j--) {
        double lo = s->lo[j], hi = s->hi[j];
        used += (size_t)snprintf(text + used, sizeof text - used, " %d\t%.17g # of %d\n", j + 1, s->f[j], j);
        if (lo == 0 && isinf(hi))
            more += (size_t)snprintf(other + more, sizeof other - more, "%d +\n", j + 1);
        else if (hi == 0 && isinf(lo))
            more += (size_t)snprintf(other + more, sizeof other - more, "%d -\n", j + 1);
        else
            more += (size_t)snprintf(other + more, sizeof other - more, "%d %.17g %.17g\r\n", j + 1, lo, hi);
    }
    temp_file(factors, text, used);
    temp_file(bounds, other, more);
}

/* Some of every kind. */
static void random_penalties(struct sample *s, struct rng *rng)
{
    for (int j = 1; j < COLS - 1; j++) {
        uint64_t kind = rng_below(rng, 5);
        s->f[j] = exp(random_normal(rng));
        s->lo[j] = kind == 0 ? 0 : kind == 1 ? -INFINITY : -0.3 * rng_uniform(rng);
        s->hi[j] = kind == 0 ? INFINITY : kind == 1 ? 0 : kind == 2 ? INFINITY : 0.3 * rng_uniform(rng);
    }
}

START_TEST(test_columns)
{
    static const struct {
        const char *reg;
        double c, r, lo, hi;
        int engines;
    } list[] = {{"l2", 1, 0, -INFINITY, INFINITY, 10},         {"l1", 0, 1, -INFINITY, INFINITY, 7},
                {"elastic:0.6", 0.4, 0.6, -INFINITY, INFINITY, 10}, {"elastic:0", 1, 0, -INFINITY, INFINITY, 10},
                {"nonneg:0.3", 0.7, 0.3, 0, INFINITY, 10},     {"box:-0.2,0.4", 1, 0, -0.2, 0.4, 10}};
    struct rng rng;

    rng_seed(&rng, 8);
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (uint64_t seed = 1; seed <= 8; seed++) {
            const char *files[RECIPE_FILES] = {NULL};
            struct sample s;
            char factors[64], bounds[64];
            sample_make(&s, seed, seed % 2 == 0);
            s.c = list[k].c;
            s.r = list[k].r;
            set_bounds(&s, list[k].lo, list[k].hi);
            s.lambda = seed > 4 ? 0.003 : 0.1;
            if (seed % 4 > 0)
                random_penalties(&s, &rng);
            write_files(&s, factors, bounds);
            files[FILE_FACTORS] = factors;
            files[FILE_BOUNDS] = bounds;
            ck_assert_int_eq(check_twin(&s, list[k].reg, files), list[k].engines);
            unlink(s.path);
            unlink(factors);
            unlink(bounds);
        }
}
END_TEST

/* Factors of 0 between bounds; some of these hold, some are far. */
START_TEST(test_free)
{
    static const struct {
        const char *reg;
        double c, r, lo, hi;
    } list[] = {{"l2", 1, 0, -INFINITY, INFINITY},     {"l1", 0, 1, -INFINITY, INFINITY},
                {"elastic:0.6", 0.4, 0.6, -INFINITY, INFINITY}, {"nonneg:0.3", 0.7, 0.3, 0, INFINITY},
                {"box:-20,20", 1, 0, -20, 20}};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const char *files[RECIPE_FILES] = {NULL};
            struct sample s;
            char factors[64], bounds[64];
            sample_make(&s, 70 + seed, seed % 2 == 0);
            s.c = list[k].c;
            s.r = list[k].r;
            set_bounds(&s, list[k].lo, list[k].hi);
            s.f[1] = 0;
            s.lo[1] = -30;
            s.hi[1] = 50;
            s.f[4] = seed > 1 ? 0 : 1;
            s.lo[4] = -0.1;
            s.hi[4] = seed > 3 ? 0 : 0.2;
            write_files(&s, factors, bounds);
            files[FILE_FACTORS] = factors;
            files[FILE_BOUNDS] = bounds;
            ck_assert_int_eq(check_twin(&s, list[k].reg, files), 6);
            unlink(s.path);
            unlink(factors);
            unlink(bounds);
        }
}
END_TEST

/* The rows of the sample, column j divided by sqrt(f_j); path is to be unlinked. */
static void write_scaled(const struct sample *s, const double *f, char path[64])
{
    static char text[ROWS * COLS * 40];
    size_t used = 0;

    for (int i = 0; i < ROWS; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%.4f", s->y[i]);
        for (int j = 0; j < COLS; j++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %d:%.17g", j + 1, s->x[i][j] / sqrt(f[j]));
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    temp_file(path, text, used);
}

/* l1 with factors f_j is l1 of columns x_j/f_j, l2 with f_j l2 of x_j/sqrt(f_j): powers of 4, so that no digit is lost. */
START_TEST(test_scaling)
{
    static const char *const reg[] = {"l1", "l2"}, *const loss[] = {"hinge", "logistic", "squared"};
    static const char factors[] = "1 4\n2 0.25\n3 16\n5 0.0625\n";
    static const double f[COLS] = {4, 0.25, 16, 1, 0.0625, 1};
    char file[64];

    temp_file(file, factors, strlen(factors));
    for (int k = 0; k < 6; k++) {
        const char *files[RECIPE_FILES] = {[FILE_FACTORS] = file};
        struct outcome with, scaled;
        struct sample s;
        double w[COLS], v[COLS], g[COLS];
        char path[64];
        sample_make(&s, 3 + (uint64_t)k, k % 3 < 2);
        for (int j = 0; j < COLS; j++)
            g[j] = k / 3 == 0 ? f[j] * f[j] : f[j];
        write_scaled(&s, g, path);
        with = run_once(s.path, "auto", loss[k % 3], reg[k / 3], files, 0.02, w);
        scaled = run_once(path, "auto", loss[k % 3], reg[k / 3], no_files, 0.02, v);
        ck_assert_double_eq_tol(with.primal, scaled.primal, 2e-9 * scaled.primal);
        ck_assert(with.dual <= scaled.primal && scaled.dual <= with.primal);
        for (int j = 0; j < COLS; j++)
            ck_assert_double_eq_tol(w[j] * sqrt(g[j]), v[j], 1e-3 * (1 + fabs(v[j])));
        unlink(path);
        unlink(s.path);
    }
    unlink(file);
}
END_TEST

/* Steps of pegasos with factors f_j are those on columns x_j/sqrt(f_j) without, to rounding. */
START_TEST(test_scaled_steps)
{
    static const char factors[] = "1 4\n2 0.25\n3 16\n5 0.0625\n";
    static const double f[COLS] = {4, 0.25, 16, 1, 0.0625, 1};
    char file[64];

    temp_file(file, factors, strlen(factors));
    for (int k = 0; k < 3; k++) {
        struct trained with = {.recipe = recipe_default(), .files = {[FILE_FACTORS] = file}},
                       scaled = {.recipe = recipe_default()};
        const char *loss = k == 0 ? "hinge" : k == 1 ? "logistic" : "absolute";
        struct sample s;
        struct error err;
        char path[64];
        sample_make(&s, 20 + (uint64_t)k, k < 2);
        write_scaled(&s, f, path);
        ck_assert_int_eq(trained_run(&with, s.path, "pegasos", loss, "l2", 0.02, 1e-9, &err), OK);
        ck_assert_int_eq(trained_run(&scaled, path, "pegasos", loss, "l2", 0.02, 1e-9, &err), OK);
        ck_assert_double_eq_tol(with.t.outcome.primal, scaled.t.outcome.primal, 1e-9 * scaled.t.outcome.primal);
        for (int j = 0; j < COLS; j++)
            ck_assert_double_eq_tol(with.t.solution.w[j] * sqrt(f[j]), scaled.t.solution.w[j], 1e-9);
        trained_free(&with);
        trained_free(&scaled);
        unlink(path);
        unlink(s.path);
    }
    unlink(file);
}
END_TEST

/* ---- features by name ------------------------------------------------------------------------------------------------ */

/* Reads the text as a file. */
static enum status read_text(enum penalty what, const char *text, struct penalty_names *names, struct penalty_file *out,
                             struct arena *arena)
{
    struct error err;
    char path[64];
    enum status status;

    temp_file(path, text, strlen(text));
    status = penalty_read(what, path, names, out, arena, &err);
    unlink(path);
    return status;
}

/* A word has one number in all files, so that factors of 0 find their bounds, and then the index of the data. */
START_TEST(test_words)
{
    static const char *const data[] = {"c", "a", "d", "b"};
    struct penalty_names names = {.index = NULL};
    struct penalty_file files[PENALTIES] = {{NULL}};
    struct term_table features = {0};
    struct arena arena = {0};
    struct error err;
    double p[REG_PARAMETERS] = {0};
    bool frees;

    for (size_t k = 0; k < sizeof data / sizeof *data; k++)
        ck_assert_uint_eq(term_table_put(&features, data[k], 1), k);
    ck_assert_int_eq(read_text(PENALTY_FACTORS, "a 2\nb 0\nc 3", &names, &files[PENALTY_FACTORS], &arena), OK);
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "d +\n", &names, &files[PENALTY_BOUNDS], &arena), OK);
    ck_assert_int_eq(penalty_frees(files, reg_find("l2"), p, &frees, &err), ERR_DATA);
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "d +\nb -1 2", &names, &files[PENALTY_BOUNDS], &arena), OK);
    ck_assert_int_eq(penalty_frees(files, reg_find("l2"), p, &frees, &err), OK);
    ck_assert(frees);
    ck_assert_int_eq(penalty_words(files, &features, &err), OK);
    for (size_t k = 0; k < 3; k++) { /* c a b */
        ck_assert_uint_eq(files[PENALTY_FACTORS].each[k].index, k == 2 ? 4 : k + 1);
        ck_assert_double_eq(files[PENALTY_FACTORS].each[k].number[0], k == 2 ? 0 : 3 - (double)k);
    }
    ck_assert_uint_eq(files[PENALTY_BOUNDS].each[0].index, 3);
    ck_assert_uint_eq(files[PENALTY_BOUNDS].each[1].index, 4);
    ck_assert_int_eq(read_text(PENALTY_GROUPS, "a 1\ne 1", &names, &files[PENALTY_GROUPS], &arena), OK);
    ck_assert_int_eq(penalty_words(files, &features, &err), ERR_DATA);
    term_table_free(&features);
    term_table_free(&names.table);
    arena_free(&arena);
}
END_TEST

/* A name with blanks; one that looks like an index is a name; else an index is one. */
START_TEST(test_names)
{
    static const uint32_t index[] = {7, 3, TERM_NONE};
    struct penalty_names names = {.index = index};
    struct penalty_file file;
    struct arena arena = {0};

    ck_assert_uint_eq(term_table_put(&names.table, "the first", 9), 0);
    ck_assert_uint_eq(term_table_put(&names.table, "5", 1), 1);
    ck_assert_uint_eq(term_table_put(&names.table, "two", 3), 2);
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "9 -1 1\n the first + # x\n5 -", &names, &file, &arena), OK);
    ck_assert_uint_eq(file.count, 3);
    for (size_t k = 0; k < 3; k++) {
        ck_assert_uint_eq(file.each[k].index, k == 0 ? 3 : k == 1 ? 7 : 9);
        ck_assert_int_eq(file.each[k].line, 3 - (int)(k == 2 ? 2 : k));
        ck_assert_uint_eq(file.each[k].name, k == 0 ? 1 : k == 1 ? 0 : TERM_NONE);
    }
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "two +", &names, &file, &arena), ERR_DATA);
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "first +", &names, &file, &arena), ERR_DATA);
    ck_assert_int_eq(read_text(PENALTY_BOUNDS, "5 +\n3 -", &names, &file, &arena), ERR_DATA);
    term_table_free(&names.table);
    arena_free(&arena);
}
END_TEST

/* ---- the contract of rows that describe weights ---------------------------------------------------------------------- */

/* The same factor and the same bounds for all, so that one weight stands for each. */
START_TEST(test_contract_columns)
{
    struct rng rng;

    rng_seed(&rng, 11);
    for (size_t k = 0; reg_at(k); k++) {
        const struct reg *reg = reg_at(k)->by_column;
        for (int trial = 0; reg && trial < 200; trial++) {
            size_t n = (size_t)rng_below(&rng, CONTRACT_DIM) + 1;
            double *p = mem_alloc(columns_room(n), sizeof *p), f = exp(random_normal(&rng));
            ck_assert_ptr_nonnull(p);
            for (int i = 0; i < REG_NUMBERS; i++) {
                const struct range *is = &reg->parameter[i], *same = &reg_at(k)->parameter[i];
                ck_assert(!is->name == !same->name && is->lo == same->lo && is->hi == same->hi && is->initial == same->initial);
                p[i] = is->initial;
            }
            ck_assert_str_eq(reg->name, reg_at(k)->name);
            ck_assert_str_eq(reg->by_column->name, reg->name);
            columns_begin(reg, p, n);
            for (size_t j = 0; j < n; j++) {
                columns_piece(p, j)->curvature *= f;
                columns_piece(p, j)->slope *= f;
                if (trial % 2 == 0 && !(reg->traits & REG_BOUNDED))
                    columns_piece(p, j)->lo = -(double)(trial % 5) / 3;
            }
            columns_end(p);
            contract_check(reg, p, n, &rng);
            mem_free(p);
        }
    }
}
END_TEST

RUN_TESTS("penalties", test_bounded, test_columns, test_free, test_scaling, test_scaled_steps, test_words, test_names,
          test_contract_columns)
