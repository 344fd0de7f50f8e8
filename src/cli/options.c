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
    "what) or all. rrm(7) says where to look, rrm-jobs(7) which options do a job.\n"
    "Exit status: 0 a model was written, 1 usage, 2 bad data, 3 the system refused.\n";

/* Factors of J stay in [LEAST, MOST], so that products of two of them and a loss neither overflow
 * nor vanish; seconds and passes up to LONG are whole in a double. */
#define LEAST 1e-100
#define MOST  1e100
#define LONG  1e15
static const double LABEL = 1e300; /* largest label that -w names; a double ends at 1.8e308 */

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
        return options_wrong_weight(text, err);
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
     .hi = MOST, AT(recipe.lambda), .zero = "for hardly any Omega give a small one, as -L 1e-9",
     .help = "lambda itself, instead of -c"},
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
    {.letter = 'W', .word = "weights", .kind = OPTION_FILE, .argument = "file",
     AT(scaling.row_facts),
     .help = "a line WEIGHT [OFFSET] for each example"},
    {.letter = 'v', .word = "folds", .kind = OPTION_INT, .argument = "folds", .lo = 2,
     .hi = INT_MAX, AT(judging.folds),
     .help = "cross-validate: figures of so many folds, and no model"},
    {.letter = 'C', .word = "search", .kind = OPTION_FLAG, AT(search),
     .help = "cross-validate costs, from -c on, and train with the best"},
    {.letter = 'H', .word = "held-out", .kind = OPTION_FILE, .argument = "file", AT(judging.held),
     .help = "judge by these examples, which no training sees"},
    {.letter = 'b', .word = "probability", .kind = OPTION_SWITCH, .argument = "1", .lo = 0, .hi = 1,
     AT(recipe.probability), .help = "calibrate probabilities, for losses that have none (0)"},
    {.letter = 'i', .word = "start", .kind = OPTION_TEXT, .argument = "model", AT(start),
     .help = "start from the weights of this model (from 0)"},
    {.letter = 'F', .word = "format", .kind = OPTION_TAKEN, .argument = FORMATS, AT(format),
     .take = format_take, .help = "how the model is written (rrm)"},
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
    {.letter = 'P', .word = "path", .kind = OPTION_TEXT, .argument = "file", AT(path),
     .help = "the weights at each cost of -c from:factor:count go there"},
    {.letter = 'q', .word = "quiet", .kind = OPTION_FLAG, AT(quiet),
     .help = "print nothing but errors and warnings"},
    {.letter = 'h', .word = "help", .kind = OPTION_HELP, AT(topic), .help = "print this help"},
    {.letter = 'V', .word = "version", .kind = OPTION_VERSION, .help = "print the version"},
    {0}};

/* -o NAME=VALUE, but for those of solvers and losses. */
static const struct option_row settings[] = {
    {.word = "model", .kind = OPTION_FILE, .argument = "folder", AT(folder),
     .help = "the model goes there, as [folder-]name.model of the training file"},
    {.word = "rows", .kind = OPTION_CHOICE, .argument = "plain|unit", AT(scaling.rows),
     .help = "rows divided by their lengths, here and by rrm-predict (plain)"},
    {.word = "scale", .kind = OPTION_CHOICE, .argument = "none|maxabs|norm|sd", AT(scaling.columns),
     .help = "train on columns divided by their size (none); the model has weights of raw ones"},
    {.word = "folds", .kind = OPTION_FILE, .argument = FORWARD "|file",
     AT(judging.own),
     .help = "of -v and -C: a line for each example says its fold; or in the order of time"},
    {.word = "patience", .kind = OPTION_INT, .argument = "iterations", .lo = 1, .hi = INT_MAX,
     AT(judging.patience),
     .help = "so many without a better figure of -H end the run, and the best point is the model"},
    {.word = "score", .kind = OPTION_TAKEN, .argument = "NAME", .take = take_score,
     .help = "the figure by which -C chooses, or that of -H which decides"},
    {.word = "rule", .kind = OPTION_CHOICE, .argument = "best|1sd", AT(choice.rule),
     .help = "which cost -C takes: the best, or the smallest within a standard error of it"},
    {.word = "shares", .kind = OPTION_TAKEN, .argument = "share,share",
     AT(choice.shares), .take = choose_shares,
     .help = "those of -r elastic that -C compares, each with its costs"},
    {.word = "calibration", .kind = OPTION_CHOICE, .argument = "platt|isotonic|temperature",
     AT(recipe.chosen.calibration),
     .help = "how -b 1 makes probabilities of scores: a sigmoid, steps, or one divisor"},
    {.word = "threshold", .kind = OPTION_TAKEN, .argument = "NAME", AT(recipe), .take = choose_cut,
     .help = "the figure, or cost:FP:FN, that chooses the threshold of two classes, on folds"},
    {.word = "labels", .kind = OPTION_CHOICE, .argument = "numbers|words", AT(text.labels),
     .help = "what labels are (numbers); words: of two the second in byte order is positive"},
    {.word = "features", .kind = OPTION_CHOICE, .argument = "numbers|words", AT(text.features),
     .help = "what stands before the values (numbers); words: name:value, or name for name:1"},
    {.word = "hash", .kind = OPTION_INT, .argument = "bits", .lo = 1, .hi = MODEL_HASH_MOST,
     AT(text.hash_bits), .help = "with features=words: hashes of so many bits in place of a list"},
    {.word = "order", .kind = OPTION_CHOICE, .argument = "ascending|any", AT(text.order),
     .help = "of the indices in a line (ascending); any: each line is sorted"},
    {.word = "first", .kind = OPTION_CHOICE, .argument = "0|1", AT(text.first),
     .help = "where indices begin (1); the model keeps it, for rrm-predict too"},
    {.word = "weights", .kind = OPTION_CHOICE, .argument = "cost|label", AT(text.weights),
     .help = "how a line tells its weight: cost:WEIGHT behind the label (cost), or LABEL:WEIGHT"},
    {.word = "unmet", .kind = OPTION_CHOICE, .argument = "0|4", AT(unmet),
     .help = "the exit status where the tolerance was not met (0)"},
    {0}};

const struct option_table options_table = {
    .program = "rrm-train", .rows = rows, .settings = settings, .usage = usage, .head = head,
    .tail = tail, .topics = options_topics, .words = WORDS_TRAIN};

unsigned text_options_flags(const struct text_options *text)
{
    return (text->order == ORDER_ANY ? DATASET_UNORDERED : 0) |
           (text->first == FIRST_0 ? DATASET_FROM_ZERO : 0) |
           (text->weights == WEIGHTS_LABEL ? DATASET_LABEL_WEIGHTS : 0) |
           (text->labels == TEXT_WORDS ? DATASET_LABEL_WORDS : 0) |
           (text->features == TEXT_WORDS ? DATASET_FEATURE_WORDS : 0) |
           (unsigned)text->hash_bits << DATASET_HASH;
}

bool text_options_keep_words(const struct text_options *text)
{
    return text->features == TEXT_WORDS && text->hash_bits == 0;
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
    if (o->judging.folds > 0 && !o->search && (count == 2 || o->folder))
        return fail(err, ERR_USAGE, "option -v judges and writes no model: leave out '%.60s', or "
                    "add -C", count == 2 ? names[1] : "-o model");
    if (o->folder && count == 2)
        return fail(err, ERR_USAGE, "option -o model and the file name '%.60s' both say where the "
                    "model goes: leave one of them out", names[1]);
    if (o->judging.folds > 0 && !o->search)
        return OK;
    if (count == 1 && strcmp(o->data, "-") == 0)
        return fail(err, ERR_USAGE, "training data from standard input needs the name of a model "
                    "file");
    if (count == 1)
        return default_model(o, err);
    o->model = text_copy(names[1]);
    return o->model ? OK : fail_memory(err, "the model's name");
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
    status = options_check(o, err);
    if (o->costs.from > 0)
        o->recipe.cost = o->costs.from;
    if (status == OK)
        status = parse_files(argc - optind, argv + optind, o, err);
    return status == OK ? options_check_places(o, err) : status;
}

void options_free(struct options *o)
{
    mem_free(o->model);
    mem_free(o->weights);
}
