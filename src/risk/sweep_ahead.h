/* sweep_ahead - rows that a sweep over units reads soon. */
#ifndef RRM_SWEEP_AHEAD_H
#define RRM_SWEEP_AHEAD_H

#include "data/csr/csr.h"

/* The entries of the row of the step AHEAD steps later are fetched. Tuned. */
enum { AHEAD = 6 };
enum { CACHE_LINE = 64 }; /* bytes, of x86-64 and most others; a wrong number costs time only */

/* Prefetches what steps after step k of `count` read; no effect on any result. */
CSR_INLINE void fetch_ahead(const struct csr *x, const int64_t *order, size_t count, size_t k)
{
    static const int64_t width[CSR_STORAGES] = {[CSR_FLOAT] = 4, [CSR_DECIMAL] = 4,
                                                 [CSR_SCALED] = 4, [CSR_DOUBLE] = 8};
    const int64_t wide = width[x->storage];
    const char *col = x->col;
    int64_t i, begin, end;

    if (k + AHEAD >= count)
        return;
    i = order[k + AHEAD];
    begin = x->start[i];
    end = x->end[i];
    for (int64_t j = begin * x->width; j < end * x->width; j += CACHE_LINE)
        __builtin_prefetch(col + j);
    for (int64_t j = begin * wide; j < end * wide; j += CACHE_LINE)
        __builtin_prefetch((const char *)x->value + j);
}

#endif
