/* training - a training is set up. */
#include "train/training.h"

#include <inttypes.h>

#include "base/input.h"
#include "base/memory.h"
#include "task/class_costs.h"
#include "task/names.h"
#include "train/fit.h"

unsigned training_reads(const struct recipe *recipe)
{
    const unsigned compact = REG_COUNTED | REG_PLAIN;

    bool counts = (recipe->reg->traits & compact) == compact;

    /* n_g of a group counts the features that occur */
    return counts || recipe_file_at(FILE_GROUPS)->reg_takes(recipe->reg) ? DATASET_COMPACT : 0;
}

/* Omega's parameters: those of the recipe or, where it knows columns, with these behind. */
static enum status make_penalties(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    const struct recipe_files *files = &recipe->files;
    size_t outputs = t->problems > 1 ? 1 : t->solution.outputs;
    struct penalty_shape shape = {t->solution.columns, outputs, t->solution.own};
    enum status status = files->checked ? OK : penalty_check(files->penalties, t->data, err);

    t->reg_p = recipe->reg_p;
    if (status != OK || !(recipe->reg->traits & REG_COLUMNS))
        return status;
    t->reg_p = penalty_describe(files->penalties, recipe->reg, recipe->reg_p, t->data, shape,
                                &t->arena);
    return t->reg_p ? OK : fail_memory(err, "what belongs to the features");
}

/* Whether there are as many weights as the regularizer needs, and the columns that it looks at. */
static enum status check_dimension(const struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    size_t scores = t->problems > 1 ? 1 : t->solution.outputs, dim = t->solution.columns * scores;
    size_t least = recipe->reg->facts(t->reg_p).least;
    char text[RECIPE_TEXT];

    recipe_reg_text(recipe, text);
    if (recipe->reg->traits & REG_NUMBERED && (scores > 1 || t->solution.columns > t->data->x.cols))
        return fail(err, ERR_USAGE,
                    "regularizer '%s' looks at feature numbers: it takes no %s", text,
                    scores > 1 ? "loss of several scores an example" : "bias of its own");
    if (t->data->feature && !(recipe->reg->traits & (REG_PLAIN | REG_COLUMNS)))
        return fail_at(err, ERR_DATA, input_called(t->file), 0,
                       "regularizer '%s' needs every feature up to the largest index, %" PRIu32
                       ", far more than the %" PRIu32 " that occur: number these from %d on", text,
                       t->data->features - t->data->from_zero, t->data->x.cols,
                       !t->data->from_zero);
    if (dim >= least)
        return OK;
    return fail_at(err, ERR_DATA, input_called(t->file), 0,
                   "regularizer '%s' needs at least %zu weight%s, there are %zu", text, least,
                   least == 1 ? "" : "s", dim);
}

static enum status make_targets(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    struct labels labels = {.data = t->data,
                            .file = t->file,
                            .loss = recipe->loss,
                            .free_bias = recipe->free_bias,
                            .parameter = recipe->parameter,
                            .weights = recipe->weights};
    enum status status = task_targets(&labels, &t->targets, &t->arena, err);

    if (status == OK && recipe->files.costs.classes > 0)
        status = class_costs_place(&recipe->files.costs, &t->targets, &t->arena, err);
    if (status == OK && recipe->files.names.count > 0)
        status = names_check(&recipe->files.names, recipe->files.name[FILE_NAMES], &t->targets,
                             err);
    return status;
}

static enum status make_solution(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    struct solution *s = &t->solution;
    int classes = t->targets.classes;

    s->columns = t->data->x.cols + (recipe->bias > 0 && !recipe->free_bias);
    s->outputs = task_outputs(task_of(recipe->loss), classes);
    s->own = recipe->loss->own ? recipe->loss->own(classes) : 0;
    s->w = mem_alloc((s->columns + 1) * s->outputs + s->own, sizeof *s->w);
    s->bias = arena_doubles(&t->arena, s->outputs);
    s->scalars = arena_doubles(&t->arena, (size_t)classes + 1);
    return !s->w || t->arena.failed ? fail_memory(err, "the weights") : OK;
}

/* How scores are calibrated; AUTO: they are not. */
static enum calibration_method method_of(const struct recipe *recipe)
{
    enum calibration_method method = recipe_calibration(recipe);

    if (!recipe->probability)
        return CALIBRATION_AUTO;
    if (method == CALIBRATION_AUTO && !(recipe->loss->traits & LOSS_PROBABILITY))
        return CALIBRATION_PLATT;
    return method;
}

/* The folds that calibrate, or choose a threshold. */
static enum status init_folds(struct training *t, struct error *err)
{
    const struct recipe *recipe = t->recipe;
    bool cuts = recipe->chosen.cut.by != CUT_NONE;
    enum calibration_method method = method_of(recipe);

    if (cuts && t->targets.classes > 2)
        return fail_at(err, ERR_DATA, input_called(t->file), 0, "the data have %d labels, and a "
                       "threshold is of two: leave -o threshold out", t->targets.classes);
    if (method == CALIBRATION_TEMPERATURE && t->problems > 1)
        return fail_at(err, ERR_DATA, input_called(t->file), 0, "the data have %d labels, each "
                       "trained against the rest, and a temperature is of one training: choose "
                       "-o calibration=platt or isotonic", t->targets.classes);
    if (method == CALIBRATION_AUTO && !cuts)
        return OK;
    t->calibration = (struct calibration){.problems = t->problems,
                                          .outputs = t->problems > 1 ? 1 : t->solution.outputs,
                                          .method = method,
                                          .goal = cuts ? &recipe->chosen.cut : NULL};
    return calibrate_init(&t->calibration, &t->targets, t->data->x.rows, recipe->seed, &t->arena,
                          err);
}

enum status training_init(struct training *t, const struct recipe *recipe,
                          const struct dataset *data, const char *file, const struct par *par,
                          struct error *err)
{
    enum status status = recipe_check(recipe, err);

    *t = (struct training){.recipe = recipe, .data = data, .file = file, .par = par};
    t->outcome.verdict = RUNNING;
    if (status == OK)
        status = make_targets(t, err);
    if (status != OK)
        return status;
    t->problems = ova_problems(&t->targets);
    t->lambda = recipe_lambda(recipe, t->targets.mass);
    status = make_solution(t, err);
    if (status == OK)
        status = make_penalties(t, err);
    if (status == OK)
        status = check_dimension(t, err);
    if (status == OK)
        status = ova_check(recipe, data, &t->targets, file, err);
    if (status == OK)
        status = init_folds(t, err);
    t->runs = t->problems * (1 + t->calibration.folds.count);
    return status;
}

struct csr training_rows(const struct training *t)
{
    struct csr x = t->data->x;

    if (t->solution.columns > x.cols) {
        x.bias = t->recipe->bias;
        x.cols++;
    }
    return x;
}
