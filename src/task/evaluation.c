/* evaluation - what the figures need to know of rows, block by block. */
#include "task/evaluation.h"

#include <math.h>

#include "base/memory.h"
#include "math/vec.h"

enum status evaluation_init(struct evaluation *e, const struct decoder *d, bool probabilities,
                            struct error *err)
{
    (void)err;
    *e = (struct evaluation){.d = *d, .probabilities = probabilities};
    return OK;
}

/* Room for the scores that the figures of a row look at: one, or those of two classes. */
static size_t width_of(const struct decoder *d)
{
    return d->outputs < 2 ? d->outputs : 2;
}

/* Room for `rows` more. */
static bool reserve(struct evaluation *e, size_t rows)
{
    size_t room = 2 * e->room > e->rows + rows ? 2 * e->room : e->rows + rows;

    if (e->rows + rows <= e->room)
        return true;
    if (!mem_resized((void **)&e->label, room, sizeof *e->label) ||
        !mem_resized((void **)&e->answer, room, sizeof *e->answer) ||
        !mem_resized((void **)&e->decision, room, sizeof *e->decision * width_of(&e->d)))
        return false;
    e->room = room;
    return true;
}

enum status evaluation_add(struct evaluation *e, const struct dataset *data, const double *answer,
                           const double *decision, const double *probability, struct error *err)
{
    size_t outputs = e->d.outputs, width = width_of(&e->d);

    (void)probability;
    if (!reserve(e, (size_t)data->x.rows))
        return fail_memory(err, "the figures");
    for (int64_t i = 0; i < data->x.rows; i++) {
        if (isnan(data->label[i]))
            continue;
        e->label[e->rows] = data->label[i];
        e->answer[e->rows] = answer[i];
        if (outputs == width)
            vec_copy(width, decision + (size_t)i * outputs, e->decision + e->rows * width);
        e->rows++;
    }
    return OK;
}

enum status evaluation_figures(struct evaluation *e, struct figures *list, struct error *err)
{
    struct dataset data = {.x.rows = (int64_t)e->rows, .label = e->label};

    *list = (struct figures){0};
    return e->d.task->figures(&e->d, &data, e->answer, e->decision, list, err);
}

void evaluation_free(struct evaluation *e)
{
    mem_free(e->label);
    mem_free(e->answer);
    mem_free(e->decision);
    *e = (struct evaluation){0};
}
