/* svmlight_parse - parses whole lines of svmlight text; knows no files and no threads. */
#include "data/text/chunk.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "data/text/svmlight_entries.h"

enum { MAX_INDEX = 2147483646 }; /* 2^31 - 2: features and a bias are fewer than 2^31 columns */

/* The parser's state. The last byte of the text is a line end, at which every loop here stops: none
 * needs a bound. */
struct parser {
    struct chunk *chunk;
    const struct svmlight_entries *entries;
    const char *end;
    uint32_t last; /* index of the entry before in the line; 0: none */
    bool no_memory;
    char *reason;
};

/* Whether a number may end before p. */
static bool is_border(const char *p)
{
    return *p == ' ' || *p == '\n' || *p == '\t' || *p == '#' || (*p == '\r' && p[1] == '\n');
}

static const char *skip_blanks(const char *p)
{
    while (text_is_blank(*p))
        p++;
    return p;
}

/* The line end at p, or behind the comment at p; NULL: neither stands there. */
static const char *line_end(const char *p, const char *end)
{
    if (*p == '\n')
        return p;
    if (*p == '#')
        return memchr(p, '\n', (size_t)(end - p));
    return *p == '\r' && p[1] == '\n' ? p + 1 : NULL;
}

/* ---- what is wrong; all of these return NULL ------------------------------------------------- */

/* The reason: before 'word' after. */
static const char *bad_word(struct parser *ps, const char *before, const char *word,
                            const char *after)
{
    char quoted[TEXT_QUOTE];

    snprintf(ps->reason, SVMLIGHT_REASON, "%s '%s'%s", before,
             text_quote(word, ps->end, quoted), after);
    return NULL;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The end of the visible ASCII characters at p, up to a colon. */
static const char *visible_end(const char *p)
{
    while (*p > ' ' && *p < 0x7f && *p != ':')
        p++;
    return p;
}

/* Whether the `length` letters at p are a name of a number that is not finite. */
static bool is_not_finite(const char *p, size_t length)
{
    static const char *const names[] = {"nan", "inf", "infinity"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncasecmp(p, names[i], length) == 0)
            return true;
    return false;
}

static const char *bad_label(struct parser *ps, const char *label)
{
    double v;
    const char *number_end = text_number(label, ps->end, &v), *word_end = visible_end(label);

    if (*label == '?' && is_border(label + 1))
        return bad_word(ps, "label", label, " stands for none: only rrm-predict takes it");
    if ((number_end && *number_end == ':') || (is_letter(*label) && *word_end == ':'))
        return bad_word(ps, "no label before", label, ", expected: label index:value ...");
    if (is_letter(*label) && is_border(word_end) &&
        !is_not_finite(label, (size_t)(word_end - label)))
        return bad_word(ps, "label", label,
                        " is a word: labels are numbers, write a number for each class");
    return bad_word(ps, "label", label, " is no finite number");
}

/* The entry at p cannot be read or its index is not above `last`. */
static const char *bad_entry(struct parser *ps, const char *entry, uint32_t last)
{
    uint64_t index = 0;
    const char *p = text_unsigned(entry, ps->end, &index);
    char quoted[TEXT_QUOTE];

    if (!p && *entry == '-' && text_is_digit(entry[1]))
        return bad_word(ps, "index of", entry, " is below 1");
    if (!p && !text_is_digit(*entry))
        return bad_word(ps, "stray", entry, ", expected index:value");
    if (p && *p != ':')
        return bad_word(ps, "stray", entry, ", expected a colon behind the index");
    if (!p || index > MAX_INDEX)
        return bad_word(ps, "index of", entry, " is above 2147483646");
    if (index == 0)
        return bad_word(ps, "index of", entry, " is below 1");
    if (index == last)
        snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu64 " is repeated", index);
    else if (index < last)
        snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu64 " stands behind %" PRIu32
                 ", expected ascending indices (-o order=any sorts them)", index, last);
    else
        snprintf(ps->reason, SVMLIGHT_REASON, "value '%s' of index %" PRIu64 " is no finite number",
                 text_quote(p + 1, ps->end, quoted), index);
    return NULL;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The number at p and the byte behind it; NULL: none that ends at a border stands there. */
static const char *take_number(struct parser *ps, const char *p, double *v)
{
    p = text_number(p, ps->end, v);
    return p && is_border(p) && isfinite(*v) ? p : NULL;
}

enum { QUERY = sizeof "qid:" - 1 };

static inline bool is_query(const char *p)
{
    return *p == 'q' && strncmp(p, "qid:", QUERY) == 0;
}

/* What may stand behind label and qid, each once, and its number in [lo, hi]. cost is SVM-light's
 * word for a weight. */
static const struct fact_word {
    const char *word;
    double lo, hi;
    const char *is;
} fact_words[] = {
    [ROW_WEIGHT] = {"cost:", 0, DATASET_LARGEST, ", the weight of an example, is no number from 0 "
                    "to 1e100"},
    [ROW_OFFSET] = {"offset:", -DATASET_LARGEST, DATASET_LARGEST, ", what is added to a score, is "
                    "no number from -1e100 to 1e100"},
};
enum { FACT_WORDS = sizeof fact_words / sizeof *fact_words };

/* The fact that begins at p; FACT_WORDS: none. */
static int find_fact(const char *p)
{
    int k = 0;

    while (k < FACT_WORDS && strncmp(p, fact_words[k].word, strlen(fact_words[k].word)) != 0)
        k++;
    return k;
}

/* The byte behind a label '?', or p where an index or a qid begins the line or where it is blank;
 * NULL: none of these. */
static const char *take_no_label(struct parser *ps, const char *p, double *v)
{
    uint64_t index;
    const char *behind = text_unsigned(p, ps->end, &index);

    *v = NAN;
    if (*p == '?' && is_border(p + 1))
        return p + 1;
    return (behind && *behind == ':') || is_query(p) || find_fact(p) < FACT_WORDS || is_border(p)
               ? p : NULL;
}

/* The same as take_number for a label, of which most are one digit with a sign or without. */
static inline const char *take_label(struct parser *ps, const char *p, double *v)
{
    const char *digit = p + ((*p == '-') | (*p == '+')), *behind;

    if (!text_is_digit(*digit) || digit[1] != ' ') {
        behind = take_number(ps, p, v);
        return behind || !ps->chunk->form.unlabelled ? behind : take_no_label(ps, p, v);
    }
    *v = *p == '-' ? -(double)(*digit - '0') : (double)(*digit - '0');
    return digit + 1;
}

/* Reads any entry at p, a digit, and returns the byte behind it; NULL: bad, or no memory. */
__attribute__((noinline)) static const char *any_entry(struct parser *ps, const char *entry)
{
    struct chunk *c = ps->chunk;
    uint64_t index;
    const char *p = text_unsigned(entry, ps->end, &index);
    double v;

    if (!p || *p != ':' || index > MAX_INDEX || index <= ps->last)
        return bad_entry(ps, entry, ps->last);
    p = take_number(ps, p + 1, &v);
    if (!p)
        return bad_entry(ps, entry, (uint32_t)index - 1);
    ps->last = (uint32_t)index;
    if (v == 0)
        return p;
    if (!chunk_put(c, v)) {
        ps->no_memory = true;
        return NULL;
    }
    c->col[c->entries++] = ps->last - 1;
    return p;
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
            snprintf(ps->reason, SVMLIGHT_REASON, "index %" PRIu32 " is repeated", e->index);
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

/* The same as parse_entries of entries in any order. */
__attribute__((noinline)) static const char *unordered_entries(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *entry;
    uint64_t index;
    double value;

    c->held.count = 0;
    for (entry = skip_blanks(p); text_is_digit(*entry); entry = skip_blanks(p)) {
        p = text_unsigned(entry, ps->end, &index);
        if (p && *p == ':' && index > 0 && index <= MAX_INDEX)
            p = take_number(ps, p + 1, &value);
        else
            p = NULL;
        if (!p)
            return bad_entry(ps, entry, 0);
        if (!chunk_hold(c, (uint32_t)index, value)) {
            ps->no_memory = true;
            return NULL;
        }
    }
    return put_held(ps) ? entry : NULL;
}

/* Reads the entries from p on and returns the byte behind them; NULL: bad, or no memory. Where they
 * may be in any order, those of a line that cannot be read in ascending order are read again. */
static const char *parse_entries(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *begin = p;
    int64_t before = c->entries;

    ps->last = 0;
    for (p = skip_blanks(p); p && text_is_digit(*p); p = p ? skip_blanks(p) : NULL) {
        p = ps->entries->take[c->storage.kind](c, p, &ps->last);
        if (text_is_digit(*p))
            p = any_entry(ps, p);
    }
    if (!p && c->form.unordered && !ps->no_memory) {
        c->entries = before;
        p = unordered_entries(ps, begin);
    }
    if (p && ps->last > c->features)
        c->features = ps->last;
    return p;
}

/* Reads the `qid:N` that may stand at p and returns the byte behind it; NULL: bad, or no memory. */
static const char *parse_query(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    uint64_t query = 0;

    if (is_query(p)) {
        const char *behind = text_unsigned(p + QUERY, ps->end, &query);
        if (!behind || !is_border(behind))
            return bad_word(ps, "stray", p, ", expected qid:N with N a whole number");
        c->queries.count++;
        p = behind;
    } else if (c->queries.missing < 0) {
        c->queries.missing = c->rows;
    }
    if (c->queries.count > 0 && !spans_add(&c->queries.of, c->rows, query)) {
        ps->no_memory = true;
        return NULL;
    }
    return p;
}

/* Reads cost:W and offset:O, which may stand at p, and returns the byte behind them; NULL: bad, or
 * no memory. */
__attribute__((noinline)) static const char *read_facts(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *fact = NULL;
    unsigned seen = 0;
    double value;

    for (int k = find_fact(p); k < FACT_WORDS; seen |= 1U << k, k = find_fact(p)) {
        const struct fact_word *of = &fact_words[k];
        fact = p;
        p = take_number(ps, p + strlen(of->word), &value);
        if (!p || value < of->lo || value > of->hi)
            return bad_word(ps, "in", fact, of->is);
        if (seen & 1U << k)
            return bad_word(ps, "a second", fact, " in one line");
        if (!row_facts_add(&c->facts, (enum row_fact)k, c->rows, value)) {
            ps->no_memory = true;
            return NULL;
        }
        p = skip_blanks(p);
    }
    for (int k = 0; k < FACT_WORDS; k++) /* the row before may have had others */
        if (!(seen & 1U << k) && !row_facts_add(&c->facts, (enum row_fact)k, c->rows,
                                                k == ROW_WEIGHT)) {
            ps->no_memory = true;
            return NULL;
        }
    return p;
}

/* The same; few files have any. */
static inline const char *parse_facts(struct parser *ps, const char *p)
{
    bool none = !is_letter(*p) && row_facts_empty(&ps->chunk->facts);

    return none ? p : read_facts(ps, p);
}

/* Keeps what stands between p, where a comment may begin, and the line end. */
static void keep_comment(struct chunk *c, const char *p, const char *stop)
{
    struct chunk_comment comment = {p, 0};

    if (*p == '#') {
        comment.s = p + 1;
        comment.length = (size_t)(stop - comment.s);
        comment.length -= stop[-1] == '\r';
    }
    c->comment[c->rows] = comment;
    c->comment_bytes += comment.length;
}

/* Reads a line and returns the next one; NULL: bad, or no memory. */
static const char *parse_line(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *label = skip_blanks(p), *stop = line_end(label, ps->end);
    int64_t before = c->entries;

    if (stop && (*label == '#' ? !c->refused.kept : !c->form.unlabelled)) {
        c->lines.commented += *label == '#';
        return stop + 1;
    }
    if (!chunk_reserve_row(c)) {
        ps->no_memory = true;
        return NULL;
    }
    p = take_label(ps, label, &c->label[c->rows]);
    if (!p)
        return bad_label(ps, label);
    p = parse_query(ps, skip_blanks(p));
    if (p)
        p = parse_facts(ps, skip_blanks(p));
    if (p)
        p = parse_entries(ps, p);
    if (!p)
        return NULL;
    stop = line_end(p, ps->end);
    if (!stop)
        return bad_entry(ps, p, 0);
    if (!spans_add(&c->lines.skipped, c->rows, (uint64_t)(c->lines.count - 1 - c->rows))) {
        ps->no_memory = true;
        return NULL;
    }
    if (c->form.comments)
        keep_comment(c, p, stop);
    c->length[c->rows++] = (uint32_t)(c->entries - before);
    return stop + 1;
}

/* ---- a text ---------------------------------------------------------------------------------- */

/* Passes over the bad line at `line`, before which there were so many entries and rows with a
 * query. Returns the next line; NULL: no memory. */
static const char *refuse_line(struct parser *ps, const char *line, int64_t entries,
                               int64_t queries)
{
    struct chunk *c = ps->chunk;
    struct spans *of = &c->queries.of;

    c->entries = entries;
    c->queries.count = queries;
    if (c->queries.missing == c->rows)
        c->queries.missing = -1;
    spans_drop(of, c->rows);
    spans_drop(&c->facts.weight, c->rows);
    spans_drop(&c->facts.offset, c->rows);
    if (!chunk_refuse(c, ps->reason))
        return NULL;
    return (const char *)memchr(line, '\n', (size_t)(ps->end - line)) + 1;
}

enum status svmlight_parse(const char *text, size_t length, struct storage storage,
                           struct chunk *chunk, char reason[SVMLIGHT_REASON])
{
    struct parser ps = {.chunk = chunk, .entries = svmlight_entries(), .end = text + length,
                        .reason = reason};

    reason[0] = '\0';
    /* At most: an entry has two digits, a colon and a byte behind. */
    if (!chunk_reset(chunk, length / 4 + SVMLIGHT_AHEAD, storage))
        return ERR_SYSTEM;
    for (const char *line = text, *next; line < ps.end; line = next) {
        int64_t entries = chunk->entries, queries = chunk->queries.count;

        chunk->lines.count++;
        next = parse_line(&ps, line);
        if (next)
            continue;
        if (ps.no_memory)
            return ERR_SYSTEM;
        svmlight_tell_format(line, ps.end, reason);
        if (!chunk->refused.kept)
            return ERR_DATA;
        next = refuse_line(&ps, line, entries, queries);
        if (!next)
            return ERR_SYSTEM;
    }
    return OK;
}
