/* csr_fetch - entries of a sparse matrix into the cache before they are read. */
#ifndef RRM_CSR_FETCH_H
#define RRM_CSR_FETCH_H

#include <stdint.h>

#include "data/csr/csr.h"

enum { CACHE_LINE = 64 }; /* bytes, of x86-64 and most others; a wrong number costs time only */

/* Prefetches the line of byte `begin` of an array and those of each CACHE_LINE bytes on, `bytes` in
 * all, but for the last, where they begin in the middle of one. No effect on any result. */
CSR_INLINE void bytes_fetch(const void *array, int64_t begin, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += CACHE_LINE)
        __builtin_prefetch((const void *)((uintptr_t)array + (uintptr_t)(begin + k)));
}

/* The same for `count` stored entries from `begin` on. */
CSR_INLINE void entries_fetch(const struct csr *x, int64_t begin, int64_t count)
{
    const int64_t wide = (int64_t)storage_size(x->storage);

    bytes_fetch(x->col, begin * x->width, count * x->width);
    bytes_fetch(x->value, begin * wide, count * wide);
}

#endif
