/* memory - the only place that calls malloc; tests link another one that fails on purpose. */
#include "base/memory.h"

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
