/* status - how a function says that it failed, and why. */
#include "base/status.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum status fail(struct error *err, enum status status, const char *file, int64_t line,
                 const char *format, ...)
{
    size_t room = sizeof err->text;
    int used = 0;
    va_list args;

    if (file && line > 0)
        used = snprintf(err->text, room, "%s:%" PRId64 ": ", file, line);
    else if (file)
        used = snprintf(err->text, room, "%s: ", file);
    else
        err->text[0] = '\0';
    if (used < 0 || (size_t)used >= room)
        return status;
    va_start(args, format);
    vsnprintf(err->text + used, room - (size_t)used, format, args);
    va_end(args);
    return status;
}

enum status fail_memory(struct error *err, const char *what)
{
    return fail(err, ERR_SYSTEM, 0, 0, "not enough memory for %s", what);
}
