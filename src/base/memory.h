/* memory - the only place that calls malloc; tests link another one that fails on purpose. */
#ifndef RRM_MEMORY_H
#define RRM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* `count` elements of `size` bytes, zeroed; NULL: no memory, or count size >= 2^64. A count of 0
 * gives a pointer that may be freed. */
void *mem_alloc(size_t count, size_t size);

/* The block with room for `count` elements, moved if need be; new elements are not zeroed. NULL: as
 * mem_alloc, and the old block stays. */
void *mem_resize(void *block, size_t count, size_t size);

/* *block = mem_resize(*block, count, size). False: no memory, and *block stays. */
static inline bool mem_resized(void **block, size_t count, size_t size)
{
    void *moved = mem_resize(*block, count, size);

    if (moved)
        *block = moved;
    return moved != NULL;
}

/* A new block, not zeroed: what stays unused of it takes no memory. */
static inline void *mem_room(size_t count, size_t size)
{
    return mem_resize(NULL, count, size);
}

/* Frees a block of mem_alloc or mem_resize; NULL is allowed. */
void mem_free(void *block);

/* Once, before any other call: memory comes in huge pages from now on, where the C library is
 * glibc, the system has them and ulimit leaves the address space, and freed blocks below 32 MB stay
 * with the process. 34 MB of address space and 2 MB of memory more are taken. */
void mem_prepare(void);

#endif
