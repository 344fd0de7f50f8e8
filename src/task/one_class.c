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
static void answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    (void)d;
    for (int64_t i = 0; i < data->x.rows; i++)
        answer[i] = decision[i] >= 0 ? 1 : -1;
}

/* Labels of -1 and +1 say who is of the class and who is not; any others say nothing. */
static bool labels_tell(const struct dataset *data)
{
    for (int64_t i = 0; i < data->x.rows; i++)
        if (fabs(data->label[i]) != 1)
            return false;
    return true;
}

static enum status figures(const struct decoder *d, const struct dataset *data,
                           const double *answer, const double *decision, struct figures *list,
                           struct error *err)
{
    int64_t accepted = 0;

    (void)d;
    if (labels_tell(data))
        return classes_two(data, answer, decision, 1, 1, -1, list, err);
    for (int64_t i = 0; i < data->x.rows; i++)
        accepted += answer[i] == 1;
    figures_share(list, FIGURE_ACCEPTED, accepted, data->x.rows);
    return OK;
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
    .figures = figures,
};
