/* message - a line for the user on standard error. */
#include "cli/message.h"

#include <stdarg.h>
#include <stdio.h>

void message(const char *program, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
