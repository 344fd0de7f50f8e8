/* test_train - training as a function: no command line, trainings side by side, fits that go on
 * from where they stand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "data/text/source.h"
#include "math/vec.h"
#include "train/fit.h"
#include "train/schedule.h"
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

/* What a training tells of its runs. */
struct told {
    atomic_int pulses, ended[2 * 10];
};

static void count_pulse(void *context, int run, const struct monitor *m)
{
    struct told *told = context;

    ck_assert(run >= 0 && run < 20 && m->risk);
    told->pulses++;
}

static void count_end(void *context, int run)
{
    struct told *told = context;

    told->ended[run]++;
}

/* Each run ends once, also behind a coarse round; within iterations there are signs of life. */
START_TEST(told)
{
    static const double seconds[] = {INFINITY, 1e6, 1e-9};

    for (int k = 0; k < 3; k++) {
        struct recipe recipe = recipe_default();
        struct told seen = {0};
        struct dataset data;
        struct training t;
        struct error err;

        open_data("data/digits.train.gz", &data);
        recipe.seconds = seconds[k];
        ck_assert(training_init(&t, &recipe, &data, "data", &alone, &err) == OK);
        t.observer = (struct observer){.pulse = count_pulse, .ended = count_end, .context = &seen};
        ck_assert(training_run(&t, &err) == OK && (seen.pulses > 0 || k > 0));
        for (int run = 0; run < 10; run++)
            ck_assert_msg(seen.ended[run] == 1, "%g s: run %d has ended %d times", seconds[k], run, seen.ended[run]);
        training_free(&t);
        dataset_free(&data);
    }
}
END_TEST

static void carry_out(void *context, int number)
{
    struct order *order = (struct order *)context + number;
    struct training t;
    struct error err;

    order->status = training_init(&t, &order->recipe, order->data, "data", &alone, &err);
    t.observer = (struct observer){.tick = count_ticks, .context = order};
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

/* Parts that do not go together are refused, each by its name. */
START_TEST(recipes_refused)
{
    enum { RECIPES = 9 };
    struct recipe recipe[RECIPES];
    static const char *const word[RECIPES] = {"'sda'", "'novelty'", "bias", "probabilities", "'quantile'",
                                              "'elastic'", "'bundle'", "cost", "tolerance"};
    struct training t;
    struct error err;
    struct dataset data;

    open_data("data/breast-cancer.train", &data);
    for (int k = 0; k < RECIPES; k++)
        recipe[k] = recipe_default();
    recipe_solver(&recipe[0], solver_find("sda"));
    recipe[0].reg = reg_find("l1");
    recipe[1].loss = loss_read("novelty", &recipe[1].parameter);
    recipe[1].free_bias = true;
    recipe[2].free_bias = true;
    recipe[3].loss = loss_read("squared", &recipe[3].parameter);
    recipe[3].probability = true;
    recipe[4].loss = loss_read("quantile", &recipe[4].parameter);
    recipe[4].parameter = 2;
    recipe[5].reg = reg_find("elastic");
    recipe[5].reg_p[0] = NAN;
    recipe_solver(&recipe[6], solver_find("bundle"));
    recipe[6].set[0] = 0;
    recipe[7].cost = 0;
    recipe[8].relative = NAN;
    for (int k = 0; k < RECIPES; k++) {
        ck_assert_int_eq(training_init(&t, &recipe[k], &data, "data", &alone, &err), ERR_USAGE);
        ck_assert_msg(strstr(err.text, word[k]), "'%s'", err.text);
        training_free(&t);
    }
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
    struct risk_spec spec =
        ova_spec(&b->recipe, &b->data.x, &b->targets, b->targets.y);
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

/* Each point of a path is the optimum of its lambda, and all together cost less than cold runs. */
START_TEST(path)
{
    double cold_passes = 0, passes = 0;
    struct fit along, cold;
    struct error err;
    struct bench b;

    bench_init(&b, "data/breast-cancer.train", "auto", "hinge");
    bench_fit(&b, &along);
    for (int k = 0; k < 5; k++) {
        double lambda = b.lambda / (1 << k);
        struct outcome from_0, from_last;
        bench_fit(&b, &cold);
        ck_assert_int_eq(fit_run(&cold, lambda, &err), OK);
        ck_assert_int_eq(fit_run(&along, lambda, &err), OK);
        from_0 = fit_outcome(&cold);
        from_last = fit_outcome(&along);
        ck_assert(same_optimum(&from_0, &from_last));
        cold_passes += from_0.passes;
        passes += from_last.passes;
        fit_free(&cold);
    }
    ck_assert_msg(passes < cold_passes, "%g passes, cold %g", passes, cold_passes);
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

    bench_init(&b, "data/digits.train.gz", "auto", "hinge");
    rows = b.data.x.rows;
    ck_assert_ptr_null(b.targets.cost); /* of labels without weights: 1/m each */
    b.targets.cost = arena_doubles(&b.arena, (size_t)rows);
    vec_fill((size_t)rows, 1 / (double)rows, b.targets.cost);
    ck_assert_int_eq(folds_deal(&folds, FOLDS, false, &b.targets, rows, 7, &b.arena, &err), OK);
    ck_assert_int_eq(folds_deal(&again, FOLDS, false, &b.targets, rows, 7, &b.arena, &err), OK);
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
        struct targets rest;
        struct dataset left;
        double sum = 0;
        int64_t k = 0;
        ck_assert_int_eq(
            folds_without(&folds, f, &b.data, &b.targets, &left, &rest, &b.arena, &err), OK);
        for (int64_t i = 0; i < rows; i++)
            if (folds.of[i] != f) {
                ck_assert(left.label[k] == b.data.label[i] && rest.y[k] == b.targets.y[i]);
                sum += rest.cost[k++];
            }
        ck_assert(k == left.x.rows && fabs(sum - 1) < 1e-12);
        dataset_free(&left);
    }
    bench_free(&b);
}
END_TEST

/* ---- the schedule ---------------------------------------------------------------------------- */

enum { PROBLEMS = 4, RUNS = 6, MOST_VISITS = 20 };

/* What bodies were asked for, one after the other. */
struct visits {
    atomic_int interrupt[2];
    int interrupt_in; /* the run in which an interrupt comes; -1: none */
    int teams;
    const struct par *par; /* NULL: one thread */
    bool easy;             /* coarse runs converge */
    double share; /* the seconds of the first visit */
    size_t count;
    int run[MOST_VISITS], size[MOST_VISITS], left[MOST_VISITS];
    bool coarse[MOST_VISITS], second[MOST_VISITS]; /* second: only a second interrupt ends it */
};

/* A run that converges, but for one that an interrupt ends or that is coarse. */
static enum status fake_body(void *context, const struct job *job, struct error *err)
{
    struct visits *v = context;
    struct monitor m = {.primal = 1, .dual = 1, .limits = {.relative = 1e-3, .max_passes = 100}};
    struct outcome found = {.primal = 1, .dual = 1, .passes = 50, .engine = "none"};
    bool coarse = schedule_limit(job, job->run, &m);

    (void)err;
    found.verdict = CONVERGED;
    if (v->count == 0)
        v->share = m.limits.max_seconds;
    if (coarse) {
        m.dual = found.dual = v->easy ? 1 : 0.9;
        ck_assert(m.limits.relative > 0.1 && m.limits.max_passes < 100);
    }
    if (job->run == v->interrupt_in && v->interrupt[0] == 0) {
        v->interrupt[0] = 1;
        found = (struct outcome){.primal = 1, .dual = -INFINITY, .verdict = INTERRUPTED};
        found.engine = "none";
    }
    v->run[v->count] = job->run;
    v->size[v->count] = job->count;
    v->left[v->count] = job->left;
    v->coarse[v->count] = coarse;
    v->second[v->count++] = m.limits.interrupt == v->interrupt + 1;
    for (int k = 0; k < job->count; k++)
        schedule_note(job, job->run + k, found, coarse, 1e-3, &m);
    ck_assert(m.limits.relative == 1e-3);
    return OK;
}

static void check_visits(struct visits *v, double seconds, size_t count, const int run[],
                         const bool coarse[], struct outcome outcome[RUNS])
{
    struct schedule s = {.problems = PROBLEMS,
                         .runs = v->teams > 0 ? PROBLEMS : RUNS,
                         .teams = v->teams,
                         .seconds = seconds,
                         .interrupt = v->interrupt,
                         .body = fake_body,
                         .context = v,
                         .outcome = outcome};
    struct error err;

    ck_assert_int_eq(schedule_run(&s, v->par ? v->par : &alone, &err), OK);
    ck_assert_uint_eq(v->count, count);
    for (size_t k = 0; k < count; k++)
        ck_assert_msg(v->run[k] == run[k] && v->coarse[k] == coarse[k], "visit %zu: run %d", k,
                      v->run[k]);
}

START_TEST(schedules)
{
    static const int once[] = {0, 1, 2, 3, 4, 5}, first_twice[] = {0, 0, 1, 2, 3, 4, 5};
    static const int all_twice[] = {0, 1, 2, 3, 0, 1, 2, 3, 4, 5}, again[] = {0, 1, 1, 2, 3, 4, 5};
    static const bool fine[10] = {false}, one_coarse[7] = {true};
    static const bool round_coarse[10] = {true, true, true, true}, late[7] = {0, 0, 1, 1, 1, 0, 0};
    struct outcome outcome[4][RUNS] = {{{0}}};
    struct visits v = {.interrupt_in = -1};

    check_visits(&v, INFINITY, 6, once, fine, outcome[0]);
    ck_assert(v.left[0] == 6 && v.left[5] == 1);
    v = (struct visits){.interrupt_in = -1}; /* ample time: the first problem alone is coarse */
    check_visits(&v, 1e9, 7, first_twice, one_coarse, outcome[1]);
    ck_assert(outcome[1][0].passes == 100 && outcome[1][0].verdict == CONVERGED);
    v = (struct visits){.interrupt_in = -1}; /* no time at all: each problem coarsely, then again */
    check_visits(&v, 0, 10, all_twice, round_coarse, outcome[2]);
    v = (struct visits){.interrupt_in = 1}; /* no problem is left at its start, from that one on */
    check_visits(&v, INFINITY, 7, again, late, outcome[3]);
    ck_assert(v.second[2] && v.second[3] && v.second[4] && !v.second[1] && !v.second[5]);
    ck_assert(outcome[3][1].verdict == INTERRUPTED && outcome[3][1].passes == 50);
    ck_assert(outcome[3][0].verdict == CONVERGED && outcome[3][2].verdict == INTERRUPTED);
}
END_TEST

/* Teams stay where the time is ample, behind the first problem, coarsely; where it is not each run is a job. */
START_TEST(teams)
{
    static const int in_teams[] = {0, 2}, ample[] = {0, 0, 2}, too_short[] = {0, 1, 2, 3, 0, 1, 2, 3};
    static const bool fine[2] = {false}, first_coarse[3] = {true}, round_coarse[8] = {true, true, true, true};
    struct outcome outcome[3][RUNS] = {{{0}}};
    struct visits v = {.interrupt_in = -1, .teams = 2};

    check_visits(&v, INFINITY, 2, in_teams, fine, outcome[0]);
    ck_assert(v.size[0] == 2 && v.size[1] == 2 && v.left[0] == 2 && v.left[1] == 1);
    v = (struct visits){.interrupt_in = -1, .teams = 2};
    check_visits(&v, 1e9, 3, ample, first_coarse, outcome[1]);
    ck_assert(v.size[0] == 1 && v.size[1] == 2 && v.size[2] == 2);
    ck_assert(v.left[1] == 2 && v.left[2] == 1 && outcome[1][0].passes == 100 && outcome[1][3].passes == 50);
    v = (struct visits){.interrupt_in = -1, .teams = 2};
    check_visits(&v, 0, 8, too_short, round_coarse, outcome[2]);
    for (size_t k = 0; k < v.count; k++)
        ck_assert(v.size[k] == 1 && v.left[k] == (k == 0 ? 6 : 8 - (int)k));
}
END_TEST

/* What the coarse round has solved is not begun again; its first run leaves the others their time. */
START_TEST(solved_and_shared)
{
    static const int rest[] = {0, 1, 2}, all[] = {0, 0, 2};
    static const bool first_coarse[3] = {true};
    const struct par many = {.threads = 64};
    struct outcome outcome[2][RUNS] = {{{0}}};
    struct visits v = {.interrupt_in = -1, .teams = 2, .easy = true};

    check_visits(&v, 1e9, 3, rest, first_coarse, outcome[0]);
    ck_assert(v.size[1] == 1 && v.size[2] == 2 && v.left[1] == 2 && v.left[2] == 1);
    ck_assert(outcome[0][0].verdict == CONVERGED && outcome[0][0].passes == 50);
    v = (struct visits){.interrupt_in = -1, .teams = 2, .par = &many};
    check_visits(&v, 60, 3, all, first_coarse, outcome[1]);
    ck_assert(v.share <= 10 && v.share > 9);
}
END_TEST

static enum status failing_body(void *context, const struct job *job, struct error *err)
{
    int *calls = context;

    ++*calls;
    return job->run < 2 ? OK : fail(err, ERR_SYSTEM, "run %d", job->run);
}

START_TEST(a_run_fails)
{
    struct outcome outcome[RUNS] = {{0}};
    int calls = 0;
    struct schedule s = {.problems = 1,
                         .runs = RUNS,
                         .seconds = INFINITY,
                         .body = failing_body,
                         .context = &calls,
                         .outcome = outcome};
    struct error err;

    ck_assert_int_eq(schedule_run(&s, &alone, &err), ERR_SYSTEM);
    ck_assert_str_eq(err.text, "run 2");
    ck_assert_int_eq(calls, 3);
}
END_TEST

RUN_TESTS("train", told, two_side_by_side, recipes_refused, restart, path, folds_are_even, schedules, teams,
          solved_and_shared, a_run_fails)
