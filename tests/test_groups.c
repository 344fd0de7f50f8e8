/* test_groups - groups of weights, as the program trains with them, against proximal gradient steps; what files say of
 * features that are renumbered, or have several weights. */
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

/* ---- groups ---------------------------------------------------------------------------------------------------------- */

enum { FAR = 2147483646 };

/* Of columns 1, 4, 6; of 2 and 5; 3 alone, once by its number and once by none. */
static const int group_of[COLS] = {7, 0, -1, 7, 0, 7};
static const char groups_text[] = "6 7\n4 7 # and\n\n1 7\n5 0\n2 0\n";

/* r sum_g sqrt(n_g) |w_g| + c |w|^2/2 in the place of the sum over columns. */
static double group_value(const struct sample *s, const double *w)
{
    double sum = s->c * vec_sqnorm(COLS, w) / 2;

    for (int g = -1; g <= 7; g++) {
        double square = 0, count = 0;
        for (int j = 0; j < COLS; j++)
            if (group_of[j] == g) {
                square += w[j] * w[j];
                count++;
            }
        sum += s->r * sqrt(count * square);
    }
    return sample_risk(s, w) + s->lambda * sum;
}

/* min J by proximal gradient steps of length 1/L, L the trace of the Hessian. */
static double group_minimise(const struct sample *s)
{
    double w[COLS] = {0}, v[COLS], L = 0;

    for (int i = 0; i < ROWS; i++)
        L += vec_sqnorm(COLS, s->x[i]) / ROWS / (s->logistic ? 4 : 1);
    for (int k = 0; k < 30000; k++) {
        for (int j = 0; j < COLS; j++)
            v[j] = w[j] - sample_slope(s, w, j) / L;
        for (int g = -1; g <= 7; g++) {
            double square = 0, count = 0, cut;
            for (int j = 0; j < COLS; j++) {
                square += group_of[j] == g ? v[j] * v[j] : 0;
                count += group_of[j] == g;
            }
            cut = s->lambda * s->r * sqrt(count) / L;
            for (int j = 0; j < COLS; j++)
                if (group_of[j] == g)
                    w[j] = fmax(0, 1 - cut / sqrt(square)) * v[j] / (1 + s->lambda * s->c / L);
        }
    }
    return group_value(s, w);
}

START_TEST(test_groups)
{
    static const struct {
        const char *reg;
        double c, r;
        int engines;
    } list[] = {{"group", 0, 1, 5}, {"elastic-group:0.7", 0.3, 0.7, 7}, {"elastic-group:0", 1, 0, 7}};
    char file[64];

    temp_file(file, groups_text, strlen(groups_text));
    for (size_t k = 0; k < sizeof list / sizeof *list; k++)
        for (uint64_t seed = 1; seed <= 6; seed++) {
            const char *files[RECIPE_FILES] = {[FILE_GROUPS] = file};
            struct sample s;
            sample_make(&s, 20 + seed, seed % 2 == 0);
            s.c = list[k].c;
            s.r = list[k].r;
            s.lambda = seed > 3 ? 0.01 : 0.1;
            ck_assert_int_eq(check_engines(&s, list[k].reg, files, group_minimise(&s), group_value), list[k].engines);
            unlink(s.path);
        }
    unlink(file);
}
END_TEST

/* Groups of one feature each are l1. */
START_TEST(test_alone)
{
    static const char *const loss[] = {"hinge", "logistic", "squared"}, *const engine[] = {"bundle", "linesearch:ocas", "agm"};
    static const char text[] = "1 5\n3 4\n";
    char file[64];

    temp_file(file, text, strlen(text));
    for (int k = 0; k < 3; k++) {
        const char *files[RECIPE_FILES] = {[FILE_GROUPS] = file};
        struct sample s;
        struct outcome l1, group;
        double w[COLS], v[COLS];
        sample_make(&s, 40 + (uint64_t)k, k < 2);
        l1 = run_once(s.path, "auto", loss[k], "l1", no_files, 0.1, w);
        group = run_once(s.path, engine[k], loss[k], "group", files, 0.1, v);
        ck_assert_double_eq_tol(l1.primal, group.primal, 2e-9 * l1.primal);
        for (int j = 0; j < COLS; j++)
            ck_assert_int_eq(w[j] == 0, v[j] == 0);
        unlink(s.path);
    }
    unlink(file);
}
END_TEST

/* ---- columns that are not features, or not numbered so --------------------------------------------------------------- */

/* What the files say follows features that the reader had to renumber, and is refused of those that there are not. */
START_TEST(test_renumbered)
{
    static const struct {
        const char *reg, *near, *far;
        enum recipe_file which;
    } list[] = {{"l2", "2 -0.01 0.02\n6 -\n", "2 -0.01 0.02\n2147483646 -\n", FILE_BOUNDS},
                {"l1", "6 0.01\n", "3000000 5 # occurs nowhere\n2147483646 0.01\n", FILE_FACTORS},
                {"group", "1 1\n5 1\n6 1\n", "1 1\n77 1\n5 1\n2147483646 1\n", FILE_GROUPS}};

    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        static char text[ROWS * COLS * 40];
        const char *files[RECIPE_FILES] = {NULL};
        struct sample s;
        struct outcome near, far;
        struct trained a = {.recipe = recipe_default()};
        struct error err;
        char file[2][64], path[64], said[200];
        double w[COLS], v[COLS];
        size_t used = 0;
        sample_make(&s, 50 + k, true);
        for (int i = 0; i < ROWS; i++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%.4f", s.y[i]);
            for (int j = 0; j < COLS; j++)
                used += (size_t)snprintf(text + used, sizeof text - used, " %d:%.4f", j == COLS - 1 ? FAR : j + 1, s.x[i][j]);
            used += (size_t)snprintf(text + used, sizeof text - used, "\n");
        }
        temp_file(path, text, used);
        temp_file(file[0], list[k].near, strlen(list[k].near));
        temp_file(file[1], list[k].far, strlen(list[k].far));
        files[list[k].which] = file[0];
        near = run_once(s.path, "auto", "logistic", list[k].reg, files, 0.05, w);
        files[list[k].which] = file[1];
        far = run_once(path, "auto", "logistic", list[k].reg, files, 0.05, v);
        ck_assert(near.primal == far.primal && near.dual == far.dual && memcmp(w, v, sizeof w) == 0);
        memcpy(a.files, files, sizeof files);
        ck_assert_int_eq(trained_run(&a, s.path, "auto", "logistic", list[k].reg, 0.05, 1e-3, &err), ERR_DATA);
        snprintf(said, sizeof said, "%s:%d: feature 2147483646 is none of the training data: the largest index there is 6",
                 file[1], list[k].which == FILE_GROUPS ? 4 : 2);
        ck_assert_str_eq(err.text, said);
        trained_free(&a);
        for (int f = 0; f < 2; f++)
            unlink(file[f]);
        unlink(path);
        unlink(s.path);
    }
}
END_TEST

enum { CLASSES = 3 };

/* J of softmax with a bias of 2: with groups, features 1 and 2 in one, or with factor 9 of feature 5 and bounds of feature
 * 2. */
static double classes_primal(const struct sample *s, const int *label, double lambda, const double *w, bool grouped)
{
    const size_t k = CLASSES;
    double sum = 0, omega = 0, first = 0;

    for (int i = 0; i < ROWS; i++) {
        double z[CLASSES] = {0}, all = 0;
        for (size_t o = 0; o < k; o++) {
            for (size_t j = 0; j < COLS; j++)
                z[o] += s->x[i][j] * w[j * k + o];
            z[o] += 2 * w[COLS * k + o];
        }
        for (size_t o = 0; o < k; o++)
            all += exp(z[o] - z[label[i]]);
        sum += log(all) / ROWS;
    }
    for (size_t j = 0; j <= COLS; j++) {
        double square = vec_sqnorm(k, w + j * k);
        first += j < 2 ? square : 0;
        if (grouped)
            omega += j < 2 ? 0 : sqrt((double)k * square);
        else
            omega += (j == 4 ? 9 : 1) * square / 2;
        for (size_t o = 0; o < k && !grouped && j == 1; o++)
            ck_assert(w[j * k + o] >= -0.01 && w[j * k + o] <= 0.05);
    }
    return sum + lambda * (omega + (grouped ? sqrt((double)(2 * k) * first) : 0));
}

/* The rows of the sample with a label of three. */
static void write_classes(const struct sample *s, int *label, char path[64])
{
    static char text[ROWS * COLS * 40];
    size_t used = 0;

    for (int i = 0; i < ROWS; i++) {
        label[i] = s->y[i] > 0 ? 2 : s->x[i][1] > 0;
        used += (size_t)snprintf(text + used, sizeof text - used, "%d", label[i]);
        for (int j = 0; j < COLS; j++)
            used += (size_t)snprintf(text + used, sizeof text - used, " %d:%.4f", j + 1, s->x[i][j]);
        used += (size_t)snprintf(text + used, sizeof text - used, "\n");
    }
    temp_file(path, text, used);
}

/* Several weights a feature, and a bias that no file names. */
START_TEST(test_classes)
{
    static const char *const engine[] = {"bundle", "linesearch:ocas", "agm"};
    char file[3][64], path[64];
    struct sample s;
    struct rng rng;
    int label[ROWS];

    rng_seed(&rng, 9);
    sample_make(&s, 60, true);
    write_classes(&s, label, path);
    temp_file(file[0], "5 9\n", 4);
    temp_file(file[1], "2 -0.01 0.05\n", 13);
    temp_file(file[2], "1 0\n2 0\n", 8);
    for (int grouped = 0; grouped < 2; grouped++) {
        double least = INFINITY, most = -INFINITY;
        for (int k = 0; k < 3; k++) {
            struct trained a = {.recipe = recipe_default(), .bias = 2};
            struct error err;
            double primal;
            a.files[FILE_FACTORS] = grouped ? NULL : file[0];
            a.files[FILE_BOUNDS] = grouped ? NULL : file[1];
            a.files[FILE_GROUPS] = grouped ? file[2] : NULL;
            ck_assert_msg(trained_run(&a, path, engine[k], "softmax", grouped ? "group" : "l2", 0.02, 1e-7, &err) == OK, "%s",
                          err.text);
            ck_assert_int_eq(a.t.outcome.verdict, CONVERGED);
            primal = classes_primal(&s, label, 0.02, a.t.solution.w, grouped);
            ck_assert_double_eq_tol(primal, a.t.outcome.primal, 1e-11);
            for (int trial = 0; trial < 300 && grouped; trial++) {
                double w[(COLS + 1) * CLASSES];
                random_vector(&rng, (COLS + 1) * CLASSES, exp(-10 * rng_uniform(&rng)), w);
                vec_add((COLS + 1) * CLASSES, 1, a.t.solution.w, w);
                ck_assert_double_ge(classes_primal(&s, label, 0.02, w, grouped), a.t.outcome.dual);
            }
            least = fmin(least, a.t.outcome.primal);
            most = fmax(most, a.t.outcome.dual);
            trained_free(&a);
        }
        ck_assert_double_le(most, least);
    }
    for (int f = 0; f < 3; f++)
        unlink(file[f]);
    unlink(path);
    unlink(s.path);
}
END_TEST

/* Runs with several outputs bracket one minimum: sda over groups, steps of single units with factors and bounds. */
START_TEST(test_classes_by_more)
{
    static const struct {
        const char *engine, *reg;
        bool converges;
    } list[] = {{"bundle", "elastic-group:0.5", true}, {"sda", "elastic-group:0.5", true}, {"bundle", "elastic", true},
                {"pegasos", "elastic", false},         {"proximal:online", "elastic", false}};
    static const char *const loss[] = {"softmax", "crammer-singer"};
    char file[3][64], path[64];
    struct sample s;
    int label[ROWS];

    sample_make(&s, 61, true);
    write_classes(&s, label, path);
    temp_file(file[0], "5 9\n1 0.2\n", 10);
    temp_file(file[1], "2 -0.01 0.05\n", 13);
    temp_file(file[2], "1 0\n2 0\n4 7\n5 7\n", 16);
    for (int k = 0; k < 2; k++) {
        double J = 0, D = 0;
        for (size_t e = 0; e < sizeof list / sizeof *list; e++) {
            struct trained a = {.recipe = recipe_default(), .bias = 2};
            bool grouped = e < 2;
            struct error err;
            const struct outcome *o = &a.t.outcome;
            a.files[FILE_FACTORS] = grouped ? NULL : file[0];
            a.files[FILE_BOUNDS] = grouped ? NULL : file[1];
            a.files[FILE_GROUPS] = grouped ? file[2] : NULL;
            ck_assert_msg(trained_run(&a, path, list[e].engine, loss[k], list[e].reg, 0.05, 1e-6, &err) == OK, "%s", err.text);
            ck_assert_msg(!list[e].converges || o->verdict == CONVERGED, "%s by %s", loss[k], list[e].engine);
            ck_assert_msg(o->primal - o->dual <= 0.05 * o->primal, "%s by %s: %g", loss[k], list[e].engine, o->dual);
            J = e % 2 == 0 && e < 4 ? o->primal : J;
            D = e % 2 == 0 && e < 4 ? o->dual : D;
            ck_assert_msg(o->dual <= J && D <= o->primal, "%s by %s", loss[k], list[e].engine);
            trained_free(&a);
        }
    }
    for (int f = 0; f < 3; f++)
        unlink(file[f]);
    unlink(path);
    unlink(s.path);
}
END_TEST

/* Groups of the residues of a number. */
START_TEST(test_contract_groups)
{
    static const char *const name[] = {"group", "elastic-group"};
    struct rng rng;

    rng_seed(&rng, 12);
    for (int trial = 0; trial < 400; trial++) {
        const struct reg *reg = reg_find(name[trial % 2]);
        size_t n = (size_t)rng_below(&rng, CONTRACT_DIM) + 1, apart = (size_t)rng_below(&rng, 4) + 1;
        double *p = mem_alloc(groups_room(n), sizeof *p);
        ck_assert_ptr_nonnull(p);
        p[0] = trial % 2 ? rng_uniform(&rng) * 0.99 : 0;
        p[1] = 0;
        groups_begin(p, n);
        for (size_t j = apart; j < n; j++)
            groups_join(p, j % apart, j - apart, j);
        groups_end(p);
        contract_check(reg, p, n, &rng);
        mem_free(p);
    }
}
END_TEST

RUN_TESTS("groups", test_groups, test_alone, test_renumbered, test_classes, test_classes_by_more, test_contract_groups)
