/* model_read - reads a model back and believes nothing: every line, count and number is checked,
 * and the sum of all. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "math/vec.h"
#include "model/liblinear.h"
#include "model/libsvm.h"
#include "model/model_header.h"
#include "model/model_words.h"

enum { SUM = 8 }; /* digits of a check sum */

/* Reads the weights and, where features have names, the one behind them; false: they are none. */
static bool read_weights_row(struct model_lines *r, struct model *m, const char *s, size_t outputs,
                             uint32_t n, bool bias)
{
    double *weight = m->weight + n * outputs;
    const char *end = r->end;

    if (!m->text.named)
        return model_number_row(s, end, outputs, weight);
    for (size_t o = 0; s && o < outputs; o++) {
        end = s < r->end ? memchr(s, ' ', (size_t)(r->end - s)) : NULL;
        end = end ? end : r->end;
        s = text_number(s, end, &weight[o]) == end && (o + 1 == outputs || end < r->end)
                ? end + (end < r->end) : NULL;
    }
    if (!s || (bias && end < r->end) || (s == r->end && end < r->end) ||
        !(bias || model_name_good(&m->text, s, (size_t)(r->end - s))))
        return false;
    if (!bias && !model_name(m, n, s, (size_t)(r->end - s)))
        r->status = fail_memory(r->err, "the names of features");
    return true;
}

/* The next line must be `index weight ...`, the number n (from 0) of the model's. */
static bool read_weights_line(struct model_lines *r, struct model *m, size_t outputs, uint32_t n)
{
    uint32_t largest = m->features + (m->bias >= 0), zero = m->text.from_zero;
    double *weight = m->weight + n * outputs;
    const char *s;
    uint64_t index = 0;

    if (!model_lines_next(r, "a weight"))
        return false;
    s = text_unsigned(r->s, r->end, &index);
    index += zero;
    if (!s || s == r->end || *s != ' ' ||
        !read_weights_row(r, m, s + 1, outputs, n, index > m->features))
        return model_lines_refuse(r,
                                  "'%s' stands where weight %" PRIu32 " of %" PRIu32
                                  " was expected as 'index weight%s'%s: %s",
                                  model_quote(r->s, r->end).text, n + 1, m->weights,
                                  m->text.named ? " name" : "",
                                  outputs > 1 ? " with a weight per class" : "", MODEL_DAMAGED);
    if (r->status != OK)
        return false;
    if (!vec_finite(outputs, weight))
        return model_lines_refuse(r, "%s in '%s' is not finite: %s",
                                  outputs > 1 ? "a weight" : "the weight",
                                  model_quote(r->s, r->end).text, MODEL_DAMAGED);
    if ((*r->s == '0' && !(zero && r->s[1] == ' ')) || index > largest)
        return model_lines_refuse(
            r, "the index in '%s' is not from %d to %" PRIu32 ", no zeros before it: %s",
            model_quote(r->s, r->end).text, !zero, largest - zero, MODEL_DAMAGED);
    if (n > 0 && index <= m->index[n - 1])
        return model_lines_refuse(
            r, "index %" PRIu64 " after %" PRIu32 ", expected ascending indices: %s", index - zero,
            m->index[n - 1] - zero, MODEL_DAMAGED);
    m->index[n] = (uint32_t)index;
    return true;
}

/* Whether a line of weights comes behind n of them: as many as the header claims or, where that may
 * be wrong, all up to the check sum. */
static bool more_weights(struct model_lines *r, uint32_t n, uint32_t claimed)
{
    if (!r->doubt)
        return n < claimed;
    return r->status == OK && !model_key_next(r, "crc32", "crc32") && r->status == OK;
}

static void read_weights(struct model_lines *r, struct model *m)
{
    size_t outputs = model_kind(m).outputs;
    uint32_t room = 0;

    uint32_t claimed = m->weights, n = 0;

    for (; more_weights(r, n, claimed); n++)
        if (!model_room(r, m, outputs, n, r->doubt ? UINT32_MAX : claimed, &room) ||
            !read_weights_line(r, m, outputs, n))
            return;
    m->weights = n;
    if (n != claimed)
        fail_at(r->doubt, ERR_DATA, input_name(r->in), r->line,
                "%" PRIu32 " lines of weights, where 'weights' says %" PRIu32, n, claimed);
}

/* Of a model that may have been edited it is a doubt, and the first one is told. */
static void wrong_sum(struct model_lines *r, const char *sum)
{
    struct model_quote is = model_quote(r->s, r->end);

    if (!r->doubt)
        model_lines_refuse(r, "the check sum is '%s', expected '%s' for the bytes above: %s; if it "
                           "was edited by hand, rrm-model convert -f writes it anew", is.text, sum,
                           MODEL_DAMAGED);
    else if (r->doubt->text[0] == '\0')
        fail_at(r->doubt, ERR_DATA, input_name(r->in), r->line,
                "the check sum is '%s', where the bytes above have '%s'", is.text, sum);
}

/* The last line is the check sum of all bytes before it, and nothing follows. */
static void read_sum(struct model_lines *r)
{
    char sum[2 * SUM];

    if (!model_lines_next(r, "the check sum 'crc32 ...'"))
        return;
    snprintf(sum, sizeof sum, "%08lx", (unsigned long)r->crc_before);
    if (!model_lines_skip(r, "crc32 "))
        model_lines_refuse(r,
                           "'%s' stands where the check sum 'crc32 ...' was expected, more lines "
                           "than 'weights' says: %s",
                           model_quote(r->s, r->end).text, MODEL_DAMAGED);
    else if (r->end - r->s != SUM || memcmp(r->s, sum, SUM) != 0)
        wrong_sum(r, sum);
    if (r->status == OK && !model_lines_over(r)) {
        r->line++;
        model_lines_refuse(r, "more bytes after the check sum, expected the end of the file: %s",
                           MODEL_DAMAGED);
    }
}

/* No two names are the same where texts have them. */
static void check_names(struct model_lines *r, const struct model *m)
{
    struct term_table names;

    r->status = model_names(m, input_name(r->in), &names, r->err);
    term_table_free(&names);
}

/* What was edited has no certificate. */
static void read_own(struct model_lines *r, struct model *m)
{
    model_header_read(r, m);
    if (r->status == OK)
        read_weights(r, m);
    if (r->status == OK)
        read_sum(r);
    if (r->status == OK && m->text.feature_words)
        check_names(r, m);
    if (r->status != OK || !r->doubt || r->doubt->text[0] == '\0' || model_is_foreign(m))
        return;
    m->primal = NAN;
    m->dual = NAN;
    snprintf(m->verdict, sizeof m->verdict, MODEL_EDITED);
}

/* The first line, which the readers get again, tells whose it is. */
static void read_any(struct model_lines *r, struct model *m)
{
    bool kept = model_lines_next(r, "'rrm-model 1'");

    r->kept = kept;
    if (kept && model_lines_begin(r, "solver_type "))
        liblinear_read(r, m);
    else if (kept && model_lines_begin(r, "svm_type "))
        libsvm_read(r, m);
    else if (kept)
        read_own(r, m);
}

enum status model_load(const char *path, struct model *m, struct error *err)
{
    return model_load_edited(path, m, NULL, err);
}

enum status model_load_edited(const char *path, struct model *m, struct error *doubt,
                              struct error *err)
{
    struct model_lines *r = mem_alloc(1, sizeof *r);
    enum status status;

    *m = (struct model){0};
    if (!r)
        return fail_memory(err, "reading the model");
    r->doubt = doubt;
    if (doubt)
        doubt->text[0] = '\0';
    model_lines_open(r, path, err);
    read_any(r, m);
    model_lines_close(r);
    status = r->status;
    if (status != OK)
        model_free(m);
    mem_free(r);
    return status;
}
