/* audit - which features made a score: the lines of rrm-predict -x. */
#ifndef RRM_AUDIT_H
#define RRM_AUDIT_H

#include "cli/answer/lines.h"
#include "model/predict.h"

/* A feature and its number. */
struct term {
    double value;
    uint32_t index; /* of the feature; features + 1: the bias */
};

/* By |value|, descending; of equal ones the lesser index first. */
void terms_order(struct term *term, size_t count);

/* Who asks, of which model; nobody writes into it. */
struct audit {
    const struct model *model;
    const struct decoder *d;
    const struct scorer *scorer;
    size_t most; /* features of a line */
};

/* Scratch; empty is {0}. Free `term` with mem_free. */
struct audit_terms {
    struct term *term;
    size_t room;
};

/* Adds the line of a row, whose scores are decision[outputs]: the answer, its score and the terms
 * of that sum that are greatest, w_j x_j, the bias and the offset, a tab between two. Of several
 * scores the one of the answer's class. Behind them a threshold that is not 0. False: no
 * memory. */
bool audit_line(const struct audit *a, const struct dataset *rows, int64_t i,
                const double *decision, double answer, struct audit_terms *terms, struct lines *l);

#endif
