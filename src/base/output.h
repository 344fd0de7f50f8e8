/* output - bytes to a file that is whole or not there, to a device, a pipe or standard output. */
#ifndef RRM_OUTPUT_H
#define RRM_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"

/* What an output is, and what its place may hold. */
struct output_kind {
    const char *name; /* as in "a model" */
    /* Whether a file with these first bytes, OUTPUT_HEAD at most, up to a NUL, may be replaced. */
    bool (*replaces)(const void *context, const char *head);
    const void *context;
};

enum { OUTPUT_HEAD = 4096 };

/* As `replaces`: whether the file begins with one of the texts, of which a NULL is the last. */
bool output_begins(const void *texts, const char *head);

/* Where path is absent or a regular file, the bytes go to a new file in its folder, which
 * output_commit renames. A device, a pipe or a link is written through. NULL, "-" and any name of
 * standard output's file are standard output. */
struct output {
    const struct output_kind *kind;
    FILE *stream;    /* for printing; errors are kept until output_commit */
    char *path;      /* NULL: standard output */
    char *beside;    /* the file that will be renamed to path; NULL: written through */
};

/* ERR_SYSTEM: path cannot be written; ERR_DATA: a regular file is there, be it behind a link, that
 * is not empty and that the kind (NULL: any file) does not replace. Ends with output_commit or
 * output_abort. */
enum status output_open(struct output *out, const char *path, const struct output_kind *kind,
                        struct error *err);

/* Writes `count` bytes, at once if `flush`. ERR_SYSTEM: it cannot. */
enum status output_write(struct output *out, const char *bytes, size_t count, bool flush,
                         struct error *err);

/* Whether output_open(path) would succeed, as far as can be told without writing: asked before
 * hours of work. The status is that of output_open. */
enum status output_probe(const char *path, const struct output_kind *kind, struct error *err);

/* True if output_commit renames to path (absent or a regular file); false if path is written
 * through, as "-" and NULL, standard output, are. */
bool output_renames(const char *path);

/* True if path is standard output, by whatever name: NULL, "-", /dev/stdout. */
bool output_is_stdout(const char *path);

/* Flushes, closes and renames; on failure nothing half-written is left: ERR_SYSTEM, or ERR_DATA
 * where by now the place holds a file that the kind does not replace. The file is synced before the
 * rename and its folder after, so that a crash leaves the whole old file or the whole new one. */
enum status output_commit(struct output *out, struct error *err);

/* The same of two that belong together: none is renamed before both are whole on the disk, and
 * should the second rename fail the first is undone, the old file back in its place or, where its
 * file system has no hard links, none there. Only a crash between the two leaves one of each. */
enum status output_commit_pair(struct output *first, struct output *second, struct error *err);

/* Closes and removes what was written; does nothing after output_commit. */
void output_abort(struct output *out);

#endif
