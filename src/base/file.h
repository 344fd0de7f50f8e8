/* file - bytes from a plain file, a gzip file or standard input; output that is whole or not there. */
#ifndef RRM_FILE_H
#define RRM_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

struct input; /* an open source of bytes */

/* Opens path for reading; "-" is standard input. gzip (one member or several) is told by the first bytes and
 * unpacked. A folder or a missing file is ERR_SYSTEM. *in is closed by input_close. */
enum status input_open(struct input **in, const char *path, struct error *err);

/* Up to room bytes into buffer; *got is 0 only at the end. A truncated or corrupt gzip stream, or anything but zeros
 * behind it, is ERR_DATA, a failing read ERR_SYSTEM; *got then counts what came before. Short reads happen only at the
 * end. The message starts with input_name and ": ". */
enum status input_read(struct input *in, char *buffer, size_t room, size_t *got, struct error *err);

/* How messages call what input_open would open: the path itself, or "(stdin)" for "-". */
const char *input_called(const char *path);

/* The same of one that is open. */
const char *input_name(const struct input *in);

/* NULL is allowed. */
void input_close(struct input *in);

/* Output. If path is absent or a regular file, the bytes go to a file beside it that output_commit renames; a device,
 * a pipe or a link is written through; NULL, "-" or any name of what standard output is open on is standard output. */
struct output {
    FILE *stream;    /* print here; errors are kept until commit */
    char *path;      /* the place itself; NULL for standard output */
    char *beside;    /* the file that will be renamed, or NULL */
};

enum status output_open(struct output *out, const char *path, struct error *err);

/* Whether output_open could write there, as far as that can be told without doing it: to learn it before hours of work.
 * ERR_SYSTEM as output_open. */
enum status output_probe(const char *path, struct error *err);

/* True if the output will be renamed to path (absent or a regular file); false if it is written through. */
bool output_renames(const char *path);

/* True if path is standard output, by whatever name: NULL, "-", /dev/stdout. */
bool output_is_stdout(const char *path);

/* Flushes, closes and puts the output in its place; on failure (ERR_SYSTEM) nothing half-written is left. A file that
 * is renamed is on the disk before it is, and so is its name at the end: a crash leaves the old file or the new one. */
enum status output_commit(struct output *out, struct error *err);

/* Gives the output up: nothing is left of it. Does nothing after a commit. */
void output_abort(struct output *out);

#endif
