/* model - writes a model as text, whole or not at all; the reader is model_read.c, the format
 * rrm-model(5). */
#include "model/model.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/vec.h"

/* What the first line begins with. */
#define MODEL_HEAD "rrm-model "

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
                            .platt = m->platt,
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

enum { SHORT_TEXT = 2 * MODEL_NAME }; /* bytes of one piece of text */

/* Bytes that are counted and written at a time: tuned. */
enum { BLOCK = 1 << 18 };

struct writer {
    FILE *stream;
    uLong crc; /* of every byte before the block */
    size_t used;
    char block[BLOCK];
};

/* Counts the block in the check sum and writes it. A failure stays in the stream until
 * output_commit. */
static void flush(struct writer *w)
{
    w->crc = crc32(w->crc, (const Bytef *)w->block, (uInt)w->used);
    fwrite(w->block, 1, w->used, w->stream);
    w->used = 0;
}

/* Where the next SHORT_TEXT bytes may be written. */
static char *room(struct writer *w)
{
    if (w->used > BLOCK - SHORT_TEXT)
        flush(w);
    return w->block + w->used;
}

/* Formats one short piece of text. */
static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(room(w), SHORT_TEXT, format, args);
    va_end(args);
    assert(length >= 0 && length < SHORT_TEXT);
    w->used += (size_t)length;
}

/* What is left of a line: the numbers. */
static void put_numbers(struct writer *w, size_t count, const double *number)
{
    for (size_t i = 0; i < count; i++) {
        char *to = room(w);
        *to = ' ';
        w->used += 1 + text_exact(number[i], to + 1);
    }
    *room(w) = '\n';
    w->used++;
}

/* The labels as they stood in the data. */
static void put_labels(struct writer *w, const struct model *m)
{
    if (m->classes == 0)
        return;
    put(w, "labels");
    for (int k = 0; k < m->classes; k++) {
        char label[32];
        text_format(m->labels[k], label, sizeof label);
        put(w, " %s", label);
    }
    put(w, "\n");
}

/* A line each. */
static void put_names(struct writer *w, const struct model *m)
{
    char label[32];

    for (int k = 0; k < m->facts.names.count; k++) {
        text_format(m->facts.names.each[k].label, label, sizeof label);
        put(w, "name %s %s\n", label, m->facts.names.each[k].text);
    }
}

/* A line for each label of the data, a number on it for each answer. */
static void put_costs(struct writer *w, const struct model *m)
{
    for (int k = 0; m->facts.costs && k < m->classes; k++) {
        put(w, "costs");
        put_numbers(w, (size_t)m->classes, m->facts.costs + k * m->classes);
    }
}

/* On a line, or of transitions on a line for each label that they come from. */
static void put_offsets(struct writer *w, const struct model *m, const struct model_kind *kind)
{
    size_t row = kind->transitions ? (size_t)m->classes : kind->offsets;

    for (size_t k = 0; k < kind->offsets; k += row) {
        if (kind->transitions)
            put(w, "transitions");
        else
            put(w, "offsets");
        put_numbers(w, row, m->offsets + k);
    }
}

static void put_header(struct writer *w, const struct model *m, const struct model_kind *kind)
{
    assert(*m->solver && *m->loss && *m->regularizer && *m->verdict);
    put(w, MODEL_HEAD "1\n");
    put(w, "solver %s\n", m->solver);
    put(w, "loss %s\n", m->loss);
    put(w, "regularizer %s\n", m->regularizer);
    put(w, "lambda %.17g\n", m->lambda);
    put(w, "bias %.17g\n", m->bias);
    put(w, "classes %d\n", m->classes);
    put_labels(w, m);
    put(w, "features %" PRIu32 "\n", m->features);
    put(w, "primal %.17g\n", m->primal);
    put(w, "dual %.17g\n", m->dual); /* -inf where the engine has no bound yet */
    put(w, "passes %.17g\n", m->passes);
    put(w, "verdict %s\n", m->verdict);
    if (kind->ova && m->unmet > 0)
        put(w, "unmet %d\n", m->unmet);
    if (kind->ova && m->unbegun > 0)
        put(w, "unbegun %d\n", m->unbegun);
    put_offsets(w, m, kind);
    put_names(w, m);
    put_costs(w, m);
    if (m->platt) {
        put(w, "platt");
        put_numbers(w, 2 * kind->sigmoids, m->platt);
    }
    put(w, "weights %" PRIu32 "\n", m->weights);
}

/* A model with a number that is not finite could not be read back. */
static enum status check_finite(const struct model *m, const struct model_kind *kind,
                                const char *path, struct error *err)
{
    const char *remedy = "the data's values are too large or too far apart; scale them";
    const char *name = path && strcmp(path, "-") != 0 ? path : "(stdout)";

    for (uint32_t k = 0; k < m->weights; k++)
        if (!vec_finite(kind->outputs, m->weight + k * kind->outputs))
            return fail_at(err, ERR_DATA, name, 0,
                           "no model is written: the weight of feature %" PRIu32
                           " is not finite: %s",
                           m->index[k], remedy);
    if (!vec_finite(kind->offsets, m->offsets) ||
        (m->platt && !vec_finite(2 * kind->sigmoids, m->platt)))
        return fail_at(err, ERR_DATA, name, 0,
                       "no model is written: its offsets or sigmoids are not finite: %s", remedy);
    if (!isfinite(m->primal) || !(m->dual < INFINITY))
        return fail_at(err, ERR_DATA, name, 0,
                       "no model is written: its objective is %g, its bound %g: %s", m->primal,
                       m->dual, remedy);
    return OK;
}

static bool is_model(const char *head)
{
    return strncmp(head, MODEL_HEAD, strlen(MODEL_HEAD)) == 0;
}

const struct output_kind model_output = {"model", is_model};

enum status model_save(const struct model *m, const char *path, struct error *err)
{
    struct output out;
    struct writer w;
    struct model_kind kind = model_kind(m);
    enum status status;

    assert(kind.loss && !isnan(kind.parameter));
    assert(m->classes >= kind.least && m->classes <= kind.most);
    assert(!m->platt || kind.sigmoids > 0);
    assert(m->facts.names.count == 0 || kind.transitions);
    status = check_finite(m, &kind, path, err);
    if (status == OK)
        status = output_open(&out, path, &model_output, err);
    if (status != OK)
        return status;
    w.stream = out.stream;
    w.crc = crc32(0, Z_NULL, 0);
    w.used = 0;
    put_header(&w, m, &kind);
    for (size_t k = 0; k < m->weights; k++) {
        w.used += text_exact_unsigned(m->index[k], room(&w));
        put_numbers(&w, kind.outputs, m->weight + k * kind.outputs);
    }
    flush(&w);
    put(&w, "crc32 %08lx\n", (unsigned long)w.crc);
    flush(&w);
    return output_commit(&out, err);
}

void model_free(struct model *m)
{
    mem_free(m->labels);
    mem_free(m->index);
    mem_free(m->weight);
    mem_free(m->offsets);
    mem_free(m->platt);
    mem_free(m->facts.names.each);
    mem_free(m->facts.costs);
    *m = (struct model){0};
}
