/* start - the weights of a model as the point where a training begins.
 *
 * With a vector V_L for each class L, the margin between two classes being <V_L - V_M, x>:
 *     a score for each class                   W_L = V_L
 *     a score for each class against the rest  W_L = 2 V_L
 *     one score of two classes                 w = V_+ - V_-,   V_+ = w/2, V_- = -w/2
 * Any other score grows with the label, as that of two classes does: w is w. */
#include "train/start.h"

#include "base/input.h"

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
static void put_weights(const struct head *head, size_t outputs, double scale, const double *from,
                        double *to)
{
    for (size_t o = 0; o < outputs; o++)
        to[o] = scale * (head[o].factor[0] * from[head[o].place[0]] +
                         head[o].factor[1] * from[head[o].place[1]]);
}

/* t->w: a merge of the ascending features of model and data. The model's bias, of the value
 * model->bias, goes to the regularized one of the training. */
static void put_columns(struct training *t, const struct model *model, size_t from,
                        const struct head *head)
{
    uint32_t features = model_feature_weights(model), k = 0;
    size_t j, outputs = t->outputs;

    for (j = 0; j < t->data->x.cols; j++) {
        uint32_t feature = dataset_feature(t->data, (uint32_t)j);
        while (k < features && model->index[k] < feature)
            k++;
        if (k < features && model->index[k] == feature)
            put_weights(head, outputs, 1, model->weight + k * from, t->w + j * outputs);
    }
    if (j < t->columns && features < model->weights)
        put_weights(head, outputs, model->bias / t->recipe->bias,
                    model->weight + features * from, t->w + j * outputs);
}

/* Whether scores of the model can be those of the training. */
static enum status check(const struct side *model, const struct side *to, const char *loss,
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
                      t->targets.labels, t->outputs};
    enum status status = check(&from, &to, model->loss, file, err);
    struct arena arena = {0};
    struct head *head;

    if (status != OK)
        return status;
    head = arena_get(&arena, t->outputs, sizeof *head);
    if (!head)
        return fail_memory(err, "the start");
    if (find_heads(&from, &to, head) == 0)
        status = fail_at(err, ERR_DATA, input_called(file), 0, "the model has none of the labels "
                         "of the data: there is nothing to start from; train without -i");
    else
        put_columns(t, model, kind.outputs, head);
    t->started = status == OK;
    arena_free(&arena);
    return status;
}
