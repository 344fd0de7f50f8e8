/* term_table - different strings of bytes, numbered from 0 in the order in which they came. */
#include "terms/term_table.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 10, FIRST_TERMS = 1 << 8, FIRST_BYTES = 1 << 12, SLOTS_A_TERM = 3 };
enum { HALF = 32, BYTE_BITS = 8 };

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = hash_word(hash ^ word);
    return hash ^ hash >> HALF;
}

static inline uint64_t load(const char *s, size_t n)
{
    uint64_t word = 0;

    memcpy(&word, s, n);
    return word;
}

/* The rest of less than 8 bytes is taken with two loads that may overlap, of 3 bytes with the
 * first, the middle and the last one. */
static inline uint32_t hash_of(const char *s, size_t n)
{
    uint64_t hash = n;

    for (; n >= sizeof hash; s += sizeof hash, n -= sizeof hash)
        hash = mix(hash, load(s, sizeof hash));
    if (n >= sizeof(uint32_t))
        hash = mix(hash, load(s, sizeof(uint32_t)) << HALF |
                             load(s + n - sizeof(uint32_t), sizeof(uint32_t)));
    else if (n > 0)
        hash = mix(hash, load(s, 1) << 2 * BYTE_BITS | load(s + n / 2, 1) << BYTE_BITS | load(s + n - 1, 1));
    return (uint32_t)(hash_word(hash) >> HALF);
}

/* The slot of the term with this hash, or the free one where it would stand (Knuth, TAOCP 3, 6.4,
 * algorithm L). */
static inline size_t slot_of(const struct term_table *t, const char *s, size_t n, uint32_t hash)
{
    size_t mask = t->slots - 1, k = hash & mask;

    for (; t->slot[k]; k = (k + 1) & mask) {
        const struct term *it = &t->term[(uint32_t)t->slot[k] - 1];
        if (t->slot[k] >> HALF == hash && it->length == n &&
            memcmp(t->bytes + it->at, s, n) == 0)
            break;
    }
    return k;
}

uint32_t term_table_find(const struct term_table *t, const char *s, size_t n)
{
    if (t->count == 0)
        return TERM_NONE;
    return (uint32_t)t->slot[slot_of(t, s, n, hash_of(s, n))] - 1;
}

/* Twice as many slots. */
static bool more_slots(struct term_table *t)
{
    size_t slots = t->slots > 0 ? 2 * t->slots : FIRST_SLOTS;
    uint64_t *slot = mem_alloc(slots, sizeof *slot);

    if (!slot)
        return false;
    for (size_t i = 0; i < t->slots; i++) {
        size_t k = (t->slot[i] >> HALF) & (slots - 1);
        if (!t->slot[i])
            continue;
        while (slot[k])
            k = (k + 1) & (slots - 1);
        slot[k] = t->slot[i];
    }
    mem_free(t->slot);
    t->slot = slot;
    t->slots = slots;
    return true;
}

/* Room for a term more, of n bytes. */
static bool reserve(struct term_table *t, size_t n)
{
    void *term = t->term, *bytes = t->bytes;
    size_t room = t->room > 0 ? 2 * t->room : FIRST_TERMS;
    size_t size = t->size > 0 ? 2 * t->size : FIRST_BYTES;

    if (SLOTS_A_TERM * (t->count + 1) > t->slots && !more_slots(t))
        return false;
    if (t->count == t->room) {
        if (!mem_resized(&term, room, sizeof *t->term))
            return false;
        t->term = term;
        t->room = room;
    }
    if (t->size - t->used < n) {
        size = size < t->used + n ? t->used + n : size;
        if (!mem_resized(&bytes, size, 1))
            return false;
        t->bytes = bytes;
        t->size = size;
    }
    return true;
}

uint32_t term_table_put(struct term_table *t, const char *s, size_t n)
{
    uint32_t hash = hash_of(s, n);
    size_t k;

    if (t->slots > 0) {
        k = slot_of(t, s, n, hash);
        if (t->slot[k])
            return (uint32_t)t->slot[k] - 1;
    }
    if (t->count == TERM_MOST || n > UINT32_MAX || !reserve(t, n))
        return TERM_NONE;
    k = slot_of(t, s, n, hash);
    memcpy(t->bytes + t->used, s, n);
    t->term[t->count] = (struct term){.at = t->used, .length = (uint32_t)n};
    t->used += n;
    t->slot[k] = (uint64_t)hash << HALF | ++t->count;
    return (uint32_t)t->count - 1;
}

int term_compare(const char *a, size_t n, const char *b, size_t m)
{
    int order = memcmp(a, b, n < m ? n : m);

    return order != 0 ? order : (n > m) - (n < m);
}

void term_table_free(struct term_table *t)
{
    mem_free(t->slot);
    mem_free(t->term);
    mem_free(t->bytes);
    *t = (struct term_table){0};
}
