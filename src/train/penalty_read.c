/* penalty_read - the files of what is known of single features, by index or by name. */
#include "train/penalties.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_lines.h"

/* Bytes of a file at most: a line for each of some 30 million features. */
enum { MOST_TEXT = 1 << 30 };

/* The largest index of a feature (rrm-data(5)). */
static const double MOST_INDEX = 2147483646;

/* Factors so far apart leave sigma, which is that of the least, above DBL_EPSILON of the largest
 * curvature. */
static const double LEAST_FACTOR = 1e-6, MOST_FACTOR = 1e6;

/* Whole numbers up to it are exact. */
static const double MOST_GROUP = 0x1p53;

enum { WORDS = 3 };

/* The words of a line, up to WORDS and one. */
struct fields {
    const char *begin[WORDS + 1], *end[WORDS + 1];
    int count;
};

static struct fields split(const char *s, const char *stop)
{
    const char *hash = memchr(s, '#', (size_t)(stop - s));
    struct fields w = {.count = 0};

    stop = hash ? hash : stop;
    while (w.count <= WORDS) {
        s = text_skip_blanks(s, stop);
        if (s == stop)
            break;
        w.begin[w.count] = s;
        while (s < stop && !text_is_blank(*s))
            s++;
        w.end[w.count++] = s;
    }
    return w;
}

/* The same of a line that begins with a name, which may have blanks: the words behind it are one
 * or, unless the last is + or -, two of bounds. */
static struct fields split_named(enum penalty what, const char *s, const char *stop)
{
    const char *hash = memchr(s, '#', (size_t)(stop - s)), *begin[WORDS], *end[WORDS];
    struct fields w = {.count = 0};
    int behind = 0, wanted = 1;

    stop = hash ? hash : stop;
    s = text_skip_blanks(s, stop);
    while (behind <= wanted) {
        while (stop > s && text_is_blank(stop[-1]))
            stop--;
        if (stop == s)
            break;
        end[behind] = stop;
        while (stop > s && (behind == wanted || !text_is_blank(stop[-1])))
            stop--;
        begin[behind++] = stop;
        if (what == PENALTY_BOUNDS && behind == 1)
            wanted = end[0] - stop == 1 && (*stop == '+' || *stop == '-') ? 1 : 2;
    }
    while (behind-- > 0) {
        w.begin[w.count] = begin[behind];
        w.end[w.count++] = end[behind];
    }
    return w;
}

static bool is_word(const struct fields *w, int k, const char *word)
{
    return text_is(w->begin[k], w->end[k], word);
}

/* A number, or inf, +inf, -inf. */
static bool take_number(const struct fields *w, int k, double *value)
{
    if (is_word(w, k, "inf") || is_word(w, k, "+inf"))
        *value = INFINITY;
    else if (is_word(w, k, "-inf"))
        *value = -INFINITY;
    else
        return text_number(w->begin[k], w->end[k], value) == w->end[k];
    return true;
}

/* LO HI, + or -; false: neither. */
static bool take_bounds(const struct fields *w, double number[2])
{
    if (w->count == 2 && is_word(w, 1, "+")) {
        number[0] = 0;
        number[1] = INFINITY;
        return true;
    }
    if (w->count == 2 && is_word(w, 1, "-")) {
        number[0] = -INFINITY;
        number[1] = 0;
        return true;
    }
    return w->count == WORDS && take_number(w, 1, &number[0]) && take_number(w, 2, &number[1]);
}

/* By index; by name. */
static const char *const form[PENALTIES][2] = {
    [PENALTY_FACTORS] = {"INDEX FACTOR, two numbers", "NAME FACTOR"},
    [PENALTY_BOUNDS] = {"INDEX LO HI, INDEX + or INDEX -", "NAME LO HI, NAME + or NAME -"},
    [PENALTY_GROUPS] = {"INDEX GROUP, two numbers", "NAME GROUP, the group a number"}};

/* Numbers in their range. */
static enum status check_numbers(enum penalty what, const struct text_lines *l,
                                 const double number[2], struct error *err)
{
    if (what == PENALTY_FACTORS && number[0] != 0 &&
        !(number[0] >= LEAST_FACTOR && number[0] <= MOST_FACTOR))
        return fail_at(err, ERR_DATA, l->file, l->line, "the factor is %.15g: it must be 0, or "
                       "from %g to %g", number[0], LEAST_FACTOR, MOST_FACTOR);
    if (what == PENALTY_BOUNDS && !(number[0] <= number[1]))
        return fail_at(err, ERR_DATA, l->file, l->line, "the lower bound, %.15g, is above the "
                       "upper one, %.15g", number[0], number[1]);
    if (what == PENALTY_BOUNDS && !(number[0] <= 0 && number[1] >= 0))
        return fail_at(err, ERR_DATA, l->file, l->line, "the bounds are %.15g and %.15g: 0 must be "
                       "between them, or one of them", number[0], number[1]);
    if (what == PENALTY_GROUPS && !(number[0] >= 0 && number[0] <= MOST_GROUP &&
                                    number[0] == floor(number[0])))
        return fail_at(err, ERR_DATA, l->file, l->line, "the group is %.15g: it must be a whole "
                       "number from 0 to 2^53", number[0]);
    return OK;
}

/* The first word from k on that is no number; of numbers the last. */
static int wrong_word(const struct fields *w, int k)
{
    double number;

    while (k + 1 < w->count && take_number(w, k, &number))
        k++;
    return k;
}

/* The feature that the first word tells by its index. */
static enum status take_index(const struct text_lines *l, const struct fields *w,
                              struct penalty_line *out, struct error *err)
{
    char word[TEXT_QUOTE];
    double index;

    if (text_number(w->begin[0], w->end[0], &index) != w->end[0] ||
        !(index >= 0 && index <= MOST_INDEX && index == floor(index)))
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no index of a feature, a whole "
                       "number", text_quote(w->begin[0], w->end[0], word));
    out->index = (uint32_t)index;
    return OK;
}

/* The same by its name. */
static enum status take_name(const struct text_lines *l, const struct fields *w,
                             struct penalty_names *names, struct penalty_line *out,
                             struct error *err)
{
    const char *s = w->begin[0], *stop = w->end[0];
    size_t length = (size_t)(stop - s);
    char word[TEXT_QUOTE];
    double number;

    out->name = names->index ? term_table_find(&names->table, s, length)
                             : term_table_put(&names->table, s, length);
    if (out->name == TERM_NONE && !names->index)
        return fail_memory(err, "the names of features");
    if (out->name == TERM_NONE && text_number(s, stop, &number) == stop)
        return take_index(l, w, out, err);
    if (out->name == TERM_NONE)
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is neither the name of a feature "
                       "(-N) nor an index", text_quote_all(s, stop, word));
    out->index = names->index ? names->index[out->name] : out->name;
    if (names->index && out->index == TERM_NONE)
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is the name of several features: "
                       "write the index", text_quote_all(s, stop, word));
    return OK;
}

static enum status take_line(enum penalty what, const struct text_lines *l,
                             const struct fields *w, struct penalty_names *names,
                             struct penalty_line *out, struct error *err)
{
    char word[TEXT_QUOTE];
    double index;
    bool taken = w->count > 1 &&
                 (names || text_number(w->begin[0], w->end[0], &index) == w->end[0]);
    enum status status;

    *out = (struct penalty_line){.line = l->line, .name = TERM_NONE};
    if (taken && what == PENALTY_BOUNDS)
        taken = take_bounds(w, out->number);
    else if (taken)
        taken = w->count == 2 && take_number(w, 1, &out->number[0]);
    if (!taken) {
        int k = wrong_word(w, names && w->count > 1);
        return fail_at(err, ERR_DATA, l->file, l->line, "at '%s': a line is %s",
                       text_quote(w->begin[k], w->end[k], word), form[what][names != NULL]);
    }
    status = names ? take_name(l, w, names, out, err) : take_index(l, w, out, err);
    return status == OK ? check_numbers(what, l, out->number, err) : status;
}

const char *penalty_called(const struct penalty_file *file, const struct penalty_line *line,
                           char text[TEXT_QUOTE])
{
    const struct term_table *t = file->names ? &file->names->table : NULL;

    if (line->name == TERM_NONE) {
        snprintf(text, TEXT_QUOTE, "%" PRIu32, line->index);
        return text;
    }
    return text_quote_all(t->bytes + t->term[line->name].at,
                          t->bytes + t->term[line->name].at + t->term[line->name].length, text);
}

/* By index, then by line. */
static int by_index(const void *a, const void *b)
{
    const struct penalty_line *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return x->line < y->line ? -1 : 1;
}

static enum status check_twice(const struct penalty_file *file, struct error *err)
{
    char word[TEXT_QUOTE];

    for (size_t k = 1; k < file->count; k++)
        if (file->each[k].index == file->each[k - 1].index)
            return fail_at(err, ERR_DATA, input_called(file->name), file->each[k].line,
                           "feature %s was in line %" PRId64 " already",
                           penalty_called(file, &file->each[k], word), file->each[k - 1].line);
    return OK;
}

/* Lines of a file, at most. */
static size_t count_lines(const struct text_lines *l)
{
    size_t count = 1;

    for (size_t k = 0; k < l->length; k++)
        count += l->bytes[k] == '\n';
    return count;
}

static enum status take_lines(enum penalty what, struct text_lines *l, struct penalty_names *names,
                              struct penalty_file *out, struct arena *arena, struct error *err)
{
    struct penalty_line *each = arena_get(arena, count_lines(l), sizeof *each);
    const char *s, *stop;
    enum status status = each ? OK : fail_memory(err, "what belongs to the features");

    while (status == OK && text_lines_next(l, &s, &stop)) {
        struct fields w = names ? split_named(what, s, stop) : split(s, stop);
        if (w.count > 0)
            status = take_line(what, l, &w, names, &each[out->count++], err);
    }
    if (status != OK)
        return status;
    qsort(each, out->count, sizeof *each, by_index);
    out->each = each;
    return check_twice(out, err);
}

enum status penalty_read(enum penalty what, const char *file, struct penalty_names *names,
                         struct penalty_file *out, struct arena *arena, struct error *err)
{
    struct text_lines lines;
    enum status status = text_lines_open(&lines, file, MOST_TEXT, "lines of features", err);

    *out = (struct penalty_file){.name = file, .names = names};
    if (status == OK)
        status = take_lines(what, &lines, names, out, arena, err);
    text_lines_close(&lines);
    return status;
}

/* Those of a file. */
static enum status find_words(struct penalty_file *file, const struct term_table *features,
                              struct error *err)
{
    const struct term_table *t = &file->names->table;
    char word[TEXT_QUOTE];

    for (size_t k = 0; k < file->count; k++) {
        struct penalty_line *line = &file->each[k];
        const struct table_term *name = &t->term[line->name];
        uint32_t found = term_table_find(features, t->bytes + name->at, name->length);
        if (found == TERM_NONE)
            return fail_at(err, ERR_DATA, input_called(file->name), line->line,
                           "feature '%s' is none of the training data",
                           penalty_called(file, line, word));
        line->index = found + 1;
    }
    qsort(file->each, file->count, sizeof *file->each, by_index);
    return OK;
}

enum status penalty_words(struct penalty_file files[PENALTIES], const struct term_table *features,
                          struct error *err)
{
    enum status status = OK;

    for (int k = 0; k < PENALTIES && status == OK; k++)
        if (files[k].count > 0)
            status = find_words(&files[k], features, err);
    return status;
}
