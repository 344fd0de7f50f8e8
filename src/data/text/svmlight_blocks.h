/* svmlight_blocks - svmlight text read in blocks of lines by several threads. */
#ifndef RRM_SVMLIGHT_BLOCKS_H
#define RRM_SVMLIGHT_BLOCKS_H

#include "base/input.h"
#include "base/par.h"
#include "base/status.h"
#include "data/text/chunk.h"

/* Blocks at work at most: 4 MB of plain text, 16 of unpacked (source.h). */
enum { SVMLIGHT_BLOCKS = 128 };

/* A block whose lines were parsed. */
struct svmlight_block {
    size_t place;       /* below SVMLIGHT_BLOCKS; no two blocks at work have the same */
    struct chunk *rows; /* up to the first bad line */
    int64_t lines;      /* before it; known once it is taken */
    double share;       /* of the input up to its end; 0: not known */
    bool awaited;       /* live: nothing behind it had come when it was taken */
};

/* Who gets the blocks. */
struct svmlight_taker {
    void *context;
    struct text_form form;
    bool keeps;                /* bad lines are passed over: chunk.h, refused */
    bool live;                 /* blocks of a pipe or device hold what is at hand */
    /* Any number of blocks at once, in any order, before they are taken. False: no memory. */
    bool (*prepare)(void *context, const struct svmlight_block *b);
    /* One block at a time, in the order of the lines. */
    enum status (*take)(void *context, const struct svmlight_block *b, struct error *err);
    /* Any number at once, once they were taken; but not while a block is taken that does not
     * fit. */
    void (*copy)(void *context, const struct svmlight_block *b);
    bool (*fits)(void *context, const struct chunk *rows);
    /* All but take may be NULL: nothing is done, and all fit. */
};

/* Reads the rest of an input, `block` bytes at a time (1 or more; a line that is longer makes a
 * longer block), and hands the blocks to the taker, until one fails to be taken or the input ends.
 * ERR_DATA: the first error in the order of lines, with file and line, all rows before having been
 * taken; no row at all is one, unless bad lines are passed over. */
enum status svmlight_blocks(struct input *in, size_t block, const struct par *par,
                            const struct svmlight_taker *taker, struct error *err);

#endif
