/* message - a line for the user on standard error. */
#include "cli/message.h"

#include <stdarg.h>

FILE *message_stream(void)
{
    fflush(stdout); /* a failure stays in the stream until its writer asks */
    return stderr;
}

void message(const char *program, const char *format, ...)
{
    FILE *stream = message_stream();
    va_list args;

    va_start(args, format);
    fprintf(stream, "%s: ", program);
    vfprintf(stream, format, args);
    fputc('\n', stream);
    va_end(args);
}
