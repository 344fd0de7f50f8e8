/* class_counts - how often labels and answers agree, class by class. */
#ifndef RRM_CLASS_COUNTS_H
#define RRM_CLASS_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* The rows of a class, how many of them were answered right, and the rows with a label of the model
 * of which it was the answer. */
struct tally {
    double label;
    int place; /* of the label among those of the model */
    int64_t rows, right, said;
};

struct class_counts {
    int classes;
    struct tally *tally;    /* classes, their labels ascending */
    int64_t rows, right;    /* all rows, those whose answer is their label */
    int64_t known, places;  /* rows with a label of the model; places between label and answer */
};

/* labels[classes]: those of the model. False: no memory. */
bool class_counts_init(struct class_counts *c, int classes, const double *labels);

/* Counts a row, whose answer is a label of the model; returns the tally of its label, NULL if the
 * model has no such label. */
const struct tally *class_counts_add(struct class_counts *c, double answer, double label);

/* The mean over the classes that occur of the share of their rows that were answered right, in
 * percent. */
double class_counts_balanced(const struct class_counts *c);

/* The mean of F1 over the classes that occur as label or as answer. */
double class_counts_macro_f1(const struct class_counts *c);

/* right / said, right / rows, 2 right / (rows + said): the harmonic mean of both. */
double tally_precision(const struct tally *t);
double tally_recall(const struct tally *t);
double tally_f1(const struct tally *t);

/* The tally of a label, or NULL. */
struct tally *class_counts_find(const struct class_counts *c, double label);

void class_counts_free(struct class_counts *c);

#endif
