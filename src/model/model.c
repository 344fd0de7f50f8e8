/* model - writes a model as text, whole or not at all; the reader is model_read.c, the format rrm-model(5). */
#include "model/model.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

struct writer {
    FILE *stream;
    uLong crc; /* of every byte written so far */
};

/* Formats one piece of text, counts it in the check sum and writes it. A failure stays in the stream until
 * output_commit. */
static void put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct writer *w, const char *format, ...)
{
    char text[2 * MODEL_NAME];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    assert(length >= 0 && (size_t)length < sizeof text);
    w->crc = crc32(w->crc, (const Bytef *)text, (uInt)length);
    fwrite(text, 1, (size_t)length, w->stream);
}

static void put_header(struct writer *w, const struct model *m)
{
    assert(*m->solver && *m->loss && *m->regularizer && *m->verdict);
    put(w, "rrm-model 1\n");
    put(w, "solver %s\n", m->solver);
    put(w, "loss %s\n", m->loss);
    put(w, "regularizer %s\n", m->regularizer);
    put(w, "lambda %.17g\n", m->lambda);
    put(w, "bias %.17g\n", m->bias);
    put(w, "classes %d\n", m->classes);
    put(w, "labels");
    for (int k = 0; k < m->classes; k++) {
        char label[32];
        text_format(m->labels[k], label, sizeof label);
        put(w, " %s", label);
    }
    put(w, "\nfeatures %" PRIu32 "\n", m->features);
    put(w, "primal %.17g\n", m->primal);
    put(w, "dual %.17g\n", m->dual); /* -inf where the engine has no bound yet */
    put(w, "passes %.17g\n", m->passes);
    put(w, "verdict %s\n", m->verdict);
    put(w, "weights %" PRIu32 "\n", m->weights);
}

/* A model with a number that is not finite could not be read back. */
static enum status check_finite(const struct model *m, struct error *err)
{
    const char *remedy = "the data's values are too large or too far apart; scale them";

    for (uint32_t k = 0; k < m->weights; k++)
        if (!isfinite(m->weight[k]))
            return fail(err, ERR_DATA, NULL, 0, "no model is written: the weight of feature %" PRIu32
                        " is not finite: %s", m->index[k], remedy);
    if (!isfinite(m->primal) || !(m->dual < INFINITY))
        return fail(err, ERR_DATA, NULL, 0, "no model is written: its objective is %g, its bound %g: %s", m->primal,
                    m->dual, remedy);
    return OK;
}

enum status model_save(const struct model *m, const char *path, struct error *err)
{
    struct output out;
    struct writer w = {.crc = crc32(0, Z_NULL, 0)};
    enum status status = check_finite(m, err);

    if (status == OK)
        status = output_open(&out, path, err);
    if (status != OK)
        return status;
    w.stream = out.stream;
    put_header(&w, m);
    for (uint32_t k = 0; k < m->weights; k++)
        put(&w, "%" PRIu32 " %.17g\n", m->index[k], m->weight[k]);
    put(&w, "crc32 %08lx\n", (unsigned long)w.crc);
    return output_commit(&out, err);
}

void model_free(struct model *m)
{
    mem_free(m->labels);
    mem_free(m->index);
    mem_free(m->weight);
    *m = (struct model){0};
}
