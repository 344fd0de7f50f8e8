/* auto - what the engine `auto` opens with. */
#ifndef RRM_AUTO_H
#define RRM_AUTO_H

#include "solve/solver.h"

/* The engine of the first stage, and when that makes way for the next; `warm`: from a start w != 0
 * without a dual point. */
const struct solver *auto_first(const struct problem *p, bool warm, struct handover *first);

#endif
