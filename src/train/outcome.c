/* outcome - what came out of a run, or of several together. */
#include "train/outcome.h"

#include <math.h>

static int badness(enum verdict verdict)
{
    static const int rank[] = {
        [CONVERGED] = 0,   [STALLED] = 1,      [OUT_OF_PASSES] = 2, [OUT_OF_TIME] = 3,
        [INTERRUPTED] = 4, [NOT_A_NUMBER] = 5, [RUNNING] = 6,
    };

    return rank[verdict];
}

enum verdict outcome_worse(enum verdict a, enum verdict b)
{
    return badness(b) > badness(a) ? b : a;
}

struct outcome outcome_join(const struct outcome *first, const struct outcome *second)
{
    struct outcome both = *second;

    both.primal = fmin(first->primal, second->primal);
    both.dual = fmax(first->dual, second->dual);
    both.passes += first->passes;
    both.seconds += first->seconds;
    both.iterations += first->iterations;
    return both;
}

struct outcome outcome_sum(int count, const struct outcome *each, bool asked, const char *solver)
{
    struct outcome all = each[0];

    for (int k = 1; k < count; k++) {
        all.primal += each[k].primal;
        all.dual += each[k].dual;
        all.passes += each[k].passes;
        all.iterations += each[k].iterations;
        all.verdict = outcome_worse(all.verdict, each[k].verdict);
        if (each[k].engine != all.engine)
            all.engine = solver;
    }
    for (int k = 0; k < count; k++) {
        bool begun = each[k].verdict == CONVERGED || each[k].passes > 0;
        all.unmet += each[k].verdict != CONVERGED && (asked || !begun);
        all.unbegun += !begun;
    }
    return all;
}
