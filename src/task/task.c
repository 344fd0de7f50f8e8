/* task - the table of the tasks. */
#include "task/task.h"

#include <float.h>
#include <math.h>

#include "base/input.h"
#include "base/text.h"
#include "data/groups.h"
#include "math/vec.h"

#define TASK(id, name) extern const struct task task_##name;
#include "task/list.h"
#undef TASK

const struct task *task_at(enum task_id id)
{
#define TASK(id, name) [id] = &task_##name,
    static const struct task *const rows[TASKS] = {
#include "task/list.h"
    };
#undef TASK

    return rows[id];
}

const struct task *task_of(const struct loss_row *loss)
{
    return task_at(loss->task);
}

size_t task_outputs(const struct task *task, int classes)
{
    return task->outputs ? task->outputs(classes) : 1;
}

size_t task_offsets(const struct task *task, int classes)
{
    return task->offsets ? task->offsets(classes) : 0;
}

enum status task_groups(const struct loss_row *loss, const struct dataset *data, const char *file,
                        struct targets *out, struct arena *arena, struct error *err)
{
    enum status status = OK;

    if (loss->traits & LOSS_GROUPS)
        status = groups_of(data, file, &out->groups, arena, err);
    out->units = task_of(loss)->counts_groups ? out->groups.count : data->x.rows;
    if (task_of(loss)->counts_groups)
        out->mass = groups_mass(&out->groups);
    else
        out->mass = dataset_mass(data);
    return status;
}

/* Weights and offsets that the loss cannot have, or that are of no use. */
static enum status check_facts(const struct labels *in, const struct targets *out,
                               struct error *err)
{
    const char *file = input_called(in->file);
    char list[TASK_LIST];

    if (dataset_weighs(in->data) && !task_takes_row_weights(in->loss))
        return fail_at(err, ERR_DATA, file, 0, "examples have weights, but loss '%s' cannot weigh "
                       "them: it is a maximum over whole numbers of errors; those that can: %s",
                       in->loss->name, task_losses(task_takes_row_weights, list));
    if (dataset_shifts(in->data) && !task_takes_offsets(in->loss))
        return fail_at(err, ERR_DATA, file, 0, "examples have offsets, but loss '%s' takes none; "
                       "those that do: %s", in->loss->name, task_losses(task_takes_offsets, list));
    if (!(out->mass > 0))
        return fail_at(err, ERR_DATA, file, 0, "every example has the weight 0: none counts");
    return OK;
}

/* l(z + o, y) = s l(z, y') + const: y_i becomes y_i', c_i becomes s c_i. */
static enum status shift_rows(const struct labels *in, struct targets *out, struct error *err)
{
    for (int64_t i = 0; i < in->data->x.rows; i++) {
        double offset = dataset_offset(in->data, i), label = out->y[i], s;
        bool vanishes; /* a rate that is no normal number any more */
        s = in->loss->shifted(in->parameter, offset, &out->y[i]);
        vanishes = in->loss->traits & LOSS_COUNTS && label > 0 && out->y[i] < DBL_MIN;
        if (!(s >= DBL_MIN && isfinite(s) && isfinite(out->y[i])) || vanishes)
            return fail_at(err, ERR_DATA, input_called(in->file), dataset_line(in->data, i),
                           "the offset %.15g is too large for loss '%s'", offset, in->loss->name);
        out->cost[i] *= s;
    }
    return OK;
}

enum status task_targets(const struct labels *in, struct targets *out, struct arena *arena,
                         struct error *err)
{
    size_t rows = (size_t)in->data->x.rows;
    bool shifts = dataset_shifts(in->data);
    bool groups = in->loss->traits & LOSS_GROUP_WEIGHTS; /* which weigh in place of rows */
    enum status status;

    *out = (struct targets){.y = arena_doubles(arena, rows)};
    if (class_weights_any(&in->weights) || (dataset_weighs(in->data) && !groups) || shifts)
        out->cost = arena_doubles(arena, rows);
    if (arena->failed)
        return fail_memory(err, "the examples");
    for (size_t i = 0; out->cost && i < rows; i++)
        out->cost[i] = dataset_weight(in->data, (int64_t)i);
    status = task_groups(in->loss, in->data, in->file, out, arena, err);
    if (status == OK)
        status = check_facts(in, out, err);
    if (status == OK)
        status = task_of(in->loss)->targets(in, out, arena, err);
    if (status == OK && shifts)
        status = shift_rows(in, out, err);
    for (size_t i = 0; out->cost && i < rows; i++)
        out->cost[i] /= out->mass;
    return status;
}

bool task_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                  double *answer)
{
    return d->task->answers(d, data, decision, answer);
}

void targets_side(const struct targets *targets, int k, int64_t rows, double *y)
{
    for (int64_t i = 0; i < rows; i++) {
        double side = targets->y[i] == k ? 1 : -1;
        y[i] = targets->ova ? side : targets->y[i];
    }
}

size_t targets_class(const struct targets *targets, int64_t i)
{
    if (targets->sides)
        return targets->y[i] < 0;
    return targets->classes > 1 ? (size_t)targets->y[i] : 0;
}

/* ---- losses ---------------------------------------------------------------------------------- */

bool task_takes_numbers(const struct loss_row *loss)
{
    return task_of(loss)->most == 0 && !(loss->traits & LOSS_GROUPS);
}

bool task_takes_ova(const struct loss_row *loss)
{
    return task_of(loss)->ova;
}

bool task_takes_probability(const struct loss_row *loss)
{
    return task_of(loss)->sigmoids || loss->traits & LOSS_PROBABILITY;
}

bool task_has_probability(const struct loss_row *loss)
{
    return loss->traits & LOSS_PROBABILITY;
}

bool task_takes_temperature(const struct loss_row *loss)
{
    const struct task *task = task_of(loss);
    bool scores = task->most > 2 || loss->traits & LOSS_PROBABILITY;

    return task->most > 1 && scores && !task->ordered && !task->counts_groups;
}

bool task_takes_calibration(const struct loss_row *loss, enum calibration_method method)
{
    switch (method) {
    case CALIBRATION_AUTO: return task_takes_probability(loss);
    case CALIBRATION_TEMPERATURE: return task_takes_temperature(loss);
    default: return task_of(loss)->sigmoids;
    }
}

bool task_takes_weights(const struct loss_row *loss)
{
    return task_of(loss)->most > 1 && loss->traits & LOSS_WEIGHTS;
}

bool task_takes_row_weights(const struct loss_row *loss)
{
    return loss->traits & (LOSS_WEIGHTS | LOSS_GROUP_WEIGHTS);
}

bool task_takes_offsets(const struct loss_row *loss)
{
    return loss->shifted;
}

bool task_takes_names(const struct loss_row *loss)
{
    return task_of(loss)->transitions;
}

bool task_takes_words(const struct loss_row *loss)
{
    return task_of(loss)->most > 1 && task_of(loss)->label == 0;
}

bool task_takes_costs(const struct loss_row *loss)
{
    return loss->traits & LOSS_COSTS;
}

bool task_takes_cut(const struct loss_row *loss)
{
    return task_of(loss)->sigmoids;
}

bool task_has_label(double label, int classes, const double *labels)
{
    for (int k = 0; k < classes; k++)
        if (labels[k] == label)
            return true;
    return false;
}

const char *task_losses(bool (*wanted)(const struct loss_row *loss), char text[TASK_LIST])
{
    text[0] = '\0';
    for (size_t i = 0; loss_at(i); i++)
        if (!wanted || wanted(loss_at(i)))
            text_list(text, TASK_LIST, ", ", "", loss_at(i)->name);
    return text;
}
