/* arena - ask for everything, check once, free in one call. */
#ifndef RRM_ARENA_H
#define RRM_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    struct arena_block *blocks;
    bool failed; /* some request could not be met */
};

/* An empty arena is `struct arena a = {0}`. Each request is zeroed memory that lives until arena_free; after a
 * failed request, here or earlier, the result is NULL and a->failed is true: ask for all, then check that once. */
void *arena_get(struct arena *a, size_t count, size_t size);
double *arena_doubles(struct arena *a, size_t count);
void arena_free(struct arena *a);

#endif
