/* handover - when a stage makes way for the engine that follows. */
#ifndef RRM_HANDOVER_H
#define RRM_HANDOVER_H

#include <stdbool.h>

/* All in passes, but for `gap`. */
struct handover {
    double least, most; /* of the stage; most INFINITY: as the run allows */
    double follower;    /* of the engine that follows; INFINITY: not known */
    double patience;    /* that the gap may stand; 0: any number */
    /* of the run: when the stage began; when it was last judged, and the gap then; when the gap
     * last fell, and to what */
    double begin, passes, fell;
    double first_gap, gap, least_gap;
};

/* The stage is judged from now on. */
void handover_begin(struct handover *h, double passes, double gap);

/* At a tick after `passes` of the run, with the gap `gap`: true if the stage, its gap falling as
 * fast as lately or as in all, would take more passes to `tolerance` than the follower, or where
 * the gap has stood for more than `patience`. */
bool handover_due(struct handover *h, double passes, double gap, double tolerance);

#endif
