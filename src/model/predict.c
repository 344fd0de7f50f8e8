/* predict - a model applied to a data set. */
#include "model/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/vec.h"

/* Parts of the rows, some for each thread of any machine. Each row is computed on its own: their
 * number changes no result. */
enum { PARTS = 64 };

/* A scorer of rows of any features has a column for each up to the last that weighs, if these are
 * at most MANY for each that weighs and SOME / outputs besides: 8 (MANY + 1) outputs bytes for each
 * that weighs and 8 SOME = 8 MB. A bound on memory, not tuned for speed. */
enum { MANY = 4, SOME = 1 << 20 };

static const uint32_t nothing = UINT32_MAX; /* a feature that no data have */

/* ---- weights --------------------------------------------------------------------------------- */

/* The weights of the bias, NULL if there are none. */
static const double *bias_weights(const struct model *model, size_t outputs)
{
    uint32_t features = model_feature_weights(model);

    return features < model->weights ? model->weight + features * outputs : NULL;
}

/* w[j] = the weights of the feature of column j, a merge of two ascending lists; those of the bias
 * last. Index features + 1 is the bias of the model and no feature, whatever the data have under
 * that number. */
static void spread(const struct scorer *s, const struct model *model)
{
    const double *bias = bias_weights(model, s->outputs);
    uint32_t weights = model_feature_weights(model), k = 0;

    for (uint32_t j = 0; j < s->columns; j++) {
        uint32_t feature = s->feature ? s->feature[j] : j + 1;
        while (k < weights && model->index[k] < feature)
            k++;
        if (k < weights && model->index[k] == feature)
            vec_copy(s->outputs, model->weight + k * s->outputs, s->w + j * s->outputs);
    }
    if (bias)
        vec_copy(s->outputs, bias, s->w + s->columns * s->outputs);
}

/* The same of weights that stand at the beginning of w, as the model has them; every feature that
 * weighs has a column. From the last column down: no row is written before it was moved. */
static void spread_in_place(const struct scorer *s, const struct model *model)
{
    size_t row = s->outputs * sizeof *s->w;
    uint32_t k = model_feature_weights(model);

    if (k < model->weights)
        memmove(s->w + s->columns * s->outputs, s->w + k * s->outputs, row);
    else
        memset(s->w + s->columns * s->outputs, 0, row);
    for (uint32_t j = s->columns; j-- > 0;)
        if (k > 0 && model->index[k - 1] == (s->feature ? s->feature[j] : j + 1))
            memmove(s->w + j * s->outputs, s->w + --k * s->outputs, row);
        else
            memset(s->w + j * s->outputs, 0, row);
}

/* All but the weights; `feature` becomes the scorer's. */
static struct scorer scorer_of(const struct model *model, uint32_t columns, uint32_t *feature)
{
    struct model_kind kind = model_kind(model);

    return (struct scorer){.outputs = kind.outputs,
                           .columns = columns,
                           .feature = feature,
                           .bias = model->bias > 0 ? model->bias : 0,
                           .offset = kind.task->subtracts ? *model->offsets : 0};
}

enum status scorer_take(struct scorer *s, struct model *model, struct error *err)
{
    uint32_t weights = model_feature_weights(model), last = weights ? model->index[weights - 1] : 0;
    uint32_t columns = last + 1, *feature = NULL;
    void *w = model->weight;

    *s = (struct scorer){0};
    if (last > MANY * (size_t)weights + SOME / model_kind(model).outputs) {
        columns = weights + 1;
        feature = mem_alloc(columns, sizeof *feature);
        if (!feature)
            return fail_memory(err, "the weights");
        memcpy(feature, model->index, weights * sizeof *feature);
        feature[weights] = nothing;
    }
    *s = scorer_of(model, columns, feature);
    if (!mem_resized(&w, (size_t)columns + 1, s->outputs * sizeof *s->w))
        return fail_memory(err, "the weights");
    s->w = w;
    model->weight = NULL;
    spread_in_place(s, model);
    return OK;
}

void scorer_free(struct scorer *s)
{
    mem_free(s->feature);
    mem_free(s->w);
    *s = (struct scorer){0};
}

/* ---- scores ---------------------------------------------------------------------------------- */

void scorer_rows(const struct scorer *s, const struct csr *x, int64_t lo, int64_t hi,
                 double *decision)
{
    struct csr rows = *x;

    rows.cols = s->columns + 1;
    rows.bias = s->bias;
    csr_kernels(&rows, isa_best())->product(&rows, lo, hi, s->outputs, s->w, decision);
    for (int64_t i = 0; s->offset != 0 && i < hi - lo; i++)
        decision[i] -= s->offset;
}

void predict_shift(const struct dataset *rows, size_t outputs, double *decision)
{
    if (!dataset_shifts(rows))
        return;
    for (int64_t i = 0; i < rows->x.rows; i++)
        for (size_t o = 0; o < outputs; o++)
            decision[(size_t)i * outputs + o] += dataset_offset(rows, i);
}

struct job {
    const struct scorer *scorer;
    const struct csr *x;
    double *decision; /* rows x outputs */
};

static void predict_part(void *context, int part)
{
    const struct job *job = context;
    int64_t rows = job->x->rows;
    int64_t lo = rows / PARTS * part + rows % PARTS * part / PARTS;
    int64_t hi = rows / PARTS * (part + 1) + rows % PARTS * (part + 1) / PARTS;

    scorer_rows(job->scorer, job->x, lo, hi, job->decision + (size_t)lo * job->scorer->outputs);
}

enum status predict_decisions(const struct model *model, const struct dataset *data,
                              const struct par *par, double *decision, struct error *err)
{
    /* The columns of the data without a bias column of their own. */
    uint32_t columns = data->x.cols - (data->x.bias != 0);
    uint32_t *feature = data->feature ? mem_alloc(columns, sizeof *feature) : NULL;
    struct scorer s = scorer_of(model, columns, feature);
    struct job job = {&s, &data->x, decision};
    enum status status = OK;

    s.w = mem_alloc((size_t)columns + 1, s.outputs * sizeof *s.w);
    if (s.w && (feature || !data->feature)) {
        if (feature)
            memcpy(feature, data->feature, columns * sizeof *feature);
        spread(&s, model);
        par_for(par, PARTS, predict_part, &job);
        predict_shift(data, s.outputs, decision);
    } else {
        status = fail_memory(err, "the weights");
    }
    scorer_free(&s);
    return status;
}

/* ---- what weighs nothing --------------------------------------------------------------------- */

int64_t predict_finite(int64_t rows, size_t outputs, const double *decision,
                       const double *answer)
{
    int64_t i = 0;

    while (i < rows && isfinite(answer[i]) &&
           vec_finite(outputs, decision + (size_t)i * outputs))
        i++;
    return i;
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Whether the model has a weight of the feature. */
static bool has_feature(const struct model *model, uint32_t feature)
{
    uint32_t count = model_feature_weights(model);

    return count > 0 && bsearch(&feature, model->index, count, sizeof feature, by_number);
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
