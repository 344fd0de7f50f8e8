/* term_rank - the terms that are kept, in the order of their numbers. */
#include "terms/term_rank.h"

#include <stdlib.h>

#include "base/memory.h"

enum { BYTE_BITS = 8 };

/* A term on its way to its place. */
struct ranked {
    const char *bytes;
    uint64_t head; /* its first 8 bytes, as a number: ordered as they are */
    uint32_t length, lines, id;
};

static uint64_t head_of(const char *bytes, size_t length)
{
    uint64_t head = 0;

    for (size_t k = 0; k < sizeof head; k++)
        head = head << BYTE_BITS | (k < length ? (unsigned char)bytes[k] : 0);
    return head;
}

/* Descending by lines, then ascending by bytes. */
static int by_rank(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;

    if (a->lines != b->lines)
        return a->lines > b->lines ? -1 : 1;
    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    return term_compare(a->bytes, a->length, b->bytes, b->length);
}

bool term_rank(const struct term_table *t, struct term_choice choice, struct term_table *to,
               uint32_t *index)
{
    struct ranked *all = mem_alloc(t->count, sizeof *all);
    size_t count = 0;

    if (!all)
        return false;
    for (uint32_t id = 0; id < t->count; id++) {
        const struct table_term *it = &t->term[id];
        const char *bytes = t->bytes + it->at;
        if (it->lines >= choice.least)
            all[count++] = (struct ranked){.bytes = bytes, .head = head_of(bytes, it->length),
                                           .length = it->length, .lines = it->lines, .id = id};
    }
    qsort(all, count, sizeof *all, by_rank);
    count = count < choice.most ? count : choice.most;
    for (size_t k = 0; k < count; k++) {
        if (term_table_put(to, all[k].bytes, all[k].length) == TERM_NONE) {
            mem_free(all);
            return false;
        }
        to->term[k].lines = all[k].lines;
        index[all[k].id] = (uint32_t)k + 1;
    }
    mem_free(all);
    return true;
}
