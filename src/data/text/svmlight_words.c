/* svmlight_words - lines of the forms that few files have: entries in any order, words in place of
 * numbers. */
#include <inttypes.h>
#include <stdio.h>

#include "base/hash.h"
#include "data/text/svmlight_parser.h"

/* An index stands there twice. */
static void tell_repeated(struct parser *ps, uint32_t index)
{
    const struct chunk *c = ps->chunk;
    const struct term_table *features = &c->words.found.features;
    char quoted[TEXT_QUOTE];

    if (c->form.feature_words)
        snprintf(ps->reason, SVMLIGHT_REASON, "feature '%s' is repeated",
                 text_quote(features->bytes + features->term[index - 1].at,
                            features->bytes + features->term[index - 1].at +
                                features->term[index - 1].length, quoted));
    else
        snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu32 " is repeated",
                 index - c->form.from_zero);
}

/* Puts the entries that are held, sorted, behind all others. False: an index is repeated, or no
 * memory. */
static bool put_held(struct parser *ps)
{
    struct chunk *c = ps->chunk;

    chunk_sort_held(c);
    ps->last = 0;
    for (size_t k = 0; k < c->held.count; k++) {
        const struct chunk_entry *e = &c->held.at[k];
        if (e->index == ps->last) {
            tell_repeated(ps, e->index);
            return false;
        }
        ps->last = e->index;
        if (e->value == 0)
            continue;
        ps->no_memory = !chunk_put(c, e->value);
        if (ps->no_memory)
            return false;
        c->col[c->entries++] = e->index - 1;
    }
    return true;
}

const char *parser_unordered(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *entry;
    uint64_t index, least = !c->form.from_zero;
    double value;

    c->held.count = 0;
    for (entry = skip_blanks(p); text_is_digit(*entry); entry = skip_blanks(p)) {
        p = text_unsigned(entry, ps->end, &index);
        if (p && *p == ':' && index >= least && index <= parser_most(ps))
            p = take_number(ps, p + 1, &value);
        else
            p = NULL;
        if (!p)
            return parser_bad_entry(ps, entry, -1);
        if (!chunk_hold(c, (uint32_t)(index + 1 - least), value)) {
            ps->no_memory = true;
            return NULL;
        }
    }
    return put_held(ps) ? entry : NULL;
}

/* ---- words ----------------------------------------------------------------------------------- */

const char *parser_label_word(struct parser *ps, const char *p, double *v)
{
    const char *end = words_end(p, ps->end);
    bool may_lack = ps->chunk->form.unlabelled;
    uint32_t number;

    *v = NAN;
    if (*p == '?' && is_border(p + 1))
        return may_lack ? p + 1 : NULL;
    if (end == p || !(ends_label(ps, end) || *end != ':'))
        return may_lack && (*end == ':' || is_border(p)) ? p : NULL;
    if (!ends_label(ps, end) || end - p > LABEL_WORD)
        return NULL;
    number = term_table_put(&ps->chunk->words.found.labels, p, (size_t)(end - p));
    ps->no_memory = number == TERM_NONE;
    *v = number;
    return ps->no_memory ? NULL : end;
}

/* The index, from 1, of the name [s, end) in this chunk, or for ever where names are hashed; 0: no
 * memory. */
static uint32_t index_of(struct parser *ps, const char *s, const char *end)
{
    struct chunk *c = ps->chunk;
    size_t n = (size_t)(end - s);

    if (c->form.hash_bits > 0)
        return (uint32_t)(hash_fnv(s, n) & ((UINT64_C(1) << c->form.hash_bits) - 1)) + 1;
    return term_table_put(&c->words.found.features, s, n) + 1; /* TERM_NONE + 1 is 0 */
}

/* The names of one column add up. False: to no finite number. */
static bool add_up(struct parser *ps)
{
    struct chunk_held *h = &ps->chunk->held;
    size_t count = 0;

    chunk_sort_held(ps->chunk);
    for (size_t k = 0; k < h->count; k++) {
        if (count > 0 && h->at[count - 1].index == h->at[k].index)
            h->at[count - 1].value += h->at[k].value;
        else
            h->at[count++] = h->at[k];
        if (!isfinite(h->at[count - 1].value)) {
            snprintf(ps->reason, SVMLIGHT_REASON, "the values of the names in column %" PRIu32
                     " add up to no finite number", h->at[count - 1].index);
            return false;
        }
    }
    h->count = count;
    return true;
}

/* fastText's labels begin so. */
static bool is_second_label(const char *p)
{
    static const char label[] = "__label__";

    return *p == '_' && strncmp(p, label, sizeof label - 1) == 0;
}

/* The token at p cannot be read; its name ends at `end`. */
static const char *bad_token(struct parser *ps, const char *p, const char *end)
{
    char name[TEXT_QUOTE], value[TEXT_QUOTE];

    if (is_second_label(p))
        return parser_bad_word(ps, "a second label", p, ": a line has one label");
    if (end == p || (*end != ':' && !is_border(end)))
        return parser_bad_word(ps, "stray", p, ", expected name:value or name");
    if (end - p > FEATURE_WORD)
        return parser_bad_word(ps, "name", p, " has more than 1000 bytes");
    snprintf(ps->reason, SVMLIGHT_REASON, "value '%s' of '%s' is no finite number",
             text_quote(end + 1, ps->end, value), text_quote(p, end, name));
    return NULL;
}

const char *parser_named(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;

    c->held.count = 0;
    for (p = skip_blanks(p); !is_border(p); p = skip_blanks(p)) {
        const char *end = words_end(p, ps->end), *behind = end;
        double value = 1;
        uint32_t index;
        if (*end == ':')
            behind = take_number(ps, end + 1, &value);
        if (end == p || is_second_label(p) || end - p > FEATURE_WORD || !behind ||
            !is_border(behind))
            return bad_token(ps, p, end);
        index = index_of(ps, p, end);
        ps->no_memory = index == 0 || !chunk_hold(c, index, value);
        if (ps->no_memory)
            return NULL;
        p = behind;
    }
    if (c->form.hash_bits > 0 && !add_up(ps))
        return NULL;
    return put_held(ps) ? p : NULL;
}
