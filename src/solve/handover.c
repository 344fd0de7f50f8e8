/* handover - when a stage makes way for the engine that follows. */
#include "solve/handover.h"

#include <math.h>

#include "math/logarithm.h"

/* A stage is judged by a span of at least this share of its passes so far: a few ticks of a bundle
 * method say little. */
static const double SPAN = 0.25;

/* The passes to the tolerance, where the gap goes on to fall like exp(-rate passes): then
 * gap exp(-rate left) = tolerance. */
static double passes_left(double before, double gap, double passes, double tolerance)
{
    double rate = logarithm(before / gap) / passes;

    return rate > 0 ? logarithm(gap / tolerance) / rate : INFINITY;
}

/* The gap stands until it falls to this share of what it was: dual bounds creep for ever. */
static const double FALL = 0.99;

/* Whether the gap has stood for longer than `patience`. */
static bool stands(struct handover *h, double passes, double gap)
{
    if (gap <= FALL * h->least_gap) {
        h->fell = passes;
        h->least_gap = gap;
    }
    return h->patience > 0 && passes - h->fell > h->patience;
}

/* The stage is judged from its first finite gap on. */
void handover_begin(struct handover *h, double passes, double gap)
{
    h->begin = passes;
    h->passes = passes;
    h->fell = passes;
    h->first_gap = gap;
    h->gap = gap;
    h->least_gap = gap;
}

bool handover_due(struct handover *h, double passes, double gap, double tolerance)
{
    double span = passes - h->passes, taken = passes - h->begin, lately, in_all;

    if (!isfinite(h->first_gap)) {
        handover_begin(h, passes, gap);
        return false;
    }
    if (stands(h, passes, gap))
        return true;
    if (!(span > 0 && span >= SPAN * taken))
        return false;
    lately = passes_left(h->gap, gap, span, tolerance);
    in_all = passes_left(h->first_gap, gap, taken, tolerance);
    h->passes = passes;
    h->gap = gap;
    return taken >= h->least && fmin(lately, in_all) > h->follower;
}
