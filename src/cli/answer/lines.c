/* lines - text that grows line by line: answers and numbers. */
#include "cli/answer/lines.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

bool lines_reserve(struct lines *l, size_t bytes)
{
    void *text = l->text;
    size_t room = l->length + bytes;

    if (room <= l->room)
        return true;
    room = room < 2 * l->room ? 2 * l->room : room;
    if (!mem_resized(&text, room, 1))
        return false;
    l->text = text;
    l->room = room;
    return true;
}

char *lines_put(char *to, double value, bool label)
{
    return to + (label ? text_format(value, to, TEXT_EXACT) : text_exact(value, to));
}

bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number)
{
    char *to;

    if (!lines_reserve(l, (form->answers + form->width) * (TEXT_EXACT + 1)))
        return false;
    to = l->text + l->length;
    if (form->answers) {
        to = lines_put(to, answer, form->labels);
        *to++ = ' ';
    }
    for (size_t k = 0; k < form->width; k++) {
        to = lines_put(to, number[k], false);
        *to++ = ' ';
    }
    to[-1] = '\n'; /* in place of the last blank */
    l->length = (size_t)(to - l->text);
    return true;
}

bool lines_add_error(struct lines *l)
{
    static const char text[] = {'e', 'r', 'r', 'o', 'r', '\n'};

    if (!lines_reserve(l, sizeof text))
        return false;
    memcpy(l->text + l->length, text, sizeof text);
    l->length += sizeof text;
    return true;
}
