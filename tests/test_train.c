/* test_train - training as a function: no command line, trainings side by side, fits that go on
 * from where they stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "data/source.h"
#include "train/ova.h"
#include "train/path.h"
#include "train/training.h"
#include "common.h" /* behind ours: check.h has a macro called fail */

static const struct par alone = {1, NULL};

static void open_data(const char *path, struct dataset *data)
{
    struct error err;

    ck_assert_msg(dataset_open(path, 0, &alone, data, &err) == OK, "%s", err.text);
}

/* ---- a stranger's trainings ------------------------------------------------------------------ */

/* A recipe, the data that all share, and the model that comes out. */
struct order {
    struct recipe recipe;
    const struct dataset *data;
    struct model model;
    int ticks;
    enum status status;
};

static void count_ticks(void *context, int run, const struct monitor *m, const double *w)
{
    struct order *order = context;

    ck_assert(run == 0 && w && m->primal >= m->dual);
    order->ticks++;
}

static void carry_out(void *context, int number)
{
    struct order *order = (struct order *)context + number;
    struct training t;
    struct error err;

    order->status = training_init(&t, &order->recipe, order->data, "data", &alone, &err);
    t.observer = (struct observer){count_ticks, order, false};
    if (order->status == OK)
        order->status = training_run(&t, &err);
    if (order->status == OK)
        order->status = training_model(&t, &order->model, &err);
    training_free(&t);
}

static void fill_orders(const struct dataset *data, struct order order[2])
{
    for (int k = 0; k < 2; k++)
        order[k] = (struct order){.recipe = recipe_default(), .data = data};
    order[1].recipe.loss = loss_read("logistic", &order[1].recipe.parameter);
    order[1].recipe.cost = 10;
    order[1].recipe.bias = 1;
    recipe_solver(&order[1].recipe, solver_find("bundle"));
}

START_TEST(two_side_by_side)
{
    struct order apart[2], beside[2];
    struct dataset data;
    struct par two;

    open_data("data/breast-cancer.train", &data);
    par_init(&two, 2);
    fill_orders(&data, apart);
    fill_orders(&data, beside);
    carry_out(apart, 0);
    carry_out(apart, 1);
    par_for(&two, 2, carry_out, beside);
    for (int k = 0; k < 2; k++) {
        struct model *a = &apart[k].model, *b = &beside[k].model;
        ck_assert(apart[k].status == OK && beside[k].status == OK);
        ck_assert(strcmp(a->verdict, "converged") == 0 &&
                  strcmp(a->loss, k ? "logistic" : "hinge") == 0);
        ck_assert(a->weights > 0 && a->weights == b->weights && a->primal == b->primal);
        ck_assert_mem_eq(a->weight, b->weight, a->weights * sizeof *a->weight);
        ck_assert(apart[k].ticks > 1 && apart[k].ticks == beside[k].ticks);
        model_free(a);
        model_free(b);
    }
    par_free(&two);
    dataset_free(&data);
}
END_TEST

/* ---- fits that go on ------------------------------------------------------------------------- */

/* The classes of a data set as targets; a fit on all rows. */
struct bench {
    struct recipe recipe;
    struct dataset data;
    struct targets targets;
    struct arena arena;
    double lambda; /* C = 1 */
};

static void bench_init(struct bench *b, const char *path, const char *solver, const char *loss)
{
    struct error err;
    struct labels labels;

    *b = (struct bench){.recipe = recipe_default()};
    b->recipe.loss = loss_read(loss, &b->recipe.parameter);
    recipe_solver(&b->recipe, solver_find(solver));
    open_data(path, &b->data);
    labels = (struct labels){.data = &b->data, .file = path, .loss = b->recipe.loss};
    ck_assert_int_eq(task_targets(&labels, &b->targets, &b->arena, &err), OK);
    b->lambda = 1 / (double)b->data.x.rows;
}

static void bench_fit(struct bench *b, struct fit *fit)
{
    struct linear_spec spec =
        ova_spec(&b->recipe, &b->data, &b->targets, b->targets.y, b->targets.cost);
    struct error err;

    ck_assert_int_eq(fit_init(fit, &b->recipe, &spec, &alone, &err), OK);
}

static void bench_free(struct bench *b)
{
    arena_free(&b->arena);
    dataset_free(&b->data);
}

/* Each bound is below each objective: the same optimum to the tolerance of both. */
static bool same_optimum(const struct outcome *a, const struct outcome *b)
{
    return a->verdict == CONVERGED && b->verdict == CONVERGED && a->dual <= b->primal &&
           b->dual <= a->primal;
}

/* From the solution at C to that at 2 C: the same optimum as from 0, in fewer passes. (agm with a
 * kinked loss is not here: it smooths strongly first, whatever the start, and loses it.) */
START_TEST(restart)
{
    static const struct {
        const char *solver, *loss;
    } cases[] = {{"sda", "hinge"},         {"sda", "logistic"},      {"auto", "hinge"},
                 {"auto", "logistic"},     {"bundle", "hinge"},      {"linesearch:ocas", "hinge"},
                 {"proximal", "logistic"}, {"agm", "logistic"}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct bench b;
        struct fit cold, warm;
        struct outcome from_0, from_C;
        struct error err;

        bench_init(&b, "data/digits-8.train.gz", cases[k].solver, cases[k].loss);
        bench_fit(&b, &cold);
        bench_fit(&b, &warm);
        ck_assert_int_eq(fit_run(&cold, b.lambda / 2, &err), OK);
        ck_assert_int_eq(fit_run(&warm, b.lambda, &err), OK);
        ck_assert_int_eq(warm.monitor.verdict, CONVERGED);
        ck_assert_int_eq(fit_run(&warm, b.lambda / 2, &err), OK);
        from_0 = fit_outcome(&cold);
        from_C = fit_outcome(&warm);
        ck_assert_msg(same_optimum(&from_0, &from_C), "%s", cases[k].solver);
        ck_assert_msg(from_C.passes < from_0.passes, "%s: %g passes, cold %g", cases[k].solver,
                      from_C.passes, from_0.passes);
        fit_free(&cold);
        fit_free(&warm);
        bench_free(&b);
    }
}
END_TEST

/* What a visit sees, and how much of it is enough. */
struct walk {
    struct outcome seen[8];
    size_t count, enough;
};

static bool visit(void *context, size_t k, const struct fit *fit)
{
    struct walk *walk = context;

    ck_assert_uint_eq(k, walk->count);
    walk->seen[walk->count++] = fit_outcome(fit);
    return walk->count < walk->enough;
}

/* Each point of a path is the optimum of its lambda, and all together cost less than cold runs;
 * a path ends when the visitor has enough, at an interrupt and when its seconds are over. */
START_TEST(path)
{
    const atomic_int interrupt[2] = {1, 0};
    double lambda[5], cold_passes = 0, passes = 0;
    struct walk walk = {.enough = 5}, other = {.enough = 3}, third = {.enough = 5};
    struct fit along, cold;
    struct error err;
    struct bench b;

    bench_init(&b, "data/breast-cancer.train", "auto", "hinge");
    for (int k = 0; k < 5; k++)
        lambda[k] = b.lambda / (1 << k);
    bench_fit(&b, &along);
    ck_assert_int_eq(path_run(&along, 5, lambda, visit, &walk, &err), OK);
    ck_assert_uint_eq(walk.count, 5);
    for (int k = 0; k < 5; k++) {
        struct outcome from_0;
        bench_fit(&b, &cold);
        ck_assert_int_eq(fit_run(&cold, lambda[k], &err), OK);
        from_0 = fit_outcome(&cold);
        ck_assert(same_optimum(&from_0, &walk.seen[k]));
        cold_passes += from_0.passes;
        passes += walk.seen[k].passes;
        fit_free(&cold);
    }
    ck_assert_msg(passes < cold_passes, "%g passes, cold %g", passes, cold_passes);
    ck_assert_int_eq(path_run(&along, 5, lambda, visit, &other, &err), OK);
    ck_assert_uint_eq(other.count, 3);
    along.monitor.interrupt = interrupt;
    along.monitor.relative = 1e-12;
    ck_assert_int_eq(path_run(&along, 5, lambda, visit, &third, &err), OK);
    ck_assert(third.count == 1 && third.seen[0].verdict == INTERRUPTED);
    along.monitor.interrupt = NULL;
    b.recipe.seconds = 0;
    third.count = 0;
    ck_assert_int_eq(path_run(&along, 5, lambda, visit, &third, &err), OK);
    ck_assert(third.count == 1 && third.seen[0].verdict == OUT_OF_TIME);
    fit_free(&along);
    bench_free(&b);
}
END_TEST

/* ---- folds ----------------------------------------------------------------------------------- */

/* Every row is in one fold; of each class the folds have as many rows, but for one. */
START_TEST(folds_are_even)
{
    enum { FOLDS = 4 };
    struct folds folds, again;
    struct error err;
    struct bench b;
    int64_t rows;
    double *cost;

    bench_init(&b, "data/digits.train.gz", "auto", "hinge");
    rows = b.data.x.rows;
    cost = mem_alloc((size_t)rows, sizeof *cost);
    ck_assert_int_eq(folds_deal(&folds, FOLDS, &b.targets, rows, 7, &b.arena, &err), OK);
    ck_assert_int_eq(folds_deal(&again, FOLDS, &b.targets, rows, 7, &b.arena, &err), OK);
    ck_assert_mem_eq(folds.of, again.of, (size_t)rows * sizeof *folds.of);
    for (int k = 0; k < b.targets.classes; k++) {
        int64_t count[FOLDS] = {0};
        for (int64_t i = 0; i < rows; i++)
            if (targets_class(&b.targets, i) == (size_t)k)
                count[folds.of[i]]++;
        for (int f = 1; f < FOLDS; f++)
            ck_assert(count[f] > 0 && llabs(count[f] - count[0]) <= 1);
    }
    for (int f = 0; f < FOLDS; f++) {
        int64_t outside = folds_leave_out(&folds, f, &b.targets, rows, cost);
        double sum = 0;
        for (int64_t i = 0; i < rows; i++) {
            ck_assert((cost[i] == 0) == (folds.of[i] == f));
            outside -= cost[i] > 0;
            sum += cost[i];
        }
        ck_assert(outside == 0 && fabs(sum - 1) < 1e-12);
    }
    mem_free(cost);
    bench_free(&b);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {two_side_by_side, restart, path, folds_are_even};

    return run_tests("train", sizeof tests / sizeof *tests, tests);
}
