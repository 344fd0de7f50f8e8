/* training - a recipe and data in, a model out: one run, or one for each class, and those that
 * calibrate. */
#include "train/training.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/input.h"
#include "math/vec.h"
#include "task/class_costs.h"
#include "task/names.h"
#include "train/fit.h"
#include "train/schedule.h"

/* ---- setting up ------------------------------------------------------------------------------ */

unsigned training_reads(const struct recipe *recipe)
{
    const unsigned compact = REG_COUNTED | REG_PLAIN;

    return (recipe->reg->traits & compact) == compact ? DATASET_COMPACT : 0;
}

/* Whether there are as many weights as the regularizer needs, and the columns that it looks at. */
static enum status check_dimension(const struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    size_t scores = t->problems > 1 ? 1 : t->solution.outputs, dim = t->solution.columns * scores;
    size_t least = recipe->reg->facts(recipe->reg_p).least;
    char text[RECIPE_TEXT];

    recipe_reg_text(recipe, text);
    if (recipe->reg->traits & REG_NUMBERED && (scores > 1 || t->solution.columns > t->data->x.cols))
        return fail(err, ERR_USAGE,
                    "regularizer '%s' looks at feature numbers: it takes no %s", text,
                    scores > 1 ? "loss of several scores an example" : "bias of its own");
    if (t->data->feature && !(recipe->reg->traits & REG_PLAIN))
        return fail_at(err, ERR_DATA, input_called(t->file), 0,
                       "regularizer '%s' needs every feature up to the largest index, %" PRIu32
                       ", far more than the %" PRIu32 " that occur: number these from 1 on", text,
                       t->data->features, t->data->x.cols);
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
    enum status status = task_targets(&labels, &t->targets, &t->arena, err);

    if (status == OK && recipe->files.costs.classes > 0)
        status = class_costs_place(&recipe->files.costs, &t->targets, &t->arena, err);
    if (status == OK && recipe->files.names.count > 0)
        status = names_check(&recipe->files.names, recipe->files.name[FILE_NAMES], &t->targets,
                             err);
    return status;
}

static enum status make_solution(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    struct solution *s = &t->solution;
    int classes = t->targets.classes;

    s->columns = t->data->x.cols + (recipe->bias > 0 && !recipe->free_bias);
    s->outputs = task_outputs(task_of(recipe->loss), classes);
    s->own = recipe->loss->own ? recipe->loss->own(classes) : 0;
    s->w = arena_doubles(&t->arena, s->columns * s->outputs + s->own);
    s->bias = arena_doubles(&t->arena, s->outputs);
    s->scalars = arena_doubles(&t->arena, (size_t)classes + 1);
    return t->arena.failed ? fail_memory(err, "the weights") : OK;
}

static bool calibrates(const struct recipe *recipe)
{
    return recipe->probability && !(recipe->loss->traits & LOSS_PROBABILITY);
}

enum status training_init(struct training *t, const struct recipe *recipe,
                          const struct dataset *data, const char *file, const struct par *par,
                          struct error *err)
{
    enum status status = recipe_check(recipe, err);

    *t = (struct training){.recipe = recipe, .data = data, .file = file, .par = par};
    t->outcome.verdict = RUNNING;
    if (status == OK)
        status = make_targets(t, err);
    if (status != OK)
        return status;
    t->problems = ova_problems(&t->targets);
    t->lambda = recipe_lambda(recipe, t->targets.units);
    status = make_solution(t, err);
    if (status == OK)
        status = check_dimension(t, err);
    if (status == OK)
        status = ova_check(recipe, data, &t->targets, file, err);
    if (status == OK && calibrates(recipe))
        status = calibrate_init(&t->calibration, t->problems, &t->targets, data->x.rows,
                                recipe->seed, &t->arena, err);
    t->runs = t->problems * (1 + t->calibration.folds.count);
    return status;
}

struct csr training_rows(const struct training *t)
{
    struct csr x = t->data->x;

    if (t->solution.columns > x.cols) {
        x.bias = t->recipe->bias;
        x.cols++;
    }
    return x;
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

static void pulse(void *context, const struct monitor *m)
{
    const struct watch *watch = context;

    watch->observer->pulse(watch->observer->context, watch->run, m);
}

/* A run that has had its coarse round alone has ended if that met its tolerance. */
static void tell_end(const struct training *t, const struct job *job)
{
    const struct observer *o = &t->observer;

    if (o->ended && (!job->schedule->coarse || t->work.each[job->run].verdict == CONVERGED))
        o->ended(o->context, job->run);
}

/* What came out of a problem becomes its part of the model. */
static void keep_weights(struct training *t, int problem, const struct fit *fit)
{
    size_t stride = t->problems > 1 ? t->solution.outputs : 1;

    for (size_t j = 0; j < fit->risk->dim; j++) {
        double *w = &t->solution.w[j * stride + (size_t)problem];
        if (*w != fit->monitor.best[j])
            t->work.moved = true;
        *w = fit->monitor.best[j];
    }
    t->solution.bias[problem] = risk_bias(fit->risk, fit->monitor.best);
    if (t->recipe->free_bias && t->recipe->loss->traits & LOSS_SCORES)
        risk_scalars(fit->risk, fit->monitor.best, t->solution.bias);
    if (task_offsets(task_of(t->recipe->loss), t->targets.classes) > 0)
        risk_scalars(fit->risk, fit->monitor.best, t->solution.scalars);
}

/* The problem starts at its part of t->solution.w. */
static void place_weights(const struct training *t, int problem, struct fit *fit)
{
    size_t stride = t->problems > 1 ? t->solution.outputs : 1;

    for (size_t j = 0; j < fit->risk->dim; j++)
        fit->point.w[j] = t->solution.w[j * stride + (size_t)problem];
    fit->placed = true;
}

/* The scores of the rows that the run has not seen. */
static void keep_scores(struct training *t, int problem, int fold, const struct fit *fit)
{
    double bias = risk_bias(fit->risk, fit->monitor.best);
    struct csr x = training_rows(t);

    calibrate_keep(&t->calibration, problem, fold, &x, fit->monitor.best,
                   bias * t->recipe->bias);
}

/* Run r is problem r % problems: on all rows or, to calibrate, without fold r / problems - 1. */
static int fold_of(const struct training *t, int run)
{
    return run / t->problems - 1;
}

/* What a run works on, and where it stands when that is gone. Runs that restart keep one of them: a
 * single problem all that it works on; of several, which would be as many times as much, each where
 * it stands. */
struct run {
    struct dataset rows; /* a view of the others where the run leaves a fold out */
    struct goal goal;
    struct fit fit;
    struct arena arena;
    bool ready;

    double lambda;     /* of w and alpha; 0: it has not run */
    double *w;         /* dim, if it leaves a fold out; else it is in t->solution.w */
    double *alpha;     /* dual_size; NULL: none */
    struct arena held; /* holds both */
};

static void run_clear(struct run *run)
{
    fit_free(&run->fit);
    dataset_free(&run->rows);
    arena_free(&run->arena);
    run->ready = false;
}

static void run_free(struct run *run)
{
    run_clear(run);
    arena_free(&run->held);
}

/* Keeps where the run stands, and nothing else. */
static enum status run_park(struct run *run, int fold, struct error *err)
{
    const struct fit *fit = &run->fit;

    if (fold >= 0 && !run->w)
        run->w = arena_doubles(&run->held, fit->risk->dim);
    if (fit->point.alpha && !run->alpha)
        run->alpha = arena_doubles(&run->held, fit->risk->dual_size);
    if (run->held.failed)
        return fail_memory(err, "the runs");
    if (fold >= 0)
        vec_copy(fit->risk->dim, fit->monitor.best, run->w);
    if (fit->point.alpha)
        vec_copy(fit->risk->dual_size, fit->point.alpha, run->alpha);
    run->lambda = fit->lambda;
    run_clear(run);
    return OK;
}

/* Places the run where it stood when it was parked. */
static enum status run_unpark(const struct training *t, const struct job *job, struct run *run,
                              struct error *err)
{
    struct fit *fit = &run->fit;

    if (fold_of(t, job->run) < 0)
        place_weights(t, job->run % t->problems, fit);
    else
        vec_copy(fit->risk->dim, run->w, fit->point.w);
    fit->placed = true;
    fit->lambda = run->lambda;
    if (!run->alpha)
        return OK;
    if (!point_dual(&fit->point, fit->risk))
        return fail_memory(err, "the runs");
    vec_copy(fit->risk->dual_size, run->alpha, fit->point.alpha);
    return OK;
}

/* All rows but those of a fold. */
static enum status leave_out(struct training *t, int fold, struct run *run, struct error *err)
{
    struct goal *goal = &run->goal;
    enum status status = folds_without(&t->calibration.folds, fold, t->data, &t->targets,
                                       &run->rows, &goal->targets, &run->arena, err);

    if (status == OK)
        status = task_groups(t->recipe->loss, &run->rows, t->file, &goal->targets, &run->arena,
                             err);
    if (status != OK)
        return status;
    goal->x = run->rows.x;
    return arrange_rows(t->recipe, false, &goal->x, &goal->targets, &run->arena, err);
}

static enum status run_init(struct training *t, int number, const struct par *par,
                            struct run *run, struct error *err)
{
    int fold = fold_of(t, number);
    const struct targets *targets = &run->goal.targets;
    struct error why;
    struct risk_spec spec;
    enum status status;
    double *side = NULL;

    if (fold < 0) {
        run->goal = t->work.goal;
    } else {
        status = leave_out(t, fold, run, err);
        if (status != OK)
            return status;
    }
    if (targets->ova) {
        side = arena_doubles(&run->arena, (size_t)run->goal.x.rows);
        if (!side)
            return fail_memory(err, "the examples");
        targets_side(targets, number % t->problems, run->goal.x.rows, side);
    }
    spec = ova_spec(t->recipe, &run->goal.x, targets, side ? side : targets->y);
    spec.shared = (struct shared){t->problems, t->work.M[1 + fold]};
    run->ready = true;
    status = fit_init(&run->fit, t->recipe, &spec, par, err);
    if (status != ERR_DATA)
        return status;
    why = *err;
    return fail_at(err, status, input_called(t->file), 0, "%s", why.text);
}

/* Minimises and keeps what came out: the scores of the fold or, without one, the weights, of two
 * jobs on the same problem the better ones. */
static enum status run_fit(struct training *t, const struct job *job, struct run *run,
                           struct error *err)
{
    int problem = job->run % t->problems, fold = fold_of(t, job->run);
    struct fit *fit = &run->fit;
    struct watch watch = {&t->observer, t->observer.as > 0 ? t->observer.as - 1 : job->run};
    bool coarse, better;
    enum status status;

    fit_limits(fit);
    coarse = schedule_limit(job, &fit->monitor);
    fit->monitor.report = t->observer.tick ? tick : NULL;
    fit->monitor.pulse = t->observer.pulse ? pulse : NULL;
    fit->monitor.context = &watch;
    if (t->solution.started && fold < 0)
        place_weights(t, problem, fit);
    status = fit_run(fit, recipe_lambda(t->recipe, run->goal.targets.units), err);
    if (status != OK)
        return status;
    better = schedule_note(job, fit_outcome(fit), coarse, t->recipe->relative, &fit->monitor);
    if (fold >= 0)
        keep_scores(t, problem, fold, fit);
    else if (better)
        keep_weights(t, problem, fit);
    if (fold < 0 && better && !coarse && !t->work.kept)
        status = advice_of(fit, t->topics, &t->advice[problem], err);
    return status;
}

static enum status run_job(void *context, const struct job *job, struct error *err)
{
    struct training *t = context;
    struct run once = {.ready = false}, *run = t->work.kept ? &t->work.kept[job->run] : &once;
    bool parked = run->lambda > 0;
    enum status status = OK;

    if (!run->ready)
        status = run_init(t, job->run, job->schedule->inside, run, err);
    if (status == OK && parked)
        status = run_unpark(t, job, run, err);
    if (status == OK)
        status = run_fit(t, job, run, err);
    if (status == OK)
        tell_end(t, job);
    if (status == OK && t->work.kept && t->problems > 1)
        status = run_park(run, fold_of(t, job->run), err);
    if (!t->work.kept)
        run_free(run);
    return status;
}

/* ---- all runs -------------------------------------------------------------------------------- */

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

/* The sums that the problems share, each with all threads; not from a start, where h_i/c_i differ
 * from row to row. */
static enum status share_sums(struct training *t, double begin, struct error *err)
{
    enum status status = OK;

    for (int k = t->solution.started; k < t->runs / t->problems && status == OK; k++) {
        struct run first = {.ready = false};
        bool late = k > 0 && clock_now() - begin > SUMS * t->recipe->seconds;
        if (t->work.M[k] || late || (t->interrupt && *t->interrupt))
            continue;
        status = run_init(t, k * t->problems, t->par, &first, err);
        if (status == OK)
            status = fit_sum(&first.fit, recipe_lambda(t->recipe, first.goal.targets.units),
                             &t->work.M[k], &t->work.sums, err);
        run_free(&first);
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
                         .body = run_job,
                         .context = t};
    enum status status = t->work.each ? OK : prepare(t, err);
    double begin = clock_now();

    if (status == OK && t->problems > 1)
        status = share_sums(t, begin, err);
    if (status != OK)
        return status;
    for (int k = 0; k < t->runs; k++)
        t->work.each[k] = (struct outcome){.engine = NULL};
    s.outcome = t->work.each;
    s.seconds -= clock_now() - begin;
    t->work.moved = false;
    t->lambda = recipe_lambda(t->recipe, t->work.goal.targets.units);
    status = schedule_run(&s, t->par, err);
    if (!t->trial.restarts)
        arena_free(&t->work.sums);
    if (status == OK && t->calibration.problems > 0)
        status = calibrate_fit(&t->calibration, &t->targets, t->data->x.rows, err);
    if (status == OK)
        sum_up(t, clock_now() - begin);
    return status;
}

void training_free(struct training *t)
{
    for (int k = 0; t->work.kept && k < t->runs; k++)
        run_free(&t->work.kept[k]);
    arena_free(&t->work.sums);
    arena_free(&t->arena);
}
