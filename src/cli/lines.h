/* lines - the text that rrm-predict writes. */
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
    bool labels;  /* answers are labels of classes, not numbers */
    size_t width;
};

/* Adds a line. False: no memory. */
bool lines_add(struct lines *l, const struct line_form *form, double answer, const double *number);

/* What the line in front of probabilities begins with. */
#define LINES_LABELS "labels "

/* Adds the line in front of probabilities, as LIBLINEAR has it: "labels" and those of the
 * classes. */
bool lines_add_labels(struct lines *l, size_t classes, const double *label);

void lines_free(struct lines *l);

#endif
