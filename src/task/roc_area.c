/* roc_area - the area below the ROC curve of decisions that come one by one. */
#include "task/roc_area.h"

#include <math.h>

bool roc_area_add(struct roc_area *r, double decision, bool positive)
{
    r->undefined = r->undefined || isnan(decision);
    return r->undefined || numbers_add(positive ? &r->positive : &r->negative, decision);
}

/* U: for each positive decision the negative ones below it and half of those that equal it. */
static double pairs_in_order(struct ascent *positive, struct ascent *negative)
{
    double p, n, below = 0, pairs = 0;
    bool more_p = ascent_next(positive, &p), more_n = ascent_next(negative, &n);

    while (more_p) {
        double decision = p, positives = 0, tied = 0;
        for (; more_n && n < decision; more_n = ascent_next(negative, &n))
            below++;
        for (; more_n && n == decision; more_n = ascent_next(negative, &n))
            tied++;
        for (; more_p && p == decision; more_p = ascent_next(positive, &p))
            positives++;
        pairs += positives * (below + 0.5 * tied);
        below += tied;
    }
    return pairs;
}

bool roc_area_value(struct roc_area *r, double *area)
{
    struct ascent positive = {0}, negative = {0};
    bool done;

    *area = NAN;
    if (r->undefined || r->positive.count == 0 || r->negative.count == 0)
        return true;
    done = ascent_begin(&positive, &r->positive) && ascent_begin(&negative, &r->negative);
    if (done)
        *area = pairs_in_order(&positive, &negative) /
                ((double)r->positive.count * (double)r->negative.count);
    ascent_free(&positive);
    ascent_free(&negative);
    return done;
}

void roc_area_free(struct roc_area *r)
{
    numbers_free(&r->positive);
    numbers_free(&r->negative);
    *r = (struct roc_area){0};
}
