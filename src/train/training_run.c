/* training_run - all runs of a training. */
#include "base/clock.h"
#include "base/memory.h"
#include "risk/lanes.h"
#include "train/runs.h"
#include "train/schedule.h"
#include "train/training.h"

/* Before the first run: the goal of all rows, and room for what comes out. */
static enum status prepare(struct training *t, struct error *err)
{
    struct goal *goal = &t->work.goal;

    t->work.each = arena_get(&t->arena, (size_t)t->runs, sizeof *t->work.each);
    t->advice = arena_get(&t->arena, (size_t)t->problems, sizeof *t->advice);
    if (t->trial.restarts)
        t->work.kept = arena_get(&t->arena, (size_t)t->runs, sizeof *t->work.kept);
    if (t->arena.failed)
        return fail_memory(err, "the runs");
    *goal = (struct goal){t->data->x, t->targets};
    return arrange_rows(t->recipe, t->calibration.problems > 0, &goal->x, &goal->targets,
                        &t->arena, err);
}

/* Under a limit of time the sums of the folds may take so much of it, or each run has its own: the
 * problems come first. A guess, not measured. */
static const double SUMS = 0.1;

/* Problems are run side by side from so many on, in TEAMS teams at least: with fewer, threads that
 * work on one each are quicker. Tuned. The teams depend on the data alone, and so do all bits. */
enum { MANY = 8, TEAMS = 2 };

static int teams_of(const struct training *t)
{
    int teams = (t->problems + LANES - 1) / LANES;

    if (!t->work.lanes || t->problems < MANY || t->solution.started)
        return 0;
    return teams > TEAMS ? teams : TEAMS;
}

/* What the problems share: whether they run side by side; the sums, each with all threads, not from
 * a start, where h_i/c_i differ from row to row. */
static enum status share(struct training *t, double begin, struct error *err)
{
    enum status status = OK;

    for (int k = t->solution.started; k < t->runs / t->problems && status == OK; k++) {
        struct run first = {.ready = false};
        double lambda;
        bool late = k > 0 && clock_now() - begin > SUMS * t->recipe->seconds;
        if (t->work.M[k] || late || (t->interrupt && *t->interrupt))
            continue;
        status = runs_init(t, k * t->problems, t->par, &first, err);
        lambda = recipe_lambda(t->recipe, first.goal.targets.mass);
        if (status == OK && k == 0)
            t->work.lanes = fit_takes_lanes(&first.fit, lambda);
        if (status == OK)
            status = fit_sum(&first.fit, lambda, &t->work.M[k], &t->work.sums, err);
        runs_free(&first);
    }
    return status;
}

/* Those of the problems, and of the runs that calibrate. */
static void sum_up(struct training *t, double seconds)
{
    const struct recipe *recipe = t->recipe;

    t->outcome = outcome_sum(t->problems, t->work.each, recipe_has_tolerance(recipe),
                             recipe->solver->name);
    if (t->runs > 1)
        t->outcome.seconds = seconds;
    t->calibration.verdict = CONVERGED;
    for (int k = t->problems; k < t->runs; k++)
        t->calibration.verdict = outcome_worse(t->calibration.verdict, t->work.each[k].verdict);
}

enum status training_run(struct training *t, struct error *err)
{
    struct schedule s = {.problems = t->problems,
                         .runs = t->runs,
                         .seconds = t->recipe->seconds,
                         .interrupt = t->interrupt,
                         .in_order = t->observer.in_order,
                         .transient = t->trial.transient,
                         .body = runs_job,
                         .context = t};
    enum status status = t->work.each ? OK : prepare(t, err);
    double begin = clock_now();

    if (status == OK && t->problems > 1)
        status = share(t, begin, err);
    if (status != OK)
        return status;
    for (int k = 0; k < t->runs; k++)
        t->work.each[k] = (struct outcome){.engine = NULL};
    s.teams = teams_of(t);
    s.outcome = t->work.each;
    s.seconds -= clock_now() - begin;
    t->work.moved = false;
    t->lambda = recipe_lambda(t->recipe, t->work.goal.targets.mass);
    status = schedule_run(&s, t->par, err);
    if (!t->trial.restarts)
        arena_free(&t->work.sums);
    if (status == OK && t->calibration.problems > 0)
        status = calibrate_fit(&t->calibration, &t->targets, t->data, err);
    if (status == OK)
        sum_up(t, clock_now() - begin);
    return status;
}

void training_free(struct training *t)
{
    for (int k = 0; t->work.kept && k < t->runs; k++)
        runs_free(&t->work.kept[k]);
    arena_free(&t->work.sums);
    mem_free(t->solution.w);
    arena_free(&t->arena);
}
