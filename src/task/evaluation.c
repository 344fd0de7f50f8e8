/* evaluation - what the figures need to know of rows, block by block. */
#include "task/evaluation.h"

#include <math.h>

#include "base/memory.h"

enum status evaluation_init(struct evaluation *e, const struct decoder *d, bool probabilities,
                            struct error *err)
{
    *e = (struct evaluation){.d = *d, .probabilities = probabilities};
    if (!d->task->begin || d->task->begin(e))
        return OK;
    evaluation_free(e);
    return fail_memory(err, "the figures");
}

enum status evaluation_count_pairs(struct evaluation *e, struct error *err)
{
    size_t classes = (size_t)e->counts.classes;

    e->counts.pair = mem_alloc((classes + 1) * classes, sizeof *e->counts.pair);
    return e->counts.pair ? OK : fail_memory(err, "the confusion matrix");
}

int64_t evaluation_pairs(const struct evaluation *e, int label, int answer)
{
    return e->counts.pair[label * e->counts.classes + answer];
}

enum status evaluation_add(struct evaluation *e, const struct dataset *data, const double *answer,
                           const double *decision, const double *probability, struct error *err)
{
    size_t outputs = e->d.outputs, classes = (size_t)e->d.classes;

    for (int64_t i = 0; i < data->x.rows; i++) {
        struct answered row = {data->label[i], answer[i], dataset_query(data, i),
                               data->query != NULL,
                               decision + (size_t)i * outputs,
                               e->probabilities ? probability + (size_t)i * classes : NULL};
        if (!isnan(row.label) && !e->d.task->add(e, &row))
            return fail_memory(err, "the figures");
    }
    return OK;
}

enum status evaluation_figures(struct evaluation *e, struct figures *list, struct error *err)
{
    *list = (struct figures){0};
    return e->d.task->figures(e, list) ? OK : fail_memory(err, "the figures");
}

void evaluation_free(struct evaluation *e)
{
    mem_free(e->counts.tally);
    mem_free(e->counts.pair);
    e->counts = (struct class_counts){0};
    roc_area_free(&e->roc);
    residuals_free(&e->residuals);
    ranking_free(&e->ranking);
    sequences_free(&e->sequences);
}
