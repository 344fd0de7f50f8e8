/* parts - rows cut into parts for the threads; sums over the parts are taken in their order. */
#ifndef RRM_PARTS_H
#define RRM_PARTS_H

#include <stdint.h>

#include "base/par.h"

/* Parts at most, and so threads that sums over rows can use. Every part has a vector over
 * columns. */
enum { MOST_PARTS = 16 };

/* Part k holds the rows [cut[k], cut[k + 1]), cut[0] = 0. The cuts must depend on the data alone,
 * never on the threads: then a sum over parts has the same bits for every number of threads. */
struct parts {
    const struct par *par;
    int count; /* 1 to MOST_PARTS */
    int64_t cut[MOST_PARTS + 1];
};

/* Two sums over rows: of a function, and of the offset of a plane below it. */
struct sums {
    double value, offset;
};

/* Calls body(context, k, cut[k], cut[k + 1]) once for each part k, in any order, on any thread. */
void parts_for(const struct parts *parts,
               void (*body)(void *context, int part, int64_t lo, int64_t hi), void *context);

/* The sums over the parts, in their order, of body(context, cut[k], cut[k + 1]); body is called in
 * any order, on any thread. */
struct sums parts_sum(const struct parts *parts,
                      struct sums (*body)(void *context, int64_t lo, int64_t hi), void *context);

#endif
