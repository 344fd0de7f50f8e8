/* outcome - what came out of a run, or of several together. */
#ifndef RRM_OUTCOME_H
#define RRM_OUTCOME_H

#include <stdbool.h>

#include "solve/monitor.h"

struct outcome {
    double primal, dual, passes, seconds;
    long iterations;
    enum verdict verdict;
    const char *engine; /* the solver that ended it; NULL: nothing has run */
    int unmet, unbegun; /* of several: how many have not met the tolerance, if there is one; of
                         * these, how many had not one pass */
};

/* The one that is worse for who relies on the result; an interrupt is worse than a limit. */
enum verdict outcome_worse(enum verdict a, enum verdict b);

/* Two runs on the same problem, one after the other: the better point, the better bound, the
 * work of both, why the second one ended. */
struct outcome outcome_join(const struct outcome *first, const struct outcome *second);

/* Problems that are solved apart and whose objectives add up: sums, and the worst verdict. `asked`:
 * there is a tolerance to be met; `solver` stands for engines that differ. The seconds are those of
 * the first problem. */
struct outcome outcome_sum(int count, const struct outcome *each, bool asked, const char *solver);

#endif
