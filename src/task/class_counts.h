/* class_counts - how often labels and answers agree, class by class; how often each pair of them
 * came. */
#ifndef RRM_CLASS_COUNTS_H
#define RRM_CLASS_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
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

/* For qsort and bsearch: compares labels, and structs whose first member is a label. */
int classes_by_label(const void *a, const void *b);

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

/* ---- pairs ----------------------------------------------------------------------------------- */

/* How often each pair of label and answer came: a confusion matrix of which only what is not 0
 * takes memory. A hash table with linear probing; an empty one is {0}. */
struct pair_counts {
    struct pair_count *slot; /* room of them, a power of 2, at most three quarters in use */
    size_t room, used;
};

/* Counts a pair. False: no memory, and the counts are those before. */
bool pair_counts_add(struct pair_counts *p, uint32_t label, uint32_t answer);

/* How often the pair came. */
int64_t pair_counts_of(const struct pair_counts *p, uint32_t label, uint32_t answer);

void pair_counts_free(struct pair_counts *p);

#endif
