/* apply - the rows of texts in a vocabulary that stands, line by line. */
#include "terms/apply.h"

#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "terms/labels.h"
#include "terms/text_blocks.h"

struct worker {
    struct text_worker text;
    struct splitter splitter;
    struct row row;
    struct row_text out;
    const struct vocabulary *vocabulary;
};

struct apply {
    const struct vocabulary *vocabulary;
    struct row_form form;
    struct letters letters;
    struct text_blocks blocks;
    struct worker **worker; /* one for each thread */
    int workers;
};

/* ---- a block, by any thread ------------------------------------------------------------------ */

static bool take_terms(void *context, const char *bytes, size_t count,
                       const struct term_place *term)
{
    struct worker *w = context;
    uint32_t number[TERMS_AT_ONCE];

    term_table_find_all(&w->vocabulary->terms, bytes, count, term, number);
    return row_add(&w->row, count, number);
}

static enum status wrong_label(struct worker *w, const struct labelled *line)
{
    const struct term_table *labels = &w->vocabulary->labels;
    char quote[TEXT_QUOTE];

    text_quote(line->label, line->label_end, quote);
    if (labels->count == 0)
        return fail(&w->text.err, ERR_DATA, "the label '%s' is no finite number, as those of the "
                    "vocabulary are: '?' stands where there is none", quote);
    return fail(&w->text.err, ERR_DATA, "the label '%s' is none of the vocabulary's %zu: '?' "
                "stands where there is none", quote, labels->count);
}

/* The label as it is written, *n bytes; NULL: it is wrong. */
static const char *label_text(struct worker *w, const struct labelled *line,
                              char number[TEXT_EXACT], size_t *n)
{
    const struct term_table *labels = &w->vocabulary->labels;
    enum label_kind kind = line->label ? label_kind(line->label, line->label_end) : LABEL_NONE;
    uint32_t label;

    *n = line->label ? (size_t)(line->label_end - line->label) : 0;
    if (kind == LABEL_NONE) {
        *n = 1;
        return "?";
    }
    if (kind == LABEL_NUMBER && labels->count == 0)
        return line->label;
    label = kind == LABEL_WORD ? term_table_find(labels, line->label, *n) : TERM_NONE;
    if (label == TERM_NONE) {
        w->text.status = wrong_label(w, line);
        return NULL;
    }
    *n = text_exact_unsigned((uint64_t)label + 1, number);
    return number;
}

static void take_line(const struct apply *a, struct worker *w, const char *s, const char *end)
{
    struct labelled line = labelled_line(s, end);
    char number[TEXT_EXACT];
    size_t n;
    const char *label = label_text(w, &line, number, &n);

    if (!label)
        return;
    w->row.count = 0;
    if (!splitter_run(&w->splitter, line.text, line.end)) {
        w->text.status = fail_memory(&w->text.err, "a row");
        return;
    }
    row_sort(&w->row);
    if (!row_line(&w->row, &a->form, label, n, &w->out))
        w->text.status = fail_memory(&w->text.err, "a row");
}

static void take_block(void *context, int part)
{
    const struct apply *a = context;
    struct worker *w = a->worker[part];
    const char *s, *end;
    size_t at = 0;

    w->out.length = 0;
    while (w->text.status == OK && text_block_line(&w->text.block, &at, &s, &end)) {
        w->text.lines++;
        take_line(a, w, s, end);
    }
}

/* ---- all blocks ------------------------------------------------------------------------------ */

static enum status add_workers(struct apply *a, int threads, struct error *err)
{
    a->worker = mem_alloc((size_t)threads, sizeof(struct worker *));
    if (!a->worker)
        return fail_memory(err, "threads");
    while (a->workers < threads) {
        struct worker *w = mem_alloc(1, sizeof *w);
        if (!w)
            return fail_memory(err, "threads");
        a->worker[a->workers++] = w;
        w->vocabulary = a->vocabulary;
        w->splitter.letters = &a->letters;
        w->splitter.ngrams = a->vocabulary->rule.ngrams;
        w->splitter.take = take_terms;
        w->splitter.context = w;
        if (!row_reserve(&w->row, a->vocabulary->terms.count))
            return fail_memory(err, "rows");
    }
    return OK;
}

/* A block for each worker, but at the end of the input, and where more would be waited for. */
static enum status run_round(struct apply *a, const struct par *par, struct output *out,
                             int *blocks, struct error *err)
{
    enum status status = OK;
    bool got = true;

    *blocks = 0;
    while (status == OK && got && *blocks < a->workers) {
        status = text_blocks_next(&a->blocks, &a->worker[*blocks]->text, *blocks == 0, &got, err);
        *blocks += got;
    }
    par_for(par, *blocks, take_block, a); /* what came before a failure is answered, too */
    for (int k = 0; k < *blocks; k++) {
        const struct worker *w = a->worker[k];
        enum status written = output_write(out, w->out.bytes, w->out.length,
                                           a->blocks.prompt && k + 1 == *blocks, err);
        if (written == OK)
            written = text_blocks_pass(&a->blocks, &w->text, err);
        if (written != OK)
            return written;
    }
    return status;
}

static void apply_free(struct apply *a)
{
    for (int k = 0; k < a->workers; k++) {
        struct worker *w = a->worker[k];
        text_block_free(&w->text.block);
        row_free(&w->row);
        mem_free(w->out.bytes);
        mem_free(w);
    }
    mem_free(a->worker);
    letters_free(&a->letters);
}

enum status apply_run(const struct vocabulary *v, const char *file, const struct par *par,
                      struct output *out, struct row_report *report, struct error *err)
{
    struct apply *a = mem_alloc(1, sizeof *a);
    enum status status;
    int blocks = 1;

    if (!a)
        return fail_memory(err, "threads");
    *report = (struct row_report){0};
    a->vocabulary = v;
    a->form = vocabulary_form(v);
    letters_init(&a->letters, v->rule.unicode, !v->rule.keep_case);
    status = add_workers(a, par->threads, err);
    if (status == OK && a->letters.unicode != v->rule.unicode)
        status = fail(err, ERR_SYSTEM, "the vocabulary is of UTF-8, but this machine has no "
                      "locale C.UTF-8");
    if (status == OK)
        status = text_blocks_open(&a->blocks, file, true, err);
    while (status == OK && blocks > 0)
        status = run_round(a, par, out, &blocks, err);
    report->texts = a->blocks.lines;
    for (int k = 0; k < a->workers; k++) {
        report->entries += a->worker[k]->out.entries;
        report->bad += a->worker[k]->splitter.bad;
        report->passed += a->worker[k]->splitter.passed;
    }
    text_blocks_close(&a->blocks);
    apply_free(a);
    mem_free(a);
    return status;
}
