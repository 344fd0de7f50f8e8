/* term_table - different strings of bytes, numbered from 0 in the order in which they came. */
#include "base/term_table.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_SLOTS = 1 << 10, FIRST_TERMS = 1 << 8, FIRST_BYTES = 1 << 12, SLOTS_A_TERM = 2 };
enum { HALF = 32, BYTE_BITS = 8, SHORT = TERM_LOOSE, LONG = SHORT + 1 };

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = hash_word(hash ^ word);
    return hash ^ hash >> HALF;
}

static inline uint64_t load(const char *s)
{
    uint64_t word;

    memcpy(&word, s, sizeof word);
    return word;
}

/* What the slot of these bytes holds, but for its term. `loose`: TERM_LOOSE bytes behind them may
 * be read, which saves a branch on each length that no processor foresees. */
static inline struct term_slot slot_for(const char *s, size_t n, bool loose)
{
    static const char first[2 * SHORT] = {-1, -1, -1, -1, -1, -1, -1, -1};
    uint64_t hash = n, key = 0;

    if (n <= SHORT) {
        if (loose)
            key = load(s) & load(first + SHORT - n);
        else
            memcpy(&key, s, n);
        return (struct term_slot){.key = key, .length = (uint32_t)n};
    }
    for (; n > SHORT; s += SHORT, n -= SHORT)
        hash = mix(hash, load(s));
    return (struct term_slot){.key = mix(hash, load(s + n - SHORT)), .length = LONG};
}

static inline size_t first_slot(const struct term_slot *it, size_t slots)
{
    return (hash_word(it->key) >> HALF) & (slots - 1);
}

/* The slot of the term, or the free one where it would stand (Knuth, TAOCP 3, 6.4, algorithm L). */
static inline struct term_slot *find(const struct term_table *t, const char *s, size_t n,
                                     const struct term_slot *it)
{
    size_t k = first_slot(it, t->slots);

    for (; t->slot[k].next; k = (k + 1) & (t->slots - 1)) {
        const struct term_slot *slot = &t->slot[k];
        const struct table_term *term;
        if (slot->key != it->key || slot->length != it->length)
            continue;
        if (it->length <= SHORT)
            break;
        term = &t->term[slot->next - 1];
        if (term->length == n && memcmp(t->bytes + term->at, s, n) == 0)
            break;
    }
    return &t->slot[k];
}

uint32_t term_table_find(const struct term_table *t, const char *s, size_t n)
{
    struct term_slot it = slot_for(s, n, false);

    return t->count == 0 ? TERM_NONE : find(t, s, n, &it)->next - 1;
}

/* Twice as many slots. */
static bool more_slots(struct term_table *t)
{
    size_t slots = t->slots > 0 ? 2 * t->slots : FIRST_SLOTS;
    struct term_slot *slot = mem_alloc(slots, sizeof *slot);

    if (!slot)
        return false;
    for (size_t i = 0; i < t->slots; i++) {
        size_t k = first_slot(&t->slot[i], slots);
        if (!t->slot[i].next)
            continue;
        while (slot[k].next)
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
    if (!t->bytes || t->size - t->used < n) {
        size = size < t->used + n ? t->used + n : size;
        if (!mem_resized(&bytes, size, 1))
            return false;
        t->bytes = bytes;
        t->size = size;
    }
    return true;
}

static uint32_t put(struct term_table *t, const char *s, size_t n, struct term_slot it)
{
    uint32_t next = t->slots > 0 ? find(t, s, n, &it)->next : 0;

    if (next > 0)
        return next - 1;
    if (t->count == TERM_MOST || n > UINT32_MAX || !reserve(t, n))
        return TERM_NONE;
    memcpy(t->bytes + t->used, s, n);
    t->term[t->count] = (struct table_term){.at = t->used, .length = (uint32_t)n};
    t->used += n;
    it.next = (uint32_t)++t->count;
    *find(t, s, n, &it) = it;
    return it.next - 1;
}

uint32_t term_table_put(struct term_table *t, const char *s, size_t n)
{
    return put(t, s, n, slot_for(s, n, false));
}

/* The slots of the terms, which come from memory while others are looked for. */
static void fetch(const struct term_table *t, const char *bytes, size_t count,
                  const struct term_place *term, struct term_slot it[TERMS_AT_ONCE])
{
    for (size_t k = 0; k < count; k++) {
        it[k] = slot_for(bytes + term[k].at, term[k].length, true);
        if (t->slots > 0)
            __builtin_prefetch(&t->slot[first_slot(&it[k], t->slots)]);
    }
}

void term_table_find_all(const struct term_table *t, const char *bytes, size_t count,
                         const struct term_place *term, uint32_t *number)
{
    struct term_slot it[TERMS_AT_ONCE];

    fetch(t, bytes, count, term, it);
    for (size_t k = 0; k < count; k++)
        number[k] = find(t, bytes + term[k].at, term[k].length, &it[k])->next - 1;
}

bool term_table_put_all(struct term_table *t, const char *bytes, size_t count,
                        const struct term_place *term, uint32_t *number)
{
    struct term_slot it[TERMS_AT_ONCE];
    bool all = true;

    fetch(t, bytes, count, term, it);
    for (size_t k = 0; k < count; k++) {
        number[k] = put(t, bytes + term[k].at, term[k].length, it[k]);
        all = all && number[k] != TERM_NONE;
    }
    return all;
}

int term_compare(const char *a, size_t n, const char *b, size_t m)
{
    int order = memcmp(a, b, n < m ? n : m);

    return order != 0 ? order : (n > m) - (n < m);
}

void term_table_clear(struct term_table *t)
{
    if (t->count > 0)
        memset(t->slot, 0, t->slots * sizeof *t->slot);
    t->count = 0;
    t->used = 0;
}

void term_table_free(struct term_table *t)
{
    mem_free(t->slot);
    mem_free(t->term);
    mem_free(t->bytes);
    *t = (struct term_table){0};
}
