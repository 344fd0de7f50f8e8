/* svmlight_format - text of other formats, told by the line that is no svmlight text. */
#ifndef RRM_SVMLIGHT_FORMAT_H
#define RRM_SVMLIGHT_FORMAT_H

#include "data/svmlight_parse.h"

/* If the line, which ends before end, looks like that of another format, reason says so; else reason stays. */
void svmlight_format(const char *line, const char *end, char reason[SVMLIGHT_REASON]);

#endif
