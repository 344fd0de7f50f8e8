/* figures - how a list of figures is printed. */
#ifndef RRM_CLI_FIGURES_H
#define RRM_CLI_FIGURES_H

#include <stdio.h>

#include "task/figures.h"

/* A line a figure: NAME = VALUE, n/a for a value that is not defined. Failures stay in the
 * stream. */
void figures_print(FILE *stream, const struct figures *list);
void figures_print_one(FILE *stream, const struct figure *figure);

#endif
