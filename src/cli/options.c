/* options - the command lines of the two programs. */
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
#include "cli/choices.h"
#include "cli/words.h"

static const char usage[] =
    "usage: rrm-train [options] training_file [model_file]  (-h lists the options)";

/* Factors of J stay in [LEAST, MOST], so that products of two of them and a loss neither overflow
 * nor vanish; seconds and passes up to LONG are whole in a double. */
#define LEAST 1e-100
#define MOST  1e100
#define LONG  1e15
enum { SEARCH_FOLDS = 5 }; /* of -C; LIBLINEAR's */
static const double LABEL = 1e300; /* largest label that -w names; a double ends at 1.8e308 */

/* LABEL:WEIGHT */
static enum status take_weight(const char *text, void *options, struct error *err)
{
    struct options *o = options;
    struct class_weight *w = &o->weights[o->recipe.weight_count];
    const char *colon = strrchr(text, ':');

    if (!colon && text_whole_number(text, -LABEL, LABEL, &w->label))
        return fail(err, ERR_USAGE, "option -w: '%.40s' is not LABEL:WEIGHT: LIBLINEAR's -w%.40s 5 "
                    "is -w %.40s:5 here", text, text, text);
    if (o->recipe.weight_count == MOST_WEIGHTS)
        return fail(err, ERR_USAGE, "option -w: more than %d weights", MOST_WEIGHTS);
    if (!colon || text_number(text, colon, &w->label) != colon || fabs(w->label) > LABEL ||
        !text_whole_number(colon + 1, LEAST, MOST, &w->weight))
        return fail(err, ERR_USAGE, "option -w: '%.40s' is not LABEL:WEIGHT, a label from -1e300 "
                    "to 1e300 and a weight from 1e-100 to 1e100", text);
    for (int k = 0; k < o->recipe.weight_count; k++)
        if (o->weights[k].label == w->label)
            return fail(err, ERR_USAGE, "option -w: label %.15g has two weights", w->label);
    o->recipe.weight_count++;
    return OK;
}

/* rule=best, rule=1sd */
static enum status take_rule(const char *name, struct options *o, struct error *err)
{
    o->ruled = true;
    o->smallest = strcmp(name, "1sd") == 0;
    if (o->smallest || strcmp(name, "best") == 0)
        return OK;
    return fail(err, ERR_USAGE, "option -o: unknown rule '%.60s'; known: best (the cost of the "
                "best figure), 1sd (the smallest within one standard error of it)", name);
}

/* score=NAME, rule=NAME, or a setting of the solver. */
static enum status take_setting(const char *text, void *options, struct error *err)
{
    struct options *o = options;
    const char *name = text + strlen("score=");
    char keys[FIGURES_KEYS], called[WORDS_TEXT];

    if (strncmp(text, "rule=", strlen("rule=")) == 0)
        return take_rule(text + strlen("rule="), o, err);
    if (strncmp(text, "score=", strlen("score=")) != 0)
        return choose_setting(text, &o->recipe, err);
    o->scored = true;
    if (figures_read(name, &o->score))
        return OK;
    return fail(err, ERR_USAGE, "option -o: unknown score '%.60s'%s; known: %s", name,
                words_called(WORDS_SCORE, name, name + strlen(name), called), figures_keys(keys));
}

#define AT(member) .at = offsetof(struct options, member)
static const struct option_row rows[] = {
    {.letter = 's', .kind = OPTION_TAKEN, .argument = "solver", AT(recipe), .take = choose_solver,
     .help = "how to minimise (auto), see below"},
    {.letter = 'l', .kind = OPTION_TAKEN, .argument = "loss", AT(recipe), .take = choose_loss,
     .help = "what R is made of (hinge), see below"},
    {.letter = 'r', .kind = OPTION_TAKEN, .argument = "regularizer", AT(recipe),
     .take = choose_reg, .help = "Omega (l2)"},
    {.letter = 'c', .kind = OPTION_LIST, .argument = "cost", .lo = LEAST, .hi = MOST, AT(costs),
     .help = "LIBLINEAR's C: lambda = 1/(C m), m examples (1)"},
    {.letter = 'L', .kind = OPTION_NUMBER, .argument = "lambda", .lo = LEAST, .hi = MOST,
     AT(recipe.lambda), .help = "lambda itself, instead of -c"},
    {.letter = 'e', .kind = OPTION_NUMBER, .argument = "tol", .lo = 0, .hi = 1,
     AT(recipe.relative),
     .help = "stop when the certified gap is at most tol x the primal objective (1e-3);\n"
             "0: no such tolerance"},
    {.letter = 'a', .kind = OPTION_NUMBER, .argument = "tol", .lo = 0, .hi = MOST,
     AT(recipe.absolute), .help = "stop when the certified gap is at most tol (off)"},
    {.letter = 'm', .kind = OPTION_WHOLE, .argument = "passes", .lo = 1, .hi = LONG,
     AT(recipe.passes),
     .help = "at most so many passes over the data (each solver's own, see below)"},
    {.letter = 't', .kind = OPTION_NUMBER, .argument = "seconds", .lo = 0, .hi = LONG,
     AT(recipe.seconds), .unit = "seconds", .help = "at most so long in the solver (no limit)"},
    {.letter = 'B', .kind = OPTION_NUMBER, .argument = "bias", .lo = -MOST, .hi = MOST,
     AT(recipe.bias), .help = "append a feature of this value to each example (-1: none)"},
    {.letter = 'R', .kind = OPTION_FLAG, AT(recipe.free_bias),
     .help = "do not regularize the bias (with -B 1: an exact offset); a solver that\n"
             "cannot do this refuses and names those that can"},
    {.letter = 'w', .kind = OPTION_TAKEN, .argument = "label:weight", .take = take_weight,
     .help = "multiply the cost of this label's examples (1); may be repeated"},
    {.letter = 'v', .kind = OPTION_INT, .argument = "folds", .lo = 2, .hi = INT_MAX, AT(folds),
     .help = "cross-validate: judge each of so many parts of the data by a training on\n"
             "the others; writes no model"},
    {.letter = 'C', .kind = OPTION_FLAG, AT(search),
     .help = "look for the best cost by cross-validation (5 folds, or -v), from a small one,\n"
             "or -c, on, or those of -c from:factor:count; then train with it. -o score=NAME:\n"
             "the figure that decides, -o rule=1sd: the smallest cost within a standard error"},
    {.letter = 'b', .kind = OPTION_SWITCH, .argument = "1", .lo = 0, .hi = 1,
     AT(recipe.probability),
     .help = "calibrate probabilities while training, for losses that have none (0)"},
    {.letter = 'i', .kind = OPTION_TEXT, .argument = "model", AT(start),
     .help = "start from the weights of this model, of whatever data, loss and lambda (from 0)"},
    {.letter = 'o', .kind = OPTION_TAKEN, .argument = "name=value", .take = take_setting,
     .late = true, /* the solver must be known */
     .help = "a setting of the solver, see below; may be repeated"},
    {.letter = 'n', .kind = OPTION_INT, .argument = "threads", .lo = 1, .hi = PAR_MOST,
     AT(threads), .help = "how many threads; the model is the same for every number (all cores)"},
    {.letter = 'S', .kind = OPTION_SEED, .argument = "seed", .lo = 0, .hi = 0x1p53 - 1,
     AT(recipe.seed), .help = "seed of every random choice (1)"},
    {.letter = 'J', .kind = OPTION_FLAG, AT(json),
     .help = "print the results as one line of JSON on standard output, and nothing else there"},
    {.letter = 'T', .kind = OPTION_TEXT, .argument = "file", AT(trace),
     .help = "write the convergence trace there, tab-separated"},
    {.letter = 'q', .kind = OPTION_FLAG, AT(quiet),
     .help = "print nothing but errors and warnings"},
    {.letter = 'h', .kind = OPTION_HELP, .help = "this help; the version (as --help, --version)"},
    {.letter = 'V', .kind = OPTION_VERSION},
    {0}};
const struct option_table options_table = {.rows = rows, .usage = usage, .words = WORDS_TRAIN};

/* ---- the whole line ------------------------------------------------------------------------ */

/* The training file's base name, less .gz, plus .model, in the current folder. */
static enum status default_model(struct options *o, struct error *err)
{
    const char *slash = strrchr(o->data, '/'), *base = slash ? slash + 1 : o->data;
    size_t length = strlen(base), ending = strlen(".gz"), room;

    if (length > ending && strcmp(base + length - ending, ".gz") == 0)
        length -= ending;
    room = length + sizeof ".model";
    o->model = mem_alloc(room, 1);
    if (!o->model)
        return fail_memory(err, "the model's name");
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
    if (o->folds > 0 && !o->search && count == 2)
        return fail(err, ERR_USAGE, "option -v judges and writes no model: leave out '%.60s', or "
                    "add -C", names[1]);
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

    if (!o->search && o->scored)
        return fail(err, ERR_USAGE, "option -o: score=NAME is the figure by which -C chooses: add "
                    "-C");
    if (!o->search && o->ruled)
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
                    r->loss->parameter);
    if (!o->scored)
        o->score = task_of(r->loss)->decides;
    if (o->score == FIGURE_LOG_LOSS && !r->probability && !(r->loss->traits & LOSS_PROBABILITY))
        return fail(err, ERR_USAGE, "option -o: score=log-loss needs probabilities: add -b 1, or "
                    "choose a loss (-l) that has them: %s",
                    task_losses(task_has_probability, list));
    r->probability = r->probability || o->score == FIGURE_LOG_LOSS;
    return OK;
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
    if (r->weight_count > 0 && !task_takes_weights(r->loss))
        return fail(err, ERR_USAGE, "option -w: loss '%s' cannot weigh examples by their labels: "
                    "leave -w out", r->loss->name);
    if (r->probability && !task_takes_probability(r->loss))
        return fail(err, ERR_USAGE, "option -b 1: loss '%s' cannot give probabilities; those that "
                    "can: %s",
                    r->loss->name, task_losses(task_takes_probability, list));
    return OK;
}

enum status options_parse(int argc, char **argv, struct options *o, struct error *err)
{
    enum status status;

    *o = (struct options){.recipe = recipe_default(), .threads = par_cores()};
    o->weights = mem_alloc(MOST_WEIGHTS, sizeof *o->weights);
    o->recipe.weights = o->weights;
    if (!o->weights)
        return fail_memory(err, "the options");
    status = option_table_take(&options_table, argc, argv, o, &o->asked, err);
    if (status != OK || o->asked != ASKED_RUN)
        return status;
    status = check_choices(o, err);
    if (status == OK)
        status = check_search(o, err);
    if (o->search && o->folds == 0)
        o->folds = SEARCH_FOLDS;
    if (o->costs.from > 0)
        o->recipe.cost = o->costs.from;
    if (status == OK)
        status = option_table_operands(optind, argc - optind, argv, err);
    if (status == OK)
        status = parse_files(argc - optind, argv + optind, o, err);
    return status == OK ? check_places(o, err) : status;
}

void options_free(struct options *o)
{
    mem_free(o->model);
    mem_free(o->weights);
}

/* ---- rrm-predict ----------------------------------------------------------------------------- */

static const char predict_usage[] =
    "usage: rrm-predict [-dfhJqV] [-b 0|1] [-n threads] test_file model_file [output_file]"
    "  (-h lists the options)";
static const char predict_head[] =
    "Writes the label that the model gives to each example of test_file, or the value if it is\n"
    "one of regression, one a line, to output_file or standard output, and figures of their\n"
    "quality to standard output or, if that holds the predictions, to standard error.\n"
    "\n";
static const char predict_tail[] =
    "\n"
    "test_file is svmlight/libsvm text, plain or gzip; a label may be '?' or missing, and an\n"
    "empty line is an example without features. model_file comes from rrm-train. One of them may\n"
    "be '-', standard input: lines from a pipe are answered as they come, in memory that does not\n"
    "grow with them, but for 8 bytes a line where the ROC area or the median error is printed. A\n"
    "file that stands in the place of output_file and holds no earlier output is never replaced.\n"
    "Exit status: 0 predictions were written, 1 usage, 2 bad data or model, 3 the system refused.\n"
    "See rrm-predict(1).\n";

#define ASKS(member) .at = offsetof(struct request, member)
static const struct option_row predict_rows[] = {
    {.letter = 'b', .kind = OPTION_SWITCH, .argument = "0|1", .lo = 0, .hi = 1, ASKS(probabilities),
     .help = "1: write probabilities: a line of the labels, then a line per example of its\n"
             "label and the probability of each class"},
    {.letter = 'd', .kind = OPTION_FLAG, ASKS(decisions),
     .help = "write decision values instead of labels"},
    {.letter = 'f', .kind = OPTION_FLAG, ASKS(confusion),
     .help = "behind the figures print the confusion matrix and a line per class"},
    {.letter = 'J', .kind = OPTION_FLAG, ASKS(json),
     .help = "print the figures as one line of JSON on standard output, and nothing else there"},
    {.letter = 'n', .kind = OPTION_INT, .argument = "threads", .lo = 1, .hi = PAR_MOST,
     ASKS(threads),
     .help = "how many threads (1 to 1024, default: all cores); the result is the same"},
    {.letter = 'q', .kind = OPTION_FLAG, ASKS(quiet),
     .help = "print no figures, only errors and warnings"},
    {.letter = 'h', .kind = OPTION_HELP, .help = "print this help and exit (as --help)"},
    {.letter = 'V', .kind = OPTION_VERSION, .help = "print the version and exit (as --version)"},
    {0}};
const struct option_table request_table = {.rows = predict_rows, .usage = predict_usage,
                                           .words = WORDS_PREDICT};

static enum status parse_names(int count, char **names, struct request *request, struct error *err)
{
    if (count < 2 || count > 3)
        return fail(err, ERR_USAGE, "%s file names: expected a test file, a model and, at most, an "
                    "output\n%s",
                    count < 2 ? "too few" : "too many", predict_usage);
    request->test = names[0];
    request->model = names[1];
    request->output = count == 3 && strcmp(names[2], "-") != 0 ? names[2] : NULL;
    if (request->json && output_is_stdout(request->output))
        return fail(err, ERR_USAGE, "option -J prints its line on standard output: name a file for "
                    "the predictions");
    if (strcmp(request->test, "-") != 0 &&
        option_table_same_file(request->test, request->output))
        return fail(err, ERR_USAGE,
                    "the predictions would replace the test file: name another place for them");
    if (strcmp(request->model, "-") != 0 &&
        option_table_same_file(request->model, request->output))
        return fail(err, ERR_USAGE, "the predictions would replace the model: name another place "
                    "for them");
    if (strcmp(request->test, "-") == 0 && strcmp(request->model, "-") == 0)
        return fail(err, ERR_USAGE, "standard input ('-') cannot be both the test file and the "
                    "model");
    return OK;
}

enum status request_parse(int argc, char **argv, struct request *request, struct error *err)
{
    enum status status;

    *request = (struct request){.threads = par_cores()};
    status = option_table_take(&request_table, argc, argv, request, &request->asked, err);
    if (status != OK || request->asked != ASKED_RUN)
        return status;
    if (request->probabilities && request->decisions)
        return fail(err, ERR_USAGE, "-b 1 and -d ask for different things: give one of them\n%s",
                    predict_usage);
    if (request->confusion && request->quiet)
        return fail(err, ERR_USAGE,
                    "-f asks for more figures and -q for none: give one of them\n%s",
                    predict_usage);
    if (request->json && request->quiet)
        return fail(err, ERR_USAGE, "-J asks for a line of figures and -q for none: give one of "
                    "them\n%s", predict_usage);
    status = option_table_operands(optind, argc - optind, argv, err);
    return status == OK ? parse_names(argc - optind, argv + optind, request, err) : status;
}

void request_help(void)
{
    printf("%s\n\n%s", predict_usage, predict_head);
    option_table_print(&request_table);
    fputs(predict_tail, stdout);
}
