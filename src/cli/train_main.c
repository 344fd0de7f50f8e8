/* train_main - rrm-train: reads, trains, writes the model, says how well. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/input.h"
#include "cli/feature_names.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/report.h"
#include "cli/signals.h"
#include "data/text/row_facts.h"
#include "data/text/source.h"
#include "task/class_costs.h"
#include "task/names.h"

static const char program[] = "rrm-train";

/* Runs the solver with progress and trace; from here on a signal ends the run, not the program. */
static enum status run_traced(struct training *t, const struct options *o, struct error *err)
{
    struct output trace;
    struct report report = report_make(t, t->runs > t->problems ? "runs" : "classes", t->runs,
                                       o->quiet);
    enum status status = OK;

    /* A trace that is written through may have to wait for its reader: signals end the program
     * then. */
    if (!o->trace || output_renames(o->trace))
        t->interrupt = signals_catch();
    if (o->trace) {
        status = output_open(&trace, o->trace, &report_trace, err);
        if (status != OK)
            return status;
        report.trace = &trace;
        report_trace_header(&report);
    }
    t->interrupt = signals_catch();
    t->observer = report_observer(&report);
    status = training_run(t, err);
    report_end(&report);
    if (o->trace && status == OK)
        status = output_commit(&trace, err);
    else if (o->trace)
        output_abort(&trace);
    return status;
}

/* What the model keeps of the text that it is for. */
static enum status keep_text(const struct training *t, const struct options *o,
                             struct model *model, struct error *err)
{
    struct model_text *text = &model->text;
    bool done = true;

    text->label_words = o->text.labels == TEXT_WORDS;
    text->feature_words = o->text.features == TEXT_WORDS;
    text->hash_bits = o->text.hash_bits;
    if (text->feature_words && text->hash_bits == 0)
        done = feature_names_of_words(model, &t->data->words->features);
    else if (o->text.names)
        done = feature_names_of_file(model, o->text.read);
    return done ? OK : fail_memory(err, "the names of features");
}

/* A model that is written through may have to wait for its reader: signals end the program then. */
static enum status save(struct training *t, const struct options *o, struct model *model,
                        struct error *err)
{
    enum status status = training_model(t, model, err);

    if (status == OK)
        status = keep_text(t, o, model, err);
    if (!output_renames(o->model))
        signals_release();
    return status == OK ? format_save(o->format, model, o->model, err) : status;
}

/* The trace that could not be written costs its exit status, but not the model. */
static enum status train_and_save(struct training *t, const struct options *o, struct model *model,
                                  struct error *err)
{
    enum status traced = run_traced(t, o, err), saved = OK;

    if (t->outcome.verdict != RUNNING)
        saved = save(t, o, model, traced == OK ? err : &(struct error){""});
    if (traced != OK && saved == OK && t->outcome.verdict != RUNNING)
        strncat(err->text, "; the model was written", sizeof err->text - strlen(err->text) - 1);
    return traced == OK ? saved : traced;
}

/* The line of -J; that standard output was written. */
static enum status end_results(const struct results *all, bool json, const char *otherwise,
                               struct error *err)
{
    if (all->arena->failed)
        return fail_memory(err, "the results");
    if (json)
        results_print_json(stdout, all);
    if (fflush(stdout) != 0 || ferror(stdout))
        return fail_at(err, ERR_SYSTEM, "(stdout)", 0, "cannot write %s", otherwise);
    return OK;
}

/* ---- cross-validation ------------------------------------------------------------------------ */

/* What -v tells; -q leaves the means. */
static enum status tell_folds(struct results *all, const struct options *o, const struct cross *c,
                              bool *met, struct error *err)
{
    if (c->done == 0)
        return fail(err, ERR_SYSTEM, "interrupted before the first fold was done");
    trials_folds(all, c);
    all->out = o->json ? NULL : stdout;
    trials_means(all, c);
    *met = trials_warnings(c);
    return end_results(all, o->json, "the figures", err);
}

static enum status cross_validate(struct training *t, const struct options *o,
                                  struct results *all, bool *met, struct error *err)
{
    struct cross c;
    struct report report = report_make(t, "folds", o->folds, o->quiet);
    enum status status = cross_init(&c, t, o->folds, false, err);

    if (status == OK) {
        trials_absent(&c);
        t->interrupt = signals_catch();
        t->observer = report_observer(&report);
        status = cross_run(&c, err);
        signals_release();
        report_end(&report);
    }
    if (status == OK)
        status = tell_folds(all, o, &c, met, err);
    cross_free(&c);
    return status;
}

/* ---- the search for a cost ------------------------------------------------------------------- */

/* Where the lines of a search go. */
struct table {
    struct results *costs;
    struct report report;
};

static void tell_cost(void *context, const struct search *s, const struct search_cost *at)
{
    struct table *table = context;

    report_end(&table->report);
    trials_cost(table->costs, s, at);
}

/* What -C chooses by: the figure that was named, else the mean cost, else the task's. */
static enum figure_id decides(const struct options *o, const struct targets *targets)
{
    if (o->choice.scored)
        return o->choice.score;
    return targets->costs ? FIGURE_MEAN_COST : task_of(o->recipe.loss)->decides;
}

/* The recipe gets the best cost and what is left of the time. The signal that ends the search does
 * not end the training that follows. */
static enum status find_cost(struct training *t, const struct options *o, struct results *all,
                             struct recipe *recipe, struct error *err)
{
    struct cross c;
    struct table table = {.costs = results_inside(all, RESULT_COSTS),
                          .report = report_make(t, "folds", o->folds, o->quiet)};
    struct search s = {.cross = &c, .decides = decides(o, &t->targets), .start = o->costs.from,
                       .factor = o->costs.factor, .count = o->costs.count,
                       .smallest = o->choice.rule == RULE_1SD, .tell = tell_cost,
                       .context = &table};
    enum status status = cross_init(&c, t, o->folds, true, err);

    if (status == OK) {
        trials_absent(&c);
        t->interrupt = signals_catch();
        t->observer = report_observer(&table.report);
        status = search_run(&s, err);
        t->interrupt = NULL;
        t->observer = (struct observer){.tick = NULL};
        signals_release();
        signals_forget();
        report_end(&table.report);
    }
    if (status == OK)
        trials_best(all, &s);
    if (status == OK)
        trials_search_warnings(&s);
    cross_free(&c);
    recipe->cost = s.best.cost;
    recipe->seconds = s.seconds;
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
    signals_resume(&before);
    return status;
}

/* The closing lines. */
static enum status tell(struct results *all, const struct options *o, const struct training *t,
                        const struct model *model, bool *met, struct error *err)
{
    results_add_text(all, RESULT_MODEL, o->model);
    report_outcome(all, t, model);
    *met = report_warning(t);
    warnings_of_model(t, model);
    return end_results(all, o->json, "the closing lines; the model was written", err);
}

/* One training on all of the data, which nobody else needs. */
static enum status train_once(struct training *t, struct dataset *data, const struct options *o,
                              struct results *all, bool *met, struct error *err)
{
    struct model model = {0};
    enum status status;

    report_cost(all, t->recipe, t->targets.mass);
    dataset_drop_labels(data); /* the targets are what they tell */
    t->topics = all->out ? ADVICE_COST | ADVICE_BIAS : ADVICE_COST;
    status = train_and_save(t, o, &model, err);
    if (status == OK)
        status = tell(all, o, t, &model, met, err);
    model_free(&model);
    return status;
}

/* Where the lines go that are for the user: not where the model, the trace or JSON goes. */
static FILE *stream_of_lines(const struct options *o)
{
    bool taken = (o->model && output_is_stdout(o->model)) ||
                 (o->trace && output_is_stdout(o->trace));

    if (o->quiet || o->json)
        return NULL;
    return taken ? stderr : stdout;
}

/* A model to start from: one of words has other numbers for them. */
static enum status load_start(const char *path, struct model *first, struct error *err)
{
    enum status status = model_load(path, first, err);

    if (status == OK && (first->text.label_words || first->text.feature_words))
        status = fail_at(err, ERR_DATA, input_called(path), 0, "a model of words is none to start "
                         "from: its numbers for them may be others: leave -i out");
    return status;
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

/* The file of -N, and those that the recipe names. */
static enum status read_files(struct options *o, struct feature_names *features,
                              struct recipe_files *files, struct arena *arena, struct error *err)
{
    const char *costs = files->name[FILE_COSTS], *names = files->name[FILE_NAMES];
    enum status status = costs ? class_costs_read(costs, &files->costs, arena, err) : OK;

    o->text.read = features;
    if (status == OK && o->text.names)
        status = feature_names_read(features, o->text.names, err);
    return status == OK && names ? names_read(names, &files->names, arena, err) : status;
}

/* The words of labels become their names, and those of -w their numbers, NaN where no example has
 * them. */
static enum status take_words(struct recipe *recipe, const struct options *o,
                              const struct dataset *data, struct arena *arena, struct error *err)
{
    const struct term_table *labels = o->text.labels == TEXT_WORDS ? &data->words->labels : NULL;

    if (!labels)
        return OK;
    for (int k = 0; k < recipe->weights.count; k++) {
        struct class_weight *w = &o->weights[k];
        uint32_t found = term_table_find(labels, w->text,
                                         (size_t)(strrchr(w->text, ':') - w->text));
        w->label = found == TERM_NONE ? NAN : (double)found + 1;
    }
    return names_of_words(labels, &recipe->files.names, arena) ? OK
                                                               : fail_memory(err, "the labels");
}

/* The data, and what is known of their rows from elsewhere. */
static enum status read_data(const struct options *o, const struct par *par, struct dataset *data,
                             struct row_facts *facts, struct results *all, struct error *err)
{
    double start = clock_now();
    enum status status = dataset_open(
        o->data, training_reads(&o->recipe) | text_options_flags(&o->text), par, data, err);

    if (status == OK && o->row_facts)
        status = row_facts_read(o->row_facts, data, o->data, facts, err);
    if (status == OK && o->row_facts)
        data->facts = facts;
    results_add_text(all, RESULT_PROGRAM, program);
    results_add_text(all, RESULT_VERSION, RRM_VERSION);
    if (status == OK)
        report_data(all, o->data, data, clock_now() - start);
    return status;
}

/* *met: false if the tolerance was asked for and not met. */
static enum status train(struct options *o, const struct par *par, bool *met,
                         struct error *err)
{
    struct dataset data = {0};
    struct training t = {0};
    struct model first = {0};
    struct recipe recipe = o->recipe;
    struct arena arena = {0};
    struct row_facts facts = {{NULL, 0, 0}, {NULL, 0, 0}};
    struct results all = {.arena = &arena, .out = stream_of_lines(o)};
    struct feature_names names = {.count = 0};
    enum status status = choices_check(&o->recipe, err);

    if (status == OK)
        status = probe_outputs(o, err);
    if (status == OK)
        status = read_files(o, &names, &recipe.files, &arena, err);
    if (status == OK && o->start)
        status = load_start(o->start, &first, err);
    if (status == OK)
        status = read_data(o, par, &data, &facts, &all, err);
    if (status == OK)
        status = take_words(&recipe, o, &data, &arena, err);
    all.names = o->text.labels == TEXT_WORDS ? &recipe.files.names : NULL;
    if (status == OK)
        status = set_up(&t, o, &recipe, &data, &first, par, err);
    model_free(&first);
    if (status == OK)
        report_classes(&all, &t.targets);
    if (status == OK)
        warnings_of_labels(&t);
    if (status == OK && o->search)
        status = find_cost(&t, o, &all, &recipe, err);
    if (status == OK && o->folds > 0 && !o->search)
        status = cross_validate(&t, o, &all, met, err);
    else if (status == OK)
        status = train_once(&t, &data, o, &all, met, err);
    training_free(&t);
    dataset_free(&data);
    row_facts_free(&facts);
    feature_names_free(&names);
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
