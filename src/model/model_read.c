/* model_read - reads a model back and believes nothing: every line, count and number is checked,
 * and the sum of all. */
#include "model/model.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "model/model_lines.h"
#include "task/names.h"

enum {
    FIRST_ROOM = 1024,         /* weights: room grows as lines come, whatever the header claims */
    LARGEST_INDEX = 0x7ffffffe /* of a feature: 2^31 - 2 */
};

/* The header's keys, in their order. Labels, and those from unmet to platt, stand only where the
 * loss has them. */
static const char *const keys[] = {
    "rrm-model", "solver",   "loss",   "regularizer", "lambda", "bias",    "classes",
    "labels",    "features", "primal", "dual",        "passes", "verdict", "unmet",
    "unbegun",   "offsets",  "transitions", "name",   "costs",  "platt",  "weights"};

static const char damaged[] = "the file is damaged; copy it again or train again";

/* The place of a key among the header's, or -1. */
static int find_key(const char *s, size_t length)
{
    for (int k = 0; k < (int)(sizeof keys / sizeof *keys); k++)
        if (strlen(keys[k]) == length && memcmp(keys[k], s, length) == 0)
            return k;
    return -1;
}

/* The next line must be `key value`; leaves the value as the rest of the line. */
static bool header_line(struct model_lines *r, const char *key)
{
    char expected[MODEL_NAME];
    const char *blank, *word_end;
    int found;

    snprintf(expected, sizeof expected, "the key '%s'", key);
    if (!model_lines_next(r, expected))
        return false;
    blank = memchr(r->s, ' ', (size_t)(r->end - r->s));
    word_end = blank ? blank : r->end;
    found = find_key(r->s, (size_t)(word_end - r->s));
    if (found < 0)
        return model_lines_refuse(r, "unknown key '%s', expected '%s': %s",
                                  model_quote(r->s, word_end).text, key, damaged);
    if (found < find_key(key, strlen(key)))
        return model_lines_refuse(r, "the key '%s' is repeated, expected '%s': %s", keys[found],
                                  key, damaged);
    if (strcmp(keys[found], key) != 0)
        return model_lines_refuse(r, "the key '%s' is missing before '%s': %s", key, keys[found],
                                  damaged);
    if (!blank || blank + 1 == r->end)
        return model_lines_refuse(r, "the key '%s' has no value: %s", key, damaged);
    r->s = blank + 1;
    return true;
}

static void wrong_value(struct model_lines *r, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Notes that what is left of the line is no value of the key; the format says what was expected. */
static void wrong_value(struct model_lines *r, const char *key, const char *format, ...)
{
    char expected[256];
    va_list args;

    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    model_lines_refuse(r, "'%s' is no value of '%s', expected %s: %s",
                       model_quote(r->s, r->end).text, key, expected, damaged);
}

/* Whether the bytes, one at least, are 1 to MODEL_NAME - 1 printable characters with single
 * blanks between words. */
static bool is_name(const char *s, const char *end)
{
    bool good = end - s < MODEL_NAME && *s != ' ' && end[-1] != ' ';

    for (; good && s < end; s++)
        good = *s >= ' ' && *s <= '~' && !(*s == ' ' && s[1] == ' ');
    return good;
}

static void header_name(struct model_lines *r, const char *key, char name[MODEL_NAME])
{
    size_t length;

    if (!header_line(r, key))
        return;
    if (!is_name(r->s, r->end)) {
        wrong_value(r, key, "1 to %d printable characters, single blanks between words",
                    MODEL_NAME - 1);
        return;
    }
    length = (size_t)(r->end - r->s);
    memcpy(name, r->s, length);
    name[length] = '\0';
}

/* A finite number, not below least. */
static double header_number(struct model_lines *r, const char *key, double least)
{
    double value;

    if (!header_line(r, key))
        return 0;
    if (text_number(r->s, r->end, &value) == r->end && value >= least && value <= DBL_MAX)
        return value;
    wrong_value(r, key, "a finite number%s", least == 0 ? ", 0 or more" : "");
    return 0;
}

/* A lower bound: as a number, but an engine without one says -inf. */
static double header_bound(struct model_lines *r, const char *key)
{
    double value;

    if (!header_line(r, key))
        return 0;
    if (r->end - r->s == 4 && memcmp(r->s, "-inf", 4) == 0)
        return -INFINITY;
    if (text_number(r->s, r->end, &value) == r->end && isfinite(value))
        return value;
    wrong_value(r, key, "a finite number or -inf");
    return 0;
}

/* A whole number in [lo, hi], written in one way only. */
static uint32_t header_count(struct model_lines *r, const char *key, uint32_t lo, uint32_t hi)
{
    uint64_t value;
    bool padded;

    if (!header_line(r, key))
        return 0;
    padded = *r->s == '0' && r->end - r->s > 1;
    if (!padded && text_unsigned(r->s, r->end, &value) == r->end && value >= lo && value <= hi)
        return (uint32_t)value;
    wrong_value(r, key, "a whole number from %" PRIu32 " to %" PRIu32 "%s", lo, hi,
                padded ? ", no zeros before it" : "");
    return 0;
}

/* Whether the next line has this key, which need not come; another that may is `instead`. The
 * line comes once more. */
static bool next_is(struct model_lines *r, const char *key, const char *instead)
{
    size_t length = strlen(key);
    char expected[MODEL_NAME];

    snprintf(expected, sizeof expected, "the key '%s'", instead);
    r->kept = model_lines_next(r, expected);
    return r->kept && (size_t)(r->end - r->s) >= length && memcmp(r->s, key, length) == 0 &&
           (r->s + length == r->end || r->s[length] == ' ');
}

/* Reads count numbers, blanks between them, that end at `end`; the largest may read as infinite. */
static bool read_numbers(const char *s, const char *end, size_t count, double *number)
{
    for (size_t i = 0; s && i < count; i++) {
        if (i > 0)
            s = s < end && *s == ' ' ? s + 1 : NULL;
        if (s)
            s = text_number(s, end, &number[i]);
    }
    return s == end;
}

/* What else is asked of finite numbers; STEADY: none is less than the one before it. */
enum order { ANY, DISTINCT, STEADY, ASCENDING };

static bool in_order(enum order order, size_t count, const double *number)
{
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(number[i]))
            return false;
        if (i > 0 && ((order == ASCENDING && !(number[i - 1] < number[i])) ||
                      (order == STEADY && !(number[i - 1] <= number[i]))))
            return false;
        for (size_t k = 0; order == DISTINCT && k < i; k++)
            if (number[k] == number[i])
                return false;
    }
    return true;
}

/* `lines` lines of a key with `count` finite numbers each; *out belongs to the model. */
static void header_lines(struct model_lines *r, const char *key, size_t lines, size_t count,
                         enum order order, double **out)
{
    static const char *const words[] = {"", "different ", "non-descending ", "ascending "};

    for (size_t k = 0; k < lines; k++) {
        double *to;
        if (!header_line(r, key))
            return;
        if (k == 0)
            *out = mem_alloc(lines * count, sizeof **out);
        if (!*out) {
            r->status = fail_memory(r->err, "the model");
            return;
        }
        to = *out + k * count;
        if (!read_numbers(r->s, r->end, count, to) || !in_order(order, count, to))
            wrong_value(r, key, "%zu %sfinite number%s", count, words[order],
                        count == 1 ? "" : "s");
    }
}

/* A line of them. */
static void header_numbers(struct model_lines *r, const char *key, size_t count, enum order order,
                           double **out)
{
    header_lines(r, key, 1, count, order, out);
}

/* A key that the loss has no use for must not be next. */
static void header_without(struct model_lines *r, const struct model *m, const char *key,
                           const char *instead)
{
    if (next_is(r, key, instead))
        model_lines_refuse(r, "the key '%s' does not go with the loss '%s': %s", key, m->loss,
                           damaged);
}

static void header_loss(struct model_lines *r, struct model *m)
{
    struct model_kind kind;

    header_name(r, "loss", m->loss);
    if (r->status != OK)
        return;
    kind = model_kind(m);
    if (!kind.loss)
        model_lines_refuse(
            r, "unknown loss '%s': use the program that goes with this model, or train again",
            m->loss);
    else if (isnan(kind.parameter) && !kind.loss->parameter.name)
        model_lines_refuse(r, "'%s' is no value of 'loss', '%s' has no parameter: %s", m->loss,
                           kind.loss->name, damaged);
    else if (isnan(kind.parameter))
        model_lines_refuse(r,
                           "'%s' is no value of 'loss', expected a number from %.15g to %.15g as "
                           "the %s of '%s': %s",
                           m->loss, kind.loss->parameter.lo, kind.loss->parameter.hi,
                           kind.loss->parameter.name, kind.loss->name, damaged);
}

static void header_classes(struct model_lines *r, struct model *m)
{
    struct model_kind kind = model_kind(m);
    const struct task *task = kind.task;

    if (r->status != OK)
        return;
    m->classes = (int)header_count(r, "classes", (uint32_t)kind.least, (uint32_t)kind.most);
    if (m->classes == 0) {
        header_without(r, m, "labels", "features");
        return;
    }
    header_numbers(r, "labels", (size_t)m->classes, task->ordered ? ASCENDING : DISTINCT,
                   &m->labels);
    if (r->status == OK && task->label != 0 && m->labels[0] != task->label)
        model_lines_refuse(r, "the label of the one class is '%s', expected %.15g: %s",
                           model_quote(r->s, r->end).text, task->label, damaged);
}

/* How many classes have not met the tolerance, and how many of them had not one pass; 0 is not
 * written. */
static void header_unmet(struct model_lines *r, struct model *m, bool ova)
{
    if (!ova)
        header_without(r, m, "unmet", "weights");
    else if (next_is(r, "unmet", "weights"))
        m->unmet = (int)header_count(r, "unmet", 1, (uint32_t)m->classes);
    if (m->unmet == 0)
        header_without(r, m, "unbegun", "weights");
    else if (next_is(r, "unbegun", "weights"))
        m->unbegun = (int)header_count(r, "unbegun", 1, (uint32_t)m->unmet);
}

/* A label and its name, where one is next; the labels ascend. */
static bool header_label_name(struct model_lines *r, struct model *m)
{
    struct names *names = &m->facts.names;
    struct name name;

    if (!next_is(r, "name", "weights") || !header_line(r, "name"))
        return false;
    if (names->count == LOSS_CLASSES || !names_line(r->s, r->end, NAN, &name) ||
        (names->count > 0 && !(name.label > names->each[names->count - 1].label))) {
        wrong_value(r, "name", "a label above the last one and its name, at most %d times",
                    LOSS_CLASSES);
        return false;
    }
    names->each[names->count++] = name;
    return true;
}

static void header_names(struct model_lines *r, struct model *m)
{
    m->facts.names.each = mem_alloc(LOSS_CLASSES, sizeof *m->facts.names.each);
    if (!m->facts.names.each)
        r->status = fail_memory(r->err, "the names");
    while (r->status == OK && header_label_name(r, m))
        ;
}

static void header_extras(struct model_lines *r, struct model *m)
{
    struct model_kind kind = model_kind(m);

    header_unmet(r, m, kind.ova);
    if (kind.offsets > 0 && !kind.transitions)
        header_numbers(r, "offsets", kind.offsets, STEADY, &m->offsets);
    else
        header_without(r, m, "offsets", "weights");
    if (kind.transitions)
        header_lines(r, "transitions", (size_t)m->classes, (size_t)m->classes, ANY, &m->offsets);
    else
        header_without(r, m, "transitions", "weights");
    if (!kind.transitions)
        header_without(r, m, "name", "weights");
    else if (r->status == OK && next_is(r, "name", "weights"))
        header_names(r, m);
    if (!kind.costs)
        header_without(r, m, "costs", "weights");
    else if (next_is(r, "costs", "weights"))
        header_lines(r, "costs", (size_t)m->classes, (size_t)m->classes, ANY, &m->facts.costs);
    if (kind.sigmoids == 0)
        header_without(r, m, "platt", "weights");
    else if (next_is(r, "platt", "weights"))
        header_numbers(r, "platt", 2 * kind.sigmoids, ANY, &m->platt);
}

/* The first line tells a model from anything else, and what this program can read from what it
 * cannot. */
static void read_version(struct model_lines *r)
{
    if (!model_lines_next(r, "'rrm-model 1'"))
        return;
    if (!model_lines_skip(r, "rrm-model "))
        model_lines_refuse(
            r, "the first line is '%s', expected 'rrm-model 1': this is no model of rrm-train",
            model_quote(r->s, r->end).text);
    else if (r->end - r->s != 1 || *r->s != '1')
        model_lines_refuse(r,
                           "unknown version '%s', expected 1: use the program that goes with this "
                           "model, or train again",
                           model_quote(r->s, r->end).text);
}

static void read_header(struct model_lines *r, struct model *m)
{
    read_version(r);
    header_name(r, "solver", m->solver);
    header_loss(r, m);
    header_name(r, "regularizer", m->regularizer);
    m->lambda = header_number(r, "lambda", 0);
    m->bias = header_number(r, "bias", -DBL_MAX);
    header_classes(r, m);
    m->features = header_count(r, "features", 0, LARGEST_INDEX);
    m->primal = header_number(r, "primal", -DBL_MAX);
    m->dual = header_bound(r, "dual");
    m->passes = header_number(r, "passes", 0);
    header_name(r, "verdict", m->verdict);
    header_extras(r, m);
    m->weights = header_count(r, "weights", 0, m->features + (m->bias >= 0));
}

/* Room for one more line than the n that are there: the header's count is a claim, not yet a
 * fact. */
static bool grow(struct model_lines *r, struct model *m, size_t outputs, uint32_t n, uint32_t *room)
{
    uint32_t first = FIRST_ROOM / (uint32_t)outputs + 1;
    uint32_t doubled = *room > UINT32_MAX / 2 ? UINT32_MAX : 2 * *room;
    uint32_t wanted = *room < first ? first : doubled;
    void *index, *weight;

    if (n < *room)
        return true;
    if (wanted > m->weights)
        wanted = m->weights;
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

/* The next line must be `index weight ...`, the number n (from 0) of the model's. */
static bool read_weights_line(struct model_lines *r, struct model *m, size_t outputs, uint32_t n)
{
    uint32_t largest = m->features + (m->bias >= 0);
    double *weight = m->weight + n * outputs;
    const char *s;
    uint64_t index;

    if (!model_lines_next(r, "a weight"))
        return false;
    s = text_unsigned(r->s, r->end, &index);
    if (!s || s == r->end || *s != ' ' || !read_numbers(s + 1, r->end, outputs, weight))
        return model_lines_refuse(r,
                                  "'%s' stands where weight %" PRIu32 " of %" PRIu32
                                  " was expected as 'index weight'%s: %s",
                                  model_quote(r->s, r->end).text, n + 1, m->weights,
                                  outputs > 1 ? " with a weight per class" : "", damaged);
    if (!in_order(ANY, outputs, weight))
        return model_lines_refuse(r, "%s in '%s' is not finite: %s",
                                  outputs > 1 ? "a weight" : "the weight",
                                  model_quote(r->s, r->end).text, damaged);
    if (*r->s == '0' || index > largest)
        return model_lines_refuse(
            r, "the index in '%s' is not from 1 to %" PRIu32 ", no zeros before it: %s",
            model_quote(r->s, r->end).text, largest, damaged);
    if (n > 0 && index <= m->index[n - 1])
        return model_lines_refuse(
            r, "index %" PRIu64 " after %" PRIu32 ", expected ascending indices: %s", index,
            m->index[n - 1], damaged);
    m->index[n] = (uint32_t)index;
    return true;
}

static void read_weights(struct model_lines *r, struct model *m)
{
    size_t outputs = model_kind(m).outputs;
    uint32_t room = 0;

    for (uint32_t n = 0; n < m->weights; n++)
        if (!grow(r, m, outputs, n, &room) || !read_weights_line(r, m, outputs, n))
            return;
}

/* The last line is the check sum of all bytes before it, and nothing follows. */
static void read_sum(struct model_lines *r)
{
    char sum[16];

    if (!model_lines_next(r, "the check sum 'crc32 ...'"))
        return;
    snprintf(sum, sizeof sum, "%08lx", (unsigned long)r->crc_before);
    if (!model_lines_skip(r, "crc32 "))
        model_lines_refuse(r,
                           "'%s' stands where the check sum 'crc32 ...' was expected, more lines "
                           "than 'weights' says: %s",
                           model_quote(r->s, r->end).text, damaged);
    else if (r->end - r->s != 8 || memcmp(r->s, sum, 8) != 0)
        model_lines_refuse(r, "the check sum is '%s', expected '%s' for the bytes above: %s",
                           model_quote(r->s, r->end).text, sum, damaged);
    else if (!model_lines_over(r)) {
        r->line++;
        model_lines_refuse(r, "more bytes after the check sum, expected the end of the file: %s",
                           damaged);
    }
}

enum status model_load(const char *path, struct model *m, struct error *err)
{
    struct model_lines *r = mem_alloc(1, sizeof *r);
    enum status status;

    *m = (struct model){0};
    if (!r)
        return fail_memory(err, "reading the model");
    model_lines_open(r, path, err);
    read_header(r, m);
    if (r->status == OK)
        read_weights(r, m);
    if (r->status == OK)
        read_sum(r);
    model_lines_close(r);
    status = r->status;
    if (status != OK)
        model_free(m);
    mem_free(r);
    return status;
}
