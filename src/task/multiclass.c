/* multiclass - several classes, a score for each; y is the place of the label. */
#include "task/classes.h"

static size_t outputs(int classes)
{
    return (size_t)classes;
}

const struct task task_multiclass = {
    .title = "Losses of several classes, a score for each; y is the place of the label:",
    .decides = FIGURE_ACCURACY,
    .least = 2,
    .most = LOSS_CLASSES,
    .targets = classes_find,
    .outputs = outputs,
    .answers = classes_answers,
    .begin = class_figures_begin,
    .add = class_figures_add,
    .figures = class_figures_list,
};
