/* training_model - the model that a training leaves behind. */
#include <stdio.h>

#include "base/memory.h"
#include "math/vec.h"
#include "train/training.h"

/* The weights of column j, of the bias outside of Omega behind the last; returns how many are not
 * 0. */
static size_t column_weights(const struct training *t, size_t j, const double **w)
{
    *w = j < t->columns ? t->w + j * t->outputs : t->bias;
    return t->outputs == 1 ? **w != 0 : vec_nonzeros(t->outputs, *w);
}

static size_t count_columns(const struct training *t)
{
    const double *w;
    size_t used = 0;

    for (size_t j = 0; j <= t->columns; j++)
        used += column_weights(t, j, &w) > 0;
    return used;
}

static void put_weights(const struct training *t, struct model *model)
{
    const struct dataset *data = t->data;
    const double *w;

    for (size_t j = 0; j <= t->columns; j++) {
        if (column_weights(t, j, &w) == 0)
            continue;
        model->index[model->weights] =
            j < data->x.cols ? dataset_feature(data, (uint32_t)j) : data->features + 1;
        vec_copy(t->outputs, w, model->weight + model->weights++ * t->outputs);
    }
}

/* *to becomes a copy of `count` numbers, NULL if there are none. False: no memory. */
static bool copy(double **to, size_t count, const double *from)
{
    if (count == 0)
        return true;
    *to = mem_alloc(count, sizeof **to);
    if (*to)
        vec_copy(count, from, *to);
    return *to != NULL;
}

static void put_header(const struct training *t, struct model *model)
{
    enum verdict verdict = outcome_worse(t->outcome.verdict, t->calibration.verdict);

    *model = (struct model){.lambda = t->lambda,
                            .bias = t->recipe->bias > 0 ? t->recipe->bias : -1,
                            .classes = t->targets.classes,
                            .features = t->data->features,
                            .primal = t->outcome.primal,
                            .dual = t->outcome.dual,
                            .passes = t->outcome.passes,
                            .unmet = t->outcome.unmet,
                            .unbegun = t->outcome.unbegun};
    snprintf(model->solver, sizeof model->solver, "%s", t->outcome.engine);
    snprintf(model->verdict, sizeof model->verdict, "%s", verdict_name(verdict));
    recipe_loss_text(t->recipe, t->targets.ova, model->loss);
    recipe_reg_text(t->recipe, model->regularizer);
}

enum status training_model(const struct training *t, struct model *model, struct error *err)
{
    size_t used = count_columns(t), classes = (size_t)t->targets.classes;
    size_t offsets = task_offsets(task_of(t->recipe->loss), t->targets.classes);
    size_t sigmoids = t->calibrated ? (size_t)t->problems : 0;

    put_header(t, model);
    model->index = mem_alloc(used, sizeof *model->index);
    model->weight = mem_alloc(used * t->outputs, sizeof *model->weight);
    if (!model->index || !model->weight || !copy(&model->labels, classes, t->targets.labels) ||
        !copy(&model->platt, 2 * sigmoids, t->calibration.platt) ||
        !copy(&model->offsets, offsets, t->scalars)) {
        model_free(model);
        return fail_memory(err, "the model");
    }
    put_weights(t, model);
    return OK;
}
