/* least_cost - where a search for the best cost begins: below it the answers are those at it. */
#ifndef RRM_LEAST_COST_H
#define RRM_LEAST_COST_H

#include "train/training.h"

/* The costs that are worth a trial, within what rrm-train -c takes. */
struct cost_range {
    double least;  /* a power of 2, or 1 where the slope of R is 0 at the start */
    double most;   /* for rows of the size of these */
    double beyond; /* >= most: for rows of size 1. Where the answers at least and at most are the
                    * same, a few large columns make the rows long, and the others ask for more */
};

/* The range for a training that has not run. ERR_SYSTEM: no memory. */
enum status least_cost(const struct training *t, struct cost_range *range, struct error *err);

#endif
