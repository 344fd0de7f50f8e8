/* handover - when a stage makes way for the engine that follows. */
#include "solve/handover.h"

#include <math.h>

/* A stage is judged by a span of at least this share of its passes so far: a few ticks of a bundle
 * method say little. */
static const double SPAN = 0.25;

/* The gap falls like exp(-rate passes) over a span; gap exp(-rate left) = tolerance tells what is
 * left. */
bool handover_due(struct handover *h, double passes, double gap, double tolerance)
{
    double span = passes - h->passes, rate = log(h->gap / gap) / span;
    double left = log(gap / tolerance) / rate;
    bool known = isfinite(h->gap) && isfinite(h->follower);

    if (!(span > 0 && span >= SPAN * (passes - h->begin)))
        return false;
    h->passes = passes;
    h->gap = gap;
    return known && !(left >= 0 && left <= h->follower);
}
