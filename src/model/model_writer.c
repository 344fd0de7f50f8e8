/* model_writer - the text of a model on its way to its file, with the check sum of its bytes. */
#include "model/model_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/vec.h"

void writer_flush(struct writer *w)
{
    w->crc = crc32(w->crc, (const Bytef *)w->block, (uInt)w->used);
    fwrite(w->block, 1, w->used, w->out.stream);
    w->used = 0;
}

char *writer_room(struct writer *w)
{
    if (w->used > BLOCK - SHORT_TEXT)
        writer_flush(w);
    return w->block + w->used;
}

void writer_put(struct writer *w, const char *format, ...)
{
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(writer_room(w), SHORT_TEXT, format, args);
    va_end(args);
    assert(length >= 0 && length < SHORT_TEXT);
    w->used += (size_t)length;
}

void writer_bytes(struct writer *w, const char *bytes, size_t count)
{
    while (count > 0) {
        char *to = writer_room(w);
        size_t piece = count < SHORT_TEXT ? count : SHORT_TEXT;
        memcpy(to, bytes, piece);
        w->used += piece;
        bytes += piece;
        count -= piece;
    }
}

void writer_numbers(struct writer *w, size_t count, const double *number)
{
    for (size_t i = 0; i < count; i++) {
        char *to = writer_room(w);
        *to = ' ';
        w->used += 1 + text_exact(number[i], to + 1);
    }
    *writer_room(w) = '\n';
    w->used++;
}

/* A model with a number that is not finite could not be read back. */
static enum status check_finite(const struct model *m, const char *path, struct error *err)
{
    const char *remedy = "the data's values are too large or too far apart; scale them";
    const struct model_kind kind = model_kind(m);
    const char *name = path && strcmp(path, "-") != 0 ? path : "(stdout)";

    for (uint32_t k = 0; k < m->weights; k++)
        if (!vec_finite(kind.outputs, m->weight + k * kind.outputs))
            return fail_at(err, ERR_DATA, name, 0,
                           "no model is written: the weight of feature %" PRIu32
                           " is not finite: %s",
                           m->index[k] - m->text.from_zero, remedy);
    if (!vec_finite(kind.offsets, m->offsets) ||
        !isfinite(m->folded.cut) || !isfinite(m->folded.temperature) ||
        (m->folded.platt && !vec_finite(2 * kind.sigmoids, m->folded.platt)))
        return fail_at(err, ERR_DATA, name, 0,
                       "no model is written: its offsets, threshold or sigmoids are not finite: "
                       "%s", remedy);
    if (model_is_certified(m) && (!isfinite(m->primal) || !(m->dual < INFINITY)))
        return fail_at(err, ERR_DATA, name, 0,
                       "no model is written: its objective is %g, its bound %g: %s", m->primal,
                       m->dual, remedy);
    return OK;
}

static const char *const heads[] = {MODEL_HEAD, MODEL_HEAD_LIBLINEAR, NULL};
const struct output_kind model_output = {.name = "model", .replaces = output_begins,
                                         .context = heads};

enum status writer_open(struct writer *w, const struct model *m, const char *path,
                        struct error *err)
{
    enum status status = check_finite(m, path, err);

    w->crc = crc32(0, Z_NULL, 0);
    w->used = 0;
    w->block = mem_room(BLOCK, 1);
    if (status == OK && !w->block)
        status = fail_memory(err, "the text of the model");
    if (status == OK)
        status = output_open(&w->out, path, &model_output, err);
    if (status != OK)
        mem_free(w->block);
    return status;
}

enum status writer_close(struct writer *w, struct error *err)
{
    writer_flush(w);
    mem_free(w->block);
    return output_commit(&w->out, err);
}
