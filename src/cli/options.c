/* options - the command line of rrm-train. */
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/par.h"
#include "base/text.h"
#include "cli/choices.h"
#include "cli/operands.h"

static const char usage[] = "usage: rrm-train [options] training_file [model_file]  (-h lists the options)";

/* The text of a number option in [lo, hi]. */
static enum status number(char option, const char *text, double lo, double hi, double *value, struct error *err)
{
    if (text_whole_number(text, lo, hi, value))
        return OK;
    return fail(err, ERR_USAGE, "option -%c: '%.40s' is no number from %.15g to %.15g", option,
                text, lo, hi);
}

static enum status whole(char option, const char *text, double lo, double hi, double *value, struct error *err)
{
    if (text_whole_number(text, lo, hi, value) && *value == floor(*value))
        return OK;
    return fail(err, ERR_USAGE, "option -%c: '%.40s' is no whole number from %.16g to %.16g",
                option, text, lo,
                hi);
}

/* LABEL:WEIGHT */
static enum status parse_weight(char *text, struct options *o, struct error *err)
{
    char *colon = strrchr(text, ':');
    struct class_weight *w = &o->weights[o->recipe.weight_count];
    bool good;

    if (o->recipe.weight_count == MOST_WEIGHTS)
        return fail(err, ERR_USAGE, "option -w: more than %d weights", MOST_WEIGHTS);
    if (colon)
        *colon = '\0';
    good = colon && text_whole_number(text, -1e300, 1e300, &w->label) &&
           text_whole_number(colon + 1, 1e-100, 1e100, &w->weight);
    if (colon)
        *colon = ':';
    if (!good)
        return fail(err, ERR_USAGE,
                    "option -w: '%.40s' is not LABEL:WEIGHT, a label from -1e300 to 1e300 and a weight from 1e-100 "
                    "to 1e100", text);
    for (int k = 0; k < o->recipe.weight_count; k++)
        if (o->weights[k].label == w->label)
            return fail(err, ERR_USAGE, "option -w: label %.15g has two weights", w->label);
    o->recipe.weight_count++;
    return OK;
}

/* ---- the whole line ---------------------------------------------------------------------------------------------- */

/* The training file's base name, less .gz, plus .model, in the current folder. */
static enum status default_model(struct options *o, struct error *err)
{
    const char *slash = strrchr(o->data, '/'), *base = slash ? slash + 1 : o->data;
    size_t length = strlen(base), room;

    if (length > 3 && strcmp(base + length - 3, ".gz") == 0)
        length -= 3;
    room = length + sizeof ".model";
    o->model = mem_alloc(room, 1);
    if (!o->model)
        return fail_memory(err, "the model's name");
    snprintf(o->model, room, "%.*s.model", (int)length, base);
    return OK;
}

static enum status parse_files(int count, char **names, struct options *o, struct error *err)
{
    if (count < 1)
        return fail(err, ERR_USAGE, "no training file is given\n%s", usage);
    if (count > 2)
        return fail(err, ERR_USAGE, "too many file names, from '%.60s' on\n%s", names[2], usage);
    o->data = names[0];
    if (count == 1 && strcmp(o->data, "-") == 0)
        return fail(err, ERR_USAGE, "training data from standard input needs the name of a model "
                    "file");
    if (count == 1)
        return default_model(o, err);
    o->model = text_copy(names[1]);
    return o->model ? OK : fail_memory(err, "the model's name");
}

/* Three places that are not one another. */
static enum status check_places(const struct options *o, struct error *err)
{
    const char *data = strcmp(o->data, "-") == 0 ? NULL : o->data;

    if (operands_same_place(data, o->model))
        return fail(err, ERR_USAGE, "the model would replace the training file: name another place "
                    "for it");
    if (operands_same_place(data, o->trace))
        return fail(err, ERR_USAGE,
                    "the trace (-T) would replace the training file: name another place for it");
    if (operands_same_place(o->model, o->trace))
        return fail(err, ERR_USAGE, "the trace (-T) and the model have the same place: name two");
    return OK;
}

static enum status parse_option(int option, char *text, char **argv, struct options *o, struct error *err)
{
    double value = 0;
    enum status status = OK;

    switch (option) {
    case 's': return choose_solver(text, &o->recipe, err);
    case 'l': return choose_loss(text, &o->recipe, err);
    case 'r': return choose_reg(text, &o->recipe, err);
    case 'c': o->cost_given = true; return number('c', text, 1e-100, 1e100, &o->recipe.cost, err);
    case 'L': return number('L', text, 1e-100, 1e100, &o->recipe.lambda, err);
    case 'e': return number('e', text, 0, 1, &o->recipe.relative, err);
    case 'a': return number('a', text, 0, 1e100, &o->recipe.absolute, err);
    case 'm': return whole('m', text, 1, 1e15, &o->recipe.passes, err);
    case 't': return number('t', text, 0, 1e15, &o->recipe.seconds, err);
    case 'B': return number('B', text, -1e100, 1e100, &o->recipe.bias, err);
    case 'b':
        status = whole('b', text, 0, 1, &value, err);
        o->recipe.probability = value == 1;
        return status;
    case 'R': o->recipe.free_offset = true; return OK;
    case 'w': return parse_weight(text, o, err);
    case 'o': return OK; /* when the solver is known */
    case 'n':
        status = whole('n', text, 1, 1024, &value, err);
        o->threads = (int)value;
        return status;
    case 'S':
        status = whole('S', text, 0, 0x1p53 - 1, &value, err);
        o->recipe.seed = (uint64_t)value;
        return status;
    case 'T': o->trace = text; return OK;
    case 'q': o->quiet = true; return OK;
    case 'h': o->what = HELP; return OK;
    case 'V': o->what = VERSION; return OK;
    default: return operands_bad_option(option, argv, usage, err);
    }
}

/* Every option in turn; with settings, only the -o, which need the solver. */
static enum status parse_options(int argc, char **argv, int settings, struct options *o, struct error *err)
{
    enum status status = OK;
    int option;

    optind = 1;
    while (status == OK && o->what == TRAIN &&
           (option = getopt(argc, argv, ":s:l:r:c:L:e:a:m:t:B:Rw:b:o:n:S:T:qhV")) != -1)
        if (!settings)
            status = parse_option(operands_option(option, argv), optarg, argv, o, err);
        else if (option == 'o')
            status = choose_setting(optarg, &o->recipe, err);
    return status;
}

/* Options that do not go together, or not with the loss. */
static enum status check_choices(const struct options *o, struct error *err)
{
    const struct recipe *r = &o->recipe;
    char list[TASK_LIST];

    if (r->lambda > 0 && o->cost_given)
        return fail(err, ERR_USAGE, "options -c and -L both set lambda: give one of them");
    if (r->free_offset && !(r->bias > 0))
        return fail(err, ERR_USAGE, "option -R needs a bias that it may leave unregularized: add "
                    "-B 1");
    if (r->weight_count > 0 && task_of(r->loss)->most < 2)
        return fail(err, ERR_USAGE, "option -w weighs classes by their labels: loss '%s' has none",
                    r->loss->name);
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
    status = parse_options(argc, argv, 0, o, err);
    if (status != OK || o->what != TRAIN)
        return status;
    status = parse_options(argc, argv, 1, o, err);
    if (status == OK)
        status = check_choices(o, err);
    if (status == OK)
        status = operands_check(optind, argc - optind, argv, err);
    if (status == OK)
        status = parse_files(argc - optind, argv + optind, o, err);
    return status == OK ? check_places(o, err) : status;
}

void options_free(struct options *o)
{
    mem_free(o->model);
    mem_free(o->weights);
}
