/* vocabulary_read - reads a vocabulary back and believes nothing: every line is checked, and the
 * sum of all. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "base/text_lines.h"
#include "terms/labels.h"
#include "terms/vocabulary.h"

static const char damaged[] = "the file is cut or damaged; copy it again or make it again";

/* Bytes of a file at most, so that sizes that double stay sizes. */
static const size_t MOST_BYTES = SIZE_MAX / 4;

/* Bytes of a line at most: a term, two numbers. */
enum { LINE_MOST = 1 << 15 };

/* The first failure stays; afterwards every read returns false. */
struct reader {
    struct text_lines lines;
    const char *s, *end;   /* what is left of the line */
    uLong crc, crc_before; /* of all bytes with this line, and without it */
    enum status status;
    struct error *err;
};

static bool refuse(struct reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(struct reader *r, const char *format, ...)
{
    char text[512];
    va_list args;

    if (r->status != OK)
        return false;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    r->status = fail_at(r->err, ERR_DATA, r->lines.file, r->lines.line, "%s", text);
    return false;
}

static bool refuse_line(struct reader *r, const char *expected)
{
    char quote[TEXT_QUOTE];

    return refuse(r, "expected %s, found '%s': %s", expected, text_quote(r->s, r->end, quote),
                  damaged);
}

/* The next line, which ends in a line feed; `expected` says what it should be. */
static bool next(struct reader *r, const char *expected)
{
    size_t from = r->lines.next, length;

    if (r->status != OK)
        return false;
    if (!text_lines_next(&r->lines, &r->s, &r->end)) {
        r->lines.line++;
        return refuse(r, "the file ends here, expected %s: %s", expected, damaged);
    }
    length = r->lines.next - from;
    if (length > LINE_MOST)
        return refuse(r, "a line of %zu bytes, expected %s: %s", length, expected, damaged);
    r->end = r->s + length - 1;
    if (*r->end != '\n')
        return refuse(r, "the file ends within this line, expected %s: %s", expected, damaged);
    r->crc_before = r->crc;
    r->crc = crc32(r->crc, (const Bytef *)r->s, (uInt)length);
    return true;
}

static bool skip(struct reader *r, const char *word)
{
    size_t length = strlen(word);

    if ((size_t)(r->end - r->s) < length || memcmp(r->s, word, length) != 0)
        return false;
    r->s += length;
    return true;
}

/* The key and a blank. */
static bool skip_key(struct reader *r, const char *key)
{
    return skip(r, key) && skip(r, " ");
}

/* The whole of what is left is the text. */
static bool is(const struct reader *r, const char *text)
{
    return text_is(r->s, r->end, text);
}

/* A whole number in [lo, hi] at s, written in the one way; returns its end, NULL: there is none. */
static const char *whole(const char *s, const char *end, uint64_t lo, uint64_t hi, uint64_t *value)
{
    const char *behind = text_unsigned(s, end, value);

    if (!behind || *value < lo || *value > hi || (*s == '0' && behind > s + 1))
        return NULL;
    return behind;
}

/* The line `KEY N`, N in [lo, hi]. */
static uint64_t number_line(struct reader *r, const char *key, uint64_t lo, uint64_t hi)
{
    char expected[128];
    uint64_t value = 0;

    snprintf(expected, sizeof expected, "'%s' and a whole number from %" PRIu64 " to %" PRIu64,
             key, lo, hi);
    if (next(r, expected) &&
        (!skip_key(r, key) || whole(r->s, r->end, lo, hi, &value) != r->end))
        refuse_line(r, expected);
    return r->status == OK ? value : 0;
}

/* The line `KEY WORD`, WORD the first or the second; true: the second. */
static bool choice_line(struct reader *r, const char *key, const char *first, const char *second)
{
    char expected[128];

    snprintf(expected, sizeof expected, "'%s' and '%s' or '%s'", key, first, second);
    if (!next(r, expected))
        return false;
    if (!skip_key(r, key) || (!is(r, first) && !is(r, second)))
        return refuse_line(r, expected);
    return is(r, second);
}

/* ---- the header ------------------------------------------------------------------------------ */

static void read_weight(struct reader *r, struct vocabulary_rule *rule)
{
    static const char expected[] = "'weight' and 'tf-idf', 'counts' or 'binary'";

    if (!next(r, expected))
        return;
    if (skip(r, "weight "))
        for (int k = 0; vocabulary_weights[k]; k++)
            if (is(r, vocabulary_weights[k])) {
                rule->weight = (enum row_weight)k;
                return;
            }
    refuse_line(r, expected);
}

static void read_ngrams(struct reader *r, struct ngrams *ngrams)
{
    static const char expected[] = "'words' or 'characters' and two numbers, as 1:2";
    const char *colon;
    uint64_t lo, hi;

    if (!next(r, expected))
        return;
    ngrams->characters = skip(r, "characters ");
    if (ngrams->characters || skip(r, "words ")) {
        colon = whole(r->s, r->end, 1, NGRAM_MOST, &lo);
        if (colon && colon < r->end && *colon == ':' &&
            whole(colon + 1, r->end, lo, NGRAM_MOST, &hi) == r->end) {
            ngrams->lo = (int)lo;
            ngrams->hi = (int)hi;
            return;
        }
    }
    refuse_line(r, expected);
}

static void read_rule(struct reader *r, struct vocabulary_rule *rule)
{
    read_weight(r, rule);
    read_ngrams(r, &rule->ngrams);
    rule->keep_case = choice_line(r, "case", "lower", "kept");
    rule->unicode = !choice_line(r, "letters", "unicode", "bytes");
    rule->raw = choice_line(r, "rows", "unit", "raw");
    rule->places = (int)number_line(r, "places", ROW_ALL, ROW_PLACES);
}

/* The line `label K NAME`, NAME above the one before. */
static bool read_label(struct reader *r, struct term_table *labels)
{
    uint64_t number;
    const char *name;
    size_t before = labels->count;

    if (!next(r, "a label"))
        return false;
    name = skip(r, "label ") ? whole(r->s, r->end, before + 1, before + 1, &number) : NULL;
    if (!name || name == r->end || *name != ' ' || label_kind(name + 1, r->end) != LABEL_WORD)
        return refuse_line(r, "'label', its number and its name");
    r->s = name + 1;
    if (before > 0) {
        const struct table_term *last = &labels->term[before - 1];
        if (term_compare(labels->bytes + last->at, last->length, r->s,
                         (size_t)(r->end - r->s)) >= 0)
            return refuse(r, "the names of labels do not ascend: %s", damaged);
    }
    if (term_table_put(labels, r->s, (size_t)(r->end - r->s)) == TERM_NONE)
        r->status = fail_memory(r->err, "the vocabulary");
    return r->status == OK;
}

/* ---- terms ----------------------------------------------------------------------------------- */

/* Whether term k may stand behind the one before. */
static bool in_order(const struct term_table *t, size_t k)
{
    const struct table_term *a = &t->term[k - 1], *b = &t->term[k];

    if (a->lines != b->lines)
        return a->lines > b->lines;
    return term_compare(t->bytes + a->at, a->length, t->bytes + b->at, b->length) < 0;
}

/* The line TERM, lines, idf, with tabs between. */
static bool read_term(struct reader *r, struct vocabulary *v, size_t k)
{
    static const char expected[] = "a term, its number of lines and its idf";
    const char *tab, *at;
    uint64_t lines = 0;
    uint32_t number;
    double idf;

    if (!next(r, "a term"))
        return false;
    tab = memchr(r->s, '\t', (size_t)(r->end - r->s));
    at = tab && tab > r->s ? whole(tab + 1, r->end, 1, UINT32_MAX, &lines) : NULL;
    if (!at || at == r->end || *at != '\t' || lines > (uint64_t)v->texts ||
        text_number(at + 1, r->end, &idf) != r->end || !(idf >= 1 && isfinite(idf)))
        return refuse_line(r, expected);
    number = term_table_put(&v->terms, r->s, (size_t)(tab - r->s));
    if (number == TERM_NONE)
        r->status = fail_memory(r->err, "the vocabulary");
    if (number != k)
        return refuse(r, "the term is repeated: %s", damaged);
    v->terms.term[k].lines = (uint32_t)lines;
    if (k > 0 && !in_order(&v->terms, k))
        return refuse(r, "the term is not in its place, after descending numbers of lines: %s",
                      damaged);
    v->idf[k] = idf;
    return true;
}

static void read_terms(struct reader *r, struct vocabulary *v)
{
    uint64_t count = number_line(r, "terms", 1, TERM_MOST);
    size_t room = 0;

    for (size_t k = 0; r->status == OK && k < count; k++) {
        void *idf = v->idf;
        if (k == room) { /* room grows as lines come, whatever the header claims */
            room = room > 0 ? 2 * room : 1;
            if (!mem_resized(&idf, room, sizeof *v->idf)) {
                r->status = fail_memory(r->err, "the vocabulary");
                return;
            }
            v->idf = idf;
        }
        read_term(r, v, k);
    }
}

static void read_sum(struct reader *r)
{
    char sum[32];

    if (!next(r, "'crc32' and the check sum"))
        return;
    snprintf(sum, sizeof sum, "crc32 %08lx", r->crc_before);
    if (!is(r, sum))
        refuse(r, "the check sum is not %s: %s", sum, damaged);
    else if (r->lines.next < r->lines.length)
        refuse(r, "bytes behind the check sum: %s", damaged);
}

enum status vocabulary_read(struct vocabulary *v, const char *file, struct error *err)
{
    struct reader r = {.crc = crc32(0, Z_NULL, 0), .err = err};
    uint64_t labels;

    *v = (struct vocabulary){0};
    r.status = text_lines_open(&r.lines, file, MOST_BYTES, "a vocabulary", err);
    if (next(&r, "'rrm-words 1'") && !is(&r, "rrm-words 1"))
        refuse(&r, "this is no vocabulary of rrm-words, whose first line is 'rrm-words 1'");
    read_rule(&r, &v->rule);
    v->texts = (int64_t)number_line(&r, "texts", 1, INT64_MAX);
    labels = number_line(&r, "labels", 0, LABELS_MOST);
    while (r.status == OK && v->labels.count < labels)
        read_label(&r, &v->labels);
    read_terms(&r, v);
    read_sum(&r);
    text_lines_close(&r.lines);
    return r.status;
}
