/* trials - what rrm-train -v and -C tell: the figures of each fold, their mean and spread; a line
 * for each cost, and the best one. Each adds results to a list and prints some of them. */
#ifndef RRM_TRIALS_H
#define RRM_TRIALS_H

#include "cli/results.h"
#include "train/search.h"

/* ---- cross-validation ------------------------------------------------------------------------ */

/* Before the run: of many classes, one has all its examples in one fold. */
void trials_absent(const struct cross *c);

/* Of each fold that is done a line on its training and its figures, "fold K: ..." each. */
void trials_folds(struct results *all, const struct cross *c);

/* A line for each figure: its mean over the folds that define it, and the standard deviation; then
 * what LIBLINEAR's -v prints. */
void trials_means(struct results *all, const struct cross *c);

/* The warnings that folds have not met the tolerance, or are not done. */
void trials_warnings(const struct cross *c);

/* ---- the search for a cost ------------------------------------------------------------------- */

/* A line of the table, which is flushed, the first one below the names of the columns. */
void trials_cost(struct results *costs, const struct search *s,
                 const struct search_cost *at);

/* Why the search ended, and the best cost. */
void trials_best(struct results *all, const struct search *s);

/* The warnings that folds have not met the tolerance, or that a greater cost may be better. */
void trials_search_warnings(const struct search *s);

#endif
