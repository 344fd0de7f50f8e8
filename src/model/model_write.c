/* model_write - writes a model as text, whole or not at all; the reader is model_read.c, the format
 * rrm-model(5). */
#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "base/text.h"
#include "model/model_writer.h"

/* The labels as they stood in the data. */
static void put_labels(struct writer *w, const struct model *m)
{
    if (m->classes == 0)
        return;
    writer_put(w, "labels");
    for (int k = 0; k < m->classes; k++) {
        char label[32];
        text_format(m->labels[k], label, sizeof label);
        writer_put(w, " %s", label);
    }
    writer_put(w, "\n");
}

/* A line each. */
static void put_names(struct writer *w, const struct model *m)
{
    char label[32];

    for (int k = 0; k < m->facts.names.count; k++) {
        text_format(m->facts.names.each[k].label, label, sizeof label);
        writer_put(w, "name %s %s\n", label, m->facts.names.each[k].text);
    }
}

/* A line for each label of the data, a number on it for each answer. */
static void put_costs(struct writer *w, const struct model *m)
{
    for (int k = 0; m->facts.costs && k < m->classes; k++) {
        writer_put(w, "costs");
        writer_numbers(w, (size_t)m->classes, m->facts.costs + k * m->classes);
    }
}

/* On a line, or of transitions on a line for each label that they come from. */
static void put_offsets(struct writer *w, const struct model *m, const struct model_kind *kind)
{
    size_t row = kind->transitions ? (size_t)m->classes : kind->offsets;

    for (size_t k = 0; k < kind->offsets; k += row) {
        if (kind->transitions)
            writer_put(w, "transitions");
        else
            writer_put(w, "offsets");
        writer_numbers(w, row, m->offsets + k);
    }
}

/* Where indices begin, what stands in texts of the model in place of numbers, and whether weights
 * have names. */
static void put_text(struct writer *w, const struct model_text *t)
{
    if (t->from_zero)
        writer_put(w, "first 0\n");
    if (t->label_words || t->feature_words)
        writer_put(w, "words %s%s%s\n", t->label_words ? "labels" : "",
                   t->label_words && t->feature_words ? " " : "",
                   t->feature_words ? "features" : "");
    if (t->hash_bits > 0)
        writer_put(w, "hash %d\n", t->hash_bits);
    if (t->named)
        writer_put(w, "featurenames 1\n");
}

/* Weight k and, behind it, its name, if it has one. */
static void put_weight(struct writer *w, const struct model *m, uint32_t k, size_t outputs)
{
    const struct model_text *t = &m->text;
    bool named = t->named && t->name && k < model_feature_weights(m) && t->name[k].length > 0;

    w->used += text_exact_unsigned(m->index[k] - t->from_zero, writer_room(w));
    writer_numbers(w, outputs, m->weight + k * outputs);
    if (!named)
        return;
    w->used--; /* the line end */
    writer_put(w, " ");
    writer_bytes(w, t->bytes + t->name[k].at, t->name[k].length);
    writer_put(w, "\n");
}

static void put_certificate(struct writer *w, const struct model *m)
{
    if (!model_is_certified(m))
        return;
    writer_put(w, "primal %.17g\n", m->primal);
    writer_put(w, "dual %.17g\n", m->dual); /* -inf where the engine has no bound yet */
}

static void put_header(struct writer *w, const struct model *m, const struct model_kind *kind)
{
    assert(*m->solver && *m->loss && *m->regularizer && *m->verdict);
    writer_put(w, MODEL_HEAD "1\n");
    writer_put(w, "solver %s\n", m->solver);
    writer_put(w, "loss %s\n", m->loss);
    writer_put(w, "regularizer %s\n", m->regularizer);
    if (!model_is_foreign(m))
        writer_put(w, "lambda %.17g\n", m->lambda);
    writer_put(w, "bias %.17g\n", m->bias);
    writer_put(w, "classes %d\n", m->classes);
    put_labels(w, m);
    writer_put(w, "features %" PRIu32 "\n", m->features);
    put_certificate(w, m);
    if (!model_is_foreign(m))
        writer_put(w, "passes %.17g\n", m->passes);
    writer_put(w, "verdict %s\n", m->verdict);
    if (kind->ova && m->left.unmet > 0)
        writer_put(w, "unmet %d\n", m->left.unmet);
    if (kind->ova && m->left.unbegun > 0)
        writer_put(w, "unbegun %d\n", m->left.unbegun);
    if (m->unit)
        writer_put(w, "rows unit\n");
    put_text(w, &m->text);
    put_offsets(w, m, kind);
    put_names(w, m);
    put_costs(w, m);
    if (m->folded.cut != 0)
        writer_put(w, "threshold %.17g\n", m->folded.cut);
    if (m->folded.platt) {
        writer_put(w, "platt");
        writer_numbers(w, 2 * kind->sigmoids, m->folded.platt);
    }
    for (size_t k = 0; m->folded.steps && k < kind->sigmoids; k++) {
        writer_put(w, "isotonic");
        writer_numbers(w, 2 * (size_t)m->folded.steps[k].count, m->folded.steps[k].pair);
    }
    if (m->folded.temperature > 0)
        writer_put(w, "temperature %.17g\n", m->folded.temperature);
    writer_put(w, "weights %" PRIu32 "\n", m->weights);
}

enum status model_save(const struct model *m, const char *path, struct error *err)
{
    struct writer w;
    struct model_kind kind = model_kind(m);
    enum status status;

    assert(kind.loss && !isnan(kind.parameter));
    assert(m->classes >= kind.least && m->classes <= kind.most);
    assert(!(m->folded.platt || m->folded.steps) || kind.sigmoids > 0);
    assert(m->folded.temperature == 0 || kind.temperature);
    assert(m->folded.cut == 0 || kind.cut);
    assert(m->facts.names.count == 0 || kind.transitions || m->text.label_words);
    status = writer_open(&w, m, path, err);
    if (status != OK)
        return status;
    put_header(&w, m, &kind);
    for (uint32_t k = 0; k < m->weights; k++)
        put_weight(&w, m, k, kind.outputs);
    writer_flush(&w);
    writer_put(&w, "crc32 %08lx\n", (unsigned long)w.crc);
    return writer_close(&w, err);
}
