/* handover - when a stage makes way for the engine that follows. */
#ifndef RRM_HANDOVER_H
#define RRM_HANDOVER_H

#include <stdbool.h>

struct handover {
    double most;     /* passes of the stage at most; INFINITY: as the run allows */
    double follower; /* passes that the engine that follows would take; INFINITY: not known */
    /* of the run: passes when the stage began; passes and gap when the stage was last judged */
    double begin, passes, gap;
};

/* At a tick after `passes` of the run, with the gap `gap`: true if the stage, its gap falling as
 * fast as lately, would take more passes to `tolerance` than the follower. */
bool handover_due(struct handover *h, double passes, double gap, double tolerance);

#endif
