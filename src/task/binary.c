/* binary - two classes, y = +1 and -1; of more classes each against the rest, and the answer is the
 * class of the largest score (Rifkin, Klautau, JMLR 5, 2004). */
#include "task/classes.h"

static enum status targets(const struct labels *in, struct targets *out, struct arena *arena,
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
static size_t outputs(int classes)
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
    .targets = targets,
    .outputs = outputs,
    .answers = classes_answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};
