/* top - the most probable labels of an example: the lines of rrm-predict -k and -p. */
#ifndef RRM_TOP_H
#define RRM_TOP_H

#include "cli/answer/lines.h"
#include "task/task.h"

/* Who asks; nobody writes into it. */
struct top {
    const struct decoder *d;
    size_t most;        /* labels of a line */
    double above;       /* what their probabilities are above; below 0: all */
    bool probabilities; /* behind each label stands its own */
};

/* Scratch; empty is {0}. Free `each` with mem_free. */
struct top_labels {
    struct top_label *each;
};

/* Whether labels can be put in order: by probabilities or scores of all of them, or one score of
 * two. */
bool top_takes(const struct decoder *d);

/* Adds the line of a row, of scores decision[outputs] and probability[classes], NULL where they are
 * not known: the most probable labels, the greatest first, of equal ones the first in the model. It
 * may be empty. False: no memory. */
bool top_line(const struct top *t, const double *decision, const double *probability,
              struct top_labels *labels, struct lines *l);

#endif
