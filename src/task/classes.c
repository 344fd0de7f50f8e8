/* classes - what the tasks whose labels are classes share: the distinct labels, the weight of each;
 * answers, and how good they are; the tasks that need no more. */
#include "task/classes.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/input.h"
#include "base/memory.h"
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
    char list[TASK_LIST], label[LABEL_WORD + 1];

    out->classes = (int)count;
    if (count == 1)
        return fail_at(
            err, ERR_DATA, file, dataset_line(in->data, row),
            "every label, up to the last one here, is %s: a classifier needs two classes",
            dataset_label_text(in->data, out->labels[0], label));
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

/* weight[k] = m/(K m_k), m_k the weight of the rows of class k of K, m of all: the rows of each
 * class weigh m/K together. */
static void balance(const struct labels *in, const struct targets *out, double *weight)
{
    int heavy = 0; /* classes with a weight */

    vec_fill((size_t)out->classes, 0, weight);
    for (int64_t i = 0; i < in->data->x.rows; i++)
        weight[(int)out->y[i]] += out->cost[i];
    for (int k = 0; k < out->classes; k++)
        heavy += weight[k] > 0;
    for (int k = 0; k < out->classes; k++)
        weight[k] = weight[k] > 0 ? out->mass / (heavy * weight[k]) : 0;
}

/* The weight of each row becomes that times the weight of its label; y holds the places of the
 * labels, weight has room for one of each class. */
static void weigh(const struct labels *in, struct targets *out, double *weight)
{
    vec_fill((size_t)out->classes, 1, weight);
    if (in->weights.balanced)
        balance(in, out, weight);
    for (int k = 0; k < out->classes; k++)
        for (int j = 0; j < in->weights.count; j++)
            if (in->weights.each[j].label == out->labels[k])
                weight[k] = in->weights.each[j].weight;
    for (int64_t i = 0; i < in->data->x.rows; i++)
        out->cost[i] *= weight[(int)out->y[i]];
}

/* A label and the place that it had. */
struct place {
    double label; /* first, for by_label */
    int was;
};

/* For qsort: compares labels, and structs whose first member is a label. */
static int by_label(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Labels ascend; of two that are not ordered the greater one stands first: +1 before -1, as in
 * LIBLINEAR's files. now has room for a number of each class. */
static void put_in_order(const struct labels *in, struct targets *out, struct place *place,
                         double *now)
{
    bool descend = out->classes == 2 && !task_of(in->loss)->ordered;

    for (int k = 0; k < out->classes; k++)
        place[k] = (struct place){out->labels[k] + 0.0, k}; /* -0 becomes 0 */
    qsort(place, (size_t)out->classes, sizeof *place, by_label);
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

bool classes_answers(const struct decoder *d, const struct dataset *data, const double *decision,
                     double *answer)
{
    for (int64_t i = 0; i < data->x.rows; i++) {
        const double *z = decision + (size_t)i * d->outputs;
        size_t best = !(*z > d->folded.cut);
        if (d->outputs > 1)
            best = vec_largest(d->outputs, z);
        answer[i] = d->labels[best];
    }
    return true;
}

/* ---- how often labels and answers agree, class by class -------------------------------------- */

/* labels[classes]: those of the model. False: no memory. */
static bool counts_init(struct class_counts *c, int classes, const double *labels)
{
    *c = (struct class_counts){.classes = classes};
    c->tally = mem_alloc((size_t)classes, sizeof *c->tally);
    if (!c->tally)
        return false;
    for (int k = 0; k < classes; k++)
        c->tally[k] = (struct tally){.label = labels[k], .place = k};
    qsort(c->tally, (size_t)classes, sizeof *c->tally, by_label);
    return true;
}

/* The tally of a label, or NULL. */
static struct tally *counts_find(const struct class_counts *c, double label)
{
    struct tally *at = c->tally; /* the last one, so far, whose label is not above */

    for (int n = c->classes; n > 1; n -= n / 2)
        at += at[n / 2].label <= label ? n / 2 : 0;
    return at->label == label ? at : NULL;
}

/* Counts a row, whose answer is a label of the model; returns the tally of its label, NULL if the
 * model has no such label. */
static const struct tally *counts_add(struct class_counts *c, double answer, double label)
{
    struct tally *own = counts_find(c, label), *said = counts_find(c, answer);

    c->rows++;
    if (c->pair)
        c->pair[(own ? own - c->tally : c->classes) * c->classes + (said - c->tally)]++;
    if (!own)
        return NULL;
    c->right += own == said;
    c->known++;
    c->cost += c->costs ? c->costs[own->place * c->classes + said->place] : 0;
    c->places += said > own ? said - own : own - said;
    own->rows++;
    own->right += own == said;
    said->said++;
    return own;
}

double tally_precision(const struct tally *t)
{
    return figures_ratio((double)t->right, (double)t->said);
}

double tally_recall(const struct tally *t)
{
    return figures_ratio((double)t->right, (double)t->rows);
}

double tally_f1(const struct tally *t)
{
    return figures_ratio(2 * (double)t->right, (double)t->rows + (double)t->said);
}

/* The mean over the classes that occur of the share of their rows that were answered right, in
 * percent. */
static double balanced(const struct class_counts *c)
{
    double sum = 0, present = 0;

    for (int k = 0; k < c->classes; k++) {
        sum += c->tally[k].rows > 0 ? tally_recall(&c->tally[k]) : 0;
        present += c->tally[k].rows > 0;
    }
    return figures_ratio(100 * sum, present);
}

/* The mean of F1 over the classes that occur as label or as answer. */
static double macro_f1(const struct class_counts *c)
{
    double sum = 0, present = 0;

    for (int k = 0; k < c->classes; k++) {
        bool occurs = c->tally[k].rows + c->tally[k].said > 0;
        sum += occurs ? tally_f1(&c->tally[k]) : 0;
        present += occurs;
    }
    return figures_ratio(sum, present);
}

/* ---- figures --------------------------------------------------------------------------------- */

/* In the log-loss a probability below counts as this one, 2^-52: one example that was given up adds
 * 36, not infinity, to a sum. The same bound as in sklearn.metrics.log_loss, eps="auto". */
static const double least_probability = DBL_EPSILON;

bool class_figures_of(struct evaluation *e, int classes, const double *labels)
{
    e->two = classes == 2;
    e->positive = labels[0];
    return counts_init(&e->counts, classes, labels);
}

bool class_figures_begin(struct evaluation *e)
{
    if (!class_figures_of(e, e->d.classes, e->d.labels))
        return false;
    e->counts.costs = e->d.facts.costs;
    if (e->two && e->d.task->ordered)
        e->positive = e->d.labels[1];
    return true;
}

bool class_figures_add(struct evaluation *e, const struct answered *row)
{
    const struct tally *own = counts_add(&e->counts, row->answer, row->label);
    const double *z = row->decision;

    if (!own)
        return true;
    if (e->probabilities) {
        double event = e->two ? e->positive : row->answer;
        e->log_loss -= logarithm(fmax(row->probability[own->place], least_probability));
        reliability_add(&e->reliability, (size_t)e->d.classes, row->probability,
                        (size_t)own->place, (size_t)counts_find(&e->counts, event)->place);
    }
    return !e->two || roc_area_add(&e->roc, e->d.outputs == 1 ? z[0] : z[0] - z[1],
                                   row->label == e->positive);
}

static bool list_two(struct evaluation *e, struct figures *list)
{
    const struct tally *positive = counts_find(&e->counts, e->positive);
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
    figures_add(list, FIGURE_BALANCED_ACCURACY, balanced(c));
    figures_add(list, FIGURE_MACRO_F1, macro_f1(c));
    if (e->d.task->ordered && !e->two)
        figures_add(list, FIGURE_MEAN_ABSOLUTE_ERROR,
                    figures_ratio((double)c->places, (double)c->known));
    if (e->probabilities) {
        figures_add(list, FIGURE_LOG_LOSS, figures_ratio(e->log_loss, (double)c->known));
        figures_add(list, FIGURE_BRIER, reliability_brier(&e->reliability));
        figures_add(list, FIGURE_CALIBRATION_ERROR, reliability_error(&e->reliability));
    }
    if (c->costs)
        figures_add(list, FIGURE_MEAN_COST, figures_ratio(c->cost, (double)c->known));
    return !e->two || list_two(e, list);
}

/* ---- two classes ----------------------------------------------------------------------------- */

/* y = +1 and -1; of more classes each against the rest, and the answer is the class of the largest
 * score (Rifkin, Klautau, JMLR 5, 2004). */
static enum status two_targets(const struct labels *in, struct targets *out, struct arena *arena,
                               struct error *err)
{
    enum status status = classes_find(in, out, arena, err);

    if (status != OK)
        return status;
    out->ova = out->classes > 2;
    out->sides = !out->ova;
    for (int64_t i = 0; out->sides && i < in->data->x.rows; i++)
        out->y[i] = out->y[i] == 0 ? 1 : -1;
    return OK;
}

/* A score for each class where each is against the rest. */
static size_t two_outputs(int classes)
{
    return classes > 2 ? (size_t)classes : 1;
}

const struct task task_binary = {
    .title = "Losses of two classes, y = +1 or -1; of more, one against the rest (-l ova:LOSS, or "
             "by itself):",
    .decides = FIGURE_ACCURACY,
    .least = 2,
    .most = 2,
    .ova = true,
    .sigmoids = true,
    .targets = two_targets,
    .outputs = two_outputs,
    .answers = classes_answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};

/* ---- several classes ------------------------------------------------------------------------- */

static size_t many_outputs(int classes)
{
    return (size_t)classes;
}

const struct task task_multiclass = {
    .title = "Losses of several classes, a score for each; y is the place of the label:",
    .decides = FIGURE_ACCURACY,
    .least = 2,
    .most = LOSS_CLASSES,
    .targets = classes_find,
    .outputs = many_outputs,
    .answers = classes_answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};
