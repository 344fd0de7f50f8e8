/* regression - labels are numbers, y the label. */
#include <math.h>

#include "base/input.h"
#include "math/vec.h"
#include "task/evaluation.h"

static enum status check_counts(const struct labels *in, struct error *err)
{
    const struct dataset *data = in->data;
    const char *file = input_called(in->file);
    double most = 0;

    for (int64_t i = 0; i < data->x.rows; i++) {
        if (data->label[i] < 0)
            return fail_at(err, ERR_DATA, file, dataset_line(data, i),
                           "label %.15g is below 0: loss '%s' takes counts and amounts; for other "
                           "numbers choose another loss (-l), such as squared",
                           data->label[i], in->loss->name);
        if (in->loss->traits & LOSS_ABOVE_0 && data->label[i] == 0)
            return fail_at(err, ERR_DATA, file, dataset_line(data, i),
                           "a label of 0: loss '%s' takes amounts above 0; try tweedie or poisson",
                           in->loss->name);
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

static bool answers(const struct decoder *d, const struct dataset *data, const double *decision,
                    double *answer)
{
    for (int64_t i = 0; i < data->x.rows; i++)
        answer[i] = d->loss->response ? d->loss->response(decision[i]) : decision[i];
    return true;
}

static bool add(struct evaluation *e, const struct answered *row)
{
    return residuals_add(&e->residuals, row->answer, row->label);
}

static bool figures(struct evaluation *e, struct figures *list)
{
    struct residuals *r = &e->residuals;
    double rows = (double)r->distances.count, median;

    if (!residuals_median(r, &median))
        return false;
    figures_add(list, FIGURE_MEAN_SQUARED_ERROR, figures_ratio(r->squared, rows));
    figures_add(list, FIGURE_MEAN_ABSOLUTE_ERROR, figures_ratio(r->absolute, rows));
    figures_add(list, FIGURE_MEDIAN_ABSOLUTE_ERROR, median);
    figures_add(list, FIGURE_R2, residuals_r2(r));
    return true;
}

const struct task task_regression = {
    .title = "Losses of regression, y the label:",
    .decides = FIGURE_MEAN_SQUARED_ERROR,
    .targets = targets,
    .answers = answers,
    .add = add,
    .figures = figures,
};
