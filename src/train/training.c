/* training - a recipe and data in, a model out: one run, or one for each class, and those that
 * calibrate. */
#include "train/training.h"

#include "base/clock.h"
#include "base/input.h"
#include "math/vec.h"
#include "train/arrange.h"
#include "train/ova.h"
#include "train/schedule.h"

/* ---- setting up ------------------------------------------------------------------------------ */

/* Whether there are as many weights as the regularizer needs. */
static enum status check_dimension(const struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    size_t dim = t->columns * (t->problems > 1 ? 1 : t->outputs);
    size_t least = recipe->reg->least ? recipe->reg->least(recipe->reg_p) : 0;
    char text[RECIPE_TEXT];

    recipe_reg_text(recipe, text);
    if (dim >= least)
        return OK;
    return fail_at(err, ERR_DATA, input_called(t->file), 0,
                   "regularizer '%s' needs at least %zu weight%s, there are %zu", text, least,
                   least == 1 ? "" : "s", dim);
}

static enum status make_targets(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    struct labels labels = {.data = t->data,
                            .file = t->file,
                            .loss = recipe->loss,
                            .free_bias = recipe->free_bias,
                            .weights = recipe->weights,
                            .weight_count = recipe->weight_count};

    return task_targets(&labels, &t->targets, &t->arena, err);
}

enum status training_init(struct training *t, const struct recipe *recipe,
                          const struct dataset *data, const char *file, const struct par *par,
                          struct error *err)
{
    const struct targets *targets = &t->targets;
    enum status status;

    *t = (struct training){.recipe = recipe, .data = data, .file = file, .par = par};
    t->outcome.verdict = RUNNING;
    status = recipe_check(recipe, err);
    if (status == OK)
        status = make_targets(t, err);
    if (status != OK)
        return status;
    t->problems = ova_problems(targets);
    t->calibrated = recipe->probability && !(recipe->loss->traits & LOSS_PROBABILITY);
    t->runs = t->problems * (t->calibrated ? 1 + CALIBRATION_FOLDS : 1);
    t->lambda = recipe_lambda(recipe, data->x.rows);
    t->columns = data->x.cols + (recipe->bias > 0 && !recipe->free_bias);
    t->outputs = task_outputs(task_of(recipe->loss), targets->classes);
    t->w = arena_doubles(&t->arena, t->columns * t->outputs);
    t->bias = arena_doubles(&t->arena, t->outputs);
    t->scalars = arena_doubles(&t->arena, (size_t)targets->classes + 1);
    if (t->arena.failed)
        return fail_memory(err, "the weights");
    status = check_dimension(t, err);
    if (status == OK)
        status = ova_check(recipe, data, targets, file, err);
    if (status != OK || !t->calibrated)
        return status;
    return calibrate_init(&t->calibration, t->problems, targets, data->x.rows, recipe->seed,
                          &t->arena, err);
}

/* ---- one run --------------------------------------------------------------------------------- */

/* An observer of one run. */
struct watch {
    const struct observer *observer;
    int run;
};

static void tick(void *context, const struct monitor *m, const double *w)
{
    const struct watch *watch = context;

    watch->observer->tick(watch->observer->context, watch->run, m, w);
}

/* What came out of a problem becomes its part of the model. */
static void keep_weights(struct training *t, int problem, const struct fit *fit)
{
    size_t stride = t->problems > 1 ? t->outputs : 1;

    for (size_t j = 0; j < fit->risk->dim; j++)
        t->w[j * stride + (size_t)problem] = fit->monitor.best[j];
    t->bias[problem] = risk_bias(fit->risk, fit->monitor.best);
    if (task_offsets(task_of(t->recipe->loss), t->targets.classes) > 0)
        risk_scalars(fit->risk, fit->monitor.best, t->scalars);
}

/* The problem starts at its part of t->w. */
static void place_weights(const struct training *t, int problem, struct fit *fit)
{
    size_t stride = t->problems > 1 ? t->outputs : 1;

    for (size_t j = 0; j < fit->risk->dim; j++)
        fit->point.w[j] = t->w[j * stride + (size_t)problem];
    fit->placed = true;
}

/* The scores of the rows that the run has not seen. */
static void keep_scores(struct training *t, int problem, int fold, const struct fit *fit)
{
    double bias = risk_bias(fit->risk, fit->monitor.best);
    struct csr x = t->data->x;

    if (t->columns > x.cols) {
        x.bias = t->recipe->bias;
        x.cols++;
    }
    calibrate_keep(&t->calibration, problem, fold, &x, fit->monitor.best,
                   bias * t->recipe->bias);
}

/* Run r is problem r % problems: on all rows or, to calibrate, without fold r / problems - 1. */
static int fold_of(const struct training *t, const struct job *job)
{
    return job->run / t->problems - 1;
}

/* Minimises and keeps what came out: the scores of the fold or, without one, the weights, of two
 * jobs on the same problem the better ones. */
static enum status run_fit(struct training *t, const struct job *job, struct fit *fit,
                           double lambda, struct error *err)
{
    int problem = job->run % t->problems, fold = fold_of(t, job);
    struct watch watch = {&t->observer, job->run};
    bool coarse = schedule_limit(job, &fit->monitor), better;
    enum status status;

    fit->monitor.report = t->observer.tick ? tick : NULL;
    fit->monitor.context = &watch;
    if (t->started && fold < 0)
        place_weights(t, problem, fit);
    status = fit_run(fit, lambda, err);
    if (status != OK)
        return status;
    better = schedule_note(job, fit_outcome(fit), coarse, t->recipe->relative, &fit->monitor);
    if (fold >= 0)
        keep_scores(t, problem, fold, fit);
    else if (better)
        keep_weights(t, problem, fit);
    return OK;
}

/* A job on these rows. */
static enum status run_on(struct training *t, const struct job *job, const struct goal *goal,
                          struct arena *arena, struct error *err)
{
    const struct targets *targets = &goal->targets;
    double *side = targets->ova ? arena_doubles(arena, (size_t)goal->x.rows) : NULL;
    const double *y = targets->ova ? side : targets->y;
    struct risk_spec spec = ova_spec(t->recipe, &goal->x, targets, y);
    struct fit fit = {0};
    enum status status;

    if (!y)
        return fail_memory(err, "the examples");
    if (side)
        targets_side(targets, job->run % t->problems, goal->x.rows, side);
    spec.shared = t->problems > 1 && goal == &t->goal ? &t->shared : NULL;
    status = fit_init(&fit, t->recipe, &spec, job->schedule->inside, err);
    if (status == OK)
        status = run_fit(t, job, &fit, goal->lambda, err);
    fit_free(&fit);
    return status;
}

/* A job on all rows but those of a fold. */
static enum status run_without(struct training *t, const struct job *job, int fold,
                               struct arena *arena, struct error *err)
{
    struct dataset rows;
    struct goal goal;
    enum status status = folds_without(&t->calibration.folds, fold, t->data, &t->targets, &rows,
                                       &goal.targets, arena, err);

    if (status == OK) {
        goal.x = rows.x;
        goal.lambda = recipe_lambda(t->recipe, rows.x.rows);
        status = arrange_rows(t->recipe, false, NULL, &goal.x, &goal.targets, arena, err);
    }
    if (status == OK)
        status = run_on(t, job, &goal, arena, err);
    dataset_free(&rows);
    return status;
}

static enum status run_job(void *context, const struct job *job, struct error *err)
{
    struct training *t = context;
    int fold = fold_of(t, job);
    struct arena arena = {0};
    enum status status;

    if (fold < 0)
        status = run_on(t, job, &t->goal, &arena, err);
    else
        status = run_without(t, job, fold, &arena, err);
    arena_free(&arena);
    return status;
}

/* ---- all runs -------------------------------------------------------------------------------- */

enum status training_run(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    bool asked = recipe->relative > 0 || recipe->absolute > 0;
    struct schedule s = {.problems = t->problems,
                         .runs = t->runs,
                         .seconds = recipe->seconds,
                         .interrupt = t->interrupt,
                         .in_order = t->observer.in_order,
                         .transient = t->transient,
                         .body = run_job,
                         .context = t};
    enum status status;

    s.outcome = arena_get(&t->arena, (size_t)t->runs, sizeof *s.outcome);
    if (!s.outcome)
        return fail_memory(err, "the outcome");
    t->goal = (struct goal){t->data->x, t->targets, t->lambda};
    status = arrange_rows(recipe, t->calibrated, t->calibrated ? NULL : t->spare, &t->goal.x,
                          &t->goal.targets, &t->arena, err);
    risk_shared_init(&t->shared, t->problems);
    if (status == OK)
        status = schedule_run(&s, t->par, err);
    risk_shared_free(&t->shared);
    if (status == OK && t->calibrated)
        status = calibrate_fit(&t->calibration, &t->targets, t->data->x.rows, err);
    if (status != OK)
        return status;
    t->outcome = outcome_sum(t->problems, s.outcome, asked, recipe->solver->name);
    if (t->runs > 1)
        t->outcome.seconds = clock_now() - s.start;
    t->calibration.verdict = CONVERGED;
    for (int k = t->problems; k < t->runs; k++)
        t->calibration.verdict = outcome_worse(t->calibration.verdict, s.outcome[k].verdict);
    return OK;
}

void training_free(struct training *t)
{
    arena_free(&t->arena);
}
