/* calibrate - sigmoids that turn scores into probabilities, fitted to scores that training did not see (-b 1). */
#ifndef RRM_CALIBRATE_H
#define RRM_CALIBRATE_H

#include "cli/train.h"

enum { FOLDS = 5 }; /* as many as LIBSVM's */

/* Deals the rows out into FOLDS folds at random, those of each class evenly. ERR_SYSTEM: no memory. */
enum status calibrate_deal(struct training *t, struct error *err);

/* cost gets the weights of the rows outside of a fold, such that they sum to what all rows' do if all weigh the same,
 * and 0 in it; returns how many rows are outside. */
int64_t calibrate_hold_out(const struct training *t, int fold, double *cost);

/* Keeps the scores of the rows of a fold with the weights w, whose bias, if it is not regularized, weighs offset. */
void calibrate_keep(struct training *t, int problem, int fold, const double *w, double offset);

/* When all folds have been kept: fits A and B of every problem. ERR_DATA: a score is not finite. */
enum status calibrate_fit(struct training *t, struct error *err);

#endif
