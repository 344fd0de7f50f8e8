/* memory - the only place that calls malloc; tests link another one that fails on purpose. */
#include "base/memory.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

void *mem_alloc(size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size) /* calloc fails, too, but sanitizers call that a bug */
        return NULL;
    return calloc(count ? count : 1, size ? size : 1);
}

void *mem_resize(void *block, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        return NULL;
    return realloc(block, count > 0 && size > 0 ? count * size : 1);
}

void mem_free(void *block)
{
    free(block);
}

/* glibc's, with the numbers of two parameters; NULL in a C library without it. */
extern int mallopt(int parameter, int value) __attribute__((weak));
enum { TRIM_THRESHOLD = -1, MMAP_THRESHOLD = -3 };

/* Blocks below KEPT bytes, the largest threshold of glibc with 64 bits, come from the heap, whose
 * free end then returns to the system above INT_MAX bytes only. */
enum { KEPT = 32 << 20 };

void mem_keep(void)
{
    if (mallopt && mallopt(MMAP_THRESHOLD, KEPT))
        mallopt(TRIM_THRESHOLD, INT_MAX);
}
