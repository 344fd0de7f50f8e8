/* input - bytes from a plain file, a gzip file or standard input. */
#ifndef RRM_INPUT_H
#define RRM_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

struct input; /* an open source of bytes */

/* Opens path for reading; "-" is standard input. A file whose first two bytes are those of gzip is
 * unpacked, of one member or several. A folder or a missing file is ERR_SYSTEM; *in is then NULL.
 * Close with input_close. */
enum status input_open(struct input **in, const char *path, struct error *err);

/* Reads `room` bytes into buffer, fewer only at the end of the file or on failure; *got counts the
 * bytes read. A gzip stream that is cut, corrupt, or followed by anything but zeros is ERR_DATA, a
 * failing read ERR_SYSTEM; the message starts with input_name and ": ". */
enum status input_read(struct input *in, char *buffer, size_t room, size_t *got, struct error *err);

/* The same, but only the first byte is waited for: of a pipe, a terminal or another device, whose
 * bytes come when their writer has them, *got < room counts those at hand. 0: the end, or room is
 * 0. */
enum status input_read_some(struct input *in, char *buffer, size_t room, size_t *got,
                            struct error *err);

/* Whether that may wait at all, as the input is no regular file; and whether it would not wait now,
 * as far as can be told: not if the bytes at hand unpack to nothing. */
bool input_live(const struct input *in);
bool input_at_hand(const struct input *in);

/* The share of a regular file's bytes, packed or not, that have been handed out, in [0, 1]; 0: not
 * known, as of a file that has grown. */
double input_share(const struct input *in);

/* Whether the bytes are unpacked from gzip. */
bool input_packed(const struct input *in);

/* The name in messages of what input_open would open: the path itself, or "(stdin)" for "-". */
const char *input_called(const char *path);

/* The name in messages of an open input. */
const char *input_name(const struct input *in);

/* NULL is allowed. */
void input_close(struct input *in);

#endif
