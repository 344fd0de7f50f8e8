/* model_lines - the lines of a model file, with the check sum of their bytes and what is wrong with
 * them. */
#include "model/model_lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"

void model_lines_open(struct model_lines *r, const char *path, struct error *err)
{
    r->err = err;
    r->crc = crc32(0, Z_NULL, 0);
    r->room = MODEL_LINE;
    r->most = MODEL_LINE;
    r->status = input_open(&r->in, path, err);
    if (r->status != OK)
        return;
    r->buffer = mem_alloc(r->room, 1);
    if (!r->buffer)
        r->status = fail_memory(err, "reading the model");
}

void model_lines_close(struct model_lines *r)
{
    input_close(r->in);
    mem_free(r->buffer);
}

bool model_lines_refuse(struct model_lines *r, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    r->status = fail_at(r->err, ERR_DATA, input_name(r->in), r->line, "%s", text);
    return false;
}

struct model_quote model_quote(const char *s, const char *end)
{
    struct model_quote q = {""};
    const size_t most = sizeof q.text - 4;
    size_t length = (size_t)(end - s);

    for (size_t i = 0; i < length && i < most; i++)
        q.text[i] = s[i] >= ' ' && s[i] <= '~' ? s[i] : '?';
    if (length > most)
        memcpy(q.text + most, "...", 3);
    return q;
}

/* Reads more bytes behind those that are there; false at the end of the file and on failure. */
static bool fill(struct model_lines *r)
{
    size_t got = 0;

    memmove(r->buffer, r->buffer + r->next, r->have - r->next);
    r->have -= r->next;
    r->next = 0;
    r->status = input_read(r->in, r->buffer + r->have, r->room - r->have, &got, r->err);
    r->have += got;
    return r->status == OK && got > 0;
}

/* Room for a longer line. */
static bool grow(struct model_lines *r)
{
    void *buffer = r->buffer;

    if (!mem_resized(&buffer, 2 * r->room, 1)) {
        r->status = fail_memory(r->err, "a line of the model");
        return false;
    }
    r->buffer = buffer;
    r->room *= 2;
    return true;
}

/* The end of the line that begins at buffer[next], or NULL. */
static const char *line_end(const struct model_lines *r)
{
    return memchr(r->buffer + r->next, '\n', r->have - r->next);
}

/* Why there is no line any more. */
static bool refuse_end(struct model_lines *r, const char *expected)
{
    if (r->status != OK)
        return false;
    if (r->have == 0 && r->line == 1)
        return model_lines_refuse(r, "the file is empty, expected %s: this is no model", expected);
    return model_lines_refuse(
        r, "the file ends %s, expected %s: it was cut; copy it again or train again",
        r->next == r->have ? "here" : "within this line", expected);
}

bool model_lines_next(struct model_lines *r, const char *expected)
{
    size_t length;

    if (r->status != OK)
        return false;
    if (r->kept) {
        r->kept = false;
        return true;
    }
    r->line++;
    while (!line_end(r)) {
        if (r->have - r->next >= r->most)
            return model_lines_refuse(
                r, "the line is longer than %zu bytes, expected %s: this is no model", r->most,
                expected);
        if (r->have - r->next == r->room && !grow(r))
            return false;
        if (!fill(r))
            return refuse_end(r, expected);
    }
    r->s = r->buffer + r->next;
    r->end = line_end(r);
    length = (size_t)(r->end - r->s) + 1;
    r->next += length;
    r->crc_before = r->crc;
    r->crc = crc32(r->crc, (const Bytef *)r->s, (uInt)length);
    return true;
}

bool model_lines_over(struct model_lines *r)
{
    return r->next == r->have && !fill(r);
}

bool model_lines_begin(const struct model_lines *r, const char *word)
{
    size_t length = strlen(word);

    return (size_t)(r->end - r->s) >= length && memcmp(r->s, word, length) == 0;
}

bool model_lines_skip(struct model_lines *r, const char *word)
{
    if (!model_lines_begin(r, word))
        return false;
    r->s += strlen(word);
    return true;
}
