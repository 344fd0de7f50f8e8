/* status - how a function says that it failed, and why. */
#include "base/status.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

enum status fail(struct error *err, enum status status, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(err->text, sizeof err->text, format, args);
    va_end(args);
    return status;
}

enum status fail_at(struct error *err, enum status status, const char *file, int64_t line,
                    const char *format, ...)
{
    size_t room = sizeof err->text;
    int used;
    va_list args;

    if (line > 0)
        used = snprintf(err->text, room, "%s:%" PRId64 ": ", file, line);
    else
        used = snprintf(err->text, room, "%s: ", file);
    if (used < 0 || (size_t)used >= room)
        return status;
    va_start(args, format);
    vsnprintf(err->text + used, room - (size_t)used, format, args);
    va_end(args);
    return status;
}

enum status fail_memory(struct error *err, const char *what)
{
    return fail(err, ERR_SYSTEM, "not enough memory for %s", what);
}
