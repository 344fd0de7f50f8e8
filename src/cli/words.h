/* words - what users of other programs type, and what that is called here. */
#ifndef RRM_WORDS_H
#define RRM_WORDS_H

#include <stdbool.h>
#include <stddef.h>

enum words_kind {
    WORDS_SOLVER,
    WORDS_LOSS,
    WORDS_REGULARIZER,
    WORDS_SCORE,
    WORDS_TRAIN,  /* options of rrm-train, letters and, without dashes, words */
    WORDS_PREDICT, /* of rrm-predict */
    WORDS_TEXTS,   /* of rrm-words */
    WORDS_MODEL    /* of rrm-model */
};

struct words_row {
    enum words_kind kind;
    const char *typed;  /* words, a blank between two */
    const char *called; /* begins with a name in '' or an option's '-'; else a sentence */
};

/* The table; a row whose typed is NULL behind the last. */
extern const struct words_row words_rows[];

/* ": it is called 'hinge' here" for a word of that kind, up to `end`; "" where none is known. Case,
 * and '_' for '-', do not matter, but for letters. Names of the kind that are only spelled so are
 * found, too. Returns text. */
enum { WORDS_TEXT = 256 };
const char *words_called(enum words_kind kind, const char *word, const char *end,
                         char text[WORDS_TEXT]);

#endif
