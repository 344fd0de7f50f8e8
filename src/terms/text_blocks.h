/* text_blocks - an input in blocks of whole lines, and threads that work on several at a time. */
#ifndef RRM_TEXT_BLOCKS_H
#define RRM_TEXT_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/input.h"
#include "base/par.h"
#include "base/status.h"

struct text_block {
    char *bytes; /* lines [bytes, bytes + length); the last of the input may have no line end */
    size_t length, room;
};

/* An open input, and the bytes behind the last block. */
struct text_blocks {
    struct input *in;
    bool prompt;    /* what is at hand is a block: more is not waited for */
    bool begun, ended;
    int64_t lines;  /* before the blocks of this round */
    struct text_block rest;
};

/* What works on a block; several do at once, each on its own. */
struct text_worker {
    struct text_block block;
    int64_t lines;      /* of the block, up to the line that was wrong */
    enum status status; /* of that line; err: without a place */
    struct error err;
};

/* ERR_SYSTEM: no such file. Close in any case. */
enum status text_blocks_open(struct text_blocks *b, const char *file, bool prompt,
                             struct error *err);

/* The next lines of the input to the block of w; false, *got: the input has ended or, with `prompt`
 * and without `wait`, no more is at hand. A byte order mark in front of the first line is left out.
 * A line of 4 GB or more is ERR_DATA. */
enum status text_blocks_next(struct text_blocks *b, struct text_worker *w, bool wait, bool *got,
                             struct error *err);

/* After the work, block by block in their order: adds the lines of w to those before; its failure,
 * with its place. */
enum status text_blocks_pass(struct text_blocks *b, const struct text_worker *w, struct error *err);

/* The next line of the block, [*s, *end) without its line end, from *at on; false: there is none.
 */
bool text_block_line(const struct text_block *block, size_t *at, const char **s, const char **end);

void text_block_free(struct text_block *block);
void text_blocks_close(struct text_blocks *b);

#endif
