/* splitter - the terms of a text: words, neighbours of them, or groups of characters in a word. */
#ifndef RRM_SPLITTER_H
#define RRM_SPLITTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "terms/letters.h"
#include "base/term_table.h"

enum {
    NGRAM_MOST = 10,     /* words or characters of a term */
    NGRAM_RING = 16,     /* a power of 2 above */
    WORD_MOST = 1000,    /* bytes of a word; longer ones are passed over */
    SPLITTER_BYTES = 1 << 14
};
_Static_assert(NGRAM_MOST < NGRAM_RING, "the begins of a term's words are kept");
_Static_assert((NGRAM_MOST + 1) * (WORD_MOST + LETTERS_BYTES + 1) < SPLITTER_BYTES,
               "so are their bytes");

/* From lo to hi of what. */
struct ngrams {
    bool characters;
    int lo, hi;
};

/* Takes terms, TERMS_AT_ONCE at most, TERM_LOOSE bytes behind each; false ends the splitting. */
typedef bool splitter_take(void *context, const char *bytes, size_t count,
                           const struct term_place *term);

struct splitter {
    const struct letters *letters;
    struct ngrams ngrams;
    splitter_take *take;
    void *context;
    int64_t bad, passed;      /* bytes that are no UTF-8; words that are too long */
    size_t units;             /* of the line or the word so far: words or characters */
    size_t begin[NGRAM_RING]; /* where unit k begins in bytes: begin[k % NGRAM_RING] */
    size_t used;
    size_t count;             /* of the terms that are not taken yet */
    struct term_place term[TERMS_AT_ONCE];
    char bytes[SPLITTER_BYTES + TERM_LOOSE];
};

/* Takes each term of the text as often as it occurs:
 *   lo to hi words that follow each other, runs of letters, digits and '_', a blank between two; or
 *   lo to hi characters that follow each other in a blank, a run without blanks, a blank; of a run
 *   that is shorter with its blanks than lo, all.
 * Bad bytes and control characters count as blanks. False: taking ended it. */
bool splitter_run(struct splitter *p, const char *s, const char *end);

#endif
