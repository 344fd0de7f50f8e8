/* arena - ask for everything, check once, free in one call. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>

#include "base/memory.h"

struct arena_block {
    alignas(max_align_t) struct arena_block *next;
};

/* The block's numbers begin behind it; NULL: no memory. */
static void *add_block(struct arena *a, struct arena_block *block)
{
    if (!block) {
        a->failed = true;
        return NULL;
    }
    block->next = a->blocks;
    a->blocks = block;
    return block + 1;
}

/* Bytes of the next block, of `count` elements; 0: there is none, after a failure or as they are
 * more than SIZE_MAX. */
static size_t next_bytes(const struct arena *a, size_t count, size_t size)
{
    const size_t own = sizeof(struct arena_block);
    bool fits = size == 0 || count <= (SIZE_MAX - own) / size;

    return fits && !a->failed ? own + count * size : 0;
}

void *arena_get(struct arena *a, size_t count, size_t size)
{
    size_t bytes = next_bytes(a, count, size);

    return add_block(a, bytes > 0 ? mem_alloc(1, bytes) : NULL);
}

void *arena_room(struct arena *a, size_t count, size_t size)
{
    size_t bytes = next_bytes(a, count, size);

    return add_block(a, bytes > 0 ? mem_room(1, bytes) : NULL);
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
