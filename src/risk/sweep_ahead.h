/* sweep_ahead - rows that a sweep over units reads soon. */
#ifndef RRM_SWEEP_AHEAD_H
#define RRM_SWEEP_AHEAD_H

#include "data/csr/csr_fetch.h"

/* The entries of the row of the step AHEAD steps later are fetched. Tuned. */
enum { AHEAD = 6 };

/* Prefetches what steps after step k of `count` read; no effect on any result. */
CSR_INLINE void fetch_ahead(const struct csr *x, const int64_t *order, size_t count, size_t k)
{
    if (k + AHEAD < count) {
        const int64_t i = order[k + AHEAD];
        entries_fetch(x, x->start[i], x->end[i] - x->start[i]);
    }
}

#endif
