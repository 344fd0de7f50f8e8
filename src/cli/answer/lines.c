/* lines - text that grows line by line: answers, numbers and tags. */
#include "cli/answer/lines.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "task/names.h"

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

char *lines_put_label(char *to, double label, const struct names *names)
{
    int k = names ? names_find(names, label) : -1;
    size_t length = k < 0 ? 0 : strlen(names->each[k].text);

    if (k < 0)
        return lines_put(to, label, true);
    memcpy(to, names->each[k].text, length);
    return to + length;
}

bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number)
{
    char *to;

    if (!lines_reserve(l, NAME_ROOM + (form->answers + form->width) * (TEXT_EXACT + 1)))
        return false;
    to = l->text + l->length;
    if (form->answers) {
        to = form->labels ? lines_put_label(to, answer, form->names)
                          : lines_put(to, answer, false);
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

/* ---- tags ------------------------------------------------------------------------------------ */

/* Adds s[0 .. n) less the blanks around it. */
static bool push(struct tags *t, const char *s, size_t n)
{
    char *to;

    for (; n > 0 && text_is_blank(*s); s++)
        n--;
    while (n > 0 && (text_is_blank(s[n - 1]) || s[n - 1] == '\r'))
        n--;
    if (!lines_reserve(&t->held, n + 1))
        return false;
    to = t->held.text + t->held.length;
    if (n > 0)
        memcpy(to, s, n);
    to[n] = '\n';
    t->held.length += n + 1;
    return true;
}

bool tags_fill(struct tags *t, const struct dataset *rows, const struct chunk_refusals *bad)
{
    size_t k = 0, length;
    bool done = true;

    t->held.length = 0;
    t->next = 0;
    for (int64_t i = 0; i <= rows->x.rows && done; i++) {
        for (; k < bad->count && bad->at[k].row <= i && done; k++)
            done = push(t, bad->text + bad->at[k].comment, bad->at[k].comment_length);
        if (i < rows->x.rows && done) {
            const char *comment = dataset_comment(rows, i, &length);
            done = push(t, comment, length);
        }
    }
    return done;
}

bool tags_append(struct tags *t, const struct tags *from)
{
    if (from->held.length == 0)
        return true;
    if (!lines_reserve(&t->held, from->held.length))
        return false;
    memcpy(t->held.text + t->held.length, from->held.text, from->held.length);
    t->held.length += from->held.length;
    return true;
}

bool tags_take(struct tags *t, struct lines *l)
{
    const char *tag = t->held.text + t->next;
    const char *end = memchr(tag, '\n', t->held.length - t->next);
    size_t n = (size_t)(end + 1 - tag);

    if (!lines_reserve(l, n))
        return false;
    l->text[l->length - 1] = '\t';
    memcpy(l->text + l->length, tag, n);
    l->length += n;
    t->next += n;
    return true;
}

void tags_drop(struct tags *t)
{
    t->held.length -= t->next;
    if (t->held.length > 0)
        memmove(t->held.text, t->held.text + t->next, t->held.length);
    t->next = 0;
}
