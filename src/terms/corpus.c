/* corpus - labelled texts: their vocabulary, and their rows in it. */
#include "terms/corpus.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "terms/labels.h"
#include "terms/term_rank.h"
#include "terms/text_blocks.h"

/* A row is words of 32 bits: its label's number, how many words follow, and each term's number;
 * where it occurs more than once, with the bit OFTEN, its count behind it. */
struct words {
    uint32_t *word;
    size_t length, room;
};
enum { FIRST_ROOM = 1024 };
#define OFTEN (UINT32_C(1) << 31)
_Static_assert(TERM_MOST < OFTEN, "numbers of terms leave a bit");

/* Rows whose terms have the numbers of a worker's table. */
struct corpus_block {
    struct words rows;
    int worker;
};

struct worker {
    struct text_worker text;
    struct splitter splitter;
    struct term_table terms;
    struct term_table labels;        /* `lines` of each: its enum label_kind */
    struct row row;
    struct words rows;               /* of the block */
    int64_t texts;
    int64_t word_line, number_line;  /* the first of each label_kind in the block; 0: none */
    uint32_t *index;                 /* of each term: 1 + its number in the vocabulary; 0: none */
    const struct corpus_block *now;  /* what is to be written */
    struct row_text out;
};

struct corpus {
    const struct par *par;
    const char *name;               /* of the file, the caller's */
    struct letters letters;
    struct text_blocks blocks;
    struct worker **worker;         /* one for each thread */
    int workers;
    struct corpus_block *block;     /* in the order of the input */
    size_t count, room;
    int64_t texts;
    int64_t word_line, number_line; /* the first of each label_kind; 0: none */
    const struct vocabulary *vocabulary;
    struct row_form form;           /* of corpus_write */
};

/* ---- a block, by any thread ------------------------------------------------------------------ */

static bool put_word(struct words *w, uint32_t word)
{
    void *words = w->word;
    size_t room = w->room > 0 ? 2 * w->room : FIRST_ROOM;

    if (w->length == w->room) {
        if (!mem_resized(&words, room, sizeof *w->word))
            return false;
        w->word = words;
        w->room = room;
    }
    w->word[w->length++] = word;
    return true;
}

static bool take_terms(void *context, const char *bytes, size_t count,
                       const struct term_place *term)
{
    struct worker *w = context;
    uint32_t number[TERMS_AT_ONCE];

    return term_table_put_all(&w->terms, bytes, count, term, number) &&
           row_reserve(&w->row, w->terms.count) && row_add(&w->row, count, number);
}

/* The number of the label; false: it is wrong, or no memory. */
static bool take_label(struct worker *w, const char *s, const char *end, uint32_t *number)
{
    size_t before = w->labels.count;
    enum label_kind kind;
    char quote[TEXT_QUOTE];

    *number = term_table_put(&w->labels, s, (size_t)(end - s));
    if (*number == TERM_NONE) {
        w->text.status = fail_memory(&w->text.err, "labels");
        return false;
    }
    kind = *number < before ? w->labels.term[*number].lines : label_kind(s, end);
    w->labels.term[*number].lines = kind;
    if (kind == LABEL_WORD && w->word_line == 0)
        w->word_line = w->text.lines;
    if (kind == LABEL_NUMBER && w->number_line == 0)
        w->number_line = w->text.lines;
    if (kind == LABEL_WRONG || s == end)
        w->text.status = fail(&w->text.err, ERR_DATA, "'%s' is no label: expected a finite number "
                              "or a word, a tab and the text", text_quote(s, end, quote));
    else if (kind == LABEL_WORD && w->labels.count > LABELS_MOST)
        w->text.status = fail(&w->text.err, ERR_DATA, "more than %d labels that are words: "
                              "expected a label, a tab and the text", LABELS_MOST);
    return w->text.status == OK;
}

static void take_line(struct worker *w, const char *s, const char *end)
{
    struct labelled line = labelled_line(s, end);
    size_t head;
    uint32_t label;
    bool kept;

    if (!line.label) {
        w->text.status = fail(&w->text.err, ERR_DATA,
                              "no tab in this line: expected a label, a tab and the text");
        return;
    }
    if (!take_label(w, line.label, line.label_end, &label))
        return;
    w->row.count = 0;
    kept = splitter_run(&w->splitter, line.text, line.end);
    kept = kept && put_word(&w->rows, label) && put_word(&w->rows, 0);
    head = w->rows.length;
    for (size_t k = 0; kept && k < w->row.count; k++) {
        struct row_term it = w->row.item[k];
        kept = put_word(&w->rows, it.count > 1 ? it.term | OFTEN : it.term) &&
               (it.count == 1 || put_word(&w->rows, it.count));
    }
    if (kept)
        w->rows.word[head - 1] = (uint32_t)(w->rows.length - head);
    else
        w->text.status = fail_memory(&w->text.err, "terms");
    w->texts++;
}

static void take_block(void *context, int part)
{
    struct worker *w = ((struct corpus *)context)->worker[part];
    const char *s, *end;
    size_t at = 0;

    w->word_line = 0;
    w->number_line = 0;
    while (w->text.status == OK && text_block_line(&w->text.block, &at, &s, &end)) {
        w->text.lines++;
        take_line(w, s, end);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Keeps the rows of worker k's block. */
static enum status keep(struct corpus *c, int k, struct error *err)
{
    struct worker *w = c->worker[k];
    void *block = c->block, *word = w->rows.word;
    size_t room = c->room > 0 ? 2 * c->room : 1;

    if (c->count == c->room) {
        if (!mem_resized(&block, room, sizeof *c->block))
            return fail_memory(err, "texts");
        c->block = block;
        c->room = room;
    }
    if (mem_resized(&word, w->rows.length, sizeof *w->rows.word)) /* the rest is given back */
        w->rows.word = word;
    c->block[c->count++] = (struct corpus_block){.rows = w->rows, .worker = k};
    w->rows = (struct words){0};
    return OK;
}

/* The first line of a kind: that of the input, or else the one of this block. */
static int64_t first_line(const struct corpus *c, int64_t first, int64_t in_block)
{
    return first > 0 || in_block == 0 ? first : c->blocks.lines + in_block;
}

/* What worker k read. */
static enum status pass_block(struct corpus *c, int k, struct error *err)
{
    struct worker *w = c->worker[k];
    enum status status;

    c->word_line = first_line(c, c->word_line, w->word_line);
    c->number_line = first_line(c, c->number_line, w->number_line);
    if (c->word_line > 0 && c->number_line > 0) {
        bool word = c->word_line > c->number_line;
        return fail_at(err, ERR_DATA, input_name(c->blocks.in),
                       word ? c->word_line : c->number_line,
                       "the label is a %s, that of line %" PRId64 " a %s: expected one kind of "
                       "labels", word ? "word" : "number", word ? c->number_line : c->word_line,
                       word ? "number" : "word");
    }
    status = text_blocks_pass(&c->blocks, &w->text, err);
    return status == OK ? keep(c, k, err) : status;
}

/* A block for each worker, but at the end of the input. */
static enum status read_round(struct corpus *c, int *blocks, struct error *err)
{
    enum status status = OK;
    bool got = true;

    *blocks = 0;
    while (status == OK && got && *blocks < c->workers) {
        status = text_blocks_next(&c->blocks, &c->worker[*blocks]->text, true, &got, err);
        *blocks += got;
    }
    if (status == OK)
        par_for(c->par, *blocks, take_block, c);
    for (int k = 0; status == OK && k < *blocks; k++)
        status = pass_block(c, k, err);
    return status;
}

static enum status read_blocks(struct corpus *c, const char *file, struct error *err)
{
    enum status status = text_blocks_open(&c->blocks, file, false, err);
    int blocks = 1;

    while (status == OK && blocks > 0)
        status = read_round(c, &blocks, err);
    text_blocks_close(&c->blocks);
    for (int k = 0; k < c->workers; k++)
        c->texts += c->worker[k]->texts;
    if (status == OK && c->texts == 0)
        status = fail_at(err, ERR_DATA, input_called(file), 0,
                         "no text here: expected lines of a label, a tab and the text");
    return status;
}

static enum status add_workers(struct corpus *c, const struct ngrams *ngrams, struct error *err)
{
    c->worker = mem_alloc((size_t)c->par->threads, sizeof(struct worker *));
    if (!c->worker)
        return fail_memory(err, "threads");
    while (c->workers < c->par->threads) {
        struct worker *w = mem_alloc(1, sizeof *w);
        if (!w)
            return fail_memory(err, "threads");
        w->splitter.letters = &c->letters;
        w->splitter.ngrams = *ngrams;
        w->splitter.take = take_terms;
        w->splitter.context = w;
        c->worker[c->workers++] = w;
    }
    return OK;
}

enum status corpus_read(struct corpus **c, const char *file, struct vocabulary_rule *rule,
                       const struct par *par, struct error *err)
{
    struct corpus *it = mem_alloc(1, sizeof *it);
    enum status status;

    *c = it;
    if (!it)
        return fail_memory(err, "texts");
    it->par = par;
    it->name = input_called(file);
    letters_init(&it->letters, rule->unicode, !rule->keep_case);
    rule->unicode = it->letters.unicode;
    status = add_workers(it, &rule->ngrams, err);
    return status == OK ? read_blocks(it, file, err) : status;
}

/* ---- the vocabulary -------------------------------------------------------------------------- */

/* Moves the terms of all workers to the table of the first; index[id] of the others is then the
 * number there. */
static bool merge_terms(struct corpus *c)
{
    struct worker *first = c->worker[0];
    struct term_table *all = &first->terms;

    for (size_t i = 0; i < all->count; i++)
        all->term[i].lines = first->row.seen[i].rows;
    for (int k = 1; k < c->workers; k++) {
        struct worker *w = c->worker[k];
        struct term_table *t = &w->terms;
        w->index = mem_alloc(t->count, sizeof *w->index);
        if (!w->index)
            return false;
        for (size_t i = 0; i < t->count; i++) {
            const struct table_term *it = &t->term[i];
            w->index[i] = term_table_put(all, t->bytes + it->at, it->length);
            if (w->index[i] == TERM_NONE)
                return false;
            all->term[w->index[i]].lines += w->row.seen[i].rows;
        }
    }
    return true;
}

/* The terms, and the index of each worker's terms among them. */
static bool number_terms(struct corpus *c, struct term_choice choice, struct vocabulary *v)
{
    struct worker *first = c->worker[0];

    if (!merge_terms(c))
        return false;
    first->index = mem_alloc(first->terms.count, sizeof *first->index);
    if (!first->index || !term_rank(&first->terms, choice, &v->terms, first->index))
        return false;
    for (int k = 1; k < c->workers; k++) {
        struct worker *w = c->worker[k];
        for (size_t i = 0; i < w->terms.count; i++)
            w->index[i] = first->index[w->index[i]];
        term_table_free(&w->terms);
    }
    term_table_free(&first->terms);
    return true;
}

/* The labels that are words; false: no memory. */
static bool number_labels(struct corpus *c, struct vocabulary *v)
{
    const struct term_choice every = {.least = 0, .most = UINT32_MAX};
    struct term_table words = {0};
    uint32_t *index = NULL;
    bool done = true;

    for (int k = 0; done && k < c->workers; k++) {
        const struct term_table *t = &c->worker[k]->labels;
        for (size_t i = 0; done && i < t->count; i++)
            if (t->term[i].lines == LABEL_WORD)
                done = term_table_put(&words, t->bytes + t->term[i].at, t->term[i].length) !=
                       TERM_NONE;
    }
    if (done)
        index = mem_alloc(words.count, sizeof *index);
    done = index && term_rank(&words, every, &v->labels, index);
    mem_free(index);
    term_table_free(&words);
    return done;
}

enum status corpus_vocabulary(struct corpus *c, const struct vocabulary_rule *rule,
                             struct term_choice choice, struct vocabulary *v, struct error *err)
{
    *v = (struct vocabulary){.rule = *rule, .texts = c->texts};
    if (!number_terms(c, choice, v) || !number_labels(c, v) || !vocabulary_weigh(v))
        return fail_memory(err, "the vocabulary");
    if (v->terms.count == 0)
        return fail_at(err, ERR_DATA, c->name, 0, "no term stands in %" PRIu32 " texts or more: "
                       "the vocabulary would be empty", choice.least);
    if (v->labels.count > LABELS_MOST)
        return fail_at(err, ERR_DATA, c->name, 0, "more than %d labels that are words: expected a "
                       "label, a tab and the text", LABELS_MOST);
    return OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The label at s as it is written: to text of n bytes. */
static const char *label_text(const struct vocabulary *v, const struct term_table *labels,
                              uint32_t label, char number[TEXT_EXACT], size_t *n)
{
    const struct table_term *it = &labels->term[label];
    const char *s = labels->bytes + it->at;

    *n = it->length;
    if (it->lines != LABEL_WORD)
        return s;
    *n = text_exact_unsigned((uint64_t)term_table_find(&v->labels, s, *n) + 1, number);
    return number;
}

/* The row at `at`, and the word behind it; false: no memory. */
static bool write_row(const struct corpus *c, struct worker *w, const struct worker *from,
                      const uint32_t **at)
{
    const uint32_t *word = *at + 2, *end = word + (*at)[1];
    char number[TEXT_EXACT];
    size_t n;
    const char *label = label_text(c->vocabulary, &from->labels, **at, number, &n);

    w->row.count = 0;
    while (word < end) {
        bool often = (*word & OFTEN) != 0;
        uint32_t index = from->index[*word & ~OFTEN];
        if (index > 0 && !row_push(&w->row, index - 1, often ? word[1] : 1))
            return false;
        word += 1 + often;
    }
    *at = end;
    row_sort(&w->row);
    return row_line(&w->row, &c->form, label, n, &w->out);
}

static void write_block(void *context, int part)
{
    struct corpus *c = context;
    struct worker *w = c->worker[part];
    const struct worker *from = c->worker[w->now->worker];
    const uint32_t *at = w->now->rows.word, *end = at + w->now->rows.length;

    w->out.length = 0;
    w->text.status = OK;
    while (w->text.status == OK && at < end)
        if (!write_row(c, w, from, &at))
            w->text.status = fail_memory(&w->text.err, "a row");
}

enum status corpus_write(struct corpus *c, const struct vocabulary *v, struct output *out,
                        struct row_report *report, struct error *err)
{
    enum status status = OK;

    *report = (struct row_report){.texts = c->texts};
    c->vocabulary = v;
    c->form = vocabulary_form(v);
    for (size_t next = 0; status == OK && next < c->count;) {
        int blocks = 0;
        for (; blocks < c->workers && next < c->count; blocks++)
            c->worker[blocks]->now = &c->block[next++];
        par_for(c->par, blocks, write_block, c);
        for (int k = 0; status == OK && k < blocks; k++) {
            const struct worker *w = c->worker[k];
            status = w->text.status == OK
                         ? output_write(out, w->out.bytes, w->out.length, false, err)
                         : fail(err, w->text.status, "%s", w->text.err.text);
        }
    }
    for (int k = 0; k < c->workers; k++) {
        report->entries += c->worker[k]->out.entries;
        report->bad += c->worker[k]->splitter.bad;
        report->passed += c->worker[k]->splitter.passed;
    }
    return status;
}

void corpus_free(struct corpus *c)
{
    if (!c)
        return;
    for (size_t k = 0; k < c->count; k++)
        mem_free(c->block[k].rows.word);
    for (int k = 0; k < c->workers; k++) {
        struct worker *w = c->worker[k];
        text_block_free(&w->text.block);
        term_table_free(&w->terms);
        term_table_free(&w->labels);
        row_free(&w->row);
        mem_free(w->rows.word);
        mem_free(w->index);
        mem_free(w->out.bytes);
        mem_free(w);
    }
    mem_free(c->worker);
    mem_free(c->block);
    letters_free(&c->letters);
    mem_free(c);
}
