/* ndcg - limits of a loss of LOSS_GAINS. */
#ifndef RRM_NDCG_H
#define RRM_NDCG_H

/* Rows of a query at most: an assignment takes O(k rows^2). */
enum { GAINS_ROWS = 1500 };

/* Labels at most: 2^y - 1 counts beside gains of 1. */
#define GAINS_LABEL 30

#endif
