/* svmlight_parser - what the parts of the parser of svmlight text share. */
#ifndef RRM_SVMLIGHT_PARSER_H
#define RRM_SVMLIGHT_PARSER_H

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "data/text/svmlight_entries.h"

enum { MAX_INDEX = 2147483646 }; /* 2^31 - 2: features and a bias are fewer than 2^31 columns */

/* The parser's state. The last byte of the text is a line end, at which every loop here stops: none
 * needs a bound. */
struct parser {
    struct chunk *chunk;
    const struct svmlight_entries *entries;
    const char *end;
    uint32_t last; /* index of the entry before in the line; 0: none, or 0 */
    unsigned seen; /* of the facts of the line: bit k is fact k */
    bool no_memory;
    char *reason;
};

/* The largest index that a line may have. */
static inline uint64_t parser_most(const struct parser *ps)
{
    return (uint64_t)MAX_INDEX - ps->chunk->form.from_zero;
}

/* Whether a number may end before p. */
static inline bool is_border(const char *p)
{
    return *p == ' ' || *p == '\n' || *p == '\t' || *p == '#' || (*p == '\r' && p[1] == '\n');
}

/* The same of a label. */
static inline bool ends_label(const struct parser *ps, const char *p)
{
    return is_border(p) || (*p == ':' && ps->chunk->form.label_weights);
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline const char *skip_blanks(const char *p)
{
    while (text_is_blank(*p))
        p++;
    return p;
}

/* The line end at p, or behind the comment at p; NULL: neither stands there. */
static inline const char *line_end(const char *p, const char *end)
{
    if (*p == '\n')
        return p;
    if (*p == '#')
        return memchr(p, '\n', (size_t)(end - p));
    return *p == '\r' && p[1] == '\n' ? p + 1 : NULL;
}

/* The number at p and the byte behind it; NULL: none that ends at a border stands there. */
static inline const char *take_number(struct parser *ps, const char *p, double *v)
{
    p = text_number(p, ps->end, v);
    return p && is_border(p) && isfinite(*v) ? p : NULL;
}

/* ---- svmlight_facts.c ------------------------------------------------------------------------ */

enum { QUERY = sizeof "qid:" - 1 };

static inline bool is_query(const char *p)
{
    return *p == 'q' && strncmp(p, "qid:", QUERY) == 0;
}

/* What may stand behind label and qid, each once, and its number in [lo, hi]. cost is SVM-light's
 * word for a weight. */
struct fact_word {
    const char *word;
    double lo, hi;
    const char *is;
};
enum { FACT_WORDS = ROW_OFFSET + 1 };
extern const struct fact_word fact_words[FACT_WORDS];

/* The fact that begins at p; FACT_WORDS: none. */
int parser_fact(const char *p);

/* Whether one of them or a qid does. */
bool parser_is_fact(const char *p);

/* ---- svmlight_wrong.c: what is wrong; all of these return NULL ------------------------------- */

/* The reason: before 'word' after. */
const char *parser_bad_word(struct parser *ps, const char *before, const char *word,
                            const char *after);

/* No label begins at `label`. */
const char *parser_bad_label(struct parser *ps, const char *label);

/* The entry at `entry` cannot be read or its index is not above `last`, -1 where none is before. */
const char *parser_bad_entry(struct parser *ps, const char *entry, int64_t last);

/* ---- svmlight_words.c: entries in any order, and words --------------------------------------- */

/* The entries of a line from p on, in any order; tokens NAME:VALUE or NAME. Each returns the byte
 * behind them; NULL: bad, or no memory. */
const char *parser_unordered(struct parser *ps, const char *p);
const char *parser_named(struct parser *ps, const char *p);

/* The word at p, a label, and the byte behind it; NULL: there is none, or no memory. */
const char *parser_label_word(struct parser *ps, const char *p, double *v);

#endif
