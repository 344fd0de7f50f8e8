/* model_writer - the text of a model on its way to its file, with the check sum of its bytes. */
#ifndef RRM_MODEL_WRITER_H
#define RRM_MODEL_WRITER_H

#include <stdio.h>
#include <zlib.h>

#include "model/model.h"

/* What the first line of a model begins with: rrm-model(5), or LIBLINEAR's. */
#define MODEL_HEAD "rrm-model "
#define MODEL_HEAD_LIBLINEAR "solver_type "

enum { SHORT_TEXT = 2 * MODEL_NAME }; /* bytes of one piece of text */

/* Bytes that are counted and written at a time: tuned. */
enum { BLOCK = 1 << 18 };

struct writer {
    struct output out;
    uLong crc; /* of every byte before the block */
    size_t used;
    char *block; /* BLOCK bytes of the heap: on the stack they take BLOCK/4096 page faults */
};

/* Opens the place of a model. ERR_DATA: the model holds a number that is not finite, which could
 * not be read back; ERR_SYSTEM: no memory; else as output_open. */
enum status writer_open(struct writer *w, const struct model *m, const char *path,
                        struct error *err);

/* Writes the rest: as output_commit. */
enum status writer_close(struct writer *w, struct error *err);

/* Formats one short piece of text. */
void writer_put(struct writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What is left of a line: the numbers, a blank before each. */
void writer_numbers(struct writer *w, size_t count, const double *number);

/* So many bytes as they are. */
void writer_bytes(struct writer *w, const char *bytes, size_t count);

/* Where the next SHORT_TEXT bytes may be written; `used` counts those that were. */
char *writer_room(struct writer *w);

/* Counts the block in the check sum and writes it. A failure stays in the stream until
 * writer_close. */
void writer_flush(struct writer *w);

#endif
