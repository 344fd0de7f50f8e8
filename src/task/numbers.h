/* numbers - doubles that come one by one and are wanted in ascending order; 8 bytes each. */
#ifndef RRM_NUMBERS_H
#define RRM_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/* Chunks of 32768 numbers, all but the last one full and sorted; none moves when another comes. An
 * empty one is {0}. */
struct numbers {
    double **chunk;
    size_t chunks, count;
    double *spare; /* a chunk, for sorting */
};

/* False: no memory, and the numbers are those before. No NaN. */
bool numbers_add(struct numbers *n, double value);

void numbers_free(struct numbers *n);

/* Where a walk through the numbers stands: the heads of the chunks, the least on top of a heap. */
struct ascent {
    struct ascent_head *heap;
    size_t size;
};

/* Begins at the least number; the last chunk is sorted. Until ascent_free no number may be added.
 * False: no memory. */
bool ascent_begin(struct ascent *a, struct numbers *n);

/* The number that is next in ascending order, which is taken; false: there are no more. */
bool ascent_next(struct ascent *a, double *value);

void ascent_free(struct ascent *a);

#endif
