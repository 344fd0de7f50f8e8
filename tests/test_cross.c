/* test_cross - cross-validation: how folds are dealt, that each is a training on a file of the other lines and judged on a
 * file of its own, and what an interrupt and a limit leave. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "data/text/source.h"
#include "model/predict.h"
#include "task/evaluation.h"
#include "train/cross.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

static const struct par alone = {1, NULL};

/* Data, a recipe, the training on all of them that folds are dealt for. */
struct bench {
    struct dataset data;
    struct recipe recipe;
    struct training all;
};

static void bench_init(struct bench *b, const char *path, const char *loss, const struct par *par)
{
    struct error err;

    b->recipe = recipe_default();
    b->recipe.loss = loss_read(loss, &b->recipe.parameter);
    ck_assert_msg(dataset_open(path, 0, par, &b->data, &err) == OK, "%s", err.text);
    ck_assert_msg(training_init(&b->all, &b->recipe, &b->data, path, par, &err) == OK, "%s", err.text);
}

static void bench_free(struct bench *b)
{
    training_free(&b->all);
    dataset_free(&b->data);
}

/* ---- dealing --------------------------------------------------------------------------------- */

/* The least and the largest fold differ by one row at most, those of each class too. */
START_TEST(even)
{
    enum { FOLDS = 7, CLASSES = 10 };
    int64_t count[CLASSES + 1][FOLDS] = {{0}};
    struct error err;
    struct bench b;
    struct cross c;

    bench_init(&b, "data/digits.train.gz", "hinge", &alone);
    ck_assert_int_eq(cross_init(&c, &b.all, FOLDS, false, &err), OK);
    for (int64_t i = 0; i < b.data.x.rows; i++) {
        count[targets_class(&b.all.targets, i)][c.folds.of[i]]++;
        count[CLASSES][c.folds.of[i]]++;
    }
    for (int k = 0; k <= CLASSES; k++)
        for (int f = 1; f < FOLDS; f++)
            ck_assert_msg(count[k][0] > 0 && llabs(count[k][f] - count[k][0]) <= 1, "class %d, fold %d", k, f);
    ck_assert_int_eq(c.absent.fold, -1);
    cross_free(&c);
    bench_free(&b);
}
END_TEST

/* Rows with one qid are together, even where it returns; queries are dealt evenly, in an order of the seed. */
START_TEST(queries)
{
    static const char text[] = "1 qid:9 1:1\n-1 qid:9 1:1\n1 qid:2 1:1\n1 qid:5 1:1\n-1 qid:2 1:1\n-1 1:1\n1 1:2\n"
                               "-1 qid:9 1:3\n1 qid:18446744073709551615 1:1\n";
    static const int query[] = {0, 0, 1, 2, 1, 3, 3, 0, 4};
    enum { FOLDS = 2, QUERIES = 5, ROWS = 9 };
    int first[ROWS], other = 0;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    for (uint64_t seed = 1; seed < 9; seed++) {
        int of[QUERIES] = {-1, -1, -1, -1, -1}, ones = 0;
        struct error err;
        struct bench b;
        struct cross c;

        bench_init(&b, path, "squared", &alone);
        b.recipe.seed = seed;
        ck_assert_msg(cross_init(&c, &b.all, FOLDS, false, &err) == OK, "%s", err.text);
        for (int i = 0; i < ROWS; i++) {
            ck_assert(of[query[i]] < 0 || of[query[i]] == c.folds.of[i]);
            of[query[i]] = c.folds.of[i];
        }
        for (int k = 0; k < QUERIES; k++)
            ones += of[k];
        ck_assert(ones == QUERIES / 2);
        if (seed > 1)
            other += memcmp(first, c.folds.of, sizeof first) != 0;
        else
            memcpy(first, c.folds.of, sizeof first);
        cross_free(&c);
        ck_assert_int_eq(cross_init(&c, &b.all, QUERIES + 1, false, &err), ERR_USAGE);
        ck_assert_ptr_nonnull(strstr(err.text, "5 queries"));
        cross_free(&c);
        bench_free(&b);
    }
    ck_assert_int_gt(other, 0);
    unlink(path);
}
END_TEST

/* Blocks of 3, 3, 2 and 2 rows; the training of fold k knows the blocks before it. */
START_TEST(forward)
{
    static const int of[] = {-1, -1, -1, 0, 0, 0, 1, 1, 2, 2};
    static const char text[] = "1 1:1\n-1 1:2\n1 1:3\n-1 1:1\n1 1:5\n-1 1:6\n1 1:7\n-1 1:8\n1 1:9\n-1 1:1\n";
    static const char late[] = "1 1:1\n1 1:2\n1 1:3\n-1 1:1\n1 1:5\n";
    static const int64_t trained[] = {3, 6, 8}, judged[] = {3, 2, 2};
    struct error err;
    struct bench b;
    struct cross c;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    bench_init(&b, path, "hinge", &alone);
    ck_assert_msg(cross_init_forward(&c, &b.all, 3, false, &err) == OK, "%s", err.text);
    ck_assert_int_eq(memcmp(c.folds.of, of, sizeof of), 0);
    ck_assert_msg(cross_run(&c, &err) == OK, "%s", err.text);
    for (int f = 0; f < 3; f++)
        ck_assert(c.fold[f].done && c.fold[f].trained == trained[f] && c.fold[f].judged == judged[f]);
    cross_free(&c);
    ck_assert_int_eq(cross_init_forward(&c, &b.all, 10, false, &err), ERR_USAGE);
    cross_free(&c);
    ck_assert_int_eq(cross_init_forward(&c, &b.all, 9, false, &err), ERR_DATA); /* one label before fold 1 */
    cross_free(&c);
    bench_free(&b);
    unlink(path);
    temp_file(path, late, sizeof late - 1);
    bench_init(&b, path, "hinge", &alone);
    ck_assert_int_eq(cross_init_forward(&c, &b.all, 2, false, &err), ERR_DATA); /* 2, 2, 1 rows: the first two of one label */
    cross_free(&c);
    bench_free(&b);
    unlink(path);
}
END_TEST

/* Folds of the caller's: a row of none is trained on by each, and queries that they split are counted. */
START_TEST(own_folds)
{
    static const char text[] = "1 qid:1 1:1\n-1 qid:1 1:2\n1 qid:2 1:3\n-1 qid:2 1:1\n1 qid:3 1:5\n-1 1:6\n-1 1:7\n";
    int of[] = {-1, -1, 0, 1, 0, 1, 1};
    struct folds folds = {2, of, false};
    int64_t split;
    struct error err;
    struct bench b;
    struct cross c;
    char path[64];

    temp_file(path, text, sizeof text - 1);
    bench_init(&b, path, "hinge", &alone);
    ck_assert_msg(cross_init_folds(&c, &b.all, &folds, false, &err) == OK, "%s", err.text);
    ck_assert_msg(cross_run(&c, &err) == OK, "%s", err.text);
    ck_assert(c.fold[0].trained == 5 && c.fold[0].judged == 2 && c.fold[1].trained == 4 && c.fold[1].judged == 3);
    ck_assert(folds_split_queries(&folds, &b.data, &split, &err) == OK && split == 1);
    of[0] = 0;
    ck_assert(folds_split_queries(&folds, &b.data, &split, &err) == OK && split == 2);
    cross_free(&c);
    bench_free(&b);
    unlink(path);
}
END_TEST

/* ---- by hand --------------------------------------------------------------------------------- */

/* A file of the lines of a file that are in the fold, or of the others. */
static void cut(const char *from, const int *fold, int f, bool inside, char path[64])
{
    FILE *in = fopen(from, "r"), *out;
    char line[8192];

    temp_file(path, "", 0);
    out = fopen(path, "w");
    ck_assert(in && out);
    for (int64_t i = 0; fgets(line, sizeof line, in); i++)
        if ((fold[i] == f) == inside)
            fputs(line, out);
    ck_assert(fclose(in) == 0 && fclose(out) == 0);
}

/* What rrm-train on one file and rrm-predict on the other come to. */
static void by_hand(const struct bench *b, const char *train, const char *test, struct figures *figures)
{
    struct training t;
    struct model made, model;
    struct dataset rows, own;
    struct evaluation e;
    struct decoder d;
    struct error err;
    char path[64];
    double *decision, *answer;

    ck_assert(dataset_open(train, 0, &alone, &rows, &err) == OK && dataset_open(test, 0, &alone, &own, &err) == OK);
    ck_assert_msg(training_init(&t, &b->recipe, &rows, train, &alone, &err) == OK, "%s", err.text);
    ck_assert(training_run(&t, &err) == OK && training_model(&t, &made, &err) == OK);
    temp_file(path, "", 0);
    ck_assert(model_save(&made, path, &err) == OK && model_load(path, &model, &err) == OK);
    d = model_decoder(&model);
    decision = calloc((size_t)own.x.rows * d.outputs, sizeof *decision);
    answer = calloc((size_t)own.x.rows, sizeof *answer);
    ck_assert_int_eq(predict_decisions(&model, &own, &alone, decision, &err), OK);
    task_answers(&d, &own, decision, answer);
    ck_assert(evaluation_init(&e, &d, false, &err) == OK &&
              evaluation_add(&e, &own, answer, decision, NULL, &err) == OK &&
              evaluation_figures(&e, figures, &err) == OK);
    evaluation_free(&e);
    free(decision);
    free(answer);
    model_free(&made);
    model_free(&model);
    training_free(&t);
    dataset_free(&rows);
    dataset_free(&own);
    unlink(path);
}

/* Every figure of every fold is that of two files, bit for bit, for one thread and for three. */
START_TEST(as_from_files)
{
    static const struct {
        const char *loss, *solver;
        int folds;
    } cases[] = {{"hinge", "auto", 5}, {"roc", "auto", 4}, {"logistic", "proximal:newton", 3}, {"squared", "auto", 5},
                 {"hinge", "pegasos", 2}};
    const char *path = "data/breast-cancer.train";

    for (size_t n = 0; n < sizeof cases / sizeof *cases; n++)
        for (int threads = 1; threads <= 3; threads += 2) {
            struct error err;
            struct bench b;
            struct cross c;
            struct par par;

            par_init(&par, threads);
            bench_init(&b, path, cases[n].loss, &par);
            recipe_solver(&b.recipe, solver_find(cases[n].solver));
            b.recipe.cost = 3;
            ck_assert_int_eq(cross_init(&c, &b.all, cases[n].folds, false, &err), OK);
            ck_assert_msg(cross_run(&c, &err) == OK, "%s", err.text);
            ck_assert_int_eq(c.done, cases[n].folds);
            for (int f = 0; f < c.folds.count; f++) {
                char train[64], test[64];
                struct figures wanted, *seen = &c.fold[f].figures;
                cut(path, c.folds.of, f, false, train);
                cut(path, c.folds.of, f, true, test);
                by_hand(&b, train, test, &wanted);
                ck_assert(wanted.count > 2 && seen->count == wanted.count);
                for (int k = 0; k < wanted.count; k++)
                    ck_assert_msg(seen->figure[k].id == wanted.figure[k].id &&
                                  seen->figure[k].value == wanted.figure[k].value, "%s, fold %d: %s is %.17g, not %.17g",
                                  cases[n].loss, f, figures_row(wanted.figure[k].id)->name, seen->figure[k].value,
                                  wanted.figure[k].value);
                unlink(train);
                unlink(test);
            }
            cross_free(&c);
            bench_free(&b);
            par_free(&par);
        }
}
END_TEST

/* ---- mean and spread ------------------------------------------------------------------------- */

START_TEST(means)
{
    struct cross_fold fold[4] = {{.done = true, .judged = 10}, {.done = true, .judged = 30}, {.done = true}, {.done = false}};
    struct cross c = {.fold = fold, .folds = {.count = 4}, .done = 3};
    struct cross_mean mean;

    figures_share(&fold[0].figures, FIGURE_ACCURACY, 5, 10);
    figures_share(&fold[1].figures, FIGURE_ACCURACY, 27, 30);
    figures_share(&fold[2].figures, FIGURE_ACCURACY, 7, 10);
    figures_add(&fold[0].figures, FIGURE_ROC_AREA, 0.5);
    figures_add(&fold[1].figures, FIGURE_ROC_AREA, NAN);
    mean = cross_mean(&c, FIGURE_ACCURACY);
    ck_assert(mean.folds == 3 && fabs(mean.mean - 70) < 1e-12 && fabs(mean.deviation - 20) < 1e-12);
    mean = cross_mean(&c, FIGURE_ROC_AREA);
    ck_assert(mean.folds == 1 && mean.mean == 0.5 && isnan(mean.deviation));
    mean = cross_mean(&c, FIGURE_F1);
    ck_assert(mean.folds == 0 && isnan(mean.mean));
    ck_assert(cross_figures(&c) == &fold[0].figures);
    ck_assert(isnan(cross_pooled(&c, FIGURE_ACCURACY))); /* not all are done */
    c.folds.count = 3;
    ck_assert(cross_pooled(&c, FIGURE_ACCURACY) == 78 && isnan(cross_pooled(&c, FIGURE_ROC_AREA)));
    c.folds.count = 2;
    figures_add(&fold[0].figures, FIGURE_MEAN_SQUARED_ERROR, 2);
    figures_add(&fold[1].figures, FIGURE_MEAN_SQUARED_ERROR, 4);
    ck_assert(cross_pooled(&c, FIGURE_MEAN_SQUARED_ERROR) == 3.5);
}
END_TEST

/* ---- ended early ----------------------------------------------------------------------------- */

/* An interrupt comes in the fold `when`. */
struct interrupter {
    atomic_int flag[2];
    int when;
};

static void interrupt_in(void *context, int fold, const struct monitor *m, const double *w)
{
    struct interrupter *i = context;

    ck_assert(m && w && fold <= i->when);
    if (fold == i->when)
        i->flag[0] = 1;
}

START_TEST(ended_early)
{
    struct interrupter i = {.when = 2};
    struct error err;
    struct bench b;
    struct cross c;

    bench_init(&b, "data/digits.train.gz", "hinge", &alone);
    ck_assert_int_eq(cross_init(&c, &b.all, 4, false, &err), OK);
    b.all.interrupt = i.flag;
    b.all.observer = (struct observer){.tick = interrupt_in, .context = &i};
    ck_assert_int_eq(cross_run(&c, &err), OK);
    ck_assert(c.done == 2 && c.fold[0].done && c.fold[1].done && !c.fold[2].done && !c.fold[3].done);
    b.all.interrupt = NULL;
    b.all.observer = (struct observer){.tick = NULL};
    c.recipe.seconds = 0;
    ck_assert_int_eq(cross_run(&c, &err), OK);
    ck_assert(c.done == 4 && c.fold[3].outcome.verdict == OUT_OF_TIME);
    cross_free(&c);
    bench_free(&b);
}
END_TEST

RUN_TESTS("cross", even, queries, forward, own_folds, as_from_files, means, ended_early)
