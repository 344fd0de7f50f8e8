/* model_lines - the lines of a model file, with the check sum of their bytes and what is wrong with
 * them. */
#ifndef RRM_MODEL_LINES_H
#define RRM_MODEL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

#include "base/input.h"
#include "base/status.h"

/* Bytes; no line of rrm-model(5) is longer: 2 LOSS_CLASSES numbers of at most 25 characters. */
enum { MODEL_LINE = 1 << 18 };

/* The first failure stays; afterwards every read does nothing and returns false. */
struct model_lines {
    struct input *in;
    struct error *err;
    enum status status;
    int64_t line;          /* the number of the current line, from 1 */
    uLong crc, crc_before; /* CRC32 of all bytes with the current line, and without it */
    const char *s, *end;   /* what is left of the current line */
    bool kept;             /* lines_next gives the current line once more */
    struct error *doubt;   /* NULL: the check sum must be right; else why it is not, or "" */
    size_t next, have;     /* the unread bytes are buffer[next .. have) */
    size_t room, most;     /* of the buffer; no line may be longer than `most` */
    char *buffer;
};

/* r is zeroed memory. Opens the file ("-": standard input); its failures are those of input_open,
 * or no memory. Lines have MODEL_LINE bytes at most, but for a reader that sets `most`.
 * Close with model_lines_close in any case. */
void model_lines_open(struct model_lines *r, const char *path, struct error *err);
void model_lines_close(struct model_lines *r);

/* Makes the next line the current one. `expected` says in a message what it should hold. */
bool model_lines_next(struct model_lines *r, const char *expected);

/* True if the file ends behind the current line. */
bool model_lines_over(struct model_lines *r);

/* Whether what is left of the line begins with word; if so, skips it. */
bool model_lines_begin(const struct model_lines *r, const char *word);
bool model_lines_skip(struct model_lines *r, const char *word);

/* Notes as ERR_DATA that the current line is wrong; returns false. */
bool model_lines_refuse(struct model_lines *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

struct model_quote {
    char text[48];
};

/* The bytes from s to end, of more than 44 the first ones and "...", for a message: what is not
 * printable ASCII stands as '?'. (text_quote shows a word; here a line has several.) */
struct model_quote model_quote(const char *s, const char *end);

#endif
