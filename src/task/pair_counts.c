/* pair_counts - how often each pair of label and answer came. */
#include "task/pair_counts.h"

#include "base/hash.h"
#include "base/memory.h"

enum { FIRST_ROOM = 64 };

struct pair_count {
    uint32_t label, answer;
    int64_t count; /* 0: the slot is free */
};

/* The slot of the pair, or the free one where it belongs (Knuth, TAOCP 3, 6.4, algorithm L). */
static struct pair_count *find(const struct pair_counts *p, uint32_t label, uint32_t answer)
{
    uint64_t hash = hash_word((uint64_t)label << 32 | answer);
    size_t mask = p->room - 1, at = (size_t)(hash >> 32) & mask;

    while (p->slot[at].count > 0 && (p->slot[at].label != label || p->slot[at].answer != answer))
        at = (at + 1) & mask;
    return &p->slot[at];
}

/* Twice the room. */
static bool grow(struct pair_counts *p)
{
    struct pair_counts wide = {.room = p->room > 0 ? 2 * p->room : FIRST_ROOM, .used = p->used};

    wide.slot = mem_alloc(wide.room, sizeof *wide.slot);
    if (!wide.slot)
        return false;
    for (size_t k = 0; k < p->room; k++)
        if (p->slot[k].count > 0)
            *find(&wide, p->slot[k].label, p->slot[k].answer) = p->slot[k];
    mem_free(p->slot);
    *p = wide;
    return true;
}

bool pair_counts_add(struct pair_counts *p, uint32_t label, uint32_t answer)
{
    struct pair_count *slot;

    if (4 * p->used >= 3 * p->room && !grow(p))
        return false;
    slot = find(p, label, answer);
    p->used += slot->count == 0;
    *slot = (struct pair_count){label, answer, slot->count + 1};
    return true;
}

int64_t pair_counts_of(const struct pair_counts *p, uint32_t label, uint32_t answer)
{
    return p->used > 0 ? find(p, label, answer)->count : 0;
}

void pair_counts_free(struct pair_counts *p)
{
    mem_free(p->slot);
    *p = (struct pair_counts){0};
}
