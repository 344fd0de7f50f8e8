/* regression - labels are numbers, y the label. */
#include <math.h>

#include "base/input.h"
#include "math/vec.h"
#include "task/task.h"

static enum status check_counts(const struct labels *in, struct error *err)
{
    const struct dataset *data = in->data;
    const char *file = input_called(in->file);
    double most = 0;

    for (int64_t i = 0; i < data->x.rows; i++) {
        if (data->label[i] < 0)
            return fail_at(err, ERR_DATA, file, dataset_line(data, i),
                           "label %.15g is below 0: loss '%s' takes counts; for other numbers "
                           "choose another loss (-l), "
                           "such as squared",
                           data->label[i], in->loss->name);
        most = fmax(most, data->label[i]);
    }
    if (most == 0 && in->free_bias)
        return fail_at(
            err, ERR_DATA, file, 0,
            "all counts are 0: with -R the offset of loss '%s' would fall for ever; leave -R out",
            in->loss->name);
    return OK;
}

static enum status targets(const struct labels *in, struct targets *out, struct arena *arena,
                           struct error *err)
{
    (void)arena;
    vec_copy((size_t)in->data->x.rows, in->data->label, out->y);
    return in->loss->traits & LOSS_COUNTS ? check_counts(in, err) : OK;
}

static void answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    for (int64_t i = 0; i < data->x.rows; i++)
        answer[i] = d->loss->response ? d->loss->response(decision[i]) : decision[i];
}

/* mean (a - y)^2, mean |a - y|, and R^2 = 1 - sum (a - y)^2 / sum (y - mean y)^2. Two passes:
 * first the mean of y, as a running one that cannot overflow, then the sums of differences. */
static enum status figures(const struct decoder *d, const struct dataset *data,
                           const double *answer, const double *decision, struct figures *list,
                           struct error *err)
{
    const double *label = data->label;
    double rows = (double)data->x.rows, mean = 0, squared = 0, absolute = 0, spread = 0;
    bool constant = true;

    (void)d, (void)decision, (void)err;
    for (int64_t i = 0; i < data->x.rows; i++) {
        mean += label[i] / (double)(i + 1) - mean / (double)(i + 1);
        constant = constant && label[i] == label[0];
    }
    for (int64_t i = 0; i < data->x.rows; i++) {
        double error = answer[i] - label[i], off = label[i] - mean;
        squared += error * error;
        absolute += fabs(error);
        spread += off * off;
    }
    figures_add(list, FIGURE_MEAN_SQUARED_ERROR, figures_ratio(squared, rows));
    figures_add(list, FIGURE_MEAN_ABSOLUTE_ERROR, figures_ratio(absolute, rows));
    figures_add(list, FIGURE_R2, constant ? NAN : 1 - squared / spread);
    return OK;
}

const struct task task_regression = {
    .title = "Losses of regression, y the label:",
    .decides = FIGURE_MEAN_SQUARED_ERROR,
    .targets = targets,
    .answers = answers,
    .figures = figures,
};
