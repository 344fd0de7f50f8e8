/* class_figures - how good labels are that a classifier gave. */
#include "task/class_figures.h"

#include <float.h>
#include <math.h>

#include "math/logarithm.h"

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
