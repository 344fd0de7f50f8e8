/* message - a line for the user on standard error. */
#ifndef RRM_MESSAGE_H
#define RRM_MESSAGE_H

#include <stdio.h>

/* Flushes standard output and returns standard error: where both are one file, its lines stand in
 * the order of events. */
FILE *message_stream(void);

/* Prints "PROGRAM: TEXT" and a line end on standard error. A failure is not checked: there is no
 * other place to tell it. */
void message(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
