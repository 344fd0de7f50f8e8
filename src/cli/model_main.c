/* model_main - rrm-model: shows, converts, prunes and checks a model. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/output.h"
#include "base/text.h"
#include "cli/answer/audit.h"
#include "cli/answer/lines.h"
#include "cli/message.h"
#include "cli/options.h"
#include "cli/results.h"
#include "cli/signals.h"
#include "math/vec.h"

/* ---- the command line ------------------------------------------------------------------------ */

#define USAGE "usage: rrm-model command [options] model_file [output_file]  (-h lists them)"
#define LARGEST 1e300 /* a threshold */
static const char program[] = "rrm-model";
static const char head[] =
    "usage: rrm-model show [-fJ] [-k count] model_file\n"
    "       rrm-model convert [-f] [-F format] model_file output_file\n"
    "       rrm-model prune [-f] [-F format] -t threshold model_file output_file\n"
    "       rrm-model check model_file\n\n"
    "show tells what a model is and which features weigh most, convert writes it anew, prune\n"
    "without small weights, check says whether it is whole. model_file is a model of rrm-train,\n"
    "of LIBLINEAR, or of LIBSVM with a linear kernel, plain or gzip, told by its first bytes; '-'\n"
    "is standard input, as output_file standard output.\n"
    "\n";
static const char tail[] =
    "\n"
    "Exit status: 0 done, 1 usage, 2 a bad model, 3 the system refused. See rrm-model(1).\n";

enum { SHOWN = 10, LIST = 64 }; /* features of a class; bytes of a list of commands */

#define AT(member) .at = offsetof(struct model_request, member)
static const struct option_row rows[] = {
    {.letter = 'f', .word = "force", .kind = OPTION_FLAG, AT(edited),
     .help = "the model was edited by hand: a wrong check sum or number of weights is a warning"},
    {.letter = 'F', .word = "format", .kind = OPTION_TAKEN, .argument = FORMATS, AT(format),
     .take = format_take,
     .help = "how it is written: rrm, or what liblinear-predict reads (convert: rrm; prune: kept)"},
    {.letter = 'J', .word = "json", .kind = OPTION_FLAG, AT(json),
     .help = "show: print one line of JSON instead"},
    {.letter = 'k', .word = "count", .kind = OPTION_INT, .argument = "count", .lo = 0,
     .hi = MODEL_SHOWN_MOST, AT(shown),
     .help = "show: how many features of greatest |weight| for each class (10)"},
    {.letter = 't', .word = "threshold", .kind = OPTION_NUMBER, .argument = "threshold",
     .lo = 0, .hi = LARGEST, AT(threshold), .help = "prune: weights of |w| <= threshold become 0"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic), .help = "print this help"},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION, .help = "print the version"},
    {0}};
static const char *const names[] = {"show", "convert", "prune", "check", NULL};
const struct option_table model_table = {.program = program, .rows = rows, .commands = names,
                                         .usage = USAGE, .head = head, .tail = tail,
                                         .words = WORDS_MODEL};

static enum status show(const struct model_request *r, struct model *m, struct error *err);
static enum status convert(const struct model_request *r, struct model *m, struct error *err);
static enum status prune(const struct model_request *r, struct model *m, struct error *err);
static enum status check(const struct model_request *r, struct model *m, struct error *err);

struct command {
    const char *letters; /* of the options that go with it */
    int files;
    enum status (*run)(const struct model_request *r, struct model *m, struct error *err);
};
static const struct command commands[] = { /* by their names */
    {"fJk", 1, show}, {"fF", 2, convert}, {"fFt", 2, prune}, {"", 1, check}};
_Static_assert(sizeof names / sizeof *names == sizeof commands / sizeof *commands + 1,
               "each has a name");

static const char *called(const struct command *command)
{
    return names[command - commands];
}

/* name: NULL, none is given. */
static enum status find_command(const char *name, const struct command **command,
                                struct error *err)
{
    char known[LIST] = "";

    for (int k = 0; names[k]; k++) {
        text_list(known, sizeof known, ", ", "", names[k]);
        if (name && strcmp(names[k], name) == 0)
            *command = &commands[k];
    }
    if (*command)
        return OK;
    return fail(err, ERR_USAGE, "%s%.40s%s; known: %s\n" USAGE,
                name ? "unknown command '" : "no command is given", name ? name : "",
                name ? "'" : "", known);
}

/* Options that were given but belong to another command. */
static enum status check_options(const struct command *command, const struct model_request *r,
                                 struct error *err)
{
    const struct {
        char letter;
        bool given;
    } options[] = {{'f', r->edited}, {'F', r->format >= 0}, {'J', r->json}, {'k', r->shown >= 0},
                   {'t', r->threshold >= 0}};

    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        if (options[k].given && !strchr(command->letters, options[k].letter))
            return fail(err, ERR_USAGE, "option -%c does not go with rrm-model %s\n" USAGE,
                        options[k].letter, called(command));
    if (strchr(command->letters, 't') && !(r->threshold >= 0))
        return fail(err, ERR_USAGE, "rrm-model %s needs a threshold: add -t\n" USAGE,
                    called(command));
    return OK;
}

static enum status parse(int argc, char **argv, struct model_request *r,
                         const struct command **command, struct error *err)
{
    bool named = argc > 1 && argv[1][0] != '-';
    enum status status = named ? find_command(argv[1], command, err) : OK;
    char **file;
    int count;

    *r = (struct model_request){.format = -1, .shown = -1, .threshold = -1};
    if (status == OK)
        status = option_table_take(&model_table, argc - named, argv + named, r, &r->asked, err);
    if (status != OK || r->asked != ASKED_RUN)
        return status;
    if (!*command)
        return find_command(NULL, command, err);
    status = check_options(*command, r, err);
    file = argv + named + optind;
    count = argc - named - optind;
    if (status == OK && count != (*command)->files)
        return fail(err, ERR_USAGE, "too %s file names: rrm-model %s expects a model%s\n" USAGE,
                    count < (*command)->files ? "few" : "many", called(*command),
                    (*command)->files > 1 ? " and an output" : "");
    r->model = file[0];
    r->output = count > 1 ? file[1] : NULL;
    return status;
}

/* ---- show ------------------------------------------------------------------------------------ */

/* Whose model it is. */
static const char *maker(const struct model *m)
{
    if (!model_is_foreign(m))
        return "rrm-train";
    return model_is_liblinear(m) ? "LIBLINEAR" : "LIBSVM";
}

static enum status flushed(struct error *err)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return OK;
    return fail_at(err, ERR_SYSTEM, "(stdout)", 0, "cannot write");
}

/* Weights of features that are not 0, and their norm, of all classes together. */
static void add_size(struct results *all, const struct model *m)
{
    size_t count = model_feature_weights(m) * model_kind(m).outputs;

    results_add(all, RESULT_N, m->features);
    results_add(all, RESULT_NONZEROS, (double)vec_nonzeros(count, m->weight));
    results_add(all, RESULT_NORM, sqrt(vec_dot(count, m->weight, m->weight)));
    results_add(all, RESULT_BIAS, m->bias);
}

static void add_model(struct results *all, const struct model_request *r, const struct model *m)
{
    results_add_text(all, RESULT_PROGRAM, program);
    results_add_text(all, RESULT_VERSION, RRM_VERSION);
    results_add_text(all, RESULT_MODEL, input_called(r->model));
    results_add_text(all, RESULT_SOLVER, m->solver);
    results_add_text(all, RESULT_LOSS, m->loss);
    results_add_text(all, RESULT_REGULARIZER, m->regularizer);
    results_add(all, RESULT_LAMBDA, m->lambda);
    results_add(all, RESULT_PRIMAL, m->primal);
    results_add(all, RESULT_DUAL, m->dual);
    results_add_gap(all, m->primal, m->dual);
    results_add_text(all, RESULT_VERDICT, m->verdict);
    results_add(all, RESULT_PASSES, m->passes);
    if (m->unit)
        results_add_text(all, RESULT_ROWS, "unit");
    if (m->text.from_zero)
        results_add(all, RESULT_FIRST, 0);
    add_size(all, m);
    if (m->folded.cut != 0)
        results_add(all, RESULT_CUT, m->folded.cut);
    results_add(all, RESULT_CLASSES, m->classes);
}

static void print_model(const struct results *all, const struct model *m)
{
    char label[NAME_ROOM];

    if (!all->out)
        return;
    results_print(all, "solver {solver}, loss {loss}, regularizer {regularizer}");
    results_print(all, model_is_foreign(m) ? "\n" : ", lambda {lambda}, {passes} passes\n");
    if (model_is_certified(m))
        results_print(all, "primal {primal}, dual {dual}, gap {gap}: {verdict}\n");
    else
        fprintf(all->out, "no certificate: %s\n",
                model_is_foreign(m) ? maker(m) : m->verdict);
    if (m->unit)
        results_print(all, "rows are divided by their lengths\n");
    if (m->text.from_zero)
        results_print(all, "indices begin at {first}\n");
    results_print(all, "{n} features, {nonzeros} weights that are not 0, their norm {norm}");
    results_print(all, m->bias >= 0 ? ", bias {bias}\n" : ", no bias\n");
    if (m->classes > 0)
        fprintf(all->out, "%d class%s, labels", m->classes, m->classes > 1 ? "es" : "");
    for (int k = 0; k < m->classes; k++) {
        *lines_put_label(label, m->labels[k], all->names) = '\0';
        fprintf(all->out, " %s", label);
    }
    if (m->folded.cut != 0)
        results_print(all, ", threshold {threshold}");
    fputs(m->classes > 0 ? "\n" : "", all->out);
}

static void add_labels(struct results *all, const struct model *m)
{
    struct results *labels = results_inside(all, RESULT_LABELS);

    for (int k = 0; k < m->classes; k++)
        results_add(results_inside(labels, RESULT_ROW), RESULT_LABEL, m->labels[k]);
}

/* The weight of the bias for score o; NAN: there is no bias. */
static double bias_weight(const struct model *m, size_t outputs, size_t o)
{
    uint32_t features = model_feature_weights(m);

    if (m->bias < 0)
        return NAN;
    return features < m->weights ? m->weight[features * outputs + o] : 0;
}

/* The features of greatest |weight| for score o, of `outputs`; term has room for all. */
static void tell_greatest(struct results *scores, const struct model *m, size_t outputs, size_t o,
                          size_t shown, struct term *term)
{
    struct results *row = results_inside(scores, RESULT_ROW), *list;
    uint32_t features = model_feature_weights(m);
    size_t count = 0;
    bool labelled = outputs > 1 || m->classes == 2;

    for (uint32_t k = 0; k < features; k++)
        if (m->weight[k * outputs + o] != 0)
            term[count++] = (struct term){m->weight[k * outputs + o], m->index[k]};
    terms_order(term, count);
    if (labelled)
        results_add(row, RESULT_LABEL, m->labels[o]);
    results_add(row, RESULT_BIAS_WEIGHT, bias_weight(m, outputs, o));
    list = results_inside(row, RESULT_GREATEST);
    for (size_t k = 0; k < count && k < shown; k++) {
        char *text = arena_get(row->arena, MODEL_FEATURE, 1);
        struct results *at = results_inside(list, RESULT_ROW);
        if (!text)
            return;
        results_add_text(at, RESULT_FEATURE, model_feature_text(m, term[k].index, text));
        results_add(at, RESULT_WEIGHT, term[k].value);
    }
    results_print(row, labelled ? "\nLabel {label}" : "\nScore");
    results_print(row, m->bias < 0 ? "\n" : ", weight of the bias {bias-weight}\n");
    results_print_table(list, (const int[]){MODEL_FEATURE - 1, MODEL_FEATURE - 1});
}

static enum status show(const struct model_request *r, struct model *m, struct error *err)
{
    struct arena arena = {0};
    struct results all = {.arena = &arena, .out = r->json ? NULL : stdout,
                          .names = m->text.label_words ? &m->facts.names : NULL}, *scores;
    struct term *term = arena_get(&arena, m->weights, sizeof *term);
    size_t outputs = model_kind(m).outputs, shown = r->shown < 0 ? SHOWN : (size_t)r->shown;
    enum status status = OK;

    add_model(&all, r, m);
    print_model(&all, m);
    add_labels(&all, m);
    scores = results_inside(&all, RESULT_SCORES);
    for (size_t o = 0; o < outputs && shown > 0 && term; o++)
        tell_greatest(scores, m, outputs, o, shown, term);
    if (arena.failed)
        status = fail_memory(err, "the features");
    if (status == OK && r->json)
        results_print_json(stdout, &all);
    arena_free(&arena);
    return status == OK ? flushed(err) : status;
}

/* ---- the other commands ---------------------------------------------------------------------- */

/* No signal ends the program between a file beside its place and its name; what is written through
 * may have to wait for its reader. */
static enum status save(const struct model_request *r, int format, const struct model *m,
                        struct error *err)
{
    bool renames = output_renames(r->output);
    sigset_t before;
    enum status status;

    if (renames)
        signals_hold(&before);
    status = format_save(format, m, r->output, err);
    if (renames)
        signals_resume(&before);
    if (status == OK && format == FORMAT_LIBLINEAR &&
        (m->folded.platt || m->folded.steps || m->folded.temperature > 0))
        message(program, "warning: %s: the calibration was left out: LIBLINEAR's models have none",
                input_called(r->model));
    if (status == OK && format == FORMAT_LIBLINEAR && m->text.named)
        message(program, "warning: %s: the names of the features were left out: LIBLINEAR's models "
                "have none", input_called(r->model));
    return status;
}

static enum status convert(const struct model_request *r, struct model *m, struct error *err)
{
    return save(r, r->format < 0 ? FORMAT_RRM : r->format, m, err);
}

static enum status prune(const struct model_request *r, struct model *m, struct error *err)
{
    size_t outputs = model_kind(m).outputs;
    size_t all = vec_nonzeros(model_feature_weights(m) * outputs, m->weight);
    bool certified = model_is_certified(m);
    int own = model_is_liblinear(m) ? FORMAT_LIBLINEAR : FORMAT_RRM;
    size_t pruned = model_prune(m, r->threshold);
    enum status status = save(r, r->format < 0 ? own : r->format, m, err);
    FILE *out = output_is_stdout(r->output) ? message_stream() : stdout;

    if (status != OK)
        return status;
    fprintf(out, "%zu of %zu weights became 0%s\n", pruned, all,
            certified && pruned > 0
                ? "; the certificate holds no longer: rrm-train -i trains on from here"
                : "");
    return out == stdout ? flushed(err) : OK;
}

static enum status check(const struct model_request *r, struct model *m, struct error *err)
{
    printf("%s: a whole model of %s: loss %s, %" PRIu32 " features, %" PRIu32 " of them weigh\n",
           input_called(r->model), maker(m), m->loss, m->features, model_feature_weights(m));
    return flushed(err);
}

static enum status run(const struct command *command, const struct model_request *r,
                       struct error *err)
{
    struct model model = {0};
    struct error doubt = {""};
    enum status status;
    sigset_t before;

    signals_hold(&before);
    status = r->output ? output_probe(r->output, &model_output, err) : OK;
    signals_resume(&before);
    if (status == OK && r->edited)
        status = model_load_edited(r->model, &model, &doubt, err);
    else if (status == OK)
        status = model_load(r->model, &model, err);
    if (status == OK && *doubt.text)
        message(program, "warning: %s; it was edited, and has no certificate", doubt.text);
    if (status == OK)
        status = command->run(r, &model, err);
    model_free(&model);
    return status;
}

int model_main(int argc, char **argv)
{
    struct error err;
    struct model_request request;
    const struct command *command = NULL;
    enum status status = parse(argc, argv, &request, &command, &err);

    if (status == OK && request.asked == ASKED_RUN)
        status = run(command, &request, &err);
    else if (status == OK)
        status = option_table_tell(&model_table, request.asked, request.topic, &err);
    if (status != OK)
        message(program, "%s", err.text);
    return (int)status;
}
