/* labels - what stands before a text: LABEL, a tab, the text. */
#ifndef RRM_LABELS_H
#define RRM_LABELS_H

#include <stddef.h>

enum { LABEL_BYTES = 1000 };

enum label_kind {
    LABEL_NONE,   /* nothing, or '?' */
    LABEL_NUMBER, /* finite */
    LABEL_WORD,   /* printable, LABEL_BYTES bytes at most */
    LABEL_WRONG
};

/* What the label [s, end) is. */
enum label_kind label_kind(const char *s, const char *end);

/* A line of text: the label without blanks around it; without a tab, all is text, and label is
 * NULL. */
struct labelled {
    const char *label, *label_end, *text, *end;
};
struct labelled labelled_line(const char *s, const char *end);

#endif
