/* predict - a model applied to a data set. */
#include "model/predict.h"

#include "base/memory.h"

enum { PARTS = 64 }; /* of the rows; each row is computed on its own, so their number changes no result */

struct job {
    struct csr x;
    const double *w; /* x.cols */
    double *decision;
};

static void predict_part(void *context, int part)
{
    const struct job *job = context;
    int64_t lo = job->x.rows / PARTS * part + job->x.rows % PARTS * part / PARTS;
    int64_t hi = job->x.rows / PARTS * (part + 1) + job->x.rows % PARTS * (part + 1) / PARTS;

    csr_kernels(&job->x)->product(&job->x, lo, hi, 1, job->w, job->decision + lo);
}

/* w[j] = the model's weight of the feature in column j: a merge of two ascending lists. Index features + 1 is the
 * model's bias and no feature, whatever stands in the data under that number. */
static void spread(const struct model *model, const struct dataset *data, uint32_t columns, double *w)
{
    uint32_t k = 0;

    for (uint32_t j = 0; j < columns; j++) {
        uint32_t feature = dataset_feature(data, j);
        while (k < model->weights && model->index[k] < feature)
            k++;
        if (k < model->weights && model->index[k] == feature && feature <= model->features)
            w[j] = model->weight[k];
    }
}

static double bias_weight(const struct model *model)
{
    uint32_t last = model->weights;

    return last > 0 && model->index[last - 1] == model->features + 1 ? model->weight[last - 1] : 0;
}

enum status predict_decisions(const struct model *model, const struct dataset *data, const struct par *par,
                              double *decision, struct error *err)
{
    /* The columns of the data without a bias column of their own, then the model's bias. */
    uint32_t columns = data->x.cols - (data->x.bias != 0);
    double *w = mem_alloc((size_t)columns + 1, sizeof *w);
    struct job job = {data->x, w, decision};

    if (!w)
        return fail_memory(err, "the weights");
    spread(model, data, columns, w);
    w[columns] = bias_weight(model);
    job.x.cols = columns + 1;
    job.x.bias = model->bias > 0 ? model->bias : 0;
    par_for(par, PARTS, predict_part, &job);
    mem_free(w);
    return OK;
}

double predict_label(const struct model *model, double decision)
{
    return decision > 0 ? model->labels[0] : model->labels[1];
}
