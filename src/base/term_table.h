/* term_table - different strings of bytes, numbered from 0 in the order in which they came. */
#ifndef RRM_TERM_TABLE_H
#define RRM_TERM_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct table_term {
    size_t at; /* its first byte in table->bytes */
    uint32_t length;
    uint32_t lines; /* the user's: 0 for a new term */
};

/* A place of the hash table. A term of 8 bytes at most is its own key, bytes of 0 behind it: most
 * are found without a look at their bytes elsewhere. */
struct term_slot {
    uint64_t key;    /* of a longer term: its hash */
    uint32_t length; /* of a longer term: 9 */
    uint32_t next;   /* 1 + the number of the term; 0: free */
};

/* An empty table is {0}. Half of the slots are free, or more. */
struct term_table {
    struct term_slot *slot;
    size_t slots;   /* a power of 2 */
    struct table_term *term;
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

/* Bytes [at, at + length) of some text. */
struct term_place {
    size_t at, length;
};

enum { TERMS_AT_ONCE = 64, TERM_LOOSE = 8 };

/* number[k] = term_table_find(t, bytes + term[k].at, term[k].length), without waiting for memory at
 * each; count <= TERMS_AT_ONCE, and TERM_LOOSE bytes behind each can be read. t is not empty. */
void term_table_find_all(const struct term_table *t, const char *bytes, size_t count,
                         const struct term_place *term, uint32_t *number);

/* The same with term_table_put; false: one is TERM_NONE. */
bool term_table_put_all(struct term_table *t, const char *bytes, size_t count,
                        const struct term_place *term, uint32_t *number);

/* The order of two strings by their bytes, the shorter of two that begin alike first: < 0, 0, > 0.
 */
int term_compare(const char *a, size_t n, const char *b, size_t m);

/* Forgets all terms; the memory is kept for others. */
void term_table_clear(struct term_table *t);

void term_table_free(struct term_table *t);

#endif
