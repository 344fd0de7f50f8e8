/* examples - what the labels of a file say to a loss: its targets, the classes, the weight of each example. */
#include "cli/examples.h"

#include <inttypes.h>
#include <math.h>

#include "base/input.h"
#include "math/vec.h"
#include "cli/choices.h"

_Static_assert((int)LOSS_CLASSES <= (int)DATASET_LABELS, "classes are labels");

/* More labels than this, and different ones in more than half of the examples, are not classes. */
enum { FEW_LABELS = 100 };

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* The distinct labels, in the order in which they first came, in e->labels; e->y gets their places. */
static enum status find_classes(struct examples *e, const struct options *o, const struct dataset *data,
                                struct error *err)
{
    int64_t rows = data->x.rows, row = rows - 1;
    size_t count = dataset_labels(data, LOSS_CLASSES, e->labels, e->y, &row);
    char list[CHOICE_LIST];

    e->classes = (int)count;
    if (count == 1)
        return fail_at(err, ERR_DATA, input_called(o->data), dataset_line(data, row),
                       "every label, up to the last one here, is %.15g: a classifier needs two "
                       "classes", e->labels[0]);
    if (count > LOSS_CLASSES)
        return fail_at(err, ERR_DATA, input_called(o->data), dataset_line(data, row),
                       "different label number %zu, more than a classifier takes; for numbers as "
                       "labels choose a loss of "
                       "regression (-l): %s", count, choices_losses(TASK_REGRESSION, 0, list));
    if (count > FEW_LABELS && (int64_t)count > rows / 2)
        return fail_at(err, ERR_DATA, input_called(o->data), 0,
                       "%zu different labels in %" PRId64 " examples are numbers rather than "
                       "classes; choose a loss of "
                       "regression (-l): %s", count, rows, choices_losses(TASK_REGRESSION, 0,
                       list));
    return OK;
}

/* Of two labels the greater one stands first, whichever came first. */
static void put_greater_first(struct examples *e, int64_t rows)
{
    double first = e->labels[0];

    if (e->classes != 2 || first > e->labels[1])
        return;
    e->labels[0] = e->labels[1];
    e->labels[1] = first;
    for (int64_t i = 0; i < rows; i++)
        e->y[i] = 1 - e->y[i];
}

/* Two classes: y = +1 for the first label. */
static void set_sides(struct examples *e, int64_t rows)
{
    for (int64_t i = 0; i < rows; i++)
        e->y[i] = e->y[i] == 0 ? 1 : -1;
}

/* The labels ascending, and the places in e->y with them. */
static void sort_classes(struct examples *e, int64_t rows, double *place)
{
    for (int k = 0; k < e->classes; k++)
        place[k] = 0;
    for (int k = 0; k < e->classes; k++)
        for (int j = 0; j < e->classes; j++)
            place[k] += e->labels[j] < e->labels[k];
    for (int64_t i = 0; i < rows; i++)
        e->y[i] = place[(int)e->y[i]];
    for (int k = 1; k < e->classes; k++)
        for (int j = k; j > 0 && e->labels[j] < e->labels[j - 1]; j--) {
            double label = e->labels[j];
            e->labels[j] = e->labels[j - 1];
            e->labels[j - 1] = label;
        }
}

/* The examples of each label weigh what -w says; e->y holds the places of the labels. */
static void weigh_classes(struct examples *e, const struct options *o, int64_t rows, double *weight)
{
    vec_fill((size_t)e->classes, 1, weight);
    for (int k = 0; k < e->classes; k++)
        for (int j = 0; j < o->recipe.weight_count; j++)
            if (o->recipe.weights[j].label == e->labels[k])
                weight[k] = o->recipe.weights[j].weight;
    for (int64_t i = 0; i < rows; i++)
        e->cost[i] = weight[(int)e->y[i]] / (double)rows;
}

static enum status classify(struct examples *e, const struct options *o, const struct dataset *data,
                            struct arena *arena, struct error *err)
{
    double *spare; /* a number for each class */
    enum status status;

    e->labels = arena_doubles(arena, LOSS_CLASSES);
    spare = arena_doubles(arena, LOSS_CLASSES);
    if (!e->labels || !spare)
        return fail_memory(err, "the classes");
    status = find_classes(e, o, data, err);
    if (status != OK)
        return status;
    weigh_classes(e, o, data->x.rows, spare);
    put_greater_first(e, data->x.rows);
    e->ova = o->recipe.loss->task == TASK_BINARY && e->classes > 2;
    if (o->recipe.loss->task == TASK_BINARY && e->classes == 2)
        set_sides(e, data->x.rows);
    if (o->recipe.loss->task == TASK_ORDINAL)
        sort_classes(e, data->x.rows, spare);
    for (int k = 0; k < e->classes; k++)
        e->labels[k] += 0.0; /* no -0 */
    return OK;
}

/* ---- other tasks ------------------------------------------------------------------------------------------------- */

static enum status check_counts(const struct options *o, const struct dataset *data, struct error *err)
{
    double most = 0;

    for (int64_t i = 0; i < data->x.rows; i++) {
        if (data->label[i] < 0)
            return fail_at(err, ERR_DATA, input_called(o->data), dataset_line(data, i),
                           "label %.15g is below 0: loss '%s' takes counts; for other numbers "
                           "choose another loss (-l), "
                           "such as squared", data->label[i], o->recipe.loss->name);
        most = fmax(most, data->label[i]);
    }
    if (most == 0 && o->recipe.free_offset)
        return fail_at(err, ERR_DATA, input_called(o->data), 0,
                       "all counts are 0: with -R the offset of loss '%s' would fall for ever; "
                       "leave -R out",
                       o->recipe.loss->name);
    return OK;
}

enum status examples_init(struct examples *e, const struct options *o, const struct dataset *data, struct arena *arena,
                          struct error *err)
{
    size_t rows = (size_t)data->x.rows;

    *e = (struct examples){.y = arena_doubles(arena, rows), .cost = arena_doubles(arena, rows)};
    if (!e->y || !e->cost)
        return fail_memory(err, "the examples");
    vec_fill(rows, 1 / (double)rows, e->cost);
    if (o->recipe.loss->task == TASK_ONE_CLASS) { /* as in LIBSVM, whatever the labels say */
        e->labels = arena_doubles(arena, 1);
        if (!e->labels)
            return fail_memory(err, "the classes");
        e->classes = 1;
        e->labels[0] = 1;
        vec_fill(rows, 1, e->y);
        return OK;
    }
    if (o->recipe.loss->task == TASK_REGRESSION) {
        vec_copy(rows, data->label, e->y);
        return o->recipe.loss->traits & LOSS_COUNTS ? check_counts(o, data, err) : OK;
    }
    return classify(e, o, data, arena, err);
}
