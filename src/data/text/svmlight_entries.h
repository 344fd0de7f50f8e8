/* svmlight_entries - the entries of a line in the forms that nearly all have, without a branch per
 * digit.
 *
 * These are index:value with one blank or the line end behind it: an index of at most 8 digits, a
 * value [+-] digits [. digits] [e [+-] digits] with at most 19 digits behind leading zeros, one at
 * least, and at most 4 of the exponent. */
#ifndef RRM_SVMLIGHT_ENTRIES_H
#define RRM_SVMLIGHT_ENTRIES_H

#include "data/text/chunk.h"

/* Bytes behind the last line end of a text that the functions may read, whatever they are. */
enum { SVMLIGHT_SLACK = 80 };

/* Entries behind the last that the functions may write, whatever they are. */
enum { SVMLIGHT_AHEAD = 8 };

/* A function for each storage: take[c->storage.kind](c, p, last) reads entries from p on into c,
 * each behind one blank, as far as they have these forms, ascending indices and values that the
 * storage of c holds. *last is the index of the entry before, at first 0. Returns the line end, or
 * the first byte of what is left to the caller: of an entry, or of anything else. c needs room for
 * SVMLIGHT_AHEAD entries more than the text has. */
struct svmlight_entries {
    const char *(*take[CSR_STORAGES])(struct chunk *c, const char *p, uint32_t *last);
};

/* The best functions for this machine; all give the same. */
const struct svmlight_entries *svmlight_entries(void);

/* Those that every machine has, and those with vectors of 32 bytes; NULL: not on this machine. */
extern const struct svmlight_entries svmlight_entries_baseline;
const struct svmlight_entries *svmlight_entries_vectors(void);

#endif
