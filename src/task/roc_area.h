/* roc_area - the area below the ROC curve of decisions that come one by one; 8 bytes each. */
#ifndef RRM_ROC_AREA_H
#define RRM_ROC_AREA_H

#include "task/numbers.h"

/* An empty one is {0}. */
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

#endif
