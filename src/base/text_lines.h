/* text_lines - a short file of text, line by line. */
#ifndef RRM_TEXT_LINES_H
#define RRM_TEXT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* A file in memory; `line` counts the lines that were taken. */
struct text_lines {
    const char *file; /* as messages call it */
    int64_t line;
    char *bytes;      /* owned */
    size_t length, room, next;
};

/* Reads the file ("-": standard input; gzip is unpacked), which stays named by the caller's string.
 * ERR_DATA: more than `most` bytes, too many for `what`; ERR_SYSTEM: no such file, no memory. Close
 * in any case. */
enum status text_lines_open(struct text_lines *l, const char *file, size_t most, const char *what,
                            struct error *err);

/* The next line is [*s, *stop), without its end, LF or CR LF. False: there is none. */
bool text_lines_next(struct text_lines *l, const char **s, const char **stop);

/* The next line that is not blank, from its first word on, less its comment (#); false: there is
 * none. */
bool text_lines_next_word(struct text_lines *l, const char **s, const char **stop);

void text_lines_close(struct text_lines *l);

#endif
