/* figures - what rrm-predict says about its predictions. */
#ifndef RRM_FIGURES_H
#define RRM_FIGURES_H

#include <stdio.h>

#include "model/metrics.h"

/* A line a figure. Failures stay in the stream. */
void figures_print(FILE *stream, const struct metrics *metrics);

#endif
