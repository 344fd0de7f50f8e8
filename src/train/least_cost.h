/* least_cost - where a search for the best cost begins: below it the answers are those at it. */
#ifndef RRM_LEAST_COST_H
#define RRM_LEAST_COST_H

#include "train/training.h"

/* The costs that are worth a trial for a training that has not run, within what rrm-train -c takes.
 * *least is a power of 2, or 1 where the slope of R is 0 at the start. ERR_SYSTEM: no memory. */
enum status least_cost(const struct training *t, double *least, double *most, struct error *err);

#endif
