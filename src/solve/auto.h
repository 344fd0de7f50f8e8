/* auto - what the engine `auto` opens with. */
#ifndef RRM_AUTO_H
#define RRM_AUTO_H

#include "solve/solver.h"

/* The engine of the first stage from x. */
const struct solver *auto_first(const struct problem *p, const struct point *x);

#endif
