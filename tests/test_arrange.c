/* test_arrange - examples that a run takes together or puts in another order: the optimum is that of the single rows, loss by
 * loss; what must be left alone is. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "data/text/source.h"
#include "math/rng.h"
#include "math/vec.h"
#include "train/fit.h"
#include "train/folds.h"
#include "train/training.h"
#include "common.h"

enum { ROWS = 240, DISTINCT = 50, COLS = 6 };

static const struct par alone = {1, NULL};

/* DISTINCT rows, each some five times, of several lengths, one in ten with a label of its own: 1, 2 or 3 by the first column. */
static void make_data(struct dataset *data)
{
    static char text[ROWS * 80];
    size_t length = 0;
    struct error err;
    struct rng pick, rng;
    char path[64];

    rng_seed(&pick, 5);
    for (int i = 0; i < ROWS; i++) {
        uint64_t seed = rng_below(&pick, DISTINCT), first;
        rng_seed(&rng, seed);
        first = rng_below(&rng, 9);
        length += (size_t)snprintf(text + length, sizeof text - length, "%d 1:%g",
                                   (int)(i % 10 ? 1 + first / 3 : 1 + rng_below(&pick, 3)), (double)first / 4 - 1);
        for (int j = 2; j <= COLS; j++)
            if (rng_below(&rng, 2))
                length += (size_t)snprintf(text + length, sizeof text - length, " %d:%g", j,
                                           (double)rng_below(&rng, 9) / 8 - 0.5);
        length += (size_t)snprintf(text + length, sizeof text - length, "\n");
    }
    temp_file(path, text, length);
    ck_assert_msg(dataset_open(path, 0, &alone, data, &err) == OK, "%s", err.text);
    unlink(path);
}

static struct recipe recipe_for(const struct loss_row *loss)
{
    static const struct class_weight weight = {.label = 2, .weight = 3};
    struct recipe recipe = recipe_default();

    recipe.loss = loss;
    recipe.parameter = loss->parameter.initial;
    recipe.bias = 1;
    recipe.free_bias = (loss->traits & LOSS_BIAS) != 0;
    recipe.relative = 1e-5;
    if (task_takes_weights(loss)) {
        recipe.weights.each = &weight;
        recipe.weights.count = 1;
    }
    return recipe;
}

/* The problems of a training, minimised over the single rows. */
static struct outcome fit_single_rows(const struct training *t)
{
    struct outcome sum = {.verdict = CONVERGED};
    double y[ROWS];

    for (int k = 0; k < t->problems; k++) {
        struct risk_spec spec = ova_spec(t->recipe, &t->data->x, &t->targets, y);
        struct fit fit;
        struct error err;
        targets_side(&t->targets, k, ROWS, y);
        ck_assert_int_eq(fit_init(&fit, t->recipe, &spec, &alone, &err), OK);
        ck_assert_int_eq(fit_run(&fit, t->lambda, &err), OK);
        ck_assert_int_eq(fit.monitor.verdict, CONVERGED);
        sum.primal += fit.monitor.primal;
        sum.dual += fit.monitor.dual;
        fit_free(&fit);
    }
    return sum;
}

/* Without costs each row costs 1/rows. */
static double sum_of_costs(size_t rows, const struct targets *targets)
{
    return targets->cost ? vec_sum(rows, targets->cost) : 1;
}

/* Each bound is below each objective but for rounding; the costs add up to the same. */
START_TEST(same_optimum)
{
    struct dataset data;

    make_data(&data);
    for (size_t k = 0; loss_at(k); k++) {
        struct recipe recipe = recipe_for(loss_at(k));
        struct outcome single;
        struct training t;
        struct error err;
        double costs, rounding;
        if (loss_at(k)->traits & LOSS_GROUPS) /* these rows have no qid; arrange_rows leaves those of groups alone */
            continue;
        ck_assert_msg(training_init(&t, &recipe, &data, "data", &alone, &err) == OK, "%s", err.text);
        single = fit_single_rows(&t);
        costs = sum_of_costs(ROWS, &t.targets);
        ck_assert_int_eq(training_run(&t, &err), OK);
        ck_assert_msg((t.work.goal.x.rows < ROWS) == ((loss_at(k)->traits & LOSS_ROWS) != 0), "%s: %" PRId64 " rows",
                      loss_at(k)->name, t.work.goal.x.rows);
        ck_assert(fabs(sum_of_costs((size_t)t.work.goal.x.rows, &t.work.goal.targets) - costs) <= 1e-12 * costs);
        ck_assert_int_eq(t.outcome.verdict, CONVERGED);
        rounding = 1e-12 * fabs(single.primal);
        ck_assert_msg(t.outcome.dual <= single.primal + rounding && single.dual <= t.outcome.primal + rounding,
                      "%s: %.12g %.12g, single %.12g %.12g",
                      loss_at(k)->name, t.outcome.primal, t.outcome.dual, single.primal, single.dual);
        training_free(&t);
    }
    dataset_free(&data);
}
END_TEST

/* Engines that draw single units see single rows; a training that calibrates keeps them for its folds. */
START_TEST(left_alone)
{
    static const char *const solver[] = {"pegasos", "proximal:online"};
    struct dataset data;
    struct error err;
    struct training t;
    struct recipe recipe = recipe_default();

    make_data(&data);
    for (size_t k = 0; k < 2; k++) {
        recipe_solver(&recipe, solver_find(solver[k]));
        ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &alone, &err), OK);
        ck_assert_int_eq(training_run(&t, &err), OK);
        ck_assert(t.work.goal.x.rows == ROWS);
        training_free(&t);
    }
    recipe_solver(&recipe, solver_find("auto"));
    recipe.probability = true;
    ck_assert_int_eq(training_init(&t, &recipe, &data, "data", &alone, &err), OK);
    ck_assert_int_eq(training_run(&t, &err), OK);
    ck_assert(t.work.goal.x.rows < ROWS && t.work.goal.targets.y != t.targets.y);
    for (int64_t i = 0; i < ROWS; i++)
        ck_assert(t.targets.labels[(int)t.targets.y[i]] == data.label[i] && !t.targets.cost);
    training_free(&t);
    dataset_free(&data);
}
END_TEST

RUN_TESTS("arrange", same_optimum, left_alone)
