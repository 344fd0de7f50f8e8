/* model - what a model is: its kind by its loss, its decoder, what is known of it. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "math/vec.h"

struct model_kind model_kind(const struct model *m)
{
    static const char ova[] = "ova:";
    struct model_kind kind = {.ova = strncmp(m->loss, ova, strlen(ova)) == 0};
    const struct task *task;

    kind.loss = loss_read(m->loss + (kind.ova ? strlen(ova) : 0), &kind.parameter);
    if (kind.loss && kind.ova && !task_takes_ova(kind.loss))
        kind.loss = NULL;
    if (!kind.loss)
        return kind;
    task = task_of(kind.loss);
    kind.task = task;
    kind.least = task->least;
    kind.most = kind.ova ? LOSS_CLASSES : task->most;
    kind.outputs = task_outputs(task, m->classes);
    kind.offsets = task_offsets(task, m->classes);
    kind.transitions = task->transitions;
    kind.costs = !kind.ova && task_takes_costs(kind.loss);
    kind.sigmoids = task->sigmoids ? kind.outputs : 0;
    kind.temperature = task_takes_temperature(kind.loss) && !(kind.ova && kind.outputs > 1);
    kind.cut = task_takes_cut(kind.loss) && kind.outputs == 1;
    return kind;
}

struct decoder model_decoder(const struct model *m)
{
    struct model_kind kind = model_kind(m);

    return (struct decoder){.task = kind.task,
                            .loss = kind.loss,
                            .ova = kind.ova,
                            .classes = m->classes,
                            .outputs = kind.outputs,
                            .labels = m->labels,
                            .offsets = m->offsets,
                            .folded = m->folded,
                            .facts = m->facts};
}

uint32_t model_feature_weights(const struct model *m)
{
    return m->weights - (m->weights > 0 && m->index[m->weights - 1] == m->features + 1);
}

bool model_is_constant(const struct model *m)
{
    return vec_nonzeros(model_feature_weights(m) * model_kind(m).outputs, m->weight) == 0;
}

bool model_is_liblinear(const struct model *m)
{
    return strncmp(m->solver, MODEL_LIBLINEAR, strlen(MODEL_LIBLINEAR)) == 0;
}

bool model_is_foreign(const struct model *m)
{
    return model_is_liblinear(m) ||
           strncmp(m->solver, MODEL_LIBSVM, strlen(MODEL_LIBSVM)) == 0;
}

bool model_is_certified(const struct model *m)
{
    return !model_is_foreign(m) && strncmp(m->verdict, MODEL_PRUNED, strlen(MODEL_PRUNED)) != 0 &&
           strncmp(m->verdict, MODEL_EDITED, strlen(MODEL_EDITED)) != 0;
}

size_t model_prune(struct model *m, double threshold)
{
    size_t outputs = model_kind(m).outputs, pruned = 0;
    uint32_t features = model_feature_weights(m), kept = 0;

    for (uint32_t k = 0; k < m->weights; k++) {
        double *w = m->weight + k * outputs;
        for (size_t o = 0; k < features && o < outputs; o++)
            if (w[o] != 0 && fabs(w[o]) <= threshold) {
                w[o] = 0;
                pruned++;
            }
        if (vec_nonzeros(outputs, w) == 0)
            continue;
        m->index[kept] = m->index[k];
        if (m->text.name && k < features)
            m->text.name[kept] = m->text.name[k];
        memmove(m->weight + kept++ * outputs, w, outputs * sizeof *w);
    }
    m->weights = kept;
    if (pruned == 0)
        return 0;
    m->primal = NAN;
    m->dual = NAN;
    snprintf(m->verdict, sizeof m->verdict, MODEL_PRUNED " at %.15g", threshold);
    return pruned;
}

void model_free(struct model *m)
{
    mem_free(m->labels);
    mem_free(m->index);
    mem_free(m->weight);
    mem_free(m->offsets);
    mem_free(m->folded.platt);
    mem_free(m->folded.steps);
    mem_free(m->facts.names.each);
    mem_free(m->facts.costs);
    mem_free(m->text.name);
    mem_free(m->text.bytes);
    *m = (struct model){0};
}
