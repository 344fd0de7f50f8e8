/* status - how a function says that it failed, and why. */
#ifndef RRM_STATUS_H
#define RRM_STATUS_H

#include <stdint.h>

/* The values are the programs' exit codes. */
enum status {
    OK = 0,
    ERR_USAGE = 1,  /* the command line is wrong */
    ERR_DATA = 2,   /* the input data or the model is wrong */
    ERR_SYSTEM = 3  /* the system refused: no such file, no memory, disk full */
};

/* One line for the user, without the program's name and without a line end. */
struct error {
    char text[8192];
};

/* Writes the message into err and returns status, so that callers can say `return fail(...)`. A
 * message longer than err->text is cut. */
enum status fail(struct error *err, enum status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The same with the place in front: "FILE:LINE: message", or "FILE: message" where line is 0. */
enum status fail_at(struct error *err, enum status status, const char *file, int64_t line,
                    const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The failure of an allocation of `what`. */
enum status fail_memory(struct error *err, const char *what);

#endif
