/* predict - a model applied to a data set. */
#include "model/predict.h"

#include <stdlib.h>

#include "base/memory.h"

/* Parts of the rows, some for each thread of any machine. Each row is computed on its own: their
 * number changes no result. */
enum { PARTS = 64 };

static const uint32_t nowhere = UINT32_MAX; /* the place of a feature without weights */

/* With one output the weights of the model are spread over the columns of the data. With more
 * that may be much memory for features that the model does not have: each entry looks its
 * weights up. */
struct job {
    struct csr x;
    size_t outputs;
    const double *w;             /* one output: the weight of each column */
    const uint32_t *place;       /* more: where the weights of a column stand, or nowhere */
    const double *weight, *bias; /* of the model; the bias may be NULL: none */
    double *decision;            /* rows x outputs */
};

/* z[o] += a w[o] */
static void add_outputs(size_t outputs, double a, const double *w, double *z)
{
    for (size_t o = 0; o < outputs; o++)
        z[o] += a * w[o];
}

/* z_o = sum_j x_ij w_jo + bias w_o. The weights of a feature lie together: an entry reads one
 * short run of memory. */
static void product_outputs(const struct job *job, int64_t i, double *z)
{
    const struct csr *x = &job->x;

    for (size_t o = 0; o < job->outputs; o++)
        z[o] = 0;
    for (int64_t k = x->start[i]; k < x->end[i]; k++) {
        uint32_t place = job->place[csr_col(x, k)];
        if (place != nowhere)
            add_outputs(job->outputs, csr_value(x, k), job->weight + place * job->outputs, z);
    }
    if (job->bias)
        add_outputs(job->outputs, x->bias, job->bias, z);
}

static void predict_part(void *context, int part)
{
    const struct job *job = context;
    int64_t lo = job->x.rows / PARTS * part + job->x.rows % PARTS * part / PARTS;
    int64_t hi = job->x.rows / PARTS * (part + 1) + job->x.rows % PARTS * (part + 1) / PARTS;

    if (job->outputs == 1)
        csr_kernels(&job->x)->product(&job->x, lo, hi, 1, job->w, job->decision + lo);
    else
        for (int64_t i = lo; i < hi; i++)
            product_outputs(job, i, job->decision + (size_t)i * job->outputs);
}

/* place[j] = where the model has the feature of column j: a merge of two ascending lists. Index
 * features + 1 is the bias of the model and no feature, whatever the data have under that
 * number. */
static void find_places(const struct model *model, const struct dataset *data, uint32_t columns,
                        uint32_t *place)
{
    uint32_t k = 0;

    for (uint32_t j = 0; j < columns; j++) {
        uint32_t feature = dataset_feature(data, j);
        while (k < model->weights && model->index[k] < feature)
            k++;
        place[j] = k < model->weights && model->index[k] == feature && feature <= model->features
                       ? k
                       : nowhere;
    }
}

/* The weights of the bias, NULL if there are none. */
static const double *bias_weights(const struct model *model, size_t outputs)
{
    uint32_t features = model_feature_weights(model);

    return features < model->weights ? model->weight + features * outputs : NULL;
}

/* One output: the weights as a dense vector, that of the bias last. */
static void spread(const struct job *job, uint32_t columns, double *w)
{
    for (uint32_t j = 0; j < columns; j++)
        w[j] = job->place[j] != nowhere ? job->weight[job->place[j]] : 0;
    w[columns] = job->bias ? *job->bias : 0;
}

enum status predict_decisions(const struct model *model, const struct dataset *data,
                              const struct par *par, double *decision, struct error *err)
{
    struct model_kind kind = model_kind(model);
    /* The columns of the data without a bias column of their own, then the model's bias. */
    uint32_t columns = data->x.cols - (data->x.bias != 0);
    uint32_t *place = mem_alloc(columns, sizeof *place);
    double *w = mem_alloc(kind.outputs == 1 ? (size_t)columns + 1 : 0, sizeof *w);
    struct job job = {.x = data->x,
                      .outputs = kind.outputs,
                      .w = w,
                      .place = place,
                      .weight = model->weight,
                      .bias = bias_weights(model, kind.outputs),
                      .decision = decision};
    enum status status = OK;

    if (place && w) {
        job.x.cols = columns + 1;
        job.x.bias = model->bias > 0 ? model->bias : 0;
        find_places(model, data, columns, place);
        if (kind.outputs == 1)
            spread(&job, columns, w);
        par_for(par, PARTS, predict_part, &job);
        for (int64_t i = 0; kind.task->subtracts && i < data->x.rows; i++)
            decision[i] -= *model->offsets;
    } else {
        status = fail_memory(err, "the weights");
    }
    mem_free(place);
    mem_free(w);
    return status;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Whether the model has a weight of the feature. */
static bool has_feature(const struct model *model, uint32_t feature)
{
    return bsearch(&feature, model->index, model_feature_weights(model), sizeof feature,
                   by_number);
}

bool predict_weighs(const struct model *model, const struct dataset *data)
{
    const struct csr *x = &data->x;

    for (int64_t i = 0; i < x->rows; i++)
        for (int64_t k = x->start[i]; k < x->end[i]; k++)
            if (has_feature(model, dataset_feature(data, csr_col(x, k))))
                return true;
    return false;
}
