/* training_model - a model as the point where a training begins, and the one that it leaves behind.
 *
 * With a vector V_L for each class L, the margin between two classes being <V_L - V_M, x>:
 *     a score for each class                   W_L = V_L
 *     a score for each class against the rest  W_L = 2 V_L
 *     one score of two classes                 w = V_+ - V_-,   V_+ = w/2, V_- = -w/2
 * Any other score grows with the label, as that of two classes does: w is w. */
#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "math/vec.h"
#include "train/training.h"

/* ---- the model where a training begins ------------------------------------------------------- */

/* What has weights: the model, or the training. */
struct side {
    const struct task *task;
    bool ova;
    int classes;
    const double *labels; /* classes */
    size_t outputs;
};

/* The weights of an output of the training: factor[0] W_place[0] + factor[1] W_place[1]. */
struct head {
    size_t place[2]; /* outputs of the model */
    double factor[2];
};

static bool has_class_scores(const struct side *s)
{
    return s->outputs > 1;
}

static bool has_two_sides(const struct side *s)
{
    return s->outputs == 1 && s->classes == 2 && !s->task->ordered;
}

/* V_L = factor W_place of class L of the model. False: it has no such class. */
static bool class_vector(const struct side *model, double label, size_t *place, double *factor)
{
    for (int k = 0; k < model->classes; k++)
        if (model->labels[k] == label) {
            *place = has_class_scores(model) ? (size_t)k : 0;
            *factor = has_class_scores(model) && !model->ova ? 1 : 0.5;
            if (!has_class_scores(model) && k == 1)
                *factor = -*factor;
            return true;
        }
    return false;
}

/* Two sides: V_+ - V_-, or 2 V_+ or -2 V_- where the model has one of the classes. Returns how many
 * it has. */
static int head_of_sides(const struct side *model, const struct side *to, struct head *head)
{
    bool plus = class_vector(model, to->labels[0], &head->place[0], &head->factor[0]);
    bool minus = class_vector(model, to->labels[1], &head->place[1], &head->factor[1]);

    head->factor[0] *= minus ? 1 : 2;
    head->factor[1] *= plus ? -1 : -2;
    return plus + minus;
}

/* The heads (outputs) of the training. Returns how many of its classes the model has; 1 where it
 * needs none. */
static int find_heads(const struct side *model, const struct side *to, struct head *head)
{
    int found = 0;

    if (has_two_sides(to) && (has_two_sides(model) || has_class_scores(model)))
        return head_of_sides(model, to, head);
    if (!has_class_scores(to)) {
        head->factor[0] = 1;
        return 1;
    }
    for (int k = 0; k < to->classes; k++) {
        found += class_vector(model, to->labels[k], &head[k].place[0], &head[k].factor[0]);
        head[k].factor[0] *= to->ova ? 2 : 1;
    }
    return found;
}

/* to (outputs) = the weights of a feature, from those of the model. */
static void combine(const struct head *head, size_t outputs, double scale, const double *from,
                    double *to)
{
    for (size_t o = 0; o < outputs; o++)
        to[o] = scale * (head[o].factor[0] * from[head[o].place[0]] +
                         head[o].factor[1] * from[head[o].place[1]]);
}

/* t->w: a merge of the ascending features of model and data. The model's bias, of the value
 * model->bias, goes to the regularized one of the training. */
static void place_columns(struct training *t, const struct model *model, size_t from,
                        const struct head *head)
{
    uint32_t features = model_feature_weights(model), k = 0;
    size_t j, outputs = t->solution.outputs;

    for (j = 0; j < t->data->x.cols; j++) {
        uint32_t feature = dataset_feature(t->data, (uint32_t)j);
        while (k < features && model->index[k] < feature)
            k++;
        if (k < features && model->index[k] == feature)
            combine(head, outputs, dataset_scale(t->data, (uint32_t)j),
                    model->weight + k * from, t->solution.w + j * outputs);
    }
    if (j < t->solution.columns && features < model->weights)
        combine(head, outputs, model->bias / t->recipe->bias,
                    model->weight + features * from, t->solution.w + j * outputs);
}

/* The transitions of t->w, from label to label, as far as the model has them. */
static void place_transitions(struct training *t, const struct model *model,
                              const struct head *head)
{
    size_t S = t->solution.outputs, from = (size_t)model->classes;
    double *own = t->solution.w + t->solution.columns * S;

    for (size_t j = 0; t->solution.own > 0 && j < S; j++)
        for (size_t k = 0; k < S; k++)
            own[j * S + k] = head[j].factor[0] * head[k].factor[0] *
                             model->offsets[head[j].place[0] * from + head[k].place[0]];
}

/* Whether scores of the model can be those of the training. */
static enum status check_start(const struct side *model, const struct side *to, const char *loss,
                               const char *file, struct error *err)
{
    if (has_class_scores(to) && !has_class_scores(model) && !has_two_sides(model))
        return fail_at(err, ERR_DATA, input_called(file), 0, "the model has one score (loss '%s'), "
                       "the training one for each class: start from a model of classes, or "
                       "without -i", loss);
    if (has_class_scores(model) && !has_class_scores(to) && !has_two_sides(to))
        return fail_at(err, ERR_DATA, input_called(file), 0, "the model has a score for each class "
                       "(loss '%s'), the training one score: start from a model of such a loss, "
                       "or without -i", loss);
    return OK;
}

enum status training_start(struct training *t, const struct model *model, const char *file,
                           struct error *err)
{
    struct model_kind kind = model_kind(model);
    struct side from = {kind.task, kind.ova || (kind.task->ova && kind.outputs > 1),
                        model->classes, model->labels, kind.outputs};
    struct side to = {task_of(t->recipe->loss), t->targets.ova, t->targets.classes,
                      t->targets.labels, t->solution.outputs};
    enum status status = check_start(&from, &to, model->loss, file, err);
    struct arena arena = {0};
    struct head *head;

    if (status != OK)
        return status;
    head = arena_get(&arena, t->solution.outputs, sizeof *head);
    if (!head)
        return fail_memory(err, "the start");
    if (find_heads(&from, &to, head) == 0)
        status = fail_at(err, ERR_DATA, input_called(file), 0, "the model has none of the labels "
                         "of the data: there is nothing to start from; train without -i");
    else
        place_columns(t, model, kind.outputs, head);
    if (status == OK && kind.transitions)
        place_transitions(t, model, head);
    t->solution.started = status == OK;
    arena_free(&arena);
    return status;
}

/* ---- the model that it leaves ---------------------------------------------------------------- */

void training_scalars(struct training *t, int problem, const struct risk *risk, const double *w)
{
    t->solution.bias[problem] = risk_bias(risk, w);
    if (t->recipe->free_bias && t->recipe->loss->traits & LOSS_SCORES)
        risk_scalars(risk, w, t->solution.bias);
    if (task_offsets(task_of(t->recipe->loss), t->targets.classes) > 0)
        risk_scalars(risk, w, t->solution.scalars);
}

/* The weights of column j, of the bias outside of Omega behind the last; returns how many are not
 * 0. */
static size_t column_weights(const struct solution *s, size_t j, const double **w)
{
    *w = j < s->columns ? s->w + j * s->outputs : s->bias;
    return s->outputs == 1 ? **w != 0 : vec_nonzeros(s->outputs, *w);
}

static size_t count_columns(const struct solution *s)
{
    const double *w;
    size_t used = 0;

    for (size_t j = 0; j <= s->columns; j++)
        used += column_weights(s, j, &w) > 0;
    return used;
}

/* The weights that are not 0, those of the values of the file: w_j/scale_j. They may lie in place
 * of s->w: no column moves behind its place. */
static void put_weights(const struct solution *s, const struct dataset *data, struct model *model)
{
    const double *w;
    double *to;

    for (size_t j = 0; j <= s->columns; j++) {
        if (column_weights(s, j, &w) == 0)
            continue;
        to = model->weight + model->weights * s->outputs;
        model->index[model->weights++] =
            j < data->x.cols ? dataset_feature(data, (uint32_t)j) : data->features + 1;
        memmove(to, w, s->outputs * sizeof *w);
        for (size_t o = 0; data->scale && o < s->outputs; o++)
            to[o] /= dataset_scale(data, (uint32_t)j);
    }
}

/* A copy of an array, NULL if it is empty; *done becomes false without memory. */
static void *copy(size_t count, size_t size, const void *from, bool *done)
{
    void *to = count > 0 ? mem_alloc(count, size) : NULL;

    if (to)
        memcpy(to, from, count * size);
    *done = *done && (to || count == 0);
    return to;
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
                            .unit = t->data->unit,
                            .text.from_zero = t->data->from_zero,
                            .folded.cut = t->calibration.cut.at,
                            .folded.temperature = t->calibration.temperature,
                            .left = {t->outcome.unmet, t->outcome.unbegun}};
    snprintf(model->solver, sizeof model->solver, "%s", t->outcome.engine);
    snprintf(model->verdict, sizeof model->verdict, "%s", verdict_name(verdict));
    recipe_loss_text(t->recipe, t->targets.ova, model->loss);
    recipe_reg_text(t->recipe, model->regularizer);
}

enum status training_model(struct training *t, struct model *model, struct error *err)
{
    struct solution *s = &t->solution;
    size_t used = count_columns(s), classes = (size_t)t->targets.classes;
    size_t offsets = task_offsets(task_of(t->recipe->loss), t->targets.classes);
    const struct calibration *c = &t->calibration;
    size_t sigmoids = c->platt ? (size_t)c->problems : 0;
    size_t steps = c->steps ? (size_t)c->problems : 0;
    const struct names *names = &t->recipe->files.names;
    bool done = true;

    put_header(t, model);
    model->index = mem_alloc(used, sizeof *model->index);
    model->weight = t->trial.restarts ? mem_alloc(used * s->outputs, sizeof *s->w) : NULL;
    model->labels = copy(classes, sizeof(double), t->targets.labels, &done);
    model->folded.platt = copy(2 * sigmoids, sizeof(double), c->platt, &done);
    model->folded.steps = copy(steps, sizeof *c->steps, c->steps, &done);
    model->offsets = copy(offsets, sizeof(double),
                          s->own > 0 ? s->w + s->columns * s->outputs : s->scalars, &done);
    model->facts.names.each = copy((size_t)names->count, sizeof *names->each, names->each, &done);
    model->facts.names.count = names->count;
    if (t->targets.costs)
        model->facts.costs = copy(classes * classes, sizeof(double), t->targets.costs, &done);
    if (!done || !model->index || (t->trial.restarts && !model->weight)) {
        model_free(model);
        return fail_memory(err, "the model");
    }
    if (!t->trial.restarts)
        model->weight = s->w;
    put_weights(s, t->data, model);
    if (!t->trial.restarts)
        s->w = NULL;
    return OK;
}
