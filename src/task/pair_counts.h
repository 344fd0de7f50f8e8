/* pair_counts - how often each pair of label and answer came: a confusion matrix of which only what
 * is not 0 takes memory. */
#ifndef RRM_PAIR_COUNTS_H
#define RRM_PAIR_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A hash table with linear probing; an empty one is {0}. */
struct pair_counts {
    struct pair_count *slot; /* room of them, a power of 2, at most three quarters in use */
    size_t room, used;
};

/* Counts a pair. False: no memory, and the counts are those before. */
bool pair_counts_add(struct pair_counts *p, uint32_t label, uint32_t answer);

/* How often the pair came. */
int64_t pair_counts_of(const struct pair_counts *p, uint32_t label, uint32_t answer);

void pair_counts_free(struct pair_counts *p);

#endif
