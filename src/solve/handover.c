/* handover - when a stage makes way for the engine that follows. */
#include "solve/handover.h"

#include <math.h>

/* A stage is judged by a span of at least this share of its passes so far: a few ticks of a bundle
 * method say little. */
static const double SPAN = 0.25;

/* A stage is not judged before it has taken this share of the follower's passes: the gap falls
 * slowly in the first epochs of dual ascent at large C (arxiv_astro, imdb; hinge, C = 100, 1000),
 * where the gap of 1e-3 takes 40 to 110 passes, and Newton's method with conjugate gradients more
 * than 1000. */
static const double EARLIEST = 0.1;

/* The gap falls like exp(-rate passes) over a span; gap exp(-rate left) = tolerance tells what is
 * left. */
bool handover_due(struct handover *h, double passes, double gap, double tolerance)
{
    double span = passes - h->passes, rate = log(h->gap / gap) / span;
    double left = log(gap / tolerance) / rate;
    bool known = isfinite(h->gap) && isfinite(h->follower);
    bool early = passes - h->begin < EARLIEST * h->follower;

    if (!(span > 0 && span >= SPAN * (passes - h->begin)))
        return false;
    h->passes = passes;
    h->gap = gap;
    return known && !early && !(left >= 0 && left <= h->follower);
}
