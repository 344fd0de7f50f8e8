/* cost_range - the least and the largest cost of a search for C. */
#ifndef RRM_COST_RANGE_H
#define RRM_COST_RANGE_H

#include "train/training.h"

/* The costs that are worth a trial, within what rrm-train -c takes. */
struct cost_range {
    double least;  /* a power of 2, or 1 where the slope of R is 0 at the start */
    double most;   /* for rows of the size of these */
    double beyond; /* >= most: for rows of size 1. Where the answers at least and at most are the
                    * same, a few large columns make the rows long, and the others ask for more */
    bool coherent; /* a few columns outweigh all others (risk_is_coherent): so they do there, too,
                    * where the solutions at most do not fit */
};

/* The range for a training that has not run. ERR_SYSTEM: no memory. */
enum status least_cost(const struct training *t, struct cost_range *range, struct error *err);

#endif
