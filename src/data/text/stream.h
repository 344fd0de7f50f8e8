/* stream - the rows of a file, block by block, in memory that does not grow with their number. */
#ifndef RRM_STREAM_H
#define RRM_STREAM_H

#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"
#include "data/text/svmlight_blocks.h"

/* Consecutive rows; a label that is '?' or missing is NaN, as is that of a blank line. */
struct stream_block {
    size_t place;        /* below SVMLIGHT_BLOCKS; no two blocks at work have the same */
    struct dataset rows; /* its lines count from 1: add `lines` */
    int64_t lines;       /* before it; known once it is taken */
    bool awaited;        /* of a pipe or device: nothing behind it had come when it was taken */
};

/* Who gets the blocks. */
struct stream_taker {
    void *context;
    uint32_t columns;        /* 1 or more: the last is that of all features without another one */
    const uint32_t *feature; /* column j is feature[j], ascending; NULL: j + 1 */
    size_t width; /* numbers that are kept of each row: the more, the smaller the blocks */
    /* Any number of blocks at once, in any order. False: no memory. */
    bool (*prepare)(void *context, const struct stream_block *b);
    /* Then one block at a time, in the order of the rows. */
    enum status (*take)(void *context, const struct stream_block *b, struct error *err);
};

/* Reads the file (plain or gzip; "-" is standard input) with all threads of par and hands its rows
 * to the taker, those of a pipe or device as they come, until one fails to be taken. ERR_DATA: the
 * first error in the order of lines, with file and line, all rows before having been taken; no row
 * at all is one. ERR_SYSTEM: the file cannot be read, or no memory. */
enum status stream_read(const char *path, const struct stream_taker *taker, const struct par *par,
                        struct error *err);

#endif
