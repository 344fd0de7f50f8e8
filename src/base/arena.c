/* arena - ask for everything, check once, free in one call. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "base/memory.h"

struct arena_block {
    alignas(max_align_t) struct arena_block *next;
};

void *arena_get(struct arena *a, size_t count, size_t size)
{
    struct arena_block *block = NULL;

    if (a->failed)
        return NULL;
    if (size == 0 || count <= (SIZE_MAX - sizeof *block) / size)
        block = mem_alloc(1, sizeof *block + count * size);
    if (!block) {
        a->failed = true;
        return NULL;
    }
    block->next = a->blocks;
    a->blocks = block;
    return block + 1;
}

double *arena_doubles(struct arena *a, size_t count)
{
    return arena_get(a, count, sizeof(double));
}

void arena_free(struct arena *a)
{
    struct arena_block *block = a->blocks;

    while (block) {
        struct arena_block *next = block->next;
        mem_free(block);
        block = next;
    }
    *a = (struct arena){0};
}
