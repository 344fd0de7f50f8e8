/* term_table - different strings of bytes, numbered from 0 in the order in which they came. */
#ifndef RRM_TERM_TABLE_H
#define RRM_TERM_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct term {
    size_t at; /* its first byte in table->bytes */
    uint32_t length;
    uint32_t lines; /* the user's: 0 for a new term */
};

/* An empty table is {0}. Two of three places of the hash table are free, or more. */
struct term_table {
    uint64_t *slot; /* the upper half of the hash, then 1 + the number of its term; 0: free */
    size_t slots;   /* a power of 2 */
    struct term *term;
    size_t count, room;
    char *bytes;
    size_t used, size;
};

/* No term has this number; the last one's is below TERM_MOST, the largest index of a feature. */
#define TERM_NONE UINT32_MAX
enum { TERM_MOST = 0x7ffffffe };

/* The number of the term s[0 .. n); TERM_NONE: there is none. */
uint32_t term_table_find(const struct term_table *t, const char *s, size_t n);

/* The same, of a new term if there is none. TERM_NONE: no memory, TERM_MOST terms are there, or n
 * >= 2^32. */
uint32_t term_table_put(struct term_table *t, const char *s, size_t n);

/* The order of two strings by their bytes, the shorter of two that begin alike first: < 0, 0, > 0.
 */
int term_compare(const char *a, size_t n, const char *b, size_t m);

void term_table_free(struct term_table *t);

#endif
