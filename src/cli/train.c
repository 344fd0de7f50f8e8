/* train - data and options in, a model out: one run, or one for each class, and those that calibrate. */
#include "cli/train.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/memory.h"
#include "math/vec.h"
#include "cli/calibrate.h"

/* ---- setting up -------------------------------------------------------------------------------------------------- */

static struct linear_spec make_spec(const struct training *t, const double *y, const double *cost)
{
    const struct options *o = t->o;

    return (struct linear_spec){.loss = o->recipe.loss, .parameter = o->recipe.parameter, .x = &t->data->x, .y = y,
                                .classes = t->targets.classes, .cost = cost, .bias = o->recipe.bias,
                                .free_offset = o->recipe.free_offset};
}

/* Whether each problem has a minimum. */
static enum status check_problems(const struct training *t, struct error *err)
{
    const struct targets *e = &t->targets;
    double *y = e->ova ? mem_alloc((size_t)t->data->x.rows, sizeof *y) : t->targets.y;
    struct linear_spec spec = make_spec(t, y, t->targets.cost);
    struct error why;
    enum status status = y ? OK : fail_memory(err, "the examples");

    for (int k = 0; k < t->problems && status == OK; k++) {
        if (t->targets.ova)
            targets_side(e, k, t->data->x.rows, y);
        status = linear_feasible(&spec, &why);
        if (status != OK)
            fail_at(err, status, input_called(t->o->data), 0, "%s", why.text);
    }
    if (t->targets.ova)
        mem_free(y);
    return status;
}

static enum status check_dimension(const struct training *t, struct error *err)
{
    const struct reg *reg = t->o->recipe.reg;
    size_t dim = t->columns * (t->problems > 1 ? 1 : t->outputs), least = reg->least ? reg->least(t->o->recipe.reg_p) : 0;
    char text[RECIPE_TEXT];

    recipe_reg_text(&t->o->recipe, text);
    if (dim >= least)
        return OK;
    return fail_at(err, ERR_DATA, input_called(t->o->data), 0,
                   "regularizer '%s' needs at least %zu weight%s, there are %zu", text, least,
                   least == 1 ? "" : "s", dim);
}

enum status training_init(struct training *t, const struct options *o, const struct dataset *data,
                          const struct par *par, struct error *err)
{
    const struct targets *e = &t->targets;
    enum status status;

    *t = (struct training){.o = o, .data = data, .par = par, .outcome = {.verdict = RUNNING}};
    status = task_targets(&(struct labels){.data = data, .file = o->data, .loss = o->recipe.loss,
                                           .free_offset = o->recipe.free_offset, .weights = o->recipe.weights,
                                           .weight_count = o->recipe.weight_count},
                          &t->targets, &t->arena, err);
    if (status != OK)
        return status;
    t->problems = e->ova ? e->classes : 1;
    t->calibrated = o->recipe.probability && !(o->recipe.loss->traits & LOSS_PROBABILITY);
    t->runs = t->calibrated ? t->problems * (1 + FOLDS) : t->problems;
    t->lambda = o->recipe.lambda > 0 ? o->recipe.lambda : 1 / (o->recipe.cost * (double)data->x.rows);
    t->columns = data->x.cols + (o->recipe.bias > 0 && !o->recipe.free_offset);
    t->outputs = task_outputs(task_of(o->recipe.loss), e->classes);
    t->w = arena_doubles(&t->arena, t->columns * t->outputs);
    t->offset = arena_doubles(&t->arena, t->outputs);
    t->scalars = arena_doubles(&t->arena, (size_t)e->classes + 1);
    if (t->arena.failed)
        return fail_memory(err, "the weights");
    status = check_dimension(t, err);
    if (status == OK)
        status = check_problems(t, err);
    return status == OK && t->calibrated ? calibrate_deal(t, err) : status;
}

/* ---- running ----------------------------------------------------------------------------------------------------- */

/* No class is left at its start, where its scores of 0 might win, while others are refined: under a
 * limit of time each class is first minimised to a gap of COARSE of its objective or for
 * COARSE_PASSES (sda needs one or two, cutting planes ten on digits and letter), and when an
 * interrupt comes those that are not so far yet are taken there, ... */
static const double COARSE = 0.5, COARSE_PASSES = 20;

/* ... for up to so many seconds, or until a second interrupt: who sends one waits (systems of batches kill 10 to 90
 * seconds later). */
static const double GRACE = 5;

/* A class takes 4 to 10 times as long as coarsely on letter, mnist and sector. */
static const double AMPLE = 20;

/* All runs of a training. */
struct crew {
    struct training *t;
    bool first;               /* the first of two rounds, a coarse one */
    const struct par *inside; /* the threads of each run */
    int lanes;                /* runs side by side */
    struct outcome *outcome;  /* of each run */
    double start;             /* clock */
    int slots;                /* runs, of both rounds */
    _Atomic double late;      /* clock when the first passes after an interrupt end; 0: none has come */
    atomic_int begun, failed;
    enum status status;       /* of a run that failed */
    struct error *err;
};

/* A run's place in the crew. */
struct seat {
    const struct crew *crew;
    int run;
};

static void tick(void *context, const struct monitor *m, const double *w)
{
    const struct seat *seat = context;
    const struct observer *observer = &seat->crew->t->observer;

    observer->tick(observer->context, seat->run, m, w);
}

/* Whether an interrupt has come before a class was minimised even coarsely. */
static bool is_late(const struct crew *crew, int number)
{
    const struct training *t = crew->t;
    const struct outcome *known = &crew->outcome[number];

    if (t->problems == 1 || number >= t->problems || !t->interrupt || !*t->interrupt)
        return false;
    return known->passes < COARSE_PASSES &&
           (!known->engine || !(known->primal - known->dual <= COARSE * fabs(known->primal)));
}

/* The share of a late class in the seconds that those from this one on have left. */
static double share_of_grace(struct crew *crew, int number)
{
    double now = clock_now(), none = 0;
    int others = (crew->t->problems - number - 1) / crew->lanes;

    atomic_compare_exchange_strong(&crew->late, &none, now + GRACE);
    return fmax(0, atomic_load(&crew->late) - now) / (1 + others);
}

static double time_left(const struct crew *crew)
{
    return fmax(0, crew->t->o->recipe.seconds - (clock_now() - crew->start));
}

/* Limits of a run that begins now, when `left` runs have not begun: its share of the time that is left. Returns whether
 * they are those of a coarse run. */
static bool set_limits(struct crew *crew, int number, int left, struct monitor *m)
{
    const struct training *t = crew->t;
    double seconds = time_left(crew);
    bool late = is_late(crew, number);

    m->max_seconds = left > crew->lanes ? seconds * crew->lanes / left : seconds;
    if (late)
        m->max_seconds = fmin(seconds, share_of_grace(crew, number));
    m->interrupt = late ? t->interrupt + 1 : t->interrupt;
    m->max_passes = fmax(0, m->max_passes - crew->outcome[number].passes);
    if (!late && !crew->first)
        return false;
    m->max_passes = fmin(m->max_passes, COARSE_PASSES);
    m->relative = fmax(m->relative, COARSE);
    return true;
}

/* What came out of a run; of a coarse one, whether it met the tolerance that was asked for. */
static struct outcome outcome_of(struct fit *fit, bool coarse, bool late)
{
    struct outcome found = fit_outcome(fit);

    fit->monitor.relative = fit->o->recipe.relative;
    if (coarse && (found.verdict != CONVERGED || monitor_gap(&fit->monitor) > monitor_tolerance(&fit->monitor)))
        found.verdict = late ? INTERRUPTED : OUT_OF_TIME;
    return found;
}

/* Two runs on the same problem: the better point, both bounds; why the second one ended. */
static struct outcome joined(const struct outcome *first, const struct outcome *second)
{
    struct outcome both = *second;

    both.primal = fmin(first->primal, second->primal);
    both.dual = fmax(first->dual, second->dual);
    both.passes += first->passes;
    both.seconds += first->seconds;
    both.iterations += first->iterations;
    return both;
}

/* What came out of a problem becomes its part of the model. */
static void keep_weights(struct training *t, int problem, const struct fit *fit)
{
    size_t stride = t->problems > 1 ? t->outputs : 1;

    for (size_t j = 0; j < fit->risk->dim; j++)
        t->w[j * stride + (size_t)problem] = fit->monitor.best[j];
    t->offset[problem] = linear_offset(fit->risk, fit->monitor.best);
    if (task_offsets(task_of(t->o->recipe.loss), t->targets.classes) > 0)
        linear_offsets(fit->risk, fit->monitor.best, t->scalars);
}

/* Runs a problem and keeps what came out; of two runs on it the better weights. */
static enum status go(struct crew *crew, int number, int left, struct fit *fit, struct error *err)
{
    struct training *t = crew->t;
    struct seat seat = {crew, number};
    struct outcome *known = &crew->outcome[number], found;
    int problem = number % t->problems, fold = number / t->problems - 1;
    bool coarse = set_limits(crew, number, left, &fit->monitor);
    enum status status;

    fit->monitor.report = t->observer.tick ? tick : NULL;
    fit->monitor.context = &seat;
    status = fit_go(fit, err);
    if (status != OK)
        return status;
    found = outcome_of(fit, coarse, fit->monitor.interrupt != t->interrupt);
    if (fold >= 0)
        calibrate_keep(t, problem, fold, fit->monitor.best, linear_offset(fit->risk, fit->monitor.best));
    else if (!known->engine || found.primal < known->primal)
        keep_weights(t, problem, fit);
    *known = known->engine ? joined(known, &found) : found;
    return OK;
}

/* Problem number % problems: on all rows or, to calibrate, without fold number / problems - 1; `left` runs have not
 * begun. */
static enum status run_one(struct crew *crew, int number, int left, struct arena *arena, struct error *err)
{
    struct training *t = crew->t;
    const struct targets *e = &t->targets;
    int problem = number % t->problems, fold = number / t->problems - 1;
    size_t rows = (size_t)t->data->x.rows;
    double *y = e->ova ? arena_doubles(arena, rows) : e->y, *cost = fold >= 0 ? arena_doubles(arena, rows) : e->cost;
    double lambda = t->lambda;
    struct linear_spec spec = make_spec(t, y, cost);
    struct fit fit = {0};
    enum status status;

    if (!y || !cost)
        return fail_memory(err, "the examples");
    if (e->ova)
        targets_side(e, problem, t->data->x.rows, y);
    if (fold >= 0) {
        int64_t outside = calibrate_hold_out(t, fold, cost);
        if (t->o->recipe.lambda == 0) /* the same C */
            lambda *= (double)rows / (double)outside;
    }
    status = fit_init(&fit, t->o, &spec, lambda, crew->inside, err);
    if (status == OK)
        status = go(crew, number, left, &fit, err);
    fit_free(&fit);
    return status;
}

static void run_part(void *context, int number)
{
    struct crew *crew = context;
    struct arena arena = {0};
    struct error err;
    enum status status;
    int left = crew->slots - atomic_fetch_add(&crew->begun, 1);
    bool late;

    if (atomic_load(&crew->failed) || (crew->outcome[number].engine && crew->outcome[number].verdict == CONVERGED))
        return; /* the first round was enough */
    late = is_late(crew, number);
    status = run_one(crew, number, left, &arena, &err);
    if (status == OK && !late && is_late(crew, number)) /* the interrupt came in this run */
        status = run_one(crew, number, left, &arena, &err);
    if (status != OK && atomic_fetch_add(&crew->failed, 1) == 0) {
        crew->status = status;
        *crew->err = err;
    }
    arena_free(&arena);
}

/* How bad an end is: of several runs the worst counts. */
static int badness(enum verdict verdict)
{
    static const int rank[] = {[CONVERGED] = 0, [STALLED] = 1, [OUT_OF_PASSES] = 2, [OUT_OF_TIME] = 3,
                               [INTERRUPTED] = 4, [NOT_A_NUMBER] = 5, [RUNNING] = 6};

    return rank[verdict];
}

static enum verdict worse(enum verdict a, enum verdict b)
{
    return badness(b) > badness(a) ? b : a;
}

static struct outcome together(const struct training *t, const struct outcome *each, double seconds)
{
    struct outcome all = each[0];
    bool asked = t->o->recipe.relative > 0 || t->o->recipe.absolute > 0;

    for (int k = 1; k < t->problems; k++) {
        all.primal += each[k].primal;
        all.dual += each[k].dual;
        all.passes += each[k].passes;
        all.iterations += each[k].iterations;
        all.verdict = worse(all.verdict, each[k].verdict);
        if (each[k].engine != all.engine)
            all.engine = t->o->recipe.solver->name;
    }
    for (int k = 0; k < t->problems; k++) {
        bool begun = each[k].verdict == CONVERGED || each[k].passes > 0;
        all.unmet += each[k].verdict != CONVERGED && (asked || !begun);
        all.unbegun += !begun;
    }
    if (t->runs > 1)
        all.seconds = seconds;
    return all;
}

static void run_behind(void *context, int number)
{
    run_part(context, number + 1);
}

/* The first class coarsely; and all others, unless the time is AMPLE: each has so many times what that took. */
static void first_round(struct crew *crew, const struct par *par)
{
    int others = crew->t->problems - 1;

    crew->first = true;
    crew->slots += 1 + others;
    run_part(crew, 0);
    if (AMPLE * (clock_now() - crew->start) * others < time_left(crew) * crew->lanes)
        crew->slots -= others;
    else
        par_for(par, others, run_behind, crew);
    crew->first = false;
}

enum status training_run(struct training *t, struct error *err)
{
    const struct par alone = {1, NULL};
    bool side_by_side = t->runs > 1 && t->runs >= t->par->threads && !t->o->trace;
    struct crew crew = {.t = t, .inside = side_by_side ? &alone : t->par, .lanes = side_by_side ? t->par->threads : 1,
                        .start = clock_now(), .status = OK, .err = err};

    crew.outcome = arena_get(&t->arena, (size_t)t->runs, sizeof *crew.outcome);
    if (!crew.outcome)
        return fail_memory(err, "the outcome");
    crew.slots = t->runs;
    if (t->problems > 1 && isfinite(t->o->recipe.seconds))
        first_round(&crew, side_by_side ? t->par : &alone);
    par_for(side_by_side ? t->par : &alone, t->runs, run_part, &crew);
    if (crew.status != OK)
        return crew.status;
    if (t->calibrated)
        crew.status = calibrate_fit(t, err);
    if (crew.status != OK)
        return crew.status;
    t->outcome = together(t, crew.outcome, clock_now() - crew.start);
    t->calibration = CONVERGED;
    for (int k = t->problems; k < t->runs; k++)
        t->calibration = worse(t->calibration, crew.outcome[k].verdict);
    return OK;
}

/* ---- the model --------------------------------------------------------------------------------------------------- */

/* The weights of column j, of the unregularized bias behind the last; returns how many are not zero. */
static size_t column_weights(const struct training *t, size_t j, const double **w)
{
    *w = j < t->columns ? t->w + j * t->outputs : t->offset;
    return vec_nonzeros(t->outputs, *w);
}

static void put_weights(const struct training *t, struct model *model)
{
    const double *w;

    for (size_t j = 0; j <= t->columns; j++) {
        if (column_weights(t, j, &w) == 0)
            continue;
        model->index[model->weights] =
            j < t->data->x.cols ? dataset_feature(t->data, (uint32_t)j) : t->data->features + 1;
        vec_copy(t->outputs, w, model->weight + model->weights++ * t->outputs);
    }
}

/* Room for `count` numbers, a copy of `from`; NULL is left where from is. */
static bool copy(double **to, size_t count, const double *from)
{
    if (!from)
        return true;
    *to = mem_alloc(count, sizeof **to);
    if (*to)
        vec_copy(count, from, *to);
    return *to != NULL;
}

enum status training_model(const struct training *t, struct model *model, struct error *err)
{
    const struct options *o = t->o;
    const struct targets *e = &t->targets;
    size_t used = 0, offsets = task_offsets(task_of(o->recipe.loss), e->classes);
    const double *w;

    for (size_t j = 0; j <= t->columns; j++)
        used += column_weights(t, j, &w) > 0;
    *model = (struct model){.lambda = t->lambda, .bias = o->recipe.bias > 0 ? o->recipe.bias : -1, .classes = e->classes,
                            .features = t->data->features, .primal = t->outcome.primal, .dual = t->outcome.dual,
                            .passes = t->outcome.passes, .unmet = t->outcome.unmet, .unbegun = t->outcome.unbegun};
    snprintf(model->solver, sizeof model->solver, "%s", t->outcome.engine);
    recipe_loss_text(&o->recipe, e->ova, model->loss);
    recipe_reg_text(&o->recipe, model->regularizer);
    snprintf(model->verdict, sizeof model->verdict, "%s", verdict_name(worse(t->outcome.verdict, t->calibration)));
    model->index = mem_alloc(used, sizeof *model->index);
    model->weight = mem_alloc(used * t->outputs, sizeof *model->weight);
    if (!model->index || !model->weight || !copy(&model->labels, (size_t)e->classes, e->labels) ||
        !copy(&model->platt, 2 * (size_t)t->problems, t->platt) ||
        !copy(&model->offsets, offsets, offsets > 0 ? t->scalars : NULL)) {
        model_free(model);
        return fail_memory(err, "the model");
    }
    put_weights(t, model);
    return OK;
}

void training_free(struct training *t)
{
    arena_free(&t->arena);
}
