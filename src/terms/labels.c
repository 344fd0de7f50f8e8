/* labels - what stands before a text: LABEL, a tab, the text. */
#include "terms/labels.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

static bool is_printable(const char *s, const char *end)
{
    for (; s < end; s++)
        if ((unsigned char)*s < ' ' || *s == 0x7f)
            return false;
    return true;
}

enum label_kind label_kind(const char *s, const char *end)
{
    double value;

    if (s == end || (end - s == 1 && *s == '?'))
        return LABEL_NONE;
    if (end - s > LABEL_BYTES || !is_printable(s, end))
        return LABEL_WRONG;
    if (text_number(s, end, &value) == end)
        return isfinite(value) ? LABEL_NUMBER : LABEL_WRONG;
    return *s == ' ' || end[-1] == ' ' ? LABEL_WRONG : LABEL_WORD;
}

struct labelled labelled_line(const char *s, const char *end)
{
    const char *tab = memchr(s, '\t', (size_t)(end - s)), *stop = tab;

    if (!tab)
        return (struct labelled){.text = s, .end = end};
    while (s < stop && *s == ' ')
        s++;
    while (s < stop && stop[-1] == ' ')
        stop--;
    return (struct labelled){.label = s, .label_end = stop, .text = tab + 1, .end = end};
}
