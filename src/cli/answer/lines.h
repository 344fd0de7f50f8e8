/* lines - text that grows line by line: answers, numbers and tags. */
#ifndef RRM_LINES_H
#define RRM_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "data/text/chunk.h"
#include "task/task.h"

/* Lines one after the other; empty is {0}, and length = 0 empties. */
struct lines {
    char *text;
    size_t length, room;
};

/* What stands in a line: the answer, `width` numbers, one blank between them. */
struct line_form {
    bool answers; /* the answer stands there */
    bool labels;  /* it does, and is the label of a class, not a number */
    const struct names *names; /* of labels; NULL: they are numbers */
    size_t width;
};

/* Makes room for so many bytes more. False: no memory. */
bool lines_reserve(struct lines *l, size_t bytes);

/* Adds a line. False: no memory. */
bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number);

/* Adds the answer to a line that cannot be read, or whose prediction overflows: the word `error`.
 * False: no memory. */
bool lines_add_error(struct lines *l);

/* Writes a label, its name if it has one, where NAME_ROOM bytes are; returns what is behind. */
char *lines_put_label(char *to, double label, const struct names *names);

/* Writes a label, or a number in full, where TEXT_EXACT bytes are; returns what is behind. */
char *lines_put(char *to, double value, bool label);

/* ---- tags: the comments behind the lines of a test file, which go behind their answers ------- */

/* In the order of the lines, a line end behind each; empty is {0}. */
struct tags {
    struct lines held;
    size_t next; /* the first byte of the next one */
};

/* *t = those of the rows and of the bad lines between them. False: no memory. */
bool tags_fill(struct tags *t, const struct dataset *rows, const struct chunk_refusals *bad);

/* Adds those of `from` behind all others. False: no memory. */
bool tags_append(struct tags *t, const struct tags *from);

/* Puts a tab and the next one at the end of the last line of l. False: no memory. */
bool tags_take(struct tags *t, struct lines *l);

/* Forgets those that were taken. */
void tags_drop(struct tags *t);

#endif
