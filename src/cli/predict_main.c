/* predict_main - rrm-predict: applies a model to a test file and says how well it does. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/input.h"
#include "base/text.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/prediction.h"
#include "cli/report.h"
#include "cli/signals.h"

/* ---- the command line ------------------------------------------------------------------------ */

#define USAGE                                                                                      \
    "usage: rrm-predict [options] test_file model_file [output_file]  (-h lists the options)"
#define LARGEST 1e300 /* a threshold */
static const char program[] = "rrm-predict";
static const char head[] =
    USAGE "\n\n"
    "Writes the label that the model gives to each example of test_file, or the value if it is\n"
    "one of regression, one a line, to output_file or standard output, and figures of their\n"
    "quality to standard output or, if that holds the predictions, to standard error.\n"
    "\n";
static const char tail[] =
    "\n"
    "test_file is svmlight/libsvm text, plain or gzip; a label may be '?' or missing, and an\n"
    "empty line is an example without features. model_file comes from rrm-train. One of them may\n"
    "be '-', standard input: lines from a pipe are answered as they come, in memory that does not\n"
    "grow with them, but for 8 bytes a line where the ROC area or the median error is printed. A\n"
    "file that stands in the place of output_file and holds no earlier output is never replaced.\n"
    "Exit status: 0 predictions were written, 1 usage, 2 bad data or model, 3 the system refused.\n"
    "See rrm-predict(1).\n";

#define AT(member) .at = offsetof(struct request, member)
static const struct option_row rows[] = {
    {.letter = 'b', .word = "probability", .kind = OPTION_SWITCH, .argument = "0|1", .lo = 0,
     .hi = 1, AT(probabilities),
     .help = "1: write a line of the labels, then each label and the probabilities"},
    {.letter = 'd', .word = "decisions", .kind = OPTION_FLAG, AT(decisions),
     .help = "write decision values instead of labels"},
    {.letter = 'f', .word = "confusion", .kind = OPTION_FLAG, AT(confusion),
     .help = "behind the figures print the confusion matrix and a line per class"},
    {.letter = 'J', .word = "json", .kind = OPTION_FLAG, AT(json),
     .help = "print the figures as one line of JSON, and nothing else"},
    {.letter = 'k', .word = "top", .kind = OPTION_INT, .argument = "count", .lo = 1,
     .hi = LOSS_CLASSES, AT(top),
     .help = "write so many labels, the most probable first; -b 1: with probabilities"},
    {.letter = 'n', .word = "threads", .kind = OPTION_INT, .argument = "threads", .lo = 1,
     .hi = PAR_MOST, AT(threads),
     .help = "how many threads (1 to 1024, default: all cores); the result is the same"},
    {.letter = 'o', .word = "setting", .kind = OPTION_SETTING, .argument = "name=value",
     .help = "a setting, see below; repeatable"},
    {.letter = 'p', .word = "above", .kind = OPTION_NUMBER, .argument = "probability", .lo = 0,
     .hi = 1, AT(above), .help = "the same of the labels that are more probable, perhaps none"},
    {.letter = 'q', .word = "quiet", .kind = OPTION_FLAG, AT(quiet),
     .help = "print no figures, only errors and warnings"},
    {.letter = 'W', .word = "weights", .kind = OPTION_FILE, .argument = "file", AT(row_facts),
     .help = "a line WEIGHT [OFFSET] for each answer: offsets are added to scores"},
    {.letter = 'x', .word = "audit", .kind = OPTION_INT, .argument = "count", .lo = 1,
     .hi = MODEL_SHOWN_MOST, AT(audit),
     .help = "write answer, decision value and what so many features add to it"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic), .help = "print this help"},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION, .help = "print the version"},
    {0}};
static const struct option_row settings[] = {
    {.word = "lines", .kind = OPTION_CHOICE, .argument = "stop|keep", AT(lines),
     .help = "at a bad line end (stop), or answer 'error' and go on (keep)"},
    {.word = "threshold", .kind = OPTION_NUMBER, .argument = "number", .lo = -LARGEST,
     .hi = LARGEST, AT(threshold),
     .help = "two classes: of the first; with -b 1 of its probability"},
    {.word = "order", .kind = OPTION_CHOICE, .argument = "ascending|any", AT(text.order),
     .help = "of the indices in a line (ascending); any: each line is sorted"},
    {.word = "weights", .kind = OPTION_CHOICE, .argument = "cost|label", AT(text.weights),
     .help = "how a line tells its weight: cost:WEIGHT (cost), or LABEL:WEIGHT"},
    {.word = "tags", .kind = OPTION_CHOICE, .argument = "0|1", AT(tags),
     .help = "1: write the comment of each line behind its answer, a tab between (0)"},
    {0}};
const struct option_table request_table = {
    .program = program, .rows = rows, .settings = settings, .usage = USAGE, .head = head,
    .tail = tail, .words = WORDS_PREDICT};

/* The file of -W has a place of its own. */
static enum status check_facts(const struct request *request, struct error *err)
{
    const char *facts = request->row_facts;

    if (!facts)
        return OK;
    if (strcmp(facts, "-") == 0 &&
        (strcmp(request->test, "-") == 0 || strcmp(request->model, "-") == 0))
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the file of -W and the %s",
                    strcmp(request->test, "-") == 0 ? "test file" : "model");
    if (option_table_replaces(request->output, facts))
        return fail(err, ERR_USAGE, "the predictions would replace the file of -W: name another "
                    "place for them");
    return OK;
}

static enum status parse_names(int count, char **names, struct request *request, struct error *err)
{
    if (count < 2 || count > 3)
        return fail(err, ERR_USAGE, "%s file names: expected a test file, a model and, at most, an "
                    "output\n" USAGE, count < 2 ? "too few" : "too many");
    request->test = names[0];
    request->model = names[1];
    request->output = count == 3 && strcmp(names[2], "-") != 0 ? names[2] : NULL;
    if (request->json && output_is_stdout(request->output))
        return fail(err, ERR_USAGE, "option -J prints its line on standard output: name a file for "
                    "the predictions");
    if (option_table_replaces(request->output, request->test))
        return fail(err, ERR_USAGE,
                    "the predictions would replace the test file: name another place for them");
    if (option_table_replaces(request->output, request->model))
        return fail(err, ERR_USAGE, "the predictions would replace the model: name another place "
                    "for them");
    if (strcmp(request->test, "-") == 0 && strcmp(request->model, "-") == 0)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the test file and the "
                    "model");
    return check_facts(request, err);
}

/* ERR_USAGE with a text that says what was expected. All texts are argv's. */
static enum status request_parse(int argc, char **argv, struct request *request,
                                 struct error *err)
{
    enum status status;

    *request = (struct request){.threads = par_cores(), .above = -1, .threshold = NAN};
    status = option_table_take(&request_table, argc, argv, request, &request->asked, err);
    if (status != OK || request->asked != ASKED_RUN)
        return status;
    request->tags = request->tags == TAGS_WRITTEN;
    if (request->probabilities && request->decisions)
        return fail(err, ERR_USAGE, "-b 1 and -d ask for different things: give one of them\n"
                    USAGE);
    if (request->audit > 0 && (request->probabilities || request->decisions))
        return fail(err, ERR_USAGE, "-x writes lines of its own, and so does -%s: give one of "
                    "them\n" USAGE, request->decisions ? "d" : "b 1");
    if ((request->top > 0 || request->above >= 0) && (request->decisions || request->audit > 0))
        return fail(err, ERR_USAGE, "-%s writes labels, and -%s lines of its own: give one of "
                    "them\n" USAGE, request->top > 0 ? "k" : "p",
                    request->decisions ? "d" : "x");
    if (request->confusion && request->quiet)
        return fail(err, ERR_USAGE,
                    "-f asks for more figures and -q for none: give one of them\n" USAGE);
    if (request->probabilities && (request->threshold < 0 || request->threshold > 1))
        return fail(err, ERR_USAGE, "option -o threshold: with -b 1 it is one of probabilities, "
                    "from 0 to 1");
    if (request->json && request->quiet)
        return fail(err, ERR_USAGE, "-J asks for a line of figures and -q for none: give one of "
                    "them\n" USAGE);
    return parse_names(argc - optind, argv + optind, request, err);
}

/* ---- the model ------------------------------------------------------------------------------- */

/* How else a model of the loss gets probabilities. */
static const char *calibration_of(const struct loss_row *loss)
{
    if (task_takes_probability(loss))
        return "; or calibrate with rrm-train -b 1";
    return task_takes_temperature(loss) ? "; or rrm-train -b 1 -o calibration=temperature" : "";
}

/* Labels in order need what orders them; some need probabilities. */
static enum status check_top(const struct request *request, const struct decoder *d,
                             const char *loss, struct error *err)
{
    if ((request->top > 0 || request->above >= 0) && !top_takes(d))
        return fail_at(err, ERR_DATA, input_called(request->model), 0,
                       "a model of the loss %s cannot put labels in order: leave -%s out", loss,
                       request->top > 0 ? "k" : "p");
    return OK;
}

static enum status load(const struct request *request, struct model *model, struct error *err)
{
    enum status status = model_load(request->model, model, err);
    struct decoder d;
    char list[TASK_LIST];

    if (status != OK)
        return status;
    d = model_decoder(model);
    if (request->confusion && d.classes == 0)
        return fail_at(err, ERR_DATA, input_called(request->model), 0,
                       "a model of the loss %s has no classes to confuse: leave -f out",
                       model->loss);
    if (request->audit > 0 && d.task->counts_groups)
        return fail_at(err, ERR_DATA, input_called(request->model), 0,
                       "a model of the loss %s answers the lines of a sequence together, not each "
                       "by its features: leave -x out", model->loss);
    if (!isnan(request->threshold) && !model_kind(model).cut)
        return fail_at(err, ERR_DATA, input_called(request->model), 0,
                       "a model of the loss %s has no threshold of two classes: leave -o threshold "
                       "out", model->loss);
    status = check_top(request, &d, model->loss, err);
    if (status != OK || !(request->probabilities || request->above >= 0) || probability_known(&d))
        return status;
    return fail_at(err, ERR_DATA, input_called(request->model), 0,
                   "a model of the loss %s has no probabilities: train with a loss (-l) that has "
                   "them: %s%s", model->loss, task_losses(task_has_probability, list),
                   calibration_of(d.loss));
}

/* ---- which classes are taken for which, and how good each is --------------------------------- */

enum {
    WIDE = 100, /* columns that a line of the matrix may have */
    RATIO = 10, /* those of a number between 0 and 1 */
    TENTH = 4,  /* those of a multiple of 0.1 */
    LABEL = NAME_ROOM
};

/* The class of place k; behind the last one, labels that are none of the model's. */
static const char *label_of(const struct class_counts *c, const struct names *names, int k,
                            char text[LABEL])
{
    if (k == c->classes)
        return "other";
    *lines_put_label(text, c->tally[k].label, names) = '\0';
    return text;
}

/* With the line of other labels, if there are any. */
static int lines_of(const struct class_counts *c)
{
    return c->classes + (c->rows > c->known);
}

/* Of a column that has room for each label, each count and `least` characters. */
static int column_width(const struct class_counts *c, const struct names *names, int least)
{
    char text[LABEL];
    int width = snprintf(text, sizeof text, "%" PRId64, c->rows);

    width = width > least ? width : least;
    for (int k = 0; k < lines_of(c); k++) {
        int length = (int)strlen(label_of(c, names, k, text));
        width = length > width ? length : width;
    }
    return width;
}

/* A line per label, a column per answer. */
static void print_matrix(FILE *out, const struct names *names, const struct evaluation *e,
                         int width)
{
    const struct class_counts *c = &e->counts;
    char text[LABEL];

    fprintf(out, "%*s", width, "");
    for (int k = 0; k < c->classes; k++)
        fprintf(out, "  %*s", width, label_of(c, names, k, text));
    putc('\n', out);
    for (int i = 0; i < lines_of(c); i++) {
        fprintf(out, "%*s", width, label_of(c, names, i, text));
        for (int k = 0; k < c->classes; k++)
            fprintf(out, "  %*" PRId64, width, evaluation_pairs(e, i, k));
        putc('\n', out);
    }
}

static void add_cell(struct results *cell, const struct class_counts *c, int label, int answer,
                     int64_t count)
{
    if (label < c->classes)
        results_add(cell, RESULT_LABEL, c->tally[label].label);
    else
        results_add_text(cell, RESULT_OTHER, label_of(c, NULL, label, NULL));
    results_add(cell, RESULT_PREDICTION, c->tally[answer].label);
    results_add(cell, RESULT_EXAMPLES, (double)count);
}

/* Each count that is not 0: a line of text or, of which a list needs more memory, a result. */
static void tell_cells(struct results *all, const struct evaluation *e)
{
    const struct class_counts *c = &e->counts;
    struct results *cells = results_inside(all, RESULT_CONFUSION);
    int width = column_width(c, all->names, (int)strlen("prediction"));
    char label[LABEL], answer[LABEL];

    if (all->out)
        fprintf(all->out, "%*s  %*s  %*s\n", width, "label", width, "prediction", width,
                "examples");
    for (int i = 0; i < lines_of(c); i++)
        for (int k = 0; k < c->classes; k++) {
            int64_t count = evaluation_pairs(e, i, k);
            if (count > 0 && all->out)
                fprintf(all->out, "%*s  %*s  %*" PRId64 "\n", width,
                        label_of(c, all->names, i, label), width,
                        label_of(c, all->names, k, answer), width, count);
            else if (count > 0)
                add_cell(results_inside(cells, RESULT_ROW), c, i, k, count);
        }
}

static void tell_classes(struct results *all, const struct class_counts *c)
{
    struct results *each = results_inside(all, RESULT_EACH);
    int width = column_width(c, all->names, (int)strlen("examples"));

    for (int k = 0; k < c->classes; k++) {
        const struct tally *t = &c->tally[k];
        struct results *row = results_inside(each, RESULT_ROW);
        results_add(row, RESULT_LABEL, t->label);
        results_add(row, RESULT_EXAMPLES, (double)t->rows);
        results_add(row, RESULT_PRECISION, tally_precision(t));
        results_add(row, RESULT_RECALL, tally_recall(t));
        results_add(row, RESULT_F1, tally_f1(t));
    }
    results_print_table(each, (const int[]){width, width, RATIO, RATIO, RATIO});
}

/* What -f adds: the confusion matrix, then a line per class: its rows, precision, recall and F1.
 * Labels ascend. A matrix whose lines would be wide is a line for each count that is not 0. */
static void tell_confusion(struct results *all, const struct evaluation *e)
{
    const struct class_counts *c = &e->counts;
    int width = column_width(c, all->names, 0);
    bool wide = (int64_t)(c->classes + 1) * (width + 2) - 2 > WIDE;

    if (all->out)
        fprintf(all->out, "\nConfusion matrix, a line for each %s:\n",
                wide ? "count that is not 0" : "label, a column for each prediction");
    if (all->out && !wide)
        print_matrix(all->out, all->names, e, width);
    else
        tell_cells(all, e);
    results_print(all, "\nEach class:\n");
    tell_classes(all, c);
}

/* What -f adds to probabilities: a line for each bin of them. */
static void tell_reliability(struct results *all, const struct evaluation *e)
{
    const struct reliability *r = &e->reliability;
    struct results *bins = results_inside(all, RESULT_RELIABILITY);
    int width = column_width(&e->counts, all->names, (int)strlen("examples"));

    for (int k = 0; k < BINS; k++) {
        struct results *row = results_inside(bins, RESULT_ROW);
        double count = (double)r->rows[k];
        results_add(row, RESULT_FROM, (double)k / BINS);
        results_add(row, RESULT_TO, (double)(k + 1) / BINS);
        results_add(row, RESULT_EXAMPLES, count);
        results_add(row, RESULT_PROBABILITY, figures_ratio(r->probability[k], count));
        results_add(row, RESULT_SHARE, figures_ratio((double)r->events[k], count));
    }
    results_print(all, e->two ? "\nProbability of the positive label, and the share that has it:\n"
                              : "\nProbability of the answer, and the share that is right:\n");
    results_print_table(bins, (const int[]){TENTH, TENTH, width, (int)strlen("mean probability"),
                                            RATIO});
}

/* ---- all together ---------------------------------------------------------------------------- */

/* The figures of the rows that have a label; without one there are none. */
static enum status add_figures(struct results *all, struct prediction *p, struct error *err)
{
    struct figures figures = {0};
    struct results *list;
    enum status status = OK;

    if (p->seen.labelled)
        status = evaluation_figures(&p->evaluation, &figures, err);
    if (status != OK)
        return status;
    list = results_inside(all, RESULT_FIGURES);
    for (int k = 0; k < figures.count; k++)
        results_add_figure(list, &figures.figure[k]);
    results_print_lines(list, "");
    if (p->seen.labelled && p->request->confusion)
        tell_confusion(all, &p->evaluation);
    if (p->seen.labelled && p->request->confusion && p->request->probabilities)
        tell_reliability(all, &p->evaluation);
    return OK;
}

/* What was predicted; what the model says of itself. */
static void add_model(struct results *all, const struct prediction *p, double seconds)
{
    const struct model *m = p->model;

    results_add_text(all, RESULT_PROGRAM, program);
    results_add_text(all, RESULT_VERSION, RRM_VERSION);
    results_add_text(all, RESULT_FILE, input_called(p->request->test));
    results_add_text(all, RESULT_MODEL, input_called(p->request->model));
    results_add(all, RESULT_M, (double)p->count.rows);
    results_add(all, RESULT_N, m->features);
    results_add(all, RESULT_NNZ, (double)p->count.entries);
    results_add(all, RESULT_CLASSES, m->classes);
    results_add_text(all, RESULT_SOLVER, m->solver);
    results_add_text(all, RESULT_LOSS, m->loss);
    results_add_text(all, RESULT_REGULARIZER, m->regularizer);
    results_add(all, RESULT_LAMBDA, m->lambda);
    results_add(all, RESULT_PRIMAL, m->primal);
    results_add(all, RESULT_DUAL, m->dual);
    results_add_gap(all, m->primal, m->dual);
    results_add_text(all, RESULT_VERDICT, m->verdict);
    results_add(all, RESULT_PASSES, m->passes);
    results_add(all, RESULT_SECONDS, seconds);
    if (p->request->lines == LINES_KEEP)
        results_add(all, RESULT_REFUSED, (double)p->count.refused);
}

/* The figures, and which lines have no answer. */
static enum status tell(struct prediction *p, double seconds, struct error *err)
{
    FILE *stream = output_is_stdout(p->request->output) ? message_stream() : stdout;
    struct arena arena = {0};
    struct results all = {.arena = &arena, .out = p->request->json ? NULL : stream,
                          .names = p->form.names};
    enum status status;

    add_model(&all, p, seconds);
    status = add_figures(&all, p, err);
    if (status == OK)
        report_passed(&all, 0, p->count.commented);
    if (status == OK && arena.failed)
        status = fail_memory(err, "the figures");
    if (status == OK && p->request->json)
        results_print_json(stream, &all);
    arena_free(&arena);
    /* Standard error is not checked: nobody could be told. */
    if (status != OK || stream == stderr || (fflush(stream) == 0 && !ferror(stream)))
        return status;
    return fail(err, ERR_SYSTEM, "cannot write the figures to standard output");
}

static enum status predict(const struct request *request, struct model *model,
                           const struct par *par, struct error *err)
{
    struct prediction p;
    double start = clock_now();
    enum status status;

    status = prediction_init(&p, request, model, err);
    if (status == OK)
        status = prediction_run(&p, par, err);
    if (status == OK && !request->quiet)
        status = tell(&p, clock_now() - start, err);
    prediction_free(&p);
    return status;
}

static enum status run(const struct request *request, const struct par *par, struct error *err)
{
    struct model model = {0};
    sigset_t before;
    enum status status;

    signals_hold(&before);
    status = output_probe(request->output, NULL, err);
    signals_resume(&before);
    if (status == OK)
        status = load(request, &model, err);
    if (status == OK)
        status = predict(request, &model, par, err);
    model_free(&model);
    return status;
}

int predict_main(int argc, char **argv)
{
    struct error err;
    struct request request;
    enum status status = request_parse(argc, argv, &request, &err);

    if (status == OK && request.asked == ASKED_RUN) {
        struct par par;
        par_init(&par, request.threads);
        status = run(&request, &par, &err);
        par_free(&par);
    } else if (status == OK) {
        status = option_table_tell(&request_table, request.asked, request.topic, &err);
    }
    if (status != OK)
        message(program, "%s", err.text);
    return (int)status;
}
