/* source - the rows of a file, whatever its form: all of them as a data set, or block by block. */
#ifndef RRM_SOURCE_H
#define RRM_SOURCE_H

#include "base/input.h"
#include "base/par.h"
#include "base/status.h"
#include "data/dataset.h"
#include "data/text/svmlight_blocks.h"

/* Reads the file (plain or gzip, by its first bytes; "-" is standard input) with all threads
 * of par; flags: DATASET_COMPACT and those of text. The result does not depend on the number of
 * threads. ERR_DATA, which names the first bad line: the file is no data set; ERR_SYSTEM: it cannot
 * be read, or no memory; data is then empty. Free with dataset_free. */
enum status dataset_open(const char *path, unsigned flags, const struct par *par,
                         struct dataset *data, struct error *err);

/* Bytes of text that are read and parsed at a time, both tuned. Small blocks take little memory.
 * PACKED ones of gzip are larger: each call of inflate copies a window of 2^15 bytes, but the last
 * block is parsed after all is inflated. */
enum { SVMLIGHT_BLOCK = 1 << 15, SVMLIGHT_PACKED = 1 << 17 };

/* Reads the rest of an input, lines of
 *     label [qid:N] index:value ... [# comment]
 * into data, in the narrowest exact storage; flags as in dataset_open. Explicit zeros count for
 * data->features but are not stored. ERR_DATA: the first error in the order of lines, with file and
 * line; an empty data set is one. The result depends neither on `block` (1 or more) nor on the
 * number of threads. On failure data is empty. Free with dataset_free. */
enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err);

/* ---- block by block, in memory that does not grow with the rows ------------------------------ */

/* Consecutive rows; a label that is '?' or missing is NaN, as is that of a blank line. */
struct stream_block {
    size_t place;        /* below SVMLIGHT_BLOCKS; no two blocks at work have the same */
    struct dataset rows; /* its lines count from 1: add `lines` */
    int64_t lines;       /* before it; known once it is taken */
    bool awaited;        /* of a pipe or device: nothing behind it had come when it was taken */
    const struct chunk_refusals *refused; /* bad lines that were passed over; add `lines`, too */
};

/* What words are, of a file that has them. A label that is none of these is 0, a feature that is
 * none of these has the last column. */
struct stream_words {
    struct term_table labels, features;
    const double *label;   /* of labels */
    const uint32_t *index; /* of features, ascending */
};

/* Who gets the blocks. */
struct stream_taker {
    void *context;
    uint32_t columns;        /* 1 or more: the last is that of all features without another one */
    const uint32_t *feature; /* column j is feature[j], ascending; NULL: j + 1 */
    unsigned flags; /* of dataset_open, those of text */
    const struct stream_words *words; /* NULL: the flags ask for none, or hash them */
    size_t width; /* numbers that are kept of each row: the more, the smaller the blocks */
    bool keeps;   /* bad lines are passed over; a comment alone is a row as a blank line is */
    /* Any number of blocks at once, in any order. False: no memory. */
    bool (*prepare)(void *context, const struct stream_block *b);
    /* Then one block at a time, in the order of the rows. */
    enum status (*take)(void *context, const struct stream_block *b, struct error *err);
};

/* Reads the file (plain or gzip; "-" is standard input) with all threads of par and hands its rows
 * to the taker, those of a pipe or device as they come, until one fails to be taken. ERR_DATA: the
 * first error in the order of lines, with file and line, all rows before having been taken; no row
 * at all is one, unless bad lines are passed over. ERR_SYSTEM: the file cannot be read, or no
 * memory. */
enum status stream_read(const char *path, const struct stream_taker *taker, const struct par *par,
                        struct error *err);

#endif
