/* train_main - rrm-train: reads, trains, writes the model, says how well. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/memory.h"
#include "cli/feature_names.h"
#include "cli/inputs.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/signals.h"
#include "data/rows/scaling.h"
#include "data/text/row_facts.h"
#include "data/text/source.h"
#include "task/class_costs.h"
#include "task/names.h"
#include "train/held.h"
#include "train/judge.h"

static const char program[] = "rrm-train";

/* Runs the solver, for each cost of a path if there is one, with progress and a trace; from here on
 * a signal ends the run, not the program. */
static enum status run_told(struct training *t, const struct options *o, struct path *path,
                            struct error *err)
{
    const char *place = path ? o->path : o->trace;
    struct output table;
    struct report report = report_make(t, t->runs > t->problems || path ? "runs" : "classes",
                                       t->runs * (path ? path->count : 1), o->quiet);
    enum status status = OK;

    /* A table that is written through may have to wait for its reader: signals end the program
     * then. */
    if (!place || output_renames(place))
        t->interrupt = signals_catch();
    if (place)
        status = output_open(&table, place, path ? &path_output : &report_trace, err);
    if (status != OK)
        return status;
    if (place && !path) {
        report.trace = &table;
        report_trace_header(&report);
    }
    t->interrupt = signals_catch();
    t->observer = report_observer(&report);
    status = path ? path_run(path, table.stream, t, err) : training_run(t, err);
    report_end(&report);
    if (status == OK && t->held && t->held->status != OK)
        status = fail(err, t->held->status, "%s", t->held->err.text);
    if (place && status == OK)
        status = output_commit(&table, err);
    else if (place)
        output_abort(&table);
    return status;
}

/* A model that is written through may have to wait for its reader: signals end the program then. */
static enum status save(struct training *t, const struct options *o, struct model *model,
                        struct error *err)
{
    enum status status = training_model(t, model, err);

    if (status == OK)
        status = feature_names_keep(&o->text, t->data, model, err);
    if (!output_renames(o->model))
        signals_release();
    return status == OK ? format_save(o->format, model, o->model, err) : status;
}

/* The table that could not be written costs its exit status, but not the model. */
static enum status train_and_save(struct training *t, const struct options *o, struct path *path,
                                  struct model *model, struct error *err)
{
    enum status told = run_told(t, o, path, err), saved = OK;

    if (t->outcome.verdict != RUNNING)
        saved = save(t, o, model, told == OK ? err : &(struct error){""});
    if (told != OK && saved == OK && t->outcome.verdict != RUNNING)
        strncat(err->text, "; the model was written", sizeof err->text - strlen(err->text) - 1);
    return told == OK ? saved : told;
}

/* ---- the search for a cost ------------------------------------------------------------------- */

/* Where the lines of a search go. */
struct table {
    struct results *costs;
    struct report report;
    double share; /* of elastic; NaN: it is not compared */
};

static void tell_cost(void *context, const struct search *s, const struct search_cost *at)
{
    struct table *table = context;

    report_end(&table->report);
    trials_cost(table->costs, s, at, table->share);
}

/* What -C chooses by: the figure that was named, else the mean cost, else the task's. */
static enum figure_id decides(const struct options *o, const struct targets *targets)
{
    if (o->choice.scored)
        return o->choice.score;
    return targets->costs ? FIGURE_MEAN_COST : task_of(o->recipe.loss)->decides;
}

/* Several searches as one: the best, and the share that it was made with. */
struct found {
    struct search best; /* its costs are those of all */
    double share;
};

/* Takes what one more search found. */
static void take(struct found *found, const struct search *s, double share)
{
    const struct search_cost *a = &s->top, *b = &found->best.top;
    int costs = found->best.costs + s->costs, unmet = found->best.unmet + s->unmet;
    double seconds = found->best.seconds + s->seconds;
    bool better = found->best.costs == 0 || figures_better(s->decides, a->figure, b->figure);

    if (found->best.costs > 0 && (a->unmet > 0) != (b->unmet > 0))
        better = a->unmet == 0;
    if (better)
        *found = (struct found){*s, share};
    found->best.end = s->end == SEARCH_INTERRUPTED ? s->end : found->best.end;
    found->best.costs = costs;
    found->best.unmet = unmet;
    found->best.seconds = seconds;
}

/* A search for each share, or the one there is: like `s`, with the folds of s->cross. Each may take
 * as much of the time. */
static enum status search_shares(const struct search *s, const struct shares *shares,
                                 struct recipe *recipe, struct found *found, struct error *err)
{
    struct table *table = s->context;
    int count = shares->count > 0 ? shares->count : 1;
    enum status status = OK;

    *found = (struct found){.share = NAN};
    for (int k = 0; k < count && status == OK && found->best.end != SEARCH_INTERRUPTED; k++) {
        struct cross c;
        struct search one = *s;
        one.cross = &c;
        table->share = shares->count > 0 ? shares->each[k] : NAN;
        if (shares->count > 0)
            choices_share(recipe, shares->each[k]);
        status = cross_init_like(&c, s->cross, true, err);
        c.recipe.seconds /= count;
        if (status == OK)
            status = search_run(&one, err);
        if (one.costs == 0 && one.end == SEARCH_INTERRUPTED && k > 0)
            status = OK;
        one.cross = s->cross;
        if (status == OK)
            take(found, &one, table->share);
        cross_free(&c);
    }
    return status;
}

/* The recipe gets the best cost and what is left of the time. The signal that ends the search does
 * not end the training that follows. */
static enum status find_cost(struct training *t, const struct options *o,
                             const struct dataset *held, struct results *all,
                             struct recipe *recipe, struct error *err)
{
    struct cross c;
    struct table table = {.costs = results_inside(all, RESULT_COSTS)};
    struct search s = {.cross = &c, .decides = decides(o, &t->targets), .start = o->costs.from,
                       .factor = o->costs.factor, .count = o->costs.count,
                       .smallest = o->choice.rule == RULE_1SD, .tell = tell_cost,
                       .context = &table};
    struct found found = {.share = NAN};
    enum status status = trials_make_folds(&c, t, o, held, false, all->arena, err);

    if (status == OK) {
        table.report = report_make(t, held ? "trainings" : "folds", c.folds.count, o->quiet);
        t->interrupt = signals_catch();
        t->observer = report_observer(&table.report);
        status = search_shares(&s, &o->choice.shares, recipe, &found, err);
        t->interrupt = NULL;
        t->observer = (struct observer){.tick = NULL};
        signals_release();
        signals_forget();
        report_end(&table.report);
    }
    if (status == OK)
        trials_best(all, &found.best, found.share);
    if (status == OK)
        trials_search_warnings(&found.best);
    cross_free(&c);
    if (!isnan(found.share))
        choices_share(recipe, found.share);
    recipe->cost = found.best.best.cost;
    recipe->seconds = found.best.seconds;
    return status;
}

/* ---- the program ----------------------------------------------------------------------------- */

/* Finds out before the work whether its results could be written. */
static enum status probe_outputs(const struct options *o, struct error *err)
{
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = o->model ? output_probe(o->model, &model_output, err) : OK;
    if (status == OK && o->trace)
        status = output_probe(o->trace, &report_trace, err);
    if (status == OK && o->path)
        status = output_probe(o->path, &path_output, err);
    signals_resume(&before);
    return status;
}

/* The held-out figures of the model. */
static enum status tell_held(struct results *all, const struct options *o, const struct training *t,
                             const struct model *model, const struct dataset *held,
                             struct error *err)
{
    struct figures figures;
    struct error why;
    enum status status;

    if (!o->judging.held)
        return OK;
    status = judge_rows(model, held, o->judging.held, t->recipe->probability, t->par, &figures,
                        &why);
    if (status != OK)
        return fail(err, status, "%s; the model was written", why.text);
    report_held(all, &figures);
    return OK;
}

/* The closing lines. */
static enum status tell(struct results *all, const struct options *o, const struct training *t,
                        const struct model *model, const struct dataset *held, bool *met,
                        struct error *err)
{
    enum status status;

    results_add_text(all, RESULT_MODEL, o->model);
    report_outcome(all, t, model);
    report_cut(all, &t->calibration);
    status = tell_held(all, o, t, model, held, err);
    *met = report_warning(t);
    warnings_of_model(t, model);
    if (status != OK)
        return status;
    return report_results(all, o->json, "the closing lines; the model was written", err);
}

/* The training is watched by the held-out examples, if it is that of one problem and somebody asks
 * for their figure at each iteration. */
static enum status watch(struct held *h, struct training *t, const struct options *o,
                         const struct dataset *held, struct error *err)
{
    const struct judging *j = &o->judging;
    bool watches = j->held && t->problems == 1 && (o->trace || j->patience > 0);
    enum status status = OK;

    *h = (struct held){.rows = held, .file = j->held, .decides = decides(o, &t->targets),
                       .patience = j->patience};
    if (j->patience > 0 && t->problems > 1)
        return fail(err, ERR_USAGE, "option -o: patience=N ends one run, and here are %d, one "
                    "class against the rest: choose a loss that trains all classes at once: -l "
                    "softmax or crammer-singer", t->problems);
    if (watches || (j->held && o->path))
        status = held_begin(h, t, err);
    if (!watches)
        t->held = NULL; /* a path looks at what comes out, and is refused before */
    return status;
}

/* The path of -P; all of its costs are the results'. */
static struct path path_of(const struct options *o, const struct training *t,
                           struct recipe *recipe, const struct inputs *in, struct results *all)
{
    results_add_text(all, RESULT_PATH, o->path);
    return (struct path){.recipe = recipe, .from = o->costs.from, .factor = o->costs.factor,
                         .count = o->costs.count, .held = o->judging.held ? &in->held : NULL,
                         .held_file = o->judging.held, .text = &o->text,
                         .decides = decides(o, &t->targets),
                         .costs = results_inside(all, RESULT_COSTS)};
}

/* One training on all of the data, which nobody else needs, or one for each cost of a path. */
static enum status train_once(struct training *t, struct inputs *in, const struct options *o,
                              struct recipe *recipe, struct results *all, bool *met,
                              struct error *err)
{
    struct model model = {0};
    struct held held;
    struct path path = {.count = 0};
    enum status status;

    if (o->path)
        path = path_of(o, t, recipe, in, all);
    dataset_drop_labels(&in->data); /* the targets are what they tell */
    t->topics = all->out ? ADVICE_COST | ADVICE_BIAS : ADVICE_COST;
    t->trial.restarts = o->path != NULL;
    status = watch(&held, t, o, &in->held, err);
    if (status == OK)
        status = train_and_save(t, o, o->path ? &path : NULL, &model, err);
    report_cost(all, recipe, t->targets.mass);
    if (status == OK)
        status = tell(all, o, t, &model, &in->held, met, err);
    if (status == OK && o->path)
        *met = path_warning(&path) && *met;
    t->held = NULL;
    held_free(&held);
    model_free(&model);
    return status;
}

/* Where the lines go that are for the user: not where the model, the trace or JSON goes. */
static FILE *stream_of_lines(const struct options *o)
{
    bool taken = (o->model && output_is_stdout(o->model)) ||
                 (o->trace && output_is_stdout(o->trace)) ||
                 (o->path && output_is_stdout(o->path));

    if (o->quiet || o->json)
        return NULL;
    return taken ? stderr : stdout;
}

/* The training of the data, placed at the model to start from. */
static enum status set_up(struct training *t, const struct options *o, const struct recipe *recipe,
                          const struct dataset *data, const struct model *start,
                          const struct par *par, struct error *err)
{
    enum status status = training_init(t, recipe, data, o->data, par, err);

    if (status == OK)
        status = format_check_labels(o->format, t->targets.classes, t->targets.labels,
                                     input_called(o->data), err);
    return status == OK && o->start ? training_start(t, start, o->start, err) : status;
}

/* *met: false if the tolerance was asked for and not met. */
static enum status train(struct options *o, const struct par *par, bool *met,
                         struct error *err)
{
    struct inputs in = {.facts = {{NULL, 0, 0}, {NULL, 0, 0}}};
    struct training t = {0};
    struct recipe recipe = o->recipe;
    struct arena arena = {0};
    struct results all = {.arena = &arena, .out = stream_of_lines(o)};
    double start = clock_now();
    enum status status = choices_check(&o->recipe, err);

    if (status == OK)
        status = probe_outputs(o, err);
    if (status == OK)
        status = inputs_files(o, &in, &recipe, &arena, err);
    if (status == OK) /* factors of 0 are for fewer solvers */
        status = choices_check(&recipe, err);
    if (status == OK)
        status = inputs_read(o, par, &in, &arena, err);
    results_add_text(&all, RESULT_PROGRAM, program);
    results_add_text(&all, RESULT_VERSION, RRM_VERSION);
    if (status == OK)
        report_data(&all, o->data, &in.data, clock_now() - start);
    if (status == OK)
        status = inputs_words(&recipe, o, &in.data, &arena, err);
    all.names = o->text.labels == TEXT_WORDS ? &recipe.files.names : NULL;
    if (status == OK)
        status = set_up(&t, o, &recipe, &in.data, &in.start, par, err);
    model_free(&in.start);
    if (status == OK)
        report_classes(&all, &t.targets);
    if (status == OK)
        warnings_of_labels(&t);
    if (status == OK && o->judging.held)
        warning_of_held(&t, &in.held, o->judging.held);
    if (status == OK && o->search)
        status = find_cost(&t, o, o->judging.held ? &in.held : NULL, &all, &recipe, err);
    if (status == OK && o->judging.folds > 0 && !o->search)
        status = trials_cross_validate(&t, o, &all, met, err);
    else if (status == OK)
        status = train_once(&t, &in, o, &recipe, &all, met, err);
    training_free(&t);
    inputs_free(&in);
    arena_free(&arena);
    return status;
}

int train_main(int argc, char **argv)
{
    struct options options;
    struct error err;
    bool met = true;
    enum status status = options_parse(argc, argv, &options, &err);

    if (status == OK && options.asked == ASKED_RUN) {
        struct par par;
        signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failing write: the model is written */
        par_init(&par, options.threads);
        status = train(&options, &par, &met, &err);
        par_free(&par);
    } else if (status == OK) {
        status = option_table_tell(&options_table, options.asked, options.topic, &err);
    }
    if (status != OK)
        message(program, "%s", err.text);
    options_free(&options);
    return status == OK && !met && options.unmet == UNMET_4 ? EXIT_UNMET : (int)status;
}
