/* splitter - the terms of a text: words, neighbours of them, or groups of characters in a word. */
#include "terms/splitter.h"

#include <string.h>

/* The first character of the class `is` at s or behind; counts bad bytes. */
static const char *skip(struct splitter *p, const char *s, const char *end, uint32_t is)
{
    while (s < end) {
        const char *next = s;
        uint32_t character = letters_next(p->letters, &next, end);
        if (character & is)
            break;
        p->bad += character == 0;
        s = next;
    }
    return s;
}

/* The terms so far are taken. */
static bool flush(struct splitter *p)
{
    size_t count = p->count;

    p->count = 0;
    return count == 0 || p->take(p->context, p->bytes, count, p->term);
}

/* The term from there to the end of the bytes so far. */
static bool add_term(struct splitter *p, size_t from)
{
    p->term[p->count++] = (struct term_place){.at = from, .length = p->used - from};
    return p->count < TERMS_AT_ONCE || flush(p);
}

/* A unit begins behind the bytes so far. Those of the last hi - 1 are kept. */
static bool begin_unit(struct splitter *p)
{
    size_t kept = (size_t)p->ngrams.hi - 1, from = p->used;

    if (p->used > SPLITTER_BYTES - (WORD_MOST + LETTERS_BYTES + 1)) {
        if (!flush(p))
            return false;
        kept = kept < p->units ? kept : p->units;
        for (size_t k = p->units - kept; k < p->units; k++)
            from = p->begin[k % NGRAM_RING] < from ? p->begin[k % NGRAM_RING] : from;
        memmove(p->bytes, p->bytes + from, p->used - from);
        for (size_t k = p->units - kept; k < p->units; k++)
            p->begin[k % NGRAM_RING] -= from;
        p->used -= from;
    }
    p->begin[p->units % NGRAM_RING] = p->used;
    return true;
}

/* The unit ends; the terms that end with it are taken. */
static bool end_unit(struct splitter *p)
{
    p->units++;
    for (size_t n = (size_t)p->ngrams.lo; n <= (size_t)p->ngrams.hi && n <= p->units; n++)
        if (!add_term(p, p->begin[(p->units - n) % NGRAM_RING]))
            return false;
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

/* Adds the word at s; returns its end. It is too long if more than WORD_MOST bytes are added. */
static const char *add_word(struct splitter *p, const char *s, const char *end)
{
    char *to = p->bytes + p->used, *most = to + WORD_MOST;
    uint32_t character = 0;

    while (s < end) {
        const char *next = s;
        character = letters_in_run(p->letters, character, &next, end);
        if (!(character & LETTER_WORD))
            break;
        if (to <= most)
            to = letters_put(p->letters, character, to);
        s = next;
    }
    p->used = (size_t)(to - p->bytes);
    return s;
}

static bool run_words(struct splitter *p, const char *s, const char *end)
{
    for (s = skip(p, s, end, LETTER_WORD); s < end; s = skip(p, s, end, LETTER_WORD)) {
        size_t begin;
        if (!begin_unit(p))
            return false;
        begin = p->used;
        s = add_word(p, s, end);
        if (p->used - begin > WORD_MOST) {
            p->passed++;
            p->used = begin;
            continue;
        }
        if (!end_unit(p))
            return false;
        p->bytes[p->used++] = ' ';
    }
    return true;
}

/* ---- characters ------------------------------------------------------------------------------ */

static bool add_character(struct splitter *p, uint32_t character)
{
    if (!begin_unit(p))
        return false;
    p->used = (size_t)(letters_put(p->letters, character, p->bytes + p->used) - p->bytes);
    return end_unit(p);
}

static bool run_characters(struct splitter *p, const char *s, const char *end)
{
    for (s = skip(p, s, end, LETTER_GRAPH); s < end; s = skip(p, s, end, LETTER_GRAPH)) {
        uint32_t character = 0;
        bool more = true;
        p->units = 0;
        if (!add_character(p, ' '))
            return false;
        while (more && s < end) {
            const char *next = s;
            character = letters_in_run(p->letters, character, &next, end);
            more = (character & LETTER_GRAPH) != 0;
            if (more && !add_character(p, character))
                return false;
            s = more ? next : s;
        }
        if (!add_character(p, ' '))
            return false;
        if (p->units < (size_t)p->ngrams.lo && !add_term(p, p->begin[0]))
            return false;
    }
    return true;
}

bool splitter_run(struct splitter *p, const char *s, const char *end)
{
    p->units = 0;
    p->used = 0;
    p->count = 0;
    return (p->ngrams.characters ? run_characters(p, s, end) : run_words(p, s, end)) && flush(p);
}
