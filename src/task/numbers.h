/* numbers - doubles that come one by one and are wanted in ascending order, 8 bytes each; the ROC
 * area of decisions and the median of residuals, which need that. */
#ifndef RRM_NUMBERS_H
#define RRM_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Chunks of 32768 numbers, all but the last one full and sorted; none moves when another comes. An
 * empty one is {0}. */
struct numbers {
    double **chunk;
    size_t chunks, count;
    double *spare; /* a chunk, for sorting */
};

/* ---- ROC area -------------------------------------------------------------------------------- */

/* The area below the ROC curve of decisions that come one by one; an empty one is {0}. */
struct roc_area {
    struct numbers positive, negative; /* the decisions of the rows of either class */
    bool undefined;                    /* a decision is NaN */
};

/* False: no memory. */
bool roc_area_add(struct roc_area *r, double decision, bool positive);

/* *area = the share of the pairs (positive, negative) that the decisions put in the right order,
 * ties counting one half: the statistic U over n+ n- (Mann, Whitney 1947). Exact below 2^53 pairs.
 * NaN: a class is absent, or a decision is NaN. False: no memory. */
bool roc_area_value(struct roc_area *r, double *area);

void roc_area_free(struct roc_area *r);

/* ---- residuals ------------------------------------------------------------------------------- */

/* How far values are from labels, row by row: of n rows with labels y and answers a; an empty one
 * is {0}. */
struct residuals {
    double squared, absolute;   /* sum (a - y)^2, sum |a - y|, in the order of the rows */
    double first;               /* y_1 */
    double mean, spread;        /* of t_i = (y_i - y_1) / 2: mean t, sum (t_i - mean t)^2 */
    bool vary;                  /* not all y are the same */
    struct numbers distances;   /* |a - y|; their count is n */
};

/* False: no memory. */
bool residuals_add(struct residuals *r, double answer, double label);

/* *median of |a - y|: the middle one, or the mean of the two in the middle; NaN: there are none.
 * False: no memory. */
bool residuals_median(struct residuals *r, double *median);

/* R^2 = 1 - sum (a - y)^2 / sum (y - mean y)^2; NaN where the labels do not vary. */
double residuals_r2(const struct residuals *r);

void residuals_free(struct residuals *r);

#endif
