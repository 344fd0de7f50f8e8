/* lines - the text that rrm-predict writes. */
#include "cli/lines.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Makes room for so many numbers, a blank or line end behind each. */
static bool reserve(struct lines *l, size_t numbers)
{
    void *text = l->text;
    size_t room = l->length + numbers * (TEXT_EXACT + 1);

    if (room <= l->room)
        return true;
    room = room < 2 * l->room ? 2 * l->room : room;
    if (!mem_resized(&text, room, 1))
        return false;
    l->text = text;
    l->room = room;
    return true;
}

/* Makes the byte behind the last number the line end. */
static char *end_line(char *to)
{
    to[-1] = '\n';
    return to;
}

static char *put_label(char *to, double label)
{
    to += text_format(label, to, TEXT_EXACT);
    *to++ = ' ';
    return to;
}

static char *put_number(char *to, double number)
{
    to += text_exact(number, to);
    *to++ = ' ';
    return to;
}

bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number)
{
    char *to;

    if (!reserve(l, form->answers + form->width))
        return false;
    to = l->text + l->length;
    if (form->answers)
        to = form->labels ? put_label(to, answer) : put_number(to, answer);
    for (size_t k = 0; k < form->width; k++)
        to = put_number(to, number[k]);
    l->length = (size_t)(end_line(to) - l->text);
    return true;
}

bool lines_add_labels(struct lines *l, size_t classes, const double *label)
{
    static const char word[] = LINES_LABELS;
    char *to;

    if (!reserve(l, classes + 1))
        return false;
    to = l->text + l->length;
    memcpy(to, word, sizeof word - 1);
    to += sizeof word - 1;
    for (size_t k = 0; k < classes; k++)
        to = put_label(to, label[k]);
    l->length = (size_t)(end_line(to) - l->text);
    return true;
}

void lines_free(struct lines *l)
{
    mem_free(l->text);
    *l = (struct lines){0};
}
