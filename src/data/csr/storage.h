/* storage - values of entries in the narrowest storage that holds them all exactly.
 *
 * Values come one by one or by arrays; one that does not fit names the storage to try next. All
 * orders of the same values end in the same storage: binary, else float, else decimal with as many
 * places as the largest |value| admits, else double. */
#ifndef RRM_STORAGE_H
#define RRM_STORAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "data/csr/csr.h"

struct storage {
    enum csr_storage kind;
    int places; /* of CSR_DECIMAL; else 0 */
};

/* Bytes of a value. */
size_t storage_size(enum csr_storage kind);

/* What holds the values of a and of b, unless one that does not fit asks for more. */
struct storage storage_join(struct storage a, struct storage b);

bool storage_same(struct storage a, struct storage b);

/* values[k] = v. Returns s, or where s does not hold v the storage to try next: values is as
 * before. */
struct storage storage_put(struct storage s, void *values, size_t k, double v);

/* Changes an array with room for `room` values, the first n of which are set, to a wider storage:
 * `to`, or one that holds them if that does not. False: no memory; all is as before. */
bool storage_widen(size_t n, size_t room, void **values, struct storage *s, struct storage to);

#endif
