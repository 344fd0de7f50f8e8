/* recipe - what to train, without a command line: J(w) = R(w) + lambda Omega(w), how to minimise
 * it, how exactly. */
#include "train/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "risk/composite.h"
#include "task/class_costs.h"
#include "task/names.h"

/* Factors and bounds are those of single weights. */
static bool takes_columns(const struct reg *reg)
{
    return reg->by_column || (reg->traits & REG_COLUMNS && reg->traits & REG_SEPARABLE);
}

static bool takes_groups(const struct reg *reg)
{
    return reg->traits & REG_COLUMNS && !(reg->traits & REG_SEPARABLE);
}

const struct file_setting *recipe_file_at(enum recipe_file which)
{
    static const struct file_setting rows[RECIPE_FILES] = {
        [FILE_COSTS] = {"cost", task_takes_costs, NULL,
                        "a cost for each pair of classes, a row a class, in the place of 1"},
        [FILE_NAMES] = {"names", task_takes_names, NULL,
                        "the names of labels, LABEL NAME a line; chunks are B-TYPE, I-TYPE"},
        [FILE_FACTORS] = {"factors", NULL, takes_columns,
                          "factors of the penalty of features, FEATURE FACTOR a line, else 1"},
        [FILE_BOUNDS] = {"bounds", NULL, takes_columns,
                         "bounds of weights, FEATURE LO HI a line, or FEATURE + (0 inf) or -"},
        [FILE_GROUPS] = {"groups", NULL, takes_groups,
                         "the groups of features, FEATURE GROUP a line, else each its own"},
    };

    return &rows[which];
}

enum recipe_file recipe_file_find(const char *text, size_t length)
{
    int k = 0;

    while (k < RECIPE_FILES && (strlen(recipe_file_at((enum recipe_file)k)->name) != length ||
                                memcmp(recipe_file_at((enum recipe_file)k)->name, text, length)))
        k++;
    return (enum recipe_file)k;
}

struct recipe recipe_default(void)
{
    struct recipe recipe = {.reg = reg_find("l2"), .cost = 1, .bias = -1, .relative = 1e-3,
                            .seconds = INFINITY, .seed = 1};

    recipe.loss = loss_read("hinge", &recipe.parameter);
    recipe_solver(&recipe, solver_find("auto"));
    return recipe;
}

void recipe_solver(struct recipe *recipe, const struct solver *solver)
{
    recipe->solver = solver;
    for (int k = 0; k < SETTINGS; k++)
        recipe->set[k] = solver->setting[k].initial;
}

void recipe_regularizer(struct recipe *recipe, const struct reg *reg,
                        const double p[REG_PARAMETERS])
{
    recipe->reg = reg_special(reg, p);
    for (int k = 0; k < REG_PARAMETERS; k++)
        recipe->reg_p[k] = recipe->reg->parameter[k].name ? p[k] : 0;
}

/* Whether the file is a setting of the loss or the regularizer of the recipe. */
static bool has_file(const struct recipe *recipe, enum recipe_file which)
{
    const struct file_setting *file = recipe_file_at(which);

    return file->takes ? file->takes(recipe->loss) : file->reg_takes(recipe->reg);
}

bool recipe_take_file(struct recipe *recipe, enum recipe_file which, const char *name)
{
    if (!has_file(recipe, which))
        return false;
    recipe->files.name[which] = name;
    if (!(recipe->reg->traits & REG_COLUMNS) && !recipe_file_at(which)->takes)
        recipe->reg = recipe->reg->by_column;
    return true;
}

enum status recipe_read_files(struct recipe *recipe, struct penalty_names *names,
                              struct arena *arena, struct error *err)
{
    struct recipe_files *files = &recipe->files;
    const char *const *name = files->name;
    enum status status = OK;
    bool frees = false;

    if (name[FILE_COSTS])
        status = class_costs_read(name[FILE_COSTS], &files->costs, arena, err);
    if (status == OK && name[FILE_NAMES])
        status = names_read(name[FILE_NAMES], &files->names, arena, err);
    for (int k = 0; k < PENALTIES && status == OK; k++)
        if (name[FILE_FACTORS + k])
            status = penalty_read((enum penalty)k, name[FILE_FACTORS + k], names,
                                  &files->penalties[k], arena, err);
    if (status == OK && name[FILE_FACTORS])
        status = penalty_frees(files->penalties, recipe->reg, recipe->reg_p, &frees, err);
    if (frees)
        recipe->reg = recipe->reg->by_column;
    return status;
}

/* NaN is in no range. */
static enum status check_range(const char *of, const struct range *is, double value,
                               struct error *err)
{
    if (!is->name || (value >= is->lo && value <= is->hi))
        return OK;
    return fail(err, ERR_USAGE, "'%s': %s must be a number from %.15g to %.15g", of, is->name,
                is->lo, is->hi);
}

/* Parameters and settings in the ranges of their rows; lambda or C, and the tolerances. */
static enum status check_numbers(const struct recipe *recipe, struct error *err)
{
    const struct loss_row *loss = recipe->loss;
    const struct reg *reg = recipe->reg;
    const struct setting *s = recipe->solver->setting;
    enum status status = check_range(loss->name, &loss->parameter, recipe->parameter, err);

    for (int k = 0; k < REG_PARAMETERS && status == OK; k++)
        status = check_range(reg->name, &reg->parameter[k], recipe->reg_p[k], err);
    for (int k = 0; k < SETTINGS && status == OK; k++)
        status = check_range(recipe->solver->name,
                             &(struct range){s[k].name, s[k].initial, s[k].lo, s[k].hi},
                             recipe->set[k], err);
    if (status != OK)
        return status;
    if (!(recipe->lambda > 0 || recipe->cost > 0))
        return fail(err, ERR_USAGE, "lambda or the cost must be above 0");
    if (!(recipe->relative >= 0 && recipe->absolute >= 0))
        return fail(err, ERR_USAGE, "a tolerance must be 0 or more");
    return OK;
}

static enum status check_files(const struct recipe *recipe, struct error *err)
{
    for (int k = 0; k < RECIPE_FILES; k++) {
        const struct file_setting *file = recipe_file_at((enum recipe_file)k);
        if (recipe->files.name[k] && !has_file(recipe, (enum recipe_file)k))
            return fail(err, ERR_USAGE, "%s '%s' has no setting '%s'",
                        file->takes ? "loss" : "regularizer",
                        file->takes ? recipe->loss->name : recipe->reg->name, file->name);
    }
    if (takes_groups(recipe->reg) && !recipe->files.name[FILE_GROUPS])
        return fail(err, ERR_USAGE, "regularizer '%s' needs the groups of features: -o groups=FILE",
                    recipe->reg->name);
    return OK;
}

enum status recipe_check(const struct recipe *recipe, struct error *err)
{
    const struct loss_row *loss = recipe->loss;
    unsigned traits = risk_traits(loss, recipe->free_bias);
    const char *bias = recipe->free_bias ? " and a bias outside of it" : "";

    if (!solver_admits(recipe->solver, traits, recipe->reg))
        return fail(err, ERR_USAGE, "solver '%s' cannot minimise loss '%s' with regularizer '%s'%s",
                    recipe->solver->name, loss->name, recipe->reg->name, bias);
    if (recipe->free_bias && !(recipe->bias > 0))
        return fail(err, ERR_USAGE, "a bias outside of the regularizer needs a value above 0");
    if (recipe->bias > 0 && !recipe->free_bias && recipe->reg->traits & REG_BOUNDED)
        return fail(err, ERR_USAGE, "regularizer '%s' takes a bias outside of it only",
                    recipe->reg->name);
    if (class_weights_any(&recipe->weights) && !task_takes_weights(loss))
        return fail(err, ERR_USAGE, "loss '%s' cannot weigh examples by their labels (-w)",
                    loss->name);
    if (recipe->probability && !task_takes_calibration(loss, recipe_calibration(recipe)))
        return fail(err, ERR_USAGE, "loss '%s' cannot give probabilities", loss->name);
    if (recipe->chosen.cut.by != CUT_NONE && !task_takes_cut(loss))
        return fail(err, ERR_USAGE, "loss '%s' cannot have a threshold", loss->name);
    return check_files(recipe, err) == OK ? check_numbers(recipe, err) : ERR_USAGE;
}

double recipe_lambda(const struct recipe *recipe, double mass)
{
    return recipe->lambda > 0 ? recipe->lambda : 1 / (recipe->cost * mass);
}

enum calibration_method recipe_calibration(const struct recipe *recipe)
{
    return (enum calibration_method)recipe->chosen.calibration;
}

bool recipe_has_tolerance(const struct recipe *recipe)
{
    return recipe->relative > 0 || recipe->absolute > 0;
}

/* Adds ":P,P" behind a name, the values of its parameters. */
static void add_values(const struct range *is, int most, const double *value,
                       char text[RECIPE_TEXT])
{
    for (int k = 0; k < most && is[k].name; k++) {
        char number[32];
        text_format(value[k], number, sizeof number);
        text_list(text, RECIPE_TEXT, k > 0 ? "," : ":", "", number);
    }
}

void recipe_loss_text(const struct recipe *recipe, bool ova, char text[RECIPE_TEXT])
{
    snprintf(text, RECIPE_TEXT, "%s%s", ova ? "ova:" : "", recipe->loss->name);
    add_values(&recipe->loss->parameter, 1, &recipe->parameter, text);
}

void recipe_reg_text(const struct recipe *recipe, char text[RECIPE_TEXT])
{
    snprintf(text, RECIPE_TEXT, "%s", recipe->reg->name);
    add_values(recipe->reg->parameter, REG_PARAMETERS, recipe->reg_p, text);
}
