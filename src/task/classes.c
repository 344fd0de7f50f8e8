/* classes - what the tasks whose labels are classes share: the distinct labels, the weight of
 * each. */
#include "task/classes.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/input.h"
#include "math/vec.h"

_Static_assert((int)LOSS_CLASSES <= (int)DATASET_LABELS, "classes are labels");

/* More different labels than FEW_LABELS, and different ones in more than half of the examples, are
 * numbers rather than classes. A guess, not measured: a class has more than two examples. */
enum { FEW_LABELS = 100 };

/* The distinct labels in the order in which they first came; y gets their places. */
static enum status find_labels(const struct labels *in, struct targets *out, struct error *err)
{
    int64_t rows = in->data->x.rows, row = rows - 1;
    size_t count = dataset_labels(in->data, LOSS_CLASSES, out->labels, out->y, &row);
    const char *file = input_called(in->file);
    char list[TASK_LIST];

    out->classes = (int)count;
    if (count == 1)
        return fail_at(
            err, ERR_DATA, file, dataset_line(in->data, row),
            "every label, up to the last one here, is %.15g: a classifier needs two classes",
            out->labels[0]);
    if (count > LOSS_CLASSES)
        return fail_at(err, ERR_DATA, file, dataset_line(in->data, row),
                       "different label number %zu, more than a classifier takes; for numbers as "
                       "labels choose a loss of "
                       "regression (-l): %s",
                       count, task_losses(task_takes_numbers, list));
    if (count > FEW_LABELS && (int64_t)count > rows / 2)
        return fail_at(err, ERR_DATA, file, 0,
                       "%zu different labels in %" PRId64
                       " examples are numbers rather than classes; choose a loss of "
                       "regression (-l): %s",
                       count, rows, task_losses(task_takes_numbers, list));
    return OK;
}

/* c_i = weight of the label / m; y holds the places of the labels, weight has room for one of
 * each class. */
static void weigh(const struct labels *in, struct targets *out, double *weight)
{
    int64_t rows = in->data->x.rows;

    vec_fill((size_t)out->classes, 1, weight);
    for (int k = 0; k < out->classes; k++)
        for (int j = 0; j < in->weight_count; j++)
            if (in->weights[j].label == out->labels[k])
                weight[k] = in->weights[j].weight;
    for (int64_t i = 0; i < rows; i++)
        out->cost[i] = weight[(int)out->y[i]] / (double)rows;
}

/* A label and the place that it had. */
struct place {
    double label; /* first, for classes_by_label */
    int was;
};

/* Labels ascend; of two that are not ordered the greater one stands first: +1 before -1, as in
 * LIBLINEAR's files. now has room for a number of each class. */
static void put_in_order(const struct labels *in, struct targets *out, struct place *place,
                         double *now)
{
    bool descend = out->classes == 2 && !task_of(in->loss)->ordered;

    for (int k = 0; k < out->classes; k++)
        place[k] = (struct place){out->labels[k] + 0.0, k}; /* -0 becomes 0 */
    qsort(place, (size_t)out->classes, sizeof *place, classes_by_label);
    for (int k = 0; k < out->classes; k++) {
        int at = descend ? out->classes - 1 - k : k;
        out->labels[at] = place[k].label;
        now[place[k].was] = at;
    }
    for (int64_t i = 0; i < in->data->x.rows; i++)
        out->y[i] = now[(int)out->y[i]];
}

enum status classes_find(const struct labels *in, struct targets *out, struct arena *arena,
                         struct error *err)
{
    struct place *place = arena_get(arena, LOSS_CLASSES, sizeof *place);
    double *each = arena_doubles(arena, LOSS_CLASSES);
    enum status status;

    out->labels = arena_doubles(arena, LOSS_CLASSES);
    if (arena->failed)
        return fail_memory(err, "the classes");
    status = find_labels(in, out, err);
    if (status != OK)
        return status;
    put_in_order(in, out, place, each);
    if (out->cost)
        weigh(in, out, each);
    return OK;
}

int classes_by_label(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void classes_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                     double *answer)
{
    for (int64_t i = 0; i < data->x.rows; i++) {
        const double *z = decision + (size_t)i * d->outputs;
        size_t best = !(*z > 0);
        if (d->outputs > 1)
            best = vec_largest(d->outputs, z);
        answer[i] = d->labels[best];
    }
}
