/* ordinal - classes in the order of their labels: one score f, and k - 1 ascending thresholds
 * theta_j between k classes; the answer is the class of place #{j: theta_j < f}.
 *
 * The loss has a term for every threshold (all thresholds: Rennie, Srebro 2005), and the best
 * ones ascend by themselves (Chu, Keerthi, ICML 2005). */
#include <math.h>
#include <stdlib.h>

#include "task/class_figures.h"
#include "task/classes.h"

/* A label and the place that it had. */
struct place {
    double label; /* first, for classes_by_label */
    int was;
};

/* y is the place of the label among the ascending ones. */
static enum status targets(const struct labels *in, struct targets *out, struct arena *arena,
                           struct error *err)
{
    struct place *place = arena_get(arena, LOSS_CLASSES, sizeof *place);
    double *now = arena_doubles(arena, LOSS_CLASSES);
    enum status status;

    if (!place || !now)
        return fail_memory(err, "the classes");
    status = classes_find(in, out, arena, err);
    if (status != OK)
        return status;
    for (int k = 0; k < out->classes; k++)
        place[k] = (struct place){out->labels[k], k};
    qsort(place, (size_t)out->classes, sizeof *place, classes_by_label);
    for (int k = 0; k < out->classes; k++) {
        out->labels[k] = place[k].label;
        now[place[k].was] = k;
    }
    for (int64_t i = 0; i < in->data->x.rows; i++)
        out->y[i] = now[(int)out->y[i]];
    return OK;
}

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
    .targets = targets,
    .offsets = offsets,
    .answers = answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};
