/* ordinal - classes in the order of their labels: one score f, and k - 1 ascending thresholds
 * theta_j between k classes; the answer is the class of place #{j: theta_j < f} or, of a loss with
 * probabilities, the most probable one: a narrow class between two wide ones is never that.
 *
 * The hinge has a term for every threshold (all thresholds: Rennie, Srebro 2005), and the best
 * ones ascend by themselves (Chu, Keerthi, ICML 2005). */
#include "math/vec.h"
#include "task/classes.h"

static size_t offsets(int classes)
{
    return classes > 0 ? (size_t)classes - 1 : 0;
}

/* How many thresholds are below the score. */
static size_t place_of(const struct decoder *d, double score)
{
    size_t thresholds = offsets(d->classes), below = 0;

    while (below < thresholds && d->offsets[below] < score)
        below++;
    return below;
}

static bool answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    double p[LOSS_CLASSES];

    for (int64_t i = 0; i < data->x.rows; i++) {
        size_t place;
        if (probability_known(d)) {
            probability_of_rows(d, 1, decision + i, p);
            place = vec_largest((size_t)d->classes, p);
        } else {
            place = place_of(d, decision[i]);
        }
        answer[i] = d->labels[place];
    }
    return true;
}

const struct task task_ordinal = {
    .title = "Losses of classes in the order of their labels:",
    .decides = FIGURE_ACCURACY,
    .least = 2,
    .most = LOSS_CLASSES,
    .ordered = true,
    .targets = classes_find,
    .offsets = offsets,
    .answers = answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};
