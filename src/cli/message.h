/* message - a line for the user on standard error. */
#ifndef RRM_MESSAGE_H
#define RRM_MESSAGE_H

/* Prints "PROGRAM: TEXT" and a line end. Nobody could be told if that failed, so it is not checked. */
void message(const char *program, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
