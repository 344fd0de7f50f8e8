/* ordinal - classes in the order of their labels: one score f, and k - 1 ascending thresholds
 * theta_j between k classes; the answer is the class of place #{j: theta_j < f}.
 *
 * The loss has a term for every threshold (all thresholds: Rennie, Srebro 2005), and the best
 * ones ascend by themselves (Chu, Keerthi, ICML 2005). */
#include "task/class_figures.h"
#include "task/classes.h"

static size_t offsets(int classes)
{
    return classes > 0 ? (size_t)classes - 1 : 0;
}

/* The label whose place is the number of thresholds below the score. */
static void answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    size_t thresholds = offsets(d->classes);

    for (int64_t i = 0; i < data->x.rows; i++) {
        size_t below = 0;
        while (below < thresholds && d->offsets[below] < decision[i])
            below++;
        answer[i] = d->labels[below];
    }
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
