/* hash - multiplicative hashing of words. */
#ifndef RRM_HASH_H
#define RRM_HASH_H

#include <stdint.h>

/* The word times 2^64 over the golden ratio: its upper bits depend on all bits of the word
 * (Fibonacci hashing: Knuth, TAOCP 3, 6.4). */
static inline uint64_t hash_word(uint64_t word)
{
    return word * UINT64_C(0x9e3779b97f4a7c15);
}

#endif
