/* learn - makes a vocabulary of labelled texts, and their rows. */
#include "terms/learn.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "terms/labels.h"
#include "terms/text_blocks.h"

/* A row is words of 32 bits: its label's number, how many words follow, and each term's number;
 * where it occurs more than once, with the bit OFTEN, its count behind it. */
struct words {
    uint32_t *word;
    size_t length, room;
};
enum { FIRST_ROOM = 1024, BYTE_BITS = 8 };
#define OFTEN (UINT32_C(1) << 31)
_Static_assert(TERM_MOST < OFTEN, "numbers of terms leave a bit");

/* Rows whose terms have the numbers of a worker's table. */
struct learned {
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
    const struct learned *now;       /* what is to be written */
    struct row_text out;
};

struct learn {
    const struct par *par;
    const char *name;               /* of the file, the caller's */
    struct letters letters;
    struct text_blocks blocks;
    struct worker **worker;         /* one for each thread */
    int workers;
    struct learned *learned;        /* in the order of the input */
    size_t count, room;
    int64_t texts;
    int64_t word_line, number_line; /* the first of each label_kind; 0: none */
    const struct vocabulary *vocabulary;
    struct row_form form;           /* of learn_write */
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
    uint32_t number[SPLITTER_TERMS];

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
    struct worker *w = ((struct learn *)context)->worker[part];
    const char *s, *end;
    size_t at = 0;

    w->word_line = w->number_line = 0;
    while (w->text.status == OK && text_block_line(&w->text.block, &at, &s, &end)) {
        w->text.lines++;
        take_line(w, s, end);
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

/* Keeps the rows of worker k's block. */
static enum status keep(struct learn *l, int k, struct error *err)
{
    struct worker *w = l->worker[k];
    void *learned = l->learned, *word = w->rows.word;
    size_t room = l->room > 0 ? 2 * l->room : 1;

    if (l->count == l->room) {
        if (!mem_resized(&learned, room, sizeof *l->learned))
            return fail_memory(err, "texts");
        l->learned = learned;
        l->room = room;
    }
    if (mem_resized(&word, w->rows.length, sizeof *w->rows.word)) /* the rest is given back */
        w->rows.word = word;
    l->learned[l->count++] = (struct learned){.rows = w->rows, .worker = k};
    w->rows = (struct words){0};
    return OK;
}

/* The first line of a kind: that of the input, or else the one of this block. */
static int64_t first_line(const struct learn *l, int64_t first, int64_t in_block)
{
    return first > 0 || in_block == 0 ? first : l->blocks.lines + in_block;
}

/* What worker k read. */
static enum status pass_block(struct learn *l, int k, struct error *err)
{
    struct worker *w = l->worker[k];
    enum status status;

    l->word_line = first_line(l, l->word_line, w->word_line);
    l->number_line = first_line(l, l->number_line, w->number_line);
    if (l->word_line > 0 && l->number_line > 0) {
        bool word = l->word_line > l->number_line;
        return fail_at(err, ERR_DATA, input_name(l->blocks.in),
                       word ? l->word_line : l->number_line,
                       "the label is a %s, that of line %" PRId64 " a %s: expected one kind of "
                       "labels", word ? "word" : "number", word ? l->number_line : l->word_line,
                       word ? "number" : "word");
    }
    status = text_blocks_pass(&l->blocks, &w->text, err);
    return status == OK ? keep(l, k, err) : status;
}

/* A block for each worker, but at the end of the input. */
static enum status read_round(struct learn *l, int *blocks, struct error *err)
{
    enum status status = OK;
    bool got = true;

    *blocks = 0;
    while (status == OK && got && *blocks < l->workers) {
        status = text_blocks_next(&l->blocks, &l->worker[*blocks]->text, true, &got, err);
        *blocks += got;
    }
    if (status == OK)
        par_for(l->par, *blocks, take_block, l);
    for (int k = 0; status == OK && k < *blocks; k++)
        status = pass_block(l, k, err);
    return status;
}

static enum status read_blocks(struct learn *l, const char *file, struct error *err)
{
    enum status status = text_blocks_open(&l->blocks, file, false, err);
    int blocks = 1;

    while (status == OK && blocks > 0)
        status = read_round(l, &blocks, err);
    text_blocks_close(&l->blocks);
    for (int k = 0; k < l->workers; k++)
        l->texts += l->worker[k]->texts;
    if (status == OK && l->texts == 0)
        status = fail_at(err, ERR_DATA, input_called(file), 0,
                         "no text here: expected lines of a label, a tab and the text");
    return status;
}

static enum status add_workers(struct learn *l, const struct ngrams *ngrams, struct error *err)
{
    l->worker = mem_alloc((size_t)l->par->threads, sizeof(struct worker *));
    if (!l->worker)
        return fail_memory(err, "threads");
    while (l->workers < l->par->threads) {
        struct worker *w = mem_alloc(1, sizeof *w);
        if (!w)
            return fail_memory(err, "threads");
        w->splitter.letters = &l->letters;
        w->splitter.ngrams = *ngrams;
        w->splitter.take = take_terms;
        w->splitter.context = w;
        l->worker[l->workers++] = w;
    }
    return OK;
}

enum status learn_read(struct learn **l, const char *file, struct vocabulary_rule *rule,
                       const struct par *par, struct error *err)
{
    struct learn *it = *l = mem_alloc(1, sizeof *it);
    enum status status;

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

/* A term on its way to its place. */
struct ranked {
    const char *bytes;
    uint64_t head; /* its first 8 bytes, as a number: ordered as they are */
    uint32_t length, lines, id;
};

static uint64_t head_of(const char *bytes, size_t length)
{
    uint64_t head = 0;

    for (size_t k = 0; k < sizeof head; k++)
        head = head << BYTE_BITS | (k < length ? (unsigned char)bytes[k] : 0);
    return head;
}

/* Descending by lines, then ascending by bytes. */
static int by_rank(const void *x, const void *y)
{
    const struct ranked *a = x, *b = y;

    if (a->lines != b->lines)
        return a->lines > b->lines ? -1 : 1;
    if (a->head != b->head)
        return a->head < b->head ? -1 : 1;
    return term_compare(a->bytes, a->length, b->bytes, b->length);
}

/* Moves the terms of all workers to the table of the first; index[id] of the others is then the
 * number there. */
static bool merge_terms(struct learn *l)
{
    struct worker *first = l->worker[0];
    struct term_table *all = &first->terms;

    for (size_t i = 0; i < all->count; i++)
        all->term[i].lines = first->row.seen[i].rows;
    for (int k = 1; k < l->workers; k++) {
        struct worker *w = l->worker[k];
        struct term_table *t = &w->terms;
        w->index = mem_alloc(t->count, sizeof *w->index);
        if (!w->index)
            return false;
        for (size_t i = 0; i < t->count; i++) {
            const struct term *it = &t->term[i];
            w->index[i] = term_table_put(all, t->bytes + it->at, it->length);
            if (w->index[i] == TERM_NONE)
                return false;
            all->term[w->index[i]].lines += w->row.seen[i].rows;
        }
    }
    return true;
}

/* The chosen terms of the table in their order, at most `most` of them, to `to`. index[id]: 1 + the
 * number there; 0: not chosen. */
static bool choose(const struct term_table *t, struct learn_choice choice, struct term_table *to,
                   uint32_t *index)
{
    struct ranked *all = mem_alloc(t->count, sizeof *all);
    size_t count = 0;

    if (!all)
        return false;
    for (uint32_t id = 0; id < t->count; id++) {
        const struct term *it = &t->term[id];
        const char *bytes = t->bytes + it->at;
        if (it->lines >= choice.least)
            all[count++] = (struct ranked){.bytes = bytes, .head = head_of(bytes, it->length),
                                           .length = it->length, .lines = it->lines, .id = id};
    }
    qsort(all, count, sizeof *all, by_rank);
    count = count < choice.most ? count : choice.most;
    for (size_t k = 0; k < count; k++) {
        if (term_table_put(to, all[k].bytes, all[k].length) == TERM_NONE) {
            mem_free(all);
            return false;
        }
        to->term[k].lines = all[k].lines;
        index[all[k].id] = (uint32_t)k + 1;
    }
    mem_free(all);
    return true;
}

/* The terms, and the index of each worker's terms among them. */
static bool number_terms(struct learn *l, struct learn_choice choice, struct vocabulary *v)
{
    struct worker *first = l->worker[0];

    if (!merge_terms(l))
        return false;
    first->index = mem_alloc(first->terms.count, sizeof *first->index);
    if (!first->index || !choose(&first->terms, choice, &v->terms, first->index))
        return false;
    for (int k = 1; k < l->workers; k++) {
        struct worker *w = l->worker[k];
        for (size_t i = 0; i < w->terms.count; i++)
            w->index[i] = first->index[w->index[i]];
        term_table_free(&w->terms);
    }
    term_table_free(&first->terms);
    return true;
}

/* The labels that are words; false: no memory. */
static bool number_labels(struct learn *l, struct vocabulary *v)
{
    const struct learn_choice every = {.least = 0, .most = UINT32_MAX};
    struct term_table words = {0};
    uint32_t *index = NULL;
    bool done = true;

    for (int k = 0; done && k < l->workers; k++) {
        const struct term_table *t = &l->worker[k]->labels;
        for (size_t i = 0; done && i < t->count; i++)
            if (t->term[i].lines == LABEL_WORD)
                done = term_table_put(&words, t->bytes + t->term[i].at, t->term[i].length) !=
                       TERM_NONE;
    }
    if (done)
        index = mem_alloc(words.count, sizeof *index);
    done = index && choose(&words, every, &v->labels, index);
    mem_free(index);
    term_table_free(&words);
    return done;
}

enum status learn_vocabulary(struct learn *l, const struct vocabulary_rule *rule,
                             struct learn_choice choice, struct vocabulary *v, struct error *err)
{
    *v = (struct vocabulary){.rule = *rule, .texts = l->texts};
    if (!number_terms(l, choice, v) || !number_labels(l, v) || !vocabulary_weigh(v))
        return fail_memory(err, "the vocabulary");
    if (v->terms.count == 0)
        return fail_at(err, ERR_DATA, l->name, 0, "no term stands in %" PRIu32 " texts or more: "
                       "the vocabulary would be empty", choice.least);
    if (v->labels.count > LABELS_MOST)
        return fail_at(err, ERR_DATA, l->name, 0, "more than %d labels that are words: expected a "
                       "label, a tab and the text", LABELS_MOST);
    return OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* The label at s as it is written: to text of n bytes. */
static const char *label_text(const struct vocabulary *v, const struct term_table *labels,
                              uint32_t label, char number[TEXT_EXACT], size_t *n)
{
    const struct term *it = &labels->term[label];
    const char *s = labels->bytes + it->at;

    *n = it->length;
    if (it->lines != LABEL_WORD)
        return s;
    *n = text_exact_unsigned((uint64_t)term_table_find(&v->labels, s, *n) + 1, number);
    return number;
}

/* The row at `at`, and the word behind it; false: no memory. */
static bool write_row(const struct learn *l, struct worker *w, const struct worker *from,
                      const uint32_t **at)
{
    const uint32_t *word = *at + 2, *end = word + (*at)[1];
    char number[TEXT_EXACT];
    size_t n;
    const char *label = label_text(l->vocabulary, &from->labels, **at, number, &n);

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
    return row_line(&w->row, &l->form, label, n, &w->out);
}

static void write_block(void *context, int part)
{
    struct learn *l = context;
    struct worker *w = l->worker[part];
    const struct worker *from = l->worker[w->now->worker];
    const uint32_t *at = w->now->rows.word, *end = at + w->now->rows.length;

    w->out.length = 0;
    w->text.status = OK;
    while (w->text.status == OK && at < end)
        if (!write_row(l, w, from, &at))
            w->text.status = fail_memory(&w->text.err, "a row");
}

enum status learn_write(struct learn *l, const struct vocabulary *v, struct output *out,
                        struct row_report *report, struct error *err)
{
    enum status status = OK;

    *report = (struct row_report){.texts = l->texts};
    l->vocabulary = v;
    l->form = vocabulary_form(v);
    for (size_t next = 0; status == OK && next < l->count;) {
        int blocks = 0;
        for (; blocks < l->workers && next < l->count; blocks++)
            l->worker[blocks]->now = &l->learned[next++];
        par_for(l->par, blocks, write_block, l);
        for (int k = 0; status == OK && k < blocks; k++) {
            const struct worker *w = l->worker[k];
            status = w->text.status == OK
                         ? output_write(out, w->out.bytes, w->out.length, false, err)
                         : fail(err, w->text.status, "%s", w->text.err.text);
        }
    }
    for (int k = 0; k < l->workers; k++) {
        report->entries += l->worker[k]->out.entries;
        report->bad += l->worker[k]->splitter.bad;
        report->passed += l->worker[k]->splitter.passed;
    }
    return status;
}

void learn_free(struct learn *l)
{
    if (!l)
        return;
    for (size_t k = 0; k < l->count; k++)
        mem_free(l->learned[k].rows.word);
    for (int k = 0; k < l->workers; k++) {
        struct worker *w = l->worker[k];
        text_block_free(&w->text.block);
        term_table_free(&w->terms);
        term_table_free(&w->labels);
        row_free(&w->row);
        mem_free(w->rows.word);
        mem_free(w->index);
        mem_free(w->out.bytes);
        mem_free(w);
    }
    mem_free(l->worker);
    mem_free(l->learned);
    letters_free(&l->letters);
    mem_free(l);
}
