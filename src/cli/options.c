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

#define COMMAND "usage: rrm-train [options] training_file [model_file]"
static const char usage[] = COMMAND "  (-h lists the options)";

static const char head[] =
    COMMAND "\n\n"
    "Minimises lambda Omega(w) + R(w) over the examples of training_file (svmlight/libsvm text,\n"
    "plain or gzip, '-': standard input) and proves how close it came. The model goes to\n"
    "model_file, by default the training file's name, less .gz, plus .model, in this folder;\n"
    "a file that stands there and is no model is never replaced.\n"
    "\n";
static const char tail[] =
    "\n"
    "Exit status: 0 a model was written, 1 usage, 2 bad data, 3 the system refused.\n"
    "More is in rrm-train(1), rrm-data(5) and rrm-model(5).\n";

/* Factors of J stay in [LEAST, MOST], so that products of two of them and a loss neither overflow
 * nor vanish; seconds and passes up to LONG are whole in a double. */
#define LEAST 1e-100
#define MOST  1e100
#define LONG  1e15
enum { SEARCH_FOLDS = 5 }; /* of -C; LIBLINEAR's */
static const double LABEL = 1e300; /* largest label that -w names; a double ends at 1.8e308 */

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
    if (!colon || text_number(text, colon, &w->label) != colon || fabs(w->label) > LABEL ||
        !text_whole_number(colon + 1, LEAST, MOST, &w->weight))
        return fail(err, ERR_USAGE, "option -w: '%.40s' is neither balanced nor LABEL:WEIGHT, a "
                    "label from -1e300 to 1e300 and a weight from 1e-100 to 1e100", text);
    for (int k = 0; k < o->recipe.weights.count; k++)
        if (o->weights[k].label == w->label)
            return fail(err, ERR_USAGE, "option -w: label %.15g has two weights", w->label);
    o->recipe.weights.count++;
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

/* score=NAME, rule=NAME, or a setting of the solver or of the loss. */
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
     .help = "multiply the cost of this label's examples (1); may be repeated; balanced: every\n"
             "label costs as much as another"},
    {.letter = 'W', .kind = OPTION_TEXT, .argument = "file", AT(row_facts),
     .help = "a line WEIGHT [OFFSET] for each example: weight 2 is the example twice, and the\n"
             "offset is added to its score (exposure: its logarithm); - is standard input"},
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
     .late = true, /* solver and loss must be known */
     .help = "a setting of the solver, the loss or the regularizer, see below; may be repeated"},
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

/* ---- the tables of -h ------------------------------------------------------------------------ */

static void print_solver(const struct solver *s)
{
    char text[64];

    printf("  %-16s %s\n", s->name, s->help);
    snprintf(text, sizeof text, "-m %.15g", s->max_passes);
    printf("      %-20s limit of passes\n", text);
    for (int k = 0; k < SETTINGS && s->setting[k].name; k++) {
        const struct setting *t = &s->setting[k];
        snprintf(text, sizeof text, "-o %s=%.15g", t->name, t->initial);
        printf("      %-20s %s (%s%.7g to %.7g)\n", text, t->help, t->whole ? "whole, " : "", t->lo,
               t->hi);
    }
}

/* A name behind -l or -r, with what stands behind it: at most so many numbers. */
static void print_name(char option, const char *name, const char *help, const struct range *is,
                       int most)
{
    printf("  %-24s %s\n", name, help);
    if (!is->name)
        return;
    printf("      -%c %s", option, name);
    for (int k = 0; k < most && is[k].name; k++)
        printf("%c%s", k > 0 ? ',' : ':', is[k].name);
    for (int k = 0; k < most && is[k].name; k++)
        printf(", %s from %.7g to %.7g (%.15g)", is[k].name, is[k].lo, is[k].hi, is[k].initial);
    putchar('\n');
}

/* The files that a loss, or a regularizer, takes; the other is NULL. */
static void print_files(const struct loss_row *loss, const struct reg *reg)
{
    char text[64];

    for (int k = 0; k < RECIPE_FILES; k++) {
        const struct file_setting *file = recipe_file_at((enum recipe_file)k);
        snprintf(text, sizeof text, "-o %s=FILE", file->name);
        if (file->takes ? loss && file->takes(loss) : reg && file->reg_takes(reg))
            printf("      %-20s %s\n", text, file->help);
    }
}

/* The losses of a task. */
static void print_losses(enum task_id task)
{
    printf("\n%s\n", task_at(task)->title);
    for (size_t i = 0; loss_at(i); i++)
        if (loss_at(i)->task == task) {
            print_name('l', loss_at(i)->name, loss_at(i)->help, &loss_at(i)->parameter, 1);
            print_files(loss_at(i), NULL);
        }
}

/* Columns of the name of a loss, of a letter for each solver; regularizers side by side. */
enum { NAME = 25, CELL = 13, ABREAST = 5 };

/* The letter of solver k if it can minimise the loss with the regularizer, capital if also with -R;
 * else '-'. */
static char letter_of(size_t k, const struct loss_row *loss, const struct reg *reg)
{
    if (choices_admit(solver_at(k), loss, true, reg))
        return (char)('A' + k);
    return choices_admit(solver_at(k), loss, false, reg) ? (char)('a' + k) : '-';
}

/* All losses with the regularizers from the first on, at most ABREAST of them. */
static void print_losses_by(size_t first)
{
    int used = 0; /* columns of the head */

    for (size_t j = 0; j < ABREAST && reg_at(first + j); j++) /* a wide name goes into the next */
        used += printf(" %*s", NAME + ((int)j + 1) * (1 + CELL) - 1 - used,
                       reg_at(first + j)->name);
    for (size_t i = 0; loss_at(i); i++) {
        printf("\n  %-*s", NAME - 2, loss_at(i)->name);
        for (size_t j = 0; j < ABREAST && reg_at(first + j); j++) {
            char cell[CELL + 1] = "";
            for (size_t k = 0; k < CELL && solver_at(k); k++)
                cell[k] = letter_of(k, loss_at(i), reg_at(first + j));
            printf(" %*s", CELL, cell);
        }
    }
    putchar('\n');
}

/* The table of all solvers, losses and regularizers. */
static void print_pairs(void)
{
    puts("Which solver minimises what, a letter for each:");
    for (size_t k = 0; solver_at(k); k++)
        printf("  %c %s\n", 'a' + (int)k, solver_at(k)->name);
    puts("By loss and regularizer; a capital letter: also with an unregularized bias, -R:");
    for (size_t j = 0; reg_at(j); j++)
        if (j % ABREAST == 0)
            print_losses_by(j);
}

/* What stands behind the options in -h. */
static void print_choices(void)
{
    puts("\nSolvers, with the defaults and ranges of their settings:");
    for (size_t i = 0; solver_at(i); i++)
        print_solver(solver_at(i));
    puts("\nR is the mean over the examples of the loss of a score z = <w, x> and the label.");
    for (int task = 1; task < TASKS; task++)
        print_losses((enum task_id)task);
    puts("\nRegularizers:");
    for (size_t i = 0; reg_at(i); i++) {
        print_name('r', reg_at(i)->name, reg_at(i)->help, reg_at(i)->parameter, REG_PARAMETERS);
        print_files(NULL, reg_at(i));
    }
    putchar('\n');
    print_pairs();
}

const struct option_table options_table = {.program = "rrm-train", .rows = rows, .usage = usage,
                                           .head = head, .tail = tail, .more = print_choices,
                                           .words = WORDS_TRAIN};

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
                    r->loss->parameter.name);
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
    if (r->bias > 0 && !r->free_bias && r->reg->traits & REG_BOUNDED)
        return fail(err, ERR_USAGE, "option -B: regularizer '%s' would hold the bias within its "
                    "bounds, too: add -R", r->reg->name);
    if (!r->files.name[FILE_GROUPS] && recipe_file_at(FILE_GROUPS)->reg_takes(r->reg))
        return fail(err, ERR_USAGE, "option -r: regularizer '%s' needs the groups of features: add "
                    "-o groups=FILE", r->reg->name);
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
    return OK;
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
