/* svmlight_chunk - parses whole lines of svmlight text; knows no files and no threads. */
#ifndef RRM_SVMLIGHT_CHUNK_H
#define RRM_SVMLIGHT_CHUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "data/lines.h"

enum {
    SVMLIGHT_SLACK = 8,   /* bytes behind the text that the parser may look at, whatever they are */
    SVMLIGHT_REASON = 256
};

/* What some lines said. An empty one is {0}; the arrays are kept and used again for the next text. */
struct svmlight_chunk {
    int64_t lines, rows, entries;
    uint32_t features; /* the largest index, of explicit zeros too */
    bool values;       /* some value is not 1: value is filled */
    bool wide;         /* some value is not exactly a float */
    double *label;     /* rows */
    uint32_t *length;  /* rows: stored entries */
    uint32_t *col;     /* entries: columns from 0 */
    double *value;     /* entries */
    struct lines place; /* of the rows in the text */
    size_t row_room, entry_room, value_room;
};

/* Parses length bytes, whose last is a line end. On ERR_DATA the bad line is number chunk->lines (from 1) of the text
 * and reason says what is wrong; ERR_SYSTEM: no memory. */
enum status svmlight_parse(const char *text, size_t length, struct svmlight_chunk *chunk,
                           char reason[SVMLIGHT_REASON]);

void svmlight_chunk_free(struct svmlight_chunk *chunk);

#endif
