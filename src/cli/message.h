/* message - a line for the user on standard error. */
#ifndef RRM_MESSAGE_H
#define RRM_MESSAGE_H

#include <stdio.h>

/* Standard error, once what was printed on standard output has gone there: both may be one file, whose lines then stand
 * in the order of events. */
FILE *message_stream(void);

/* Prints "PROGRAM: TEXT" and a line end. Nobody could be told if that failed, so it is not checked. */
void message(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
