/* arena - ask for everything, check once, free in one call. */
#ifndef RRM_ARENA_H
#define RRM_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena {
    struct arena_block *blocks;
    bool failed; /* a request has failed */
};

/* An empty arena is {0}. Returns `count` zeroed elements of `size` bytes that live until
 * arena_free. Once a request fails, it and all later ones return NULL and a->failed is true: a
 * caller asks for everything and then checks a->failed once. */
void *arena_get(struct arena *a, size_t count, size_t size);

/* The same, but not zeroed: for room that may stay unused, which then takes no memory. */
void *arena_room(struct arena *a, size_t count, size_t size);

/* arena_get of doubles. */
double *arena_doubles(struct arena *a, size_t count);

/* Frees all that was given out and empties the arena. */
void arena_free(struct arena *a);

#endif
