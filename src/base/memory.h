/* memory - the only place that calls malloc; tests link another one that fails on purpose. */
#ifndef RRM_MEMORY_H
#define RRM_MEMORY_H

#include <stddef.h>

/* count elements of size bytes, zeroed. NULL when there is no memory or count*size overflows. A count of 0 gives a
 * pointer that may be freed. */
void *mem_alloc(size_t count, size_t size);

/* The same block with room for count elements; what is new is not zeroed. On NULL the old block stands. */
void *mem_resize(void *block, size_t count, size_t size);

/* NULL is allowed. */
void mem_free(void *block);

#endif
