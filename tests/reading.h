/* reading - a data set read from a file in blocks of any size. */
#ifndef RRM_TESTS_READING_H
#define RRM_TESTS_READING_H

#include "data/text/source.h"

/* dataset_open of svmlight text that is read `block` bytes at a time. */
enum status read_blocks(const char *path, unsigned flags, size_t block, const struct par *par, struct dataset *data,
                        struct error *err);

/* The same of `length` bytes, on `threads` threads; a message begins behind the file's name. */
enum status read_whole(const char *bytes, size_t length, int threads, size_t block, struct dataset *data, struct error *err);

/* Both hold the same rows, labels and lines, in the same storage. */
void check_same(const struct dataset *a, const struct dataset *b);

#endif
