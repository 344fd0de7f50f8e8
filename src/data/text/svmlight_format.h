/* svmlight_format - recognises text of other formats by a line that is no svmlight text. */
#ifndef RRM_SVMLIGHT_FORMAT_H
#define RRM_SVMLIGHT_FORMAT_H

#include <stddef.h>

/* If the line at `line`, which ends before `end`, looks like one of another format (CSV, ARFF,
 * Vowpal Wabbit, a byte order mark), the `room` bytes of reason say so; else reason stays as it
 * is. */
void svmlight_format(const char *line, const char *end, char *reason, size_t room);

#endif
