/* cut - the threshold of two classes that is best by a figure, or by what errors cost, on scored
 * rows. */
#ifndef RRM_CUT_H
#define RRM_CUT_H

#include <stddef.h>

#include "base/status.h"
#include "task/figures.h"

enum cut_by { CUT_NONE, CUT_FIGURE, CUT_COST };

/* By what a threshold is chosen. */
struct cut_goal {
    enum cut_by by;
    enum figure_id figure;                 /* CUT_COST: FIGURE_MEAN_COST */
    double false_positive, false_negative; /* CUT_COST: what each costs */
};

struct cut {
    double at;            /* z > at is positive */
    double value, before; /* the figure of the rows there, and at 0 */
};

/* Reads NAME of a figure, or cost:FP:FN. False: it is neither. */
bool cut_read(const char *text, struct cut_goal *goal);

/* The words that cut_read knows, separated by commas; returns text. */
const char *cut_words(char text[FIGURES_KEYS]);

/* *cut = the best of all thresholds for n rows of decision[i], y[i] > 0 or not, each as if it stood
 * there weight[i] times (NULL: 1). It is the middle of the gap between two decisions or, beyond
 * them all, (max - min) / 2n away; of equally good ones the nearest to 0, of these the greater.
 * ERR_DATA: a decision is not finite; ERR_SYSTEM: no memory. */
enum status cut_choose(const struct cut_goal *goal, size_t n, const double *decision,
                       const double *y, const double *weight, struct cut *cut, struct error *err);

#endif
