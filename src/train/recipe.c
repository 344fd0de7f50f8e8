/* recipe - what to train, without a command line: J(w) = R(w) + lambda Omega(w), how to minimise
 * it, how exactly. */
#include "train/recipe.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

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

double recipe_lambda(const struct recipe *recipe, int64_t rows)
{
    return recipe->lambda > 0 ? recipe->lambda : 1 / (recipe->cost * (double)rows);
}

void recipe_loss_text(const struct recipe *recipe, bool ova, char text[RECIPE_TEXT])
{
    const struct loss_row *loss = recipe->loss;
    char number[32];

    text_format(recipe->parameter, number, sizeof number);
    snprintf(text, RECIPE_TEXT, "%s%s%s%s", ova ? "ova:" : "", loss->name,
             loss->parameter ? ":" : "", loss->parameter ? number : "");
}

void recipe_reg_text(const struct recipe *recipe, char text[RECIPE_TEXT])
{
    const struct reg *reg = recipe->reg;

    snprintf(text, RECIPE_TEXT, "%s", reg->name);
    for (int k = 0; k < REG_PARAMETERS && reg->parameter[k].name; k++) {
        size_t used = strlen(text);
        char number[32];
        text_format(recipe->reg_p[k], number, sizeof number);
        snprintf(text + used, RECIPE_TEXT - used, "%s%s", k > 0 ? "," : ":", number);
    }
}
