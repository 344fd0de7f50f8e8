/* svmlight_parse - parses whole lines of svmlight text; knows no files and no threads. */
#include "data/text/svmlight_parser.h"

/* ---- lines ----------------------------------------------------------------------------------- */

/* The byte behind a label '?', or p where an index or a qid begins the line or where it is blank;
 * NULL: none of these. */
static const char *take_no_label(struct parser *ps, const char *p, double *v)
{
    uint64_t index;
    const char *behind = text_unsigned(p, ps->end, &index);

    *v = NAN;
    if (*p == '?' && is_border(p + 1))
        return p + 1;
    return (behind && *behind == ':') || parser_is_fact(p) || is_border(p) ? p : NULL;
}

/* The same as take_number for a label, of which most are one digit with a sign or without. */
static inline const char *take_label(struct parser *ps, const char *p, double *v)
{
    const char *digit = p + ((*p == '-') | (*p == '+')), *behind;

    if (!text_is_digit(*digit) || digit[1] != ' ') {
        behind = text_number(p, ps->end, v);
        if (behind && ends_label(ps, behind) && isfinite(*v))
            return behind;
        return ps->chunk->form.unlabelled ? take_no_label(ps, p, v) : NULL;
    }
    *v = *p == '-' ? -(double)(*digit - '0') : (double)(*digit - '0');
    return digit + 1;
}

/* Reads any entry at p, a digit, of the index `least` or more and returns the byte behind it; NULL:
 * bad, or no memory. */
__attribute__((noinline)) static const char *any_entry(struct parser *ps, const char *entry,
                                                       uint64_t least)
{
    struct chunk *c = ps->chunk;
    uint64_t index;
    const char *p = text_unsigned(entry, ps->end, &index);
    double v;

    if (!p || *p != ':' || index > parser_most(ps) || index < least)
        return parser_bad_entry(ps, entry, ps->last);
    p = take_number(ps, p + 1, &v);
    if (!p)
        return parser_bad_entry(ps, entry, (int64_t)index - 1);
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

/* Where indices begin at 0 the columns of a line, read as index - 1 modulo 2^32, become the
 * indices. */
static void shift_columns(struct parser *ps, int64_t from)
{
    for (int64_t k = from; k < ps->chunk->entries; k++)
        ps->chunk->col[k]++;
    ps->last++;
}

/* Reads entries of indices from p on and returns the byte behind them; NULL: bad, or no memory.
 * Where they may be in any order, those of a line that cannot be read in ascending order are read
 * again. */
static const char *parse_indexed(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *begin = skip_blanks(p);
    bool zero = c->form.from_zero && text_is_digit(*begin);
    int64_t before = c->entries;

    p = zero ? any_entry(ps, begin, 0) : begin; /* 0 can be the first one alone */
    for (p = p ? skip_blanks(p) : NULL; p && text_is_digit(*p); p = p ? skip_blanks(p) : NULL) {
        p = ps->entries->take[c->storage.kind](c, p, &ps->last);
        if (text_is_digit(*p))
            p = any_entry(ps, p, (uint64_t)ps->last + 1);
    }
    if (!p && c->form.unordered && !ps->no_memory) {
        c->entries = before;
        return parser_unordered(ps, begin);
    }
    if (p && zero)
        shift_columns(ps, before);
    return p;
}

/* Reads the entries from p on and returns the byte behind them; NULL: bad, or no memory. */
static const char *parse_entries(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;

    ps->last = 0;
    p = c->form.feature_words ? parser_named(ps, p) : parse_indexed(ps, p);
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
            return parser_bad_word(ps, "stray", p, ", expected qid:N with N a whole number");
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

/* Reads the ':' at p, behind a label, and the weight; returns the byte behind it; NULL: bad, or no
 * memory. */
static const char *parse_label_weight(struct parser *ps, const char *label, const char *p)
{
    const struct fact_word *of = &fact_words[ROW_WEIGHT];
    double weight;

    if (parser_is_fact(label))
        return parser_bad_label(ps, label);
    p = take_number(ps, p + 1, &weight);
    if (!p || weight < of->lo || weight > of->hi)
        return parser_bad_word(ps, "in", label, of->is);
    ps->seen = 1U << ROW_WEIGHT;
    ps->no_memory = !row_facts_add(&ps->chunk->facts, ROW_WEIGHT, ps->chunk->rows, weight);
    return ps->no_memory ? NULL : p;
}

/* Reads cost:W and offset:O, which may stand at p, and returns the byte behind them; NULL: bad, or
 * no memory. */
__attribute__((noinline)) static const char *read_facts(struct parser *ps, const char *p)
{
    struct chunk *c = ps->chunk;
    const char *fact = NULL;
    unsigned seen = ps->seen;
    double value;

    for (int k = parser_fact(p); k < FACT_WORDS; seen |= 1U << k, k = parser_fact(p)) {
        const struct fact_word *of = &fact_words[k];
        fact = p;
        p = take_number(ps, p + strlen(of->word), &value);
        if (!p || value < of->lo || value > of->hi)
            return parser_bad_word(ps, "in", fact, of->is);
        if (seen & 1U << k)
            return parser_bad_word(ps, "a second", fact, ps->seen & 1U << k
                                   ? ": the label has the weight already" : " in one line");
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
    p = c->form.label_words ? parser_label_word(ps, label, &c->label[c->rows])
                            : take_label(ps, label, &c->label[c->rows]);
    if (!p)
        return ps->no_memory ? NULL : parser_bad_label(ps, label);
    ps->seen = 0;
    if (*p == ':' && p > label)
        p = parse_label_weight(ps, label, p);
    if (p)
        p = parse_query(ps, skip_blanks(p));
    if (p)
        p = parse_facts(ps, skip_blanks(p));
    if (p)
        p = parse_entries(ps, p);
    if (!p)
        return NULL;
    stop = line_end(p, ps->end);
    if (!stop)
        return parser_bad_entry(ps, p, -1);
    if (c->lines.first && c->rows == 0 && (c->form.label_words || c->form.feature_words) &&
        svmlight_is_foreign(label, ps->end))
        return NULL;
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
    const char *stop, *comment;

    c->entries = entries;
    c->queries.count = queries;
    if (c->queries.missing == c->rows)
        c->queries.missing = -1;
    spans_drop(of, c->rows);
    spans_drop(&c->facts.weight, c->rows);
    spans_drop(&c->facts.offset, c->rows);
    stop = memchr(line, '\n', (size_t)(ps->end - line));
    comment = c->form.comments ? memchr(line, '#', (size_t)(stop - line)) : NULL;
    comment = comment ? comment + 1 : stop;
    if (!chunk_refuse(c, ps->reason, comment, (size_t)(stop - comment)))
        return NULL;
    return stop + 1;
}

enum status svmlight_parse(const char *text, size_t length, struct storage storage,
                           struct chunk *chunk, char reason[SVMLIGHT_REASON])
{
    struct parser ps = {.chunk = chunk, .entries = svmlight_entries(), .end = text + length,
                        .reason = reason};

    reason[0] = '\0';
    /* At most: an entry has two digits, a colon and a byte behind; a word has the latter alone. */
    if (!chunk_reset(chunk, length / (chunk->form.feature_words ? 2 : 4) + SVMLIGHT_AHEAD, storage))
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
