/* lines - text that grows line by line: answers and numbers. */
#ifndef RRM_LINES_H
#define RRM_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* Lines one after the other; empty is {0}, and length = 0 empties. */
struct lines {
    char *text;
    size_t length, room;
};

/* What stands in a line: the answer, `width` numbers, one blank between them. */
struct line_form {
    bool answers; /* the answer stands there */
    bool labels;  /* it does, and is the label of a class, not a number */
    size_t width;
};

/* Makes room for so many bytes more. False: no memory. */
bool lines_reserve(struct lines *l, size_t bytes);

/* Adds a line. False: no memory. */
bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number);

/* Adds the answer to a line that cannot be read, or whose prediction overflows: the word `error`.
 * False: no memory. */
bool lines_add_error(struct lines *l);

/* Writes a label, or a number in full, where TEXT_EXACT bytes are; returns what is behind. */
char *lines_put(char *to, double value, bool label);

#endif
