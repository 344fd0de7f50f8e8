/* test_risk_reference - the linear risk against values computed elsewhere, and against itself with other numbers of threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "common.h"
#include "problems.h"

static const struct par one = {1, NULL};

/* ---- reference values ------------------------------------------------------------------------------------------------- */

static void compare(size_t n, const double *got, const char *text, const char *what)
{
    double numbers[8];

    ck_assert_int_eq(numbers_read(text, 8, numbers), (int)n);
    for (size_t j = 0; j < n; j++)
        ck_assert_msg(fabs(got[j] - numbers[j]) <= 1e-10, "%s: %.17g for %.17g", what, got[j], numbers[j]);
}

static void check_reference(char *word[11])
{
    double p, w[8], a[8], z[16], u[16], off, R;
    const struct loss_row *loss = loss_named(word[0], &p);
    struct examples *e;
    struct risk_spec spec;
    struct arena arena = {0};
    struct risk *risk;
    size_t n;

    if (!loss)
        return;
    e = examples_read(word[1]);
    n = (size_t)numbers_read(word[2], 8, w);
    spec = examples_spec(e, loss, p, BIAS_NONE, 0);
    risk = risk_of(&spec, &one, &arena);
    ck_assert_uint_eq(risk->dim, n);
    R = risk_eval(risk, w, a, &off);
    compare(1, &R, word[3], "R");
    compare(n, a, word[4], "subgradient");
    if (strcmp(word[7], "-") != 0) {
        double mu = strtod(word[7], NULL);
        risk_apply(risk, w, z);
        R = risk_slopes(risk, mu, z, u, &off);
        compare(1, &R, word[8], "R_mu");
        risk_adjoint(risk, u, a);
        compare(n, a, word[9], "grad_mu");
    }
    if (strcmp(word[5], "-") == 0) { /* no bias is free */
        arena_free(&arena);
        examples_free(e);
        return;
    }
    spec = examples_spec(e, loss, p, BIAS_FREE, 1);
    risk = risk_of(&spec, &one, &arena);
    R = risk_eval(risk, w, a, &off);
    compare(1, &R, word[5], "R_minb");
    off = risk_bias(risk, w);
    if (!loss_kinked(loss))
        ck_assert_double_eq_tol(off, strtod(word[6], NULL), 1e-7); /* a minimum says little about its place */
    ck_assert_double_eq_tol(dense_risk(e, &spec, 0, w, off), R, 1e-14);
    arena_free(&arena);
    examples_free(e);
}

START_TEST(test_reference)
{
    static char line[4096];
    FILE *file = fopen("tests/reference/oracles.txt", "r");
    int count = 0;

    ck_assert_ptr_nonnull(file);
    while (fgets(line, sizeof line, file)) {
        char *word[11], *s = line;
        int words = 0;
        if (line[0] == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        for (char *tab = s; tab && words < 11; s = tab + 1) {
            word[words++] = s;
            tab = strchr(s, '\t');
            if (!tab)
                break;
            *tab = 0;
        }
        ck_assert_int_eq(words, 10);
        check_reference(word);
        count++;
    }
    fclose(file);
    ck_assert_int_gt(count, 10);
}
END_TEST

/* ---- threads ---------------------------------------------------------------------------------------------------------- */

enum { BIG_ROWS = 3000, BIG_COLS = 120, BIG_DIM = (BIG_COLS + 1 + TASK_CLASSES) * TASK_CLASSES,
       BIG_IMAGE = (BIG_ROWS + TASK_CLASSES) * TASK_CLASSES };

struct outcome {
    double a[BIG_DIM], a2[BIG_DIM], z[BIG_IMAGE], z2[BIG_IMAGE], u[BIG_IMAGE], number[8];
};

static void run_all(const struct risk_spec *spec, int threads, struct outcome *o)
{
    static double w[BIG_DIM], v[BIG_DIM], alpha[BIG_IMAGE], d[BIG_IMAGE];
    struct arena arena = {0};
    struct risk *risk;
    struct par par;
    struct rng rng;

    par_init(&par, threads);
    risk = risk_of(spec, &par, &arena);
    ck_assert_ptr_nonnull(risk);
    memset(o, 0, sizeof *o);
    rng_seed(&rng, 8);
    random_vector(&rng, risk->dim, 0.4, w);
    random_vector(&rng, risk->dim, 0.4, v);
    o->number[0] = risk_eval(risk, w, o->a, &o->number[1]);
    risk_apply(risk, w, o->z);
    o->number[2] = risk_value(risk, 0, o->z);
    risk_apply(risk, v, d);
    o->number[3] = risk_search(risk, -0.1, 0.5, o->z, d, arena_get(&arena, risk->search_room, 1));
    memcpy(o->z2, o->z, sizeof o->z);
    o->number[4] = risk_slopes(risk, risk->traits & RISK_SMOOTHABLE ? 0.1 : 0, o->z2, o->u, &o->number[5]);
    risk_adjoint(risk, o->u, o->a2);
    if (risk->traits & RISK_DUAL) {
        for (int64_t i = 0; i < BIG_ROWS; i++)
            spec_slope(spec, i, o->z + (size_t)i * spec_outputs(spec), alpha + (size_t)i * spec_outputs(spec));
        o->number[6] = risk_plane(risk, alpha, o->a2);
    }
    arena_free(&arena);
    par_free(&par);
}

/* Large enough for 16 parts of rows and several sums. */
START_TEST(test_threads)
{
    static struct outcome first, other;
    static const int threads[] = {2, 7};

    for (int storage = CSR_BINARY; storage < CSR_STORAGES; storage++) {
        struct examples *e = examples_random(3, BIG_ROWS, BIG_COLS, 0.15, (enum csr_storage)storage);
        ck_assert_int_gt(e->x.start[BIG_ROWS], 1 << 15);
        for (size_t k = 0; loss_at(k); k++)
            for (int mode = 0; mode < BIAS_MODES; mode++) {
                struct risk_spec spec = examples_spec(e, loss_at(k), loss_at(k)->parameter.initial, (enum bias_mode)mode, 1);
                double w[BIG_DIM];
                struct rng rng;
                examples_task(e, loss_at(k));
                if (!spec_sound(&spec) || (storage != CSR_DOUBLE && !spec.cost)) /* sets, groups: storages are the matrix' */
                    continue;
                run_all(&spec, 1, &first);
                rng_seed(&rng, 8);
                random_vector(&rng, spec_dim(&spec), 0.4, w);
                if (!spec_free(&spec)) /* parts add up to the whole */
                    ck_assert_double_le(fabs(first.number[0] - dense_risk(e, &spec, 0, w, 0)),
                                        1e-13 * (1 + fabs(first.number[0])));
                ck_assert_double_le(fabs(first.number[0] - first.number[1] - vec_dot(spec_dim(&spec), first.a, w)),
                                    1e-13 * (1 + fabs(first.number[0])));
                for (int t = 0; t < 2; t++) {
                    run_all(&spec, threads[t], &other);
                    ck_assert_msg(memcmp(&first, &other, sizeof first) == 0, "%s, storage %d, bias %s: %d threads differ",
                                  loss_at(k)->name, storage, bias_name[mode], threads[t]);
                }
                spec.cost = NULL; /* e->cost is 1/m each */
                run_all(&spec, 2, &other);
                ck_assert_msg(memcmp(&first, &other, sizeof first) == 0, "%s, storage %d, bias %s: without costs it differs",
                              loss_at(k)->name, storage, bias_name[mode]);
            }
        examples_free(e);
    }
}
END_TEST

RUN_TESTS("risk_reference", test_reference, test_threads)
