/* hash - multiplicative hashing of words, and of bytes. */
#ifndef RRM_HASH_H
#define RRM_HASH_H

#include <stddef.h>
#include <stdint.h>

/* The word times 2^64 over the golden ratio: its upper bits depend on all bits of the word
 * (Fibonacci hashing: Knuth, TAOCP 3, 6.4). */
static inline uint64_t hash_word(uint64_t word)
{
    return word * UINT64_C(0x9e3779b97f4a7c15);
}

/* FNV-1a of 64 bits (Fowler, Noll, Vo; RFC 9923): the same for ever, for models hold what follows
 * from it. */
static inline uint64_t hash_fnv(const char *s, size_t n)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t k = 0; k < n; k++)
        hash = (hash ^ (unsigned char)s[k]) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
