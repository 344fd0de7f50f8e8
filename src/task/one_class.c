/* one_class - one class, whatever the labels say, as in LIBSVM: an example is of the class where
 * its score is at least rho (Schoelkopf et al., Neural Computation 13, 2001). */
#include <math.h>

#include "math/vec.h"
#include "task/classes.h"

static enum status targets(const struct labels *in, struct targets *out, struct arena *arena,
                           struct error *err)
{
    out->labels = arena_doubles(arena, 1);
    if (!out->labels)
        return fail_memory(err, "the classes");
    out->classes = 1;
    out->labels[0] = 1;
    vec_fill((size_t)in->data->x.rows, 1, out->y);
    return OK;
}

/* rho */
static size_t offsets(int classes)
{
    (void)classes;
    return 1;
}

/* rho is subtracted already: +1 from 0 on, else -1. */
static bool answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    (void)d;
    for (int64_t i = 0; i < data->x.rows; i++)
        answer[i] = decision[i] >= 0 ? 1 : -1;
    return true;
}

/* As of two classes, +1 the positive one. */
static bool begin(struct evaluation *e)
{
    static const double labels[] = {1, -1};

    return class_figures_of(e, 2, labels);
}

static bool add(struct evaluation *e, const struct answered *row)
{
    e->accepted += row->answer == 1;
    e->others = e->others || fabs(row->label) != 1;
    return class_figures_add(e, row);
}

/* Labels of -1 and +1 say who is of the class and who is not; any others say nothing. */
static bool figures(struct evaluation *e, struct figures *list)
{
    if (!e->others)
        return class_figures_list(e, list);
    figures_share(list, FIGURE_ACCEPTED, e->accepted, e->counts.rows);
    return true;
}

const struct task task_one_class = {
    .title = "Losses of one class, whatever the labels say:",
    .decides = FIGURE_ACCURACY,
    .least = 1,
    .most = 1,
    .subtracts = true,
    .label = 1,
    .targets = targets,
    .offsets = offsets,
    .answers = answers,
    .begin = begin,
    .add = add,
    .figures = figures,
};
