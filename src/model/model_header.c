/* model_header - the header of a model file, read and checked line by line. */
#include "model/model_header.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "model/model_words.h"
#include "task/names.h"

enum { LARGEST_INDEX = 0x7ffffffe }; /* of a feature: 2^31 - 2 */

/* The header's keys, in their order. Labels, and those from unmet to platt, stand only where the
 * loss has them. */
static const char *const keys[] = {
    "rrm-model", "solver",   "loss",   "regularizer", "lambda", "bias",    "classes",
    "labels",    "features", "primal", "dual",        "passes", "verdict", "unmet",
    "unbegun",   "rows",     "first",    "words",  "hash",   "featurenames", "offsets",
    "transitions", "name",   "costs",    "threshold", "platt", "isotonic",    "temperature",
    "weights"};

/* The place of a key among the header's, or -1. */
static int find_key(const char *s, const char *end)
{
    return model_word_among(s, end, sizeof keys / sizeof *keys, keys);
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
    found = find_key(r->s, word_end);
    if (found < 0)
        return model_lines_refuse(r, "unknown key '%s', expected '%s': %s",
                                  model_quote(r->s, word_end).text, key, MODEL_DAMAGED);
    if (found < find_key(key, key + strlen(key)))
        return model_lines_refuse(r, "the key '%s' is repeated, expected '%s': %s", keys[found],
                                  key, MODEL_DAMAGED);
    if (strcmp(keys[found], key) != 0)
        return model_lines_refuse(r, "the key '%s' is missing before '%s': %s", key, keys[found],
                                  MODEL_DAMAGED);
    if (!blank || blank + 1 == r->end)
        return model_lines_refuse(r, "the key '%s' has no value: %s", key, MODEL_DAMAGED);
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
                       model_quote(r->s, r->end).text, key, expected, MODEL_DAMAGED);
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
    if (least > 0)
        wrong_value(r, key, "a finite number above 0");
    else
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
    if (lo == hi)
        wrong_value(r, key, "%" PRIu32, lo);
    else
        wrong_value(r, key, "a whole number from %" PRIu32 " to %" PRIu32 "%s", lo, hi,
                    padded ? ", no zeros before it" : "");
    return 0;
}

bool model_key_next(struct model_lines *r, const char *key, const char *instead)
{
    size_t length = strlen(key);
    char expected[MODEL_NAME];

    snprintf(expected, sizeof expected, "the key '%s'", instead);
    r->kept = model_lines_next(r, expected);
    return r->kept && (size_t)(r->end - r->s) >= length && memcmp(r->s, key, length) == 0 &&
           (r->s + length == r->end || r->s[length] == ' ');
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
        if (!model_number_row(r->s, r->end, count, to) || !in_order(order, count, to))
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
    if (model_key_next(r, key, instead))
        model_lines_refuse(r, "the key '%s' does not go with the loss '%s'%s: %s", key, m->loss,
                           m->folded.platt || m->folded.steps ? " and another calibration" : "",
                           MODEL_DAMAGED);
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
                           kind.loss->name, MODEL_DAMAGED);
    else if (isnan(kind.parameter))
        model_lines_refuse(r,
                           "'%s' is no value of 'loss', expected a number from %.15g to %.15g as "
                           "the %s of '%s': %s",
                           m->loss, kind.loss->parameter.lo, kind.loss->parameter.hi,
                           kind.loss->parameter.name, kind.loss->name, MODEL_DAMAGED);
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
                           model_quote(r->s, r->end).text, task->label, MODEL_DAMAGED);
}

/* How many classes have not met the tolerance, and how many of them had not one pass; 0 is not
 * written. */
static void header_unmet(struct model_lines *r, struct model *m, bool ova)
{
    if (!ova)
        header_without(r, m, "unmet", "weights");
    else if (model_key_next(r, "unmet", "weights"))
        m->left.unmet = (int)header_count(r, "unmet", 1, (uint32_t)m->classes);
    if (m->left.unmet == 0)
        header_without(r, m, "unbegun", "weights");
    else if (model_key_next(r, "unbegun", "weights"))
        m->left.unbegun = (int)header_count(r, "unbegun", 1, (uint32_t)m->left.unmet);
}

/* A label and its name, where one is next; the labels ascend. */
static bool header_label_name(struct model_lines *r, struct model *m)
{
    struct names *names = &m->facts.names;
    struct name name;

    if (!model_key_next(r, "name", "weights") || !header_line(r, "name"))
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

/* rows unit, or no such line. */
static void header_rows(struct model_lines *r, struct model *m)
{
    static const char unit[] = "unit";

    if (r->status != OK || !model_key_next(r, "rows", "weights") || !header_line(r, "rows"))
        return;
    m->unit = r->end - r->s == (ptrdiff_t)strlen(unit) && memcmp(r->s, unit, strlen(unit)) == 0;
    if (!m->unit)
        wrong_value(r, "rows", "unit: rows are divided by their lengths");
}

/* Pairs of a score, ascending, and a probability, not descending. */
static bool read_steps(const struct model_lines *r, struct steps *s)
{
    size_t numbers = 1;

    for (const char *at = r->s; at < r->end; at++)
        numbers += *at == ' ';
    if (numbers % 2 != 0 || numbers > 2 * STEPS ||
        !model_number_row(r->s, r->end, numbers, s->pair))
        return false;
    s->count = (int)numbers / 2;
    for (int k = 0; k < s->count; k++) {
        const double *at = &s->pair[2 * k];
        if (!isfinite(at[0]) || !(at[1] >= 0 && at[1] <= 1) ||
            (k > 0 && !(at[0] > at[-2] && at[1] >= at[-1])))
            return false;
    }
    return true;
}

/* A line for each sigmoid that they stand for. */
static void header_steps(struct model_lines *r, struct model *m, size_t lines)
{
    for (size_t k = 0; k < lines && header_line(r, "isotonic"); k++) {
        if (k == 0)
            m->folded.steps = mem_alloc(lines, sizeof *m->folded.steps);
        if (!m->folded.steps)
            r->status = fail_memory(r->err, "the model");
        else if (!read_steps(r, &m->folded.steps[k]))
            wrong_value(r, "isotonic", "1 to %d pairs of a finite number, ascending, and a "
                        "probability, not descending", STEPS);
    }
}

/* At most one of the keys of a calibration. */
static void header_calibration(struct model_lines *r, struct model *m)
{
    struct model_kind kind = model_kind(m);

    if (kind.sigmoids == 0)
        header_without(r, m, "platt", "weights");
    else if (model_key_next(r, "platt", "weights"))
        header_numbers(r, "platt", 2 * kind.sigmoids, ANY, &m->folded.platt);
    if (kind.sigmoids == 0 || m->folded.platt)
        header_without(r, m, "isotonic", "weights");
    else if (model_key_next(r, "isotonic", "weights"))
        header_steps(r, m, kind.sigmoids);
    if (!kind.temperature || m->folded.platt || m->folded.steps)
        header_without(r, m, "temperature", "weights");
    else if (model_key_next(r, "temperature", "weights"))
        m->folded.temperature = header_number(r, "temperature", DBL_MIN);
}

/* The names of labels that are words: those of the labels 1, 2, ..., classes of them. */
static void check_words(struct model_lines *r, const struct model *m)
{
    const struct names *names = &m->facts.names;
    bool good = names->count == m->classes;

    for (int k = 0; good && k < m->classes; k++) {
        const char *text = names->each[k].text, *end = text + strlen(text);
        good = names->each[k].label == k + 1 && names_find(names, m->labels[k]) >= 0 &&
               words_end(text, end) == end &&
               (k == 0 || strcmp(names->each[k - 1].text, text) < 0);
    }
    if (r->status == OK && !good)
        model_lines_refuse(r, "the names are not those of the labels 1 to %d, ascending words: %s",
                           m->classes, MODEL_DAMAGED);
}

/* Where indices begin, what stands in texts in place of numbers. */
static void header_text(struct model_lines *r, struct model *m)
{
    static const char *const words[] = {"labels", "features", "labels features"};
    struct model_text *t = &m->text;
    int k = -1;

    t->from_zero = model_key_next(r, "first", "weights");
    if (t->from_zero)
        header_count(r, "first", 0, 0);
    if (model_key_next(r, "words", "weights") && header_line(r, "words")) {
        k = model_word_among(r->s, r->end, sizeof words / sizeof *words, words);
        if (k < 0 || (k != 1 && !task_takes_words(model_kind(m).loss)))
            wrong_value(r, "words", "labels, of a loss of classes, features, or both");
    }
    t->label_words = k == 0 || k == 2;
    t->feature_words = k >= 1;
    if (!t->feature_words)
        header_without(r, m, "hash", "weights");
    else if (model_key_next(r, "hash", "weights"))
        t->hash_bits = (int)header_count(r, "hash", 1, MODEL_HASH_MOST);
    if (t->hash_bits > 0)
        header_without(r, m, "featurenames", "weights");
    else if (t->feature_words || model_key_next(r, "featurenames", "weights"))
        t->named = header_count(r, "featurenames", 1, 1) == 1;
}

static void header_extras(struct model_lines *r, struct model *m)
{
    struct model_kind kind = model_kind(m);

    header_unmet(r, m, kind.ova);
    header_rows(r, m);
    header_text(r, m);
    if (kind.offsets > 0 && !kind.transitions)
        header_numbers(r, "offsets", kind.offsets, STEADY, &m->offsets);
    else
        header_without(r, m, "offsets", "weights");
    if (kind.transitions)
        header_lines(r, "transitions", (size_t)m->classes, (size_t)m->classes, ANY, &m->offsets);
    else
        header_without(r, m, "transitions", "weights");
    if (!kind.transitions && !m->text.label_words)
        header_without(r, m, "name", "weights");
    else if (r->status == OK && model_key_next(r, "name", "weights"))
        header_names(r, m);
    if (r->status == OK && m->text.label_words)
        check_words(r, m);
    if (!kind.costs)
        header_without(r, m, "costs", "weights");
    else if (model_key_next(r, "costs", "weights"))
        header_lines(r, "costs", (size_t)m->classes, (size_t)m->classes, ANY, &m->facts.costs);
    if (!kind.cut)
        header_without(r, m, "threshold", "weights");
    else if (model_key_next(r, "threshold", "weights"))
        m->folded.cut = header_number(r, "threshold", -DBL_MAX);
    header_calibration(r, m);
}

/* Primal, dual and passes, as far as they are known, up to the verdict, which says why they are
 * not. */
static void header_certificate(struct model_lines *r, struct model *m)
{
    bool foreign = model_is_foreign(m);
    bool bare = foreign || model_key_next(r, "passes", "primal");

    m->primal = bare ? NAN : header_number(r, "primal", -DBL_MAX);
    m->dual = bare ? NAN : header_bound(r, "dual");
    m->passes = foreign ? NAN : header_number(r, "passes", 0);
    header_name(r, "verdict", m->verdict);
    if (r->status == OK && bare == model_is_certified(m))
        model_lines_refuse(r, "the verdict '%s' does not go with a model that %s primal and dual: "
                           "%s", m->verdict, bare ? "lacks" : "has", MODEL_DAMAGED);
}

/* The first line tells a model from anything else, and what this program can read from what it
 * cannot. */
static void read_version(struct model_lines *r)
{
    if (!model_lines_next(r, "'rrm-model 1'"))
        return;
    if (!model_lines_skip(r, "rrm-model "))
        model_lines_refuse(
            r, "the first line is '%s', expected 'rrm-model 1': this is no model of rrm-train, "
               "LIBLINEAR or LIBSVM",
            model_quote(r->s, r->end).text);
    else if (r->end - r->s != 1 || *r->s != '1')
        model_lines_refuse(r,
                           "unknown version '%s', expected 1: use the program that goes with this "
                           "model, or train again",
                           model_quote(r->s, r->end).text);
}

void model_header_read(struct model_lines *r, struct model *m)
{
    read_version(r);
    header_name(r, "solver", m->solver);
    header_loss(r, m);
    header_name(r, "regularizer", m->regularizer);
    m->lambda = model_is_foreign(m) ? NAN : header_number(r, "lambda", 0);
    m->bias = header_number(r, "bias", -DBL_MAX);
    header_classes(r, m);
    m->features = header_count(r, "features", 0, LARGEST_INDEX);
    header_certificate(r, m);
    header_extras(r, m);
    m->weights = header_count(r, "weights", 0, m->features + (m->bias >= 0));
}
