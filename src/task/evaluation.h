/* evaluation - what the figures need to know of rows, block by block. */
#ifndef RRM_EVALUATION_H
#define RRM_EVALUATION_H

#include "task/class_counts.h"
#include "task/numbers.h"
#include "task/task.h"

/* Of the rows so far. What grows with their number: 8 bytes a row for the ROC area of two classes,
 * or for the median of regression. */
struct evaluation {
    struct decoder d;
    bool probabilities;
    /* labels that are classes: */
    struct class_counts counts;
    bool two;           /* there are two, one of them positive */
    double positive;    /* its label */
    struct roc_area roc;
    bool paired;        /* evaluation_count_pairs */
    struct pair_counts pairs; /* places in counts.tally; the label counts.classes: unknown */
    double log_loss;    /* sum -log P(label) of the rows with a label of the model */
    /* one class: */
    int64_t accepted;   /* rows taken to be of the class */
    bool others;        /* a label is neither +1 nor -1 */
    /* labels that are numbers: */
    struct residuals residuals;
};

/* A row with a label, and what the model says of it. */
struct answered {
    double label, answer;
    const double *decision;    /* outputs */
    const double *probability; /* classes; NULL: not known */
};

/* d's arrays stay the caller's, as long as e is used. probabilities: those of each row will be
 * given. ERR_SYSTEM: no memory, and e needs no evaluation_free. */
enum status evaluation_init(struct evaluation *e, const struct decoder *d, bool probabilities,
                            struct error *err);

/* Before the first rows: of labels that are classes each pair of label and answer is counted, too,
 * in at most 43 bytes for each pair that occurs, and 1 KB. */
void evaluation_count_pairs(struct evaluation *e);

/* Then how many rows have the label of place `label` in e->counts.tally, or one that the model does
 * not know if it is e->counts.classes, and the answer of place `answer` there. */
int64_t evaluation_pairs(const struct evaluation *e, int label, int answer);

/* Counts the rows of the data, whose answer[rows], decision[rows x outputs] and, with
 * probabilities, probability[rows x classes] are given. A row whose label is NaN counts in no
 * figure; one whose label the model does not know is wrong in the accuracy and left out of all
 * others. Rows count one by one: the figures are the same to the last bit however they are cut
 * into blocks. ERR_SYSTEM: no memory. */
enum status evaluation_add(struct evaluation *e, const struct dataset *data, const double *answer,
                           const double *decision, const double *probability, struct error *err);

/* *list = the figures of the rows so far; without rows the same ones, but NaN. ERR_SYSTEM: no
 * memory. */
enum status evaluation_figures(struct evaluation *e, struct figures *list, struct error *err);

void evaluation_free(struct evaluation *e);

#endif
