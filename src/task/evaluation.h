/* evaluation - what the figures need to know of rows, block by block. */
#ifndef RRM_EVALUATION_H
#define RRM_EVALUATION_H

#include "task/task.h"

/* Of the rows so far. */
struct evaluation {
    struct decoder d;
    bool probabilities;
    size_t rows, room;
    double *label, *answer, *decision;
};

/* d's arrays stay the caller's, as long as e is used. probabilities: those of each row will be
 * given. ERR_SYSTEM: no memory, and e needs no evaluation_free. */
enum status evaluation_init(struct evaluation *e, const struct decoder *d, bool probabilities,
                            struct error *err);

/* Counts the rows of the data, whose answer[rows], decision[rows x outputs] and, unless it is NULL,
 * probability[rows x classes] are given. A row whose label is NaN counts in no figure; one whose
 * label the model does not know is wrong in the accuracy and left out of all others. The figures
 * are the same to the last bit however rows are cut into blocks. ERR_SYSTEM: no memory. */
enum status evaluation_add(struct evaluation *e, const struct dataset *data, const double *answer,
                           const double *decision, const double *probability, struct error *err);

/* *list = the figures of the rows so far. ERR_SYSTEM: no memory. */
enum status evaluation_figures(struct evaluation *e, struct figures *list, struct error *err);

void evaluation_free(struct evaluation *e);

#endif
