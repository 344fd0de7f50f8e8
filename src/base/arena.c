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

/* Bytes of a block with `count` elements; SIZE_MAX: too many, and no memory has them. */
static size_t block_size(size_t count, size_t size)
{
    const size_t own = sizeof(struct arena_block);

    return size == 0 || count <= (SIZE_MAX - own) / size ? own + count * size : SIZE_MAX;
}

void *arena_get(struct arena *a, size_t count, size_t size)
{
    return a->failed ? NULL : add_block(a, mem_alloc(1, block_size(count, size)));
}

void *arena_room(struct arena *a, size_t count, size_t size)
{
    return a->failed ? NULL : add_block(a, mem_resize(NULL, 1, block_size(count, size)));
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
