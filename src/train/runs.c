/* runs - the runs of a training, one or several side by side: set up, minimised, kept. */
#include "train/runs.h"

#include "base/input.h"
#include "math/vec.h"
#include "risk/lanes.h"
#include "train/held.h"

/* An observer of one run. */
struct watch {
    const struct observer *observer;
    int run;
    struct held *held; /* or NULL */
};

static void tick(void *context, const struct monitor *m, const double *w)
{
    const struct watch *watch = context;

    if (watch->held)
        held_look(watch->held, m);
    if (watch->observer->tick)
        watch->observer->tick(watch->observer->context, watch->run, m, w);
}

static void pulse(void *context, const struct monitor *m)
{
    const struct watch *watch = context;

    watch->observer->pulse(watch->observer->context, watch->run, m);
}

/* A run that has had its coarse round alone has ended if that met its tolerance. */
static void tell_end(const struct training *t, const struct job *job, int run)
{
    const struct observer *o = &t->observer;

    if (o->ended && (!job->schedule->coarse || t->work.each[run].verdict == CONVERGED))
        o->ended(o->context, run);
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
    const double *best = fit->monitor.best;
    double free[LOSS_CLASSES] = {risk_bias(fit->risk, best)};
    struct csr x = training_rows(t);

    if (t->recipe->free_bias && t->recipe->loss->traits & LOSS_SCORES)
        risk_scalars(fit->risk, best, free);
    for (size_t o = 0; o < t->calibration.outputs; o++)
        free[o] *= t->recipe->bias;
    calibrate_keep(&t->calibration, problem, fold, &x, best, free);
}

/* The fold that run r leaves out; -1: none. */
static int fold_of(const struct training *t, int run)
{
    return run / t->problems - 1;
}

static void run_clear(struct run *run)
{
    fit_free(&run->fit);
    dataset_free(&run->rows);
    arena_free(&run->arena);
    run->ready = false;
}

void runs_free(struct run *run)
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
static enum status run_unpark(const struct training *t, int number, struct run *run,
                              struct error *err)
{
    struct fit *fit = &run->fit;

    if (fold_of(t, number) < 0)
        place_weights(t, number % t->problems, fit);
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

enum status runs_init(struct training *t, int number, const struct par *par,
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
    run->fit.reg_p = t->reg_p;
    if (t->work.kept && t->problems == 1) /* else what a run leaves is gone when it is parked */
        run->fit.point.share = 1.0 / (t->runs * t->trial.restarts);
    if (status != ERR_DATA)
        return status;
    why = *err;
    return fail_at(err, status, input_called(t->file), 0, "%s", why.text);
}

/* A run of a job, while it runs. */
struct running {
    struct run *run;
    int number;
    bool coarse;
    bool better; /* once it has ended: its point is the best one of the run so far */
    struct watch watch;
};

/* Up to the first step. */
static enum status open_run(struct training *t, const struct job *job, struct running *r,
                            struct error *err)
{
    struct run *run = r->run;
    struct monitor *m = &run->fit.monitor;
    bool parked = run->lambda > 0;
    enum status status = OK;

    if (!run->ready)
        status = runs_init(t, r->number, job->schedule->inside, run, err);
    if (status == OK && parked)
        status = run_unpark(t, r->number, run, err);
    if (status != OK)
        return status;
    fit_limits(&run->fit);
    r->coarse = schedule_limit(job, r->number, m);
    r->watch = (struct watch){&t->observer, t->observer.as > 0 ? t->observer.as - 1 : r->number,
                              fold_of(t, r->number) < 0 ? t->held : NULL};
    m->report = t->observer.tick || r->watch.held ? tick : NULL;
    m->limits.enough = r->watch.held ? &r->watch.held->enough : NULL;
    m->pulse = t->observer.pulse ? pulse : NULL;
    m->context = &r->watch;
    if (t->solution.started && fold_of(t, r->number) < 0)
        place_weights(t, r->number % t->problems, &run->fit);
    return OK;
}

/* The weights of each run that is better become those of its problem. */
static void keep_weights(struct training *t, const struct running *r, int count)
{
    const size_t stride = t->problems > 1 ? t->solution.outputs : 1;
    const double *best[LANES];
    double *to[LANES];
    int better = 0;

    for (int k = 0; k < count; k++) {
        best[better] = r[k].run->fit.monitor.best;
        to[better] = t->solution.w + r[k].number % t->problems;
        better += r[k].better;
    }
    for (size_t j = 0; better > 0 && j < r[0].run->fit.risk->dim; j++)
        for (int k = 0; k < better; k++) {
            double *w = &to[k][j * stride];
            if (*w != best[k][j])
                t->work.moved = true;
            *w = best[k][j];
        }
}

/* Keeps what came out, but for the weights. */
static enum status close_run(struct training *t, const struct job *job, const struct running *r,
                             struct error *err)
{
    int problem = r->number % t->problems, fold = fold_of(t, r->number);
    struct fit *fit = &r->run->fit;
    enum status status = OK;

    if (fold >= 0)
        keep_scores(t, problem, fold, fit);
    else if (r->better)
        training_scalars(t, problem, fit->risk, fit->monitor.best);
    if (fold < 0 && r->better && !r->coarse && !t->work.kept)
        status = advice_of(fit, t->topics, &t->advice[problem], err);
    if (status == OK)
        tell_end(t, job, r->number);
    if (status == OK && t->work.kept && t->problems > 1)
        status = run_park(r->run, fold, err);
    return status;
}

/* Keeps what came out of the runs of a job. */
static enum status close_runs(struct training *t, const struct job *job, struct running *r,
                              struct error *err)
{
    enum status status = OK;

    for (int k = 0; k < job->count; k++) {
        struct fit *fit = &r[k].run->fit;
        if (r[k].watch.held)
            held_end(r[k].watch.held, &fit->monitor);
        r[k].better = schedule_note(job, r[k].number, fit_outcome(fit), r[k].coarse,
                                    t->recipe->relative, &fit->monitor);
    }
    if (fold_of(t, job->run) < 0)
        keep_weights(t, r, job->count);
    for (int k = 0; k < job->count && status == OK; k++)
        status = close_run(t, job, &r[k], err);
    return status;
}

static enum status minimise(const struct training *t, const struct running *r, int count,
                            struct error *err)
{
    double lambda = recipe_lambda(t->recipe, r[0].run->goal.targets.mass);
    struct fit *fit[LANES];

    if (count == 1)
        return fit_run(&r[0].run->fit, lambda, err);
    for (int k = 0; k < count; k++)
        fit[k] = &r[k].run->fit;
    return fit_run_lanes(fit, (size_t)count, lambda, err);
}

enum status runs_job(void *context, const struct job *job, struct error *err)
{
    struct training *t = context;
    struct run once[LANES] = {{.ready = false}};
    struct running r[LANES] = {{.run = NULL}};
    enum status status = OK;

    for (int k = 0; k < job->count; k++)
        r[k] = (struct running){t->work.kept ? &t->work.kept[job->run + k] : &once[k],
                                job->run + k, false, false, {NULL, 0, NULL}};
    for (int k = 0; k < job->count && status == OK; k++)
        status = open_run(t, job, &r[k], err);
    if (status == OK)
        status = minimise(t, r, job->count, err);
    if (status == OK)
        status = close_runs(t, job, r, err);
    for (int k = 0; k < job->count && !t->work.kept; k++)
        runs_free(&once[k]);
    return status;
}
