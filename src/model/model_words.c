/* model_words - what the readers of models share: the words of a line, room for weights. */
#include "model/model_words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/vec.h"

enum { FIRST_ROOM = 1024 }; /* weights: room grows as lines come, whatever the header claims */

/* ---- words ----------------------------------------------------------------------------------- */

/* A carriage return too: Windows ends lines with one. */
static bool is_blank(char c)
{
    return text_is_blank(c) || c == '\r';
}

static void skip_blanks(struct model_lines *r)
{
    while (r->s < r->end && is_blank(*r->s))
        r->s++;
}

bool model_word(struct model_lines *r, const char **word, const char **end)
{
    skip_blanks(r);
    *word = r->s;
    while (r->s < r->end && !is_blank(*r->s))
        r->s++;
    *end = r->s;
    return *end > *word;
}

int model_word_among(const char *word, const char *end, int count, const char *const names[])
{
    for (int k = 0; k < count; k++)
        if (text_is(word, end, names[k]))
            return k;
    return -1;
}

bool model_word_number(struct model_lines *r, const char *what, double *value)
{
    const char *word, *end;

    if (!model_word(r, &word, &end))
        return model_lines_refuse(r, "a number is missing, expected %s", what);
    if (text_number(word, end, value) == end && isfinite(*value))
        return true;
    return model_lines_refuse(r, "'%s' is no finite number, expected %s",
                              model_quote(word, end).text, what);
}

bool model_word_whole(struct model_lines *r, const char *what, int64_t lo, int64_t hi,
                      int64_t *value)
{
    const char *word, *end;
    uint64_t size;
    bool minus;

    if (!model_word(r, &word, &end))
        return model_lines_refuse(r, "a number is missing, expected %s", what);
    minus = *word == '-';
    if (text_unsigned(word + minus, end, &size) == end && size <= INT64_MAX) {
        *value = minus ? -(int64_t)size : (int64_t)size;
        if (*value >= lo && *value <= hi)
            return true;
    }
    return model_lines_refuse(r, "'%s' is no whole number from %" PRId64 " to %" PRId64
                              ", expected %s", model_quote(word, end).text, lo, hi, what);
}

bool model_word_numbers(struct model_lines *r, const char *what, size_t count, double *value)
{
    for (size_t k = 0; k < count; k++)
        if (!model_word_number(r, what, &value[k]))
            return false;
    return model_words_end(r, what);
}

bool model_word_labels(struct model_lines *r, int count, double *label)
{
    for (int k = 0; k < count; k++) {
        int64_t value = 0;
        if (!model_word_whole(r, "a label for each class", INT32_MIN, INT32_MAX, &value))
            return false;
        label[k] = (double)value;
        if (task_has_label(label[k], k, label))
            return model_lines_refuse(r, "the label %" PRId64 " is repeated, expected %d different "
                                      "ones", value, count);
    }
    return model_words_end(r, "a label for each class");
}

bool model_number_row(const char *s, const char *end, size_t count, double *number)
{
    for (size_t i = 0; s && i < count; i++) {
        if (i > 0)
            s = s < end && *s == ' ' ? s + 1 : NULL;
        if (s)
            s = text_number(s, end, &number[i]);
    }
    return s == end;
}

bool model_words_end(struct model_lines *r, const char *what)
{
    skip_blanks(r);
    return r->s == r->end ||
           model_lines_refuse(r, "'%s' stands at the end of the line, expected %s alone",
                              model_quote(r->s, r->end).text, what);
}

void model_words_over(struct model_lines *r, const char *what)
{
    while (r->status == OK && !model_lines_over(r) && model_lines_next(r, "the end of the file")) {
        skip_blanks(r);
        if (r->s < r->end)
            model_lines_refuse(r, "'%s' stands where the end of the file was expected, more lines "
                               "than %s says", model_quote(r->s, r->end).text, what);
    }
}

/* ---- the model ------------------------------------------------------------------------------- */

bool model_keys_read(struct model_lines *r, struct model *m, const struct model_keys *keys,
                     bool *seen, void *header)
{
    while (!seen[keys->count - 1]) {
        const char *word, *end;
        int key;
        if (!model_lines_next(r, keys->due))
            return false;
        model_word(r, &word, &end);
        key = model_word_among(word, end, keys->count, keys->name);
        if (key < 0)
            return model_lines_refuse(r, "unknown key '%s', expected %s",
                                      model_quote(word, end).text, keys->unknown);
        if (seen[key])
            return model_lines_refuse(r, "the key '%s' is repeated", keys->name[key]);
        if (!keys->take(r, m, header, key))
            return false;
        seen[key] = true;
    }
    return true;
}

double *model_numbers(struct model_lines *r, size_t count)
{
    double *numbers = mem_alloc(count, sizeof *numbers);

    if (!numbers)
        r->status = fail_memory(r->err, "the model");
    return numbers;
}

bool model_room(struct model_lines *r, struct model *m, size_t outputs, uint32_t n, uint32_t most,
                uint32_t *room)
{
    uint32_t first = FIRST_ROOM / (uint32_t)outputs + 1;
    uint32_t doubled = *room > UINT32_MAX / 2 ? UINT32_MAX : 2 * *room;
    uint32_t wanted = *room < first ? first : doubled;
    void *index, *weight;

    if (n < *room)
        return true;
    if (wanted > most)
        wanted = most;
    index = mem_resize(m->index, wanted, sizeof *m->index);
    m->index = index ? index : m->index;
    weight = mem_resize(m->weight, wanted, outputs * sizeof *m->weight);
    m->weight = weight ? weight : m->weight;
    *room = wanted;
    if (index && weight)
        return true;
    r->status = fail_memory(r->err, "the model's weights");
    return false;
}

bool model_add(struct model_lines *r, struct model *m, uint32_t index, size_t outputs,
               const double *weights, uint32_t *room)
{
    if (vec_nonzeros(outputs, weights) == 0)
        return true;
    if (!model_room(r, m, outputs, m->weights, UINT32_MAX, room))
        return false;
    m->index[m->weights] = index;
    vec_copy(outputs, weights, m->weight + m->weights * outputs);
    m->weights++;
    return true;
}

void model_foreign(struct model *m, const char *program, const char *type, const char *loss,
                   const char *regularizer)
{
    snprintf(m->solver, sizeof m->solver, "%s%s", program, type);
    snprintf(m->loss, sizeof m->loss, "%s", loss);
    snprintf(m->regularizer, sizeof m->regularizer, "%s", regularizer);
    snprintf(m->verdict, sizeof m->verdict, MODEL_FOREIGN);
    m->lambda = NAN;
    m->primal = NAN;
    m->dual = NAN;
    m->passes = NAN;
}

double model_offset(double rho)
{
    return nextafter(rho, INFINITY);
}

double model_rho(double offset)
{
    return nextafter(offset, -INFINITY);
}
