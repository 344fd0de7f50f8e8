/* svmlight_format - tells text of other formats by a line that is no svmlight text. */
#ifndef RRM_SVMLIGHT_FORMAT_H
#define RRM_SVMLIGHT_FORMAT_H

#include "data/svmlight_parse.h"

/* If the line at `line`, which ends before `end`, looks like one of another format (CSV, ARFF,
 * Vowpal Wabbit, a byte order mark), reason says so; else reason stays as it is. */
void svmlight_format(const char *line, const char *end, char reason[SVMLIGHT_REASON]);

#endif
