/* classes - what the tasks whose labels are classes share: the distinct labels, the weight of each;
 * answers, and how good they are. */
#include "task/classes.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/input.h"
#include "math/logarithm.h"
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

/* ---- figures --------------------------------------------------------------------------------- */

/* In the log-loss a probability below counts as this one, 2^-52: one example that was given up adds
 * 36, not infinity, to a sum. The same bound as in sklearn.metrics.log_loss, eps="auto". */
static const double least_probability = DBL_EPSILON;

bool class_figures_of(struct evaluation *e, int classes, const double *labels)
{
    e->two = classes == 2;
    e->positive = labels[0];
    return class_counts_init(&e->counts, classes, labels);
}

bool class_figures_begin(struct evaluation *e)
{
    if (!class_figures_of(e, e->d.classes, e->d.labels))
        return false;
    if (e->two && e->d.task->ordered)
        e->positive = e->d.labels[1];
    return true;
}

/* own: that of the label; NULL: the model does not know it. */
static bool count_pair(struct evaluation *e, const struct tally *own, double answer)
{
    const struct class_counts *c = &e->counts;
    const struct tally *said = class_counts_find(c, answer);

    return pair_counts_add(&e->pairs, (uint32_t)(own ? own - c->tally : c->classes),
                           (uint32_t)(said - c->tally));
}

bool class_figures_add(struct evaluation *e, const struct answered *row)
{
    const struct tally *own = class_counts_add(&e->counts, row->answer, row->label);
    const double *z = row->decision;

    if (e->paired && !count_pair(e, own, row->answer))
        return false;
    if (!own)
        return true;
    if (e->probabilities)
        e->log_loss -= logarithm(fmax(row->probability[own->place], least_probability));
    return !e->two || roc_area_add(&e->roc, e->d.outputs == 1 ? z[0] : z[0] - z[1],
                                   row->label == e->positive);
}

static bool list_two(struct evaluation *e, struct figures *list)
{
    const struct tally *positive = class_counts_find(&e->counts, e->positive);
    double area;

    if (!roc_area_value(&e->roc, &area))
        return false;
    figures_add(list, FIGURE_POSITIVE_LABEL, e->positive);
    figures_add(list, FIGURE_ROC_AREA, area);
    figures_add(list, FIGURE_PRECISION, tally_precision(positive));
    figures_add(list, FIGURE_RECALL, tally_recall(positive));
    figures_add(list, FIGURE_F1, tally_f1(positive));
    return true;
}

bool class_figures_list(struct evaluation *e, struct figures *list)
{
    const struct class_counts *c = &e->counts;

    figures_share(list, FIGURE_ACCURACY, c->right, c->rows);
    figures_add(list, FIGURE_BALANCED_ACCURACY, class_counts_balanced(c));
    figures_add(list, FIGURE_MACRO_F1, class_counts_macro_f1(c));
    if (e->d.task->ordered && !e->two)
        figures_add(list, FIGURE_MEAN_ABSOLUTE_ERROR,
                    figures_ratio((double)c->places, (double)c->known));
    if (e->probabilities)
        figures_add(list, FIGURE_LOG_LOSS, figures_ratio(e->log_loss, (double)c->known));
    return !e->two || list_two(e, list);
}
