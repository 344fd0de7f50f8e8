/* vocabulary - the terms of a training text, how each is weighed, and the file that keeps them. */
#include "terms/vocabulary.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/logarithm.h"

const char *const vocabulary_weights[ROW_WEIGHTS + 1] = {
    [ROW_TF_IDF] = "tf-idf", [ROW_COUNTS] = "counts", [ROW_BINARY] = "binary"};

static const char *const heads[] = {"rrm-words ", NULL};
const struct output_kind vocabulary_output = {.name = "vocabulary", .replaces = output_begins,
                                              .context = heads};

bool vocabulary_weigh(struct vocabulary *v)
{
    v->idf = mem_alloc(v->terms.count, sizeof *v->idf);
    if (!v->idf)
        return false;
    for (size_t k = 0; k < v->terms.count; k++) {
        double lines = v->terms.term[k].lines;
        v->idf[k] = logarithm((1 + (double)v->texts) / (1 + lines)) + 1;
    }
    return true;
}

struct row_form vocabulary_form(const struct vocabulary *v)
{
    const struct vocabulary_rule *rule = &v->rule;

    return (struct row_form){
        .weight = rule->weight, .raw = rule->raw, .places = rule->places, .idf = v->idf};
}

/* ---- the file -------------------------------------------------------------------------------- */

struct writer {
    struct output *out;
    uLong crc; /* of all bytes so far */
    enum status status;
    struct error *err;
};

static void put(struct writer *w, const char *bytes, size_t count)
{
    if (w->status != OK)
        return;
    w->crc = crc32(w->crc, (const Bytef *)bytes, (uInt)count);
    w->status = output_write(w->out, bytes, count, false, w->err);
}

static void put_line(struct writer *w, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A line that is short. */
static void put_line(struct writer *w, const char *format, ...)
{
    char line[256];
    va_list args;
    int length;

    va_start(args, format);
    length = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    put(w, line, (size_t)length);
}

static void put_rule(struct writer *w, const struct vocabulary_rule *rule)
{
    put_line(w, "weight %s\n", vocabulary_weights[rule->weight]);
    put_line(w, "%s %d:%d\n", rule->ngrams.characters ? "characters" : "words", rule->ngrams.lo,
             rule->ngrams.hi);
    put_line(w, "case %s\n", rule->keep_case ? "kept" : "lower");
    put_line(w, "letters %s\n", rule->unicode ? "unicode" : "bytes");
    put_line(w, "rows %s\n", rule->raw ? "raw" : "unit");
    put_line(w, "places %d\n", rule->places);
}

static void put_term(struct writer *w, const char *bytes, const struct table_term *term, double idf)
{
    char text[2 * TEXT_EXACT + 4];
    size_t length = 0;

    put(w, bytes + term->at, term->length);
    text[length++] = '\t';
    length += text_exact_unsigned(term->lines, text + length);
    text[length++] = '\t';
    length += text_exact(idf, text + length);
    text[length++] = '\n';
    put(w, text, length);
}

enum status vocabulary_write(const struct vocabulary *v, struct output *out, struct error *err)
{
    struct writer w = {.out = out, .crc = crc32(0, Z_NULL, 0), .err = err};

    put_line(&w, "rrm-words 1\n");
    put_rule(&w, &v->rule);
    put_line(&w, "texts %" PRId64 "\n", v->texts);
    put_line(&w, "labels %zu\n", v->labels.count);
    for (size_t k = 0; k < v->labels.count; k++) {
        const struct table_term *label = &v->labels.term[k];
        put_line(&w, "label %zu ", k + 1);
        put(&w, v->labels.bytes + label->at, label->length);
        put(&w, "\n", 1);
    }
    put_line(&w, "terms %zu\n", v->terms.count);
    for (size_t k = 0; k < v->terms.count; k++)
        put_term(&w, v->terms.bytes, &v->terms.term[k], v->idf[k]);
    put_line(&w, "crc32 %08lx\n", w.crc);
    return w.status;
}

void vocabulary_free(struct vocabulary *v)
{
    term_table_free(&v->labels);
    term_table_free(&v->terms);
    mem_free(v->idf);
    v->idf = NULL;
}
