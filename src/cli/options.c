/* options - the command line of rrm-train: its options, what goes together, the text of -h. */
#include "cli/options.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output.h"
#include "base/par.h"
#include "base/text.h"
#include "cli/words.h"
#include "data/dataset.h"

#define COMMAND "usage: rrm-train [options] training_file [model_file]"
static const char usage[] = COMMAND "  (-h lists the options)";

static const char head[] =
    COMMAND "\n\n"
    "Finds the w that minimise lambda Omega(w) + R(w) over the examples of training_file\n"
    "(svmlight/libsvm text, plain or gzip, '-': standard input) and a bound that no w can beat.\n"
    "The model goes to model_file, by default that file's name, less .gz, plus .model, here.\n"
    "\n";
static const char tail[] =
    "\n"
    "--help=TOPIC tells of solvers, losses, regularizers, settings, pairs (which solver minimises\n"
    "what) or all. rrm-jobs(7) has the options for a dozen jobs, rrm-train(1) all that they do.\n"
    "Exit status: 0 a model was written, 1 usage, 2 bad data, 3 the system refused.\n";

/* Factors of J stay in [LEAST, MOST], so that products of two of them and a loss neither overflow
 * nor vanish; seconds and passes up to LONG are whole in a double. */
#define LEAST 1e-100
#define MOST  1e100
#define LONG  1e15
enum { SEARCH_FOLDS = 5 }; /* of -C; LIBLINEAR's */
static const double LABEL = 1e300; /* largest label that -w names; a double ends at 1.8e308 */

static enum status wrong_weight(const char *text, struct error *err)
{
    return fail(err, ERR_USAGE, "option -w: '%.40s' is neither balanced nor LABEL:WEIGHT, a label "
                "from -1e300 to 1e300, or a word with -o labels=words, and a weight from 1e-100 to "
                "1e100", text);
}

/* Whether two weights are of one number, or of one word. */
static bool same_label(const struct class_weight *a, const struct class_weight *b)
{
    size_t length = (size_t)(strrchr(a->text, ':') - a->text);

    return a->label == b->label ||
           (isnan(a->label) && isnan(b->label) && strncmp(a->text, b->text, length + 1) == 0);
}

/* LABEL:WEIGHT, or balanced */
static enum status take_weight(const char *text, void *options, struct error *err)
{
    struct options *o = options;
    struct class_weight *w = &o->weights[o->recipe.weights.count];
    const char *colon = strrchr(text, ':');
    bool balanced = strcmp(text, "balanced") == 0;

    if (o->recipe.weights.count > 0 ? balanced : o->recipe.weights.balanced)
        return fail(err, ERR_USAGE, "option -w: balanced gives every label its weight and stands "
                    "alone: leave it out, or LABEL:WEIGHT");
    o->recipe.weights.balanced = balanced;
    if (balanced)
        return OK;
    if (!colon && text_whole_number(text, -LABEL, LABEL, &w->label))
        return fail(err, ERR_USAGE, "option -w: '%.40s' is not LABEL:WEIGHT: LIBLINEAR's -w%.40s 5 "
                    "is -w %.40s:5 here", text, text, text);
    if (o->recipe.weights.count == MOST_WEIGHTS)
        return fail(err, ERR_USAGE, "option -w: more than %d weights", MOST_WEIGHTS);
    if (!colon || colon == text || !text_whole_number(colon + 1, LEAST, MOST, &w->weight))
        return wrong_weight(text, err);
    w->text = text;
    if (text_number(text, colon, &w->label) != colon || fabs(w->label) > LABEL)
        w->label = NAN; /* a word, where labels are words: check_weights */
    for (int k = 0; k < o->recipe.weights.count; k++)
        if (same_label(&o->weights[k], w) && isnan(w->label))
            return fail(err, ERR_USAGE, "option -w: label %.*s has two weights",
                        (int)(colon - text), text);
        else if (same_label(&o->weights[k], w))
            return fail(err, ERR_USAGE, "option -w: label %.15g has two weights", w->label);
    o->recipe.weights.count++;
    return OK;
}

/* The figure by which -C chooses. */
static enum status take_score(const char *name, void *options, struct error *err)
{
    struct options *o = options;
    char keys[FIGURES_KEYS], called[WORDS_TEXT];

    o->choice.scored = true;
    if (figures_read(name, &o->choice.score))
        return OK;
    return fail(err, ERR_USAGE, "option -o: unknown score '%.60s'%s; known: %s", name,
                words_called(WORDS_SCORE, name, name + strlen(name), called), figures_keys(keys));
}

#define AT(member) .at = offsetof(struct options, member)
static const struct option_row rows[] = {
    {.letter = 's', .word = "solver", .kind = OPTION_TAKEN, .argument = "solver", AT(recipe),
     .take = choose_solver, .help = "how to minimise (auto): --help=solvers"},
    {.letter = 'l', .word = "loss", .kind = OPTION_TAKEN, .argument = "loss", AT(recipe),
     .take = choose_loss, .help = "what R is the mean of (hinge): --help=losses"},
    {.letter = 'r', .word = "regularizer", .kind = OPTION_TAKEN, .argument = "regularizer",
     AT(recipe), .take = choose_reg, .help = "Omega (l2): --help=regularizers"},
    {.letter = 'c', .word = "cost", .kind = OPTION_LIST, .argument = "cost", .lo = LEAST,
     .hi = MOST, AT(costs), .help = "LIBLINEAR's C: lambda = 1/(C m), m examples (1)"},
    {.letter = 'L', .word = "lambda", .kind = OPTION_NUMBER, .argument = "lambda", .lo = LEAST,
     .hi = MOST, AT(recipe.lambda), .help = "lambda itself, instead of -c"},
    {.letter = 'e', .word = "tolerance", .kind = OPTION_NUMBER, .argument = "tol", .lo = 0, .hi = 1,
     AT(recipe.relative), .help = "stop at a certified gap of tol x the primal, 0: off (1e-3)"},
    {.letter = 'a', .word = "absolute", .kind = OPTION_NUMBER, .argument = "tol", .lo = 0,
     .hi = MOST, AT(recipe.absolute), .help = "stop at a certified gap of tol (off)"},
    {.letter = 'm', .word = "passes", .kind = OPTION_WHOLE, .argument = "passes", .lo = 1,
     .hi = LONG, AT(recipe.passes),
     .help = "at most so many passes over the data (each solver's own)"},
    {.letter = 't', .word = "seconds", .kind = OPTION_NUMBER, .argument = "seconds", .lo = 0,
     .hi = LONG, AT(recipe.seconds), .unit = "seconds",
     .help = "at most so long in the solver (no limit)"},
    {.letter = 'B', .word = "bias", .kind = OPTION_NUMBER, .argument = "bias", .lo = -MOST,
     .hi = MOST, AT(recipe.bias),
     .help = "append a feature of this value to each example (-1: none)"},
    {.letter = 'R', .word = "free-bias", .kind = OPTION_FLAG, AT(recipe.free_bias),
     .help = "do not regularize the bias (with -B 1: an exact offset)"},
    {.letter = 'w', .word = "weight", .kind = OPTION_TAKEN, .argument = "label:weight",
     .take = take_weight,
     .help = "multiply the cost of this label's examples, repeatable; or balanced"},
    {.letter = 'W', .word = "weights", .kind = OPTION_FILE, .argument = "file", AT(row_facts),
     .help = "a line WEIGHT [OFFSET] for each example"},
    {.letter = 'v', .word = "folds", .kind = OPTION_INT, .argument = "folds", .lo = 2,
     .hi = INT_MAX, AT(folds), .help = "cross-validate: figures of so many folds, and no model"},
    {.letter = 'C', .word = "search", .kind = OPTION_FLAG, AT(search),
     .help = "cross-validate costs, from -c on, and train with the best"},
    {.letter = 'b', .word = "probability", .kind = OPTION_SWITCH, .argument = "1", .lo = 0, .hi = 1,
     AT(recipe.probability), .help = "calibrate probabilities, for losses that have none (0)"},
    {.letter = 'i', .word = "start", .kind = OPTION_TEXT, .argument = "model", AT(start),
     .help = "start from the weights of this model (from 0)"},
    {.letter = 'F', .word = "format", .kind = OPTION_TAKEN, .argument = "format", AT(format),
     .take = format_take, .help = "how the model is written: rrm, or liblinear (rrm)"},
    {.letter = 'o', .word = "setting", .kind = OPTION_SETTING, .argument = "name=value", AT(recipe),
     .take = choose_setting, .late = true, /* solver and loss must be known */
     .help = "a setting: --help=settings; repeatable"},
    {.letter = 'N', .word = "names", .kind = OPTION_FILE, .argument = "file", AT(text.names),
     .help = "names of features, that of index k in line k; or rrm-words' list"},
    {.letter = 'n', .word = "threads", .kind = OPTION_INT, .argument = "threads", .lo = 1,
     .hi = PAR_MOST, AT(threads), .help = "how many threads (all cores); the model is the same"},
    {.letter = 'S', .word = "seed", .kind = OPTION_SEED, .argument = "seed", .lo = 0,
     .hi = 0x1p53 - 1, AT(recipe.seed), .help = "seed of every random choice (1)"},
    {.letter = 'J', .word = "json", .kind = OPTION_FLAG, AT(json),
     .help = "print the results as one line of JSON, and nothing else"},
    {.letter = 'T', .word = "trace", .kind = OPTION_TEXT, .argument = "file", AT(trace),
     .help = "write the convergence trace there, tab-separated"},
    {.letter = 'q', .word = "quiet", .kind = OPTION_FLAG, AT(quiet),
     .help = "print nothing but errors and warnings"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic), .help = "print this help"},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION, .help = "print the version"},
    {0}};

/* -o NAME=VALUE, but for those of solvers and losses. */
static const struct option_row settings[] = {
    {.word = "model", .kind = OPTION_FILE, .argument = "folder", AT(folder),
     .help = "the model goes there, as [folder-]name.model of the training file"},
    {.word = "score", .kind = OPTION_TAKEN, .argument = "NAME", .take = take_score,
     .help = "the figure by which -C chooses"},
    {.word = "rule", .kind = OPTION_CHOICE, .argument = "best|1sd", AT(choice.rule),
     .help = "which cost -C takes: the best, or the smallest within a standard error of it"},
    {.word = "labels", .kind = OPTION_CHOICE, .argument = "numbers|words", AT(text.labels),
     .help = "what labels are (numbers); words: of two the second in byte order is positive"},
    {.word = "features", .kind = OPTION_CHOICE, .argument = "numbers|words", AT(text.features),
     .help = "what stands before the values (numbers); words: name:value, or name for name:1"},
    {.word = "hash", .kind = OPTION_INT, .argument = "bits", .lo = 1, .hi = MODEL_HASH_MOST,
     AT(text.hash_bits), .help = "with features=words: hashes of so many bits in place of a list"},
    {.word = "order", .kind = OPTION_CHOICE, .argument = "ascending|any", AT(text.order),
     .help = "of the indices in a line (ascending); any: each line is sorted"},
    {.word = "unmet", .kind = OPTION_CHOICE, .argument = "0|4", AT(unmet),
     .help = "the exit status where the tolerance was not met (0)"},
    {0}};

const struct option_table options_table = {
    .program = "rrm-train", .rows = rows, .settings = settings, .usage = usage, .head = head,
    .tail = tail, .topics = options_topics, .words = WORDS_TRAIN};

unsigned text_options_flags(const struct text_options *text)
{
    return (text->order == ORDER_ANY ? DATASET_UNORDERED : 0) |
           (text->labels == TEXT_WORDS ? DATASET_LABEL_WORDS : 0) |
           (text->features == TEXT_WORDS ? DATASET_FEATURE_WORDS : 0) |
           (unsigned)text->hash_bits << DATASET_HASH;
}

/* ---- the whole line ------------------------------------------------------------------------ */

/* The name of the folder of `path`, whose base name begins at `base`; *length = 0: it has none, or
 * one of dots. */
static const char *folder_of(const char *path, const char *base, size_t *length)
{
    const char *end = base, *name;

    while (end > path && end[-1] == '/')
        end--;
    for (name = end; name > path && name[-1] != '/'; name--)
        ;
    *length = (size_t)(end - name);
    if (strspn(name, ".") >= *length)
        *length = 0;
    return name;
}

/* The training file's base name, less .gz, plus .model, in the current folder; or in that of -o
 * model, with the name of the training file's folder in front: sets of one name each in a folder
 * have different ones. */
static enum status default_model(struct options *o, struct error *err)
{
    const char *slash = strrchr(o->data, '/'), *base = slash ? slash + 1 : o->data, *folder;
    size_t length = strlen(base), ending = strlen(".gz"), room, front;

    if (length > ending && strcmp(base + length - ending, ".gz") == 0)
        length -= ending;
    folder = folder_of(o->data, base, &front);
    room = (o->folder ? strlen(o->folder) : 0) + front + length + sizeof "/-.model";
    o->model = mem_alloc(room, 1);
    if (!o->model)
        return fail_memory(err, "the model's name");
    if (o->folder)
        snprintf(o->model, room, "%s/%.*s%s%.*s.model", o->folder, (int)front, folder,
                 front > 0 ? "-" : "", (int)length, base);
    else
        snprintf(o->model, room, "%.*s.model", (int)length, base);
    return OK;
}

/* -C has no argument: a number behind it is taken for the training file. */
static enum status check_number(const char *name, const struct options *o, struct error *err)
{
    double cost;

    if (!o->search || !text_whole_number(name, LEAST, MOST, &cost) || access(name, F_OK) == 0)
        return OK;
    return fail(err, ERR_USAGE, "option -C looks for the cost and takes none, and '%.40s' is no "
                "file: to train with this cost give -c %.40s, to search from it on -C -c %.40s",
                name, name, name);
}

static enum status parse_files(int count, char **names, struct options *o, struct error *err)
{
    if (count > 0 && check_number(names[0], o, err) != OK)
        return ERR_USAGE;
    if (count < 1)
        return fail(err, ERR_USAGE, "no training file is given\n%s", usage);
    if (count > 2)
        return fail(err, ERR_USAGE, "too many file names, from '%.60s' on\n%s", names[2], usage);
    o->data = names[0];
    if (o->folds > 0 && !o->search && (count == 2 || o->folder))
        return fail(err, ERR_USAGE, "option -v judges and writes no model: leave out '%.60s', or "
                    "add -C", count == 2 ? names[1] : "-o model");
    if (o->folder && count == 2)
        return fail(err, ERR_USAGE, "option -o model and the file name '%.60s' both say where the "
                    "model goes: leave one of them out", names[1]);
    if (o->folds > 0 && !o->search)
        return OK;
    if (count == 1 && strcmp(o->data, "-") == 0)
        return fail(err, ERR_USAGE, "training data from standard input needs the name of a model "
                    "file");
    if (count == 1)
        return default_model(o, err);
    o->model = text_copy(names[1]);
    return o->model ? OK : fail_memory(err, "the model's name");
}

/* The file of an option is no other one; nobody reads standard input twice. */
static enum status check_file(const struct options *o, const char *file, const char *option,
                              const char *name, struct error *err)
{
    if (!file)
        return OK;
    if (option_table_same_file(file, o->model) || option_table_same_file(file, o->trace))
        return fail(err, ERR_USAGE, "the model or the trace would replace the file of %s%s: name "
                    "another place for it", option, name);
    if (strcmp(file, "-") == 0 && (strcmp(o->data, "-") == 0 ||
                                   (o->start && strcmp(o->start, "-") == 0)))
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the file of %s%s and "
                    "another one", option, name);
    return OK;
}

static enum status check_files(const struct options *o, struct error *err)
{
    enum status status = check_file(o, o->row_facts, "-W", "", err);

    if (status == OK)
        status = check_file(o, o->text.names, "-N", "", err);
    for (int k = 0; k < RECIPE_FILES && status == OK; k++)
        status = check_file(o, o->recipe.files.name[k], "-o ",
                            recipe_file_at((enum recipe_file)k)->name, err);
    return status;
}

/* Places that are not one another; the model may replace that from which the training starts. */
static enum status check_places(const struct options *o, struct error *err)
{
    const char *data = strcmp(o->data, "-") == 0 ? NULL : o->data;
    const char *start = o->start && strcmp(o->start, "-") == 0 ? NULL : o->start;

    if (option_table_same_file(data, o->model))
        return fail(err, ERR_USAGE, "the model would replace the training file: name another place "
                    "for it");
    if (option_table_same_file(data, o->trace))
        return fail(err, ERR_USAGE,
                    "the trace (-T) would replace the training file: name another place for it");
    if (option_table_same_file(o->model, o->trace))
        return fail(err, ERR_USAGE, "the trace (-T) and the model have the same place: name two");
    if (option_table_same_file(start, o->trace))
        return fail(err, ERR_USAGE, "the trace (-T) would replace the model to start from (-i): "
                    "name another place for it");
    if (o->json && ((o->model && output_is_stdout(o->model)) ||
                    (o->trace && output_is_stdout(o->trace))))
        return fail(err, ERR_USAGE, "option -J prints its line on standard output: name another "
                    "place for the %s", o->trace && output_is_stdout(o->trace) ? "trace (-T)"
                                                                               : "model");
    if (!data && o->start && !start)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the training file and the "
                    "model to start from (-i)");
    return OK;
}

/* -C and what belongs to it. */
static enum status check_search(struct options *o, struct error *err)
{
    struct recipe *r = &o->recipe;
    char list[TASK_LIST];

    if (!o->search && o->choice.scored)
        return fail(err, ERR_USAGE, "option -o: score=NAME is the figure by which -C chooses: add "
                    "-C");
    if (!o->search && o->choice.rule)
        return fail(err, ERR_USAGE, "option -o: rule=NAME says which cost -C takes: add -C");
    if (!o->search && o->costs.count > 0)
        return fail(err, ERR_USAGE, "option -c: from:factor:count gives costs for -C to choose "
                    "from: add -C, or give one cost: -c %.15g", o->costs.from);
    if (!o->search)
        return OK;
    if (r->lambda > 0)
        return fail(err, ERR_USAGE, "options -C and -L: -C chooses the cost, and with it lambda: "
                    "leave one of them out");
    if (r->loss->traits & LOSS_MARGIN && r->reg->traits & REG_HOMOGENEOUS)
        return fail(err, ERR_USAGE, "option -C: with loss '%s' and regularizer '%s' every cost has "
                    "the same answers; choose %s instead", r->loss->name, r->reg->name,
                    r->loss->parameter.name);
    if (o->choice.score == FIGURE_LOG_LOSS && !r->probability &&
        !(r->loss->traits & LOSS_PROBABILITY))
        return fail(err, ERR_USAGE, "option -o: score=log-loss needs probabilities: add -b 1, or "
                    "choose a loss (-l) that has them: %s",
                    task_losses(task_has_probability, list));
    r->probability = r->probability || o->choice.score == FIGURE_LOG_LOSS;
    return OK;
}

/* Names of features, and what does not go with words. */
static enum status check_features(const struct options *o, struct error *err)
{
    const struct text_options *t = &o->text;
    bool words = t->features == TEXT_WORDS, any = words || t->labels == TEXT_WORDS;

    if (t->hash_bits > 0 && !words)
        return fail(err, ERR_USAGE, "option -o hash=%d: names are hashed, and indices are numbers: "
                    "add -o features=words", t->hash_bits);
    if (t->names && words)
        return fail(err, ERR_USAGE, "options -N and -o features=words: words are their own names: "
                    "leave one of them out");
    if ((any || t->names) && o->format != FORMAT_RRM)
        return fail(err, ERR_USAGE, "option -F liblinear: LIBLINEAR's models have no words and no "
                    "names: leave it out, or %s", any ? "the words (-o)" : "-N");
    if (any && o->start)
        return fail(err, ERR_USAGE, "option -i does not go with words: the model to start from may "
                    "have other numbers for them");
    return OK;
}

/* What the text has, and what does not go with that. */
static enum status check_text(const struct options *o, struct error *err)
{
    const struct recipe *r = &o->recipe;
    const struct text_options *t = &o->text;
    bool words = t->labels == TEXT_WORDS;
    char list[TASK_LIST];

    for (int k = 0; k < r->weights.count; k++)
        if (isnan(r->weights.each[k].label) && !words)
            return wrong_weight(r->weights.each[k].text, err);
    if (words && !task_takes_words(r->loss))
        return fail(err, ERR_USAGE, "option -o labels=words: the labels of loss '%s' are no "
                    "classes; losses that have classes: %s", r->loss->name,
                    task_losses(task_takes_words, list));
    if (words && r->files.name[FILE_NAMES])
        return fail(err, ERR_USAGE, "options -o labels=words and -o names: words are their own "
                    "names: leave one of them out");
    return check_features(o, err);
}

/* Options that do not go together, or not with the loss. */
static enum status check_choices(const struct options *o, struct error *err)
{
    const struct recipe *r = &o->recipe;
    char list[TASK_LIST];

    if (r->lambda > 0 && o->costs.from > 0)
        return fail(err, ERR_USAGE, "options -c and -L both set lambda: give one of them");
    if (r->free_bias && !(r->bias > 0))
        return fail(err, ERR_USAGE, "option -R needs a bias that it may leave unregularized: add "
                    "-B 1");
    if (o->folds > 0 && !o->search && o->start)
        return fail(err, ERR_USAGE, "option -i does not go with -v: the model to start from may "
                    "have seen the examples that are left out");
    if (o->folds > 0 && !o->search && o->trace)
        return fail(err, ERR_USAGE, "options -v and -T: a trace is that of one run, and -v has one "
                    "for each fold: leave one of them out");
    if (class_weights_any(&r->weights) && !task_takes_weights(r->loss))
        return fail(err, ERR_USAGE, "option -w: loss '%s' cannot weigh examples by their labels: "
                    "leave -w out", r->loss->name);
    if (r->probability && !task_takes_probability(r->loss))
        return fail(err, ERR_USAGE, "option -b 1: loss '%s' cannot give probabilities; those that "
                    "can: %s",
                    r->loss->name, task_losses(task_takes_probability, list));
    if (o->folds > 0 && !o->search && o->format != FORMAT_RRM)
        return fail(err, ERR_USAGE, "options -v and -F: -v judges and writes no model: leave one "
                    "of them out");
    return format_check(o->format, r->loss, r->probability, err);
}

enum status options_parse(int argc, char **argv, struct options *o, struct error *err)
{
    enum status status;

    *o = (struct options){.recipe = recipe_default(), .threads = par_cores()};
    o->weights = mem_alloc(MOST_WEIGHTS, sizeof *o->weights);
    o->recipe.weights.each = o->weights;
    if (!o->weights)
        return fail_memory(err, "the options");
    status = option_table_take(&options_table, argc, argv, o, &o->asked, err);
    if (status != OK || o->asked != ASKED_RUN)
        return status;
    status = check_choices(o, err);
    if (status == OK)
        status = check_text(o, err);
    if (status == OK)
        status = check_search(o, err);
    if (o->search && o->folds == 0)
        o->folds = SEARCH_FOLDS;
    if (o->costs.from > 0)
        o->recipe.cost = o->costs.from;
    if (status == OK)
        status = parse_files(argc - optind, argv + optind, o, err);
    if (status == OK)
        status = check_places(o, err);
    return status == OK ? check_files(o, err) : status;
}

void options_free(struct options *o)
{
    mem_free(o->model);
    mem_free(o->weights);
}
