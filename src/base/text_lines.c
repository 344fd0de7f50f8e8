/* text_lines - a short file of text, line by line. */
#include "base/text_lines.h"

#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"

enum { FIRST_ROOM = 1 << 16 }; /* bytes; room doubles */

/* Room for more bytes than the length. */
static enum status grow(struct text_lines *l, struct error *err)
{
    void *bytes = l->bytes;
    size_t room = l->room > 0 ? 2 * l->room : FIRST_ROOM;

    if (l->length < l->room)
        return OK;
    if (!mem_resized(&bytes, room, 1))
        return fail_memory(err, "a file of text");
    l->bytes = bytes;
    l->room = room;
    return OK;
}

enum status text_lines_open(struct text_lines *l, const char *file, size_t most, const char *what,
                            struct error *err)
{
    struct input *in;
    enum status status = input_open(&in, file, err);
    size_t got = 1;

    *l = (struct text_lines){.file = input_called(file)};
    while (status == OK && got > 0) {
        status = grow(l, err);
        if (status == OK)
            status = input_read(in, l->bytes + l->length, l->room - l->length, &got, err);
        l->length += status == OK ? got : 0;
        if (status == OK && l->length > most)
            status = fail_at(err, ERR_DATA, l->file, 0, "more than %zu bytes are not %s", most,
                             what);
    }
    input_close(in);
    return status;
}

bool text_lines_next(struct text_lines *l, const char **s, const char **stop)
{
    const char *from = l->bytes + l->next, *end;
    size_t left = l->length - l->next, length;

    if (left == 0)
        return false;
    end = memchr(from, '\n', left);
    length = end ? (size_t)(end - from) : left;
    l->next += length + (end != NULL);
    l->line++;
    *s = from;
    *stop = from + length - (length > 0 && from[length - 1] == '\r');
    return true;
}

bool text_lines_next_word(struct text_lines *l, const char **s, const char **stop)
{
    while (text_lines_next(l, s, stop)) {
        const char *hash = memchr(*s, '#', (size_t)(*stop - *s));
        *stop = hash ? hash : *stop;
        *s = text_skip_blanks(*s, *stop);
        if (*s < *stop)
            return true;
    }
    return false;
}

void text_lines_close(struct text_lines *l)
{
    mem_free(l->bytes);
    l->bytes = NULL;
}
