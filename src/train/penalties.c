/* penalties - what files say of single features. */
#include "train/penalties.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_lines.h"
#include "reg/columns.h"

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

static bool is_word(const struct fields *w, int k, const char *word)
{
    size_t length = (size_t)(w->end[k] - w->begin[k]);

    return strlen(word) == length && memcmp(w->begin[k], word, length) == 0;
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

static const char *const form[PENALTIES] = {
    [PENALTY_FACTORS] = "INDEX FACTOR, two numbers",
    [PENALTY_BOUNDS] = "INDEX LO HI, INDEX + or INDEX -",
    [PENALTY_GROUPS] = "INDEX GROUP, two numbers"};

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

/* The first word that is no number; of numbers the last. */
static int wrong_word(const struct fields *w)
{
    double number;
    int k = 0;

    while (k + 1 < w->count && take_number(w, k, &number))
        k++;
    return k;
}

static enum status take_line(enum penalty what, const struct text_lines *l,
                             const struct fields *w, struct penalty_line *out, struct error *err)
{
    char word[TEXT_QUOTE];
    double index = 0;
    bool taken = w->count > 1 && text_number(w->begin[0], w->end[0], &index) == w->end[0];

    *out = (struct penalty_line){.line = l->line};
    if (taken && what == PENALTY_BOUNDS)
        taken = take_bounds(w, out->number);
    else if (taken)
        taken = w->count == 2 && take_number(w, 1, &out->number[0]);
    if (!taken) {
        int k = wrong_word(w);
        return fail_at(err, ERR_DATA, l->file, l->line, "at '%s': a line is %s",
                       text_quote(w->begin[k], w->end[k], word), form[what]);
    }
    if (!(index >= 0 && index <= MOST_INDEX && index == floor(index)))
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no index of a feature, a whole "
                       "number", text_quote(w->begin[0], w->end[0], word));
    out->index = (uint32_t)index;
    return check_numbers(what, l, out->number, err);
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
    for (size_t k = 1; k < file->count; k++)
        if (file->each[k].index == file->each[k - 1].index)
            return fail_at(err, ERR_DATA, input_called(file->name), file->each[k].line,
                           "feature %" PRIu32 " was in line %" PRId64 " already",
                           file->each[k].index, file->each[k - 1].line);
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

static enum status take_lines(enum penalty what, struct text_lines *l, struct penalty_file *out,
                              struct arena *arena, struct error *err)
{
    struct penalty_line *each = arena_get(arena, count_lines(l), sizeof *each);
    const char *s, *stop;
    enum status status = each ? OK : fail_memory(err, "what belongs to the features");

    while (status == OK && text_lines_next(l, &s, &stop)) {
        struct fields w = split(s, stop);
        if (w.count > 0)
            status = take_line(what, l, &w, &each[out->count++], err);
    }
    if (status != OK)
        return status;
    qsort(each, out->count, sizeof *each, by_index);
    out->each = each;
    return check_twice(out, err);
}

enum status penalty_read(enum penalty what, const char *file, struct penalty_file *out,
                         struct arena *arena, struct error *err)
{
    struct text_lines lines;
    enum status status = text_lines_open(&lines, file, MOST_TEXT, "lines of features", err);

    *out = (struct penalty_file){.name = file};
    if (status == OK)
        status = take_lines(what, &lines, out, arena, err);
    text_lines_close(&lines);
    return status;
}

enum status penalty_check(const struct penalty_file files[PENALTIES], const struct dataset *data,
                          struct error *err)
{
    for (int k = 0; k < PENALTIES; k++) {
        const struct penalty_line *first = files[k].each, *last;
        if (files[k].count == 0)
            continue;
        last = first + files[k].count - 1;
        if (first->index == 0 && !data->from_zero)
            return fail_at(err, ERR_DATA, input_called(files[k].name), first->line,
                           "'0' is no index of a feature: indices begin at 1");
        if (data->features == 0)
            return fail_at(err, ERR_DATA, input_called(files[k].name), last->line,
                           "feature %" PRIu32 " is none of the training data, which have none",
                           last->index);
        if ((uint64_t)last->index + data->from_zero > data->features)
            return fail_at(err, ERR_DATA, input_called(files[k].name), last->line,
                           "feature %" PRIu32 " is none of the training data: the largest index "
                           "there is %" PRIu32, last->index, data->features - data->from_zero);
    }
    return OK;
}

/* ---- weights --------------------------------------------------------------------------------- */

/* A place in a file that only goes up. */
struct cursor {
    const struct penalty_file *file;
    size_t at;
};

/* What the file says of a feature; NULL: nothing. Features come in ascending order. */
static const double *numbers_of(struct cursor *c, uint32_t feature)
{
    while (c->at < c->file->count && c->file->each[c->at].index < feature)
        c->at++;
    return c->at < c->file->count && c->file->each[c->at].index == feature
               ? c->file->each[c->at].number
               : NULL;
}

/* Whether the bounds of a feature are finite: those of the file, or of every weight. */
static bool is_bounded(const double *own, const struct reg_weight *all)
{
    if (own)
        return isfinite(own[0]) && isfinite(own[1]);
    return (isfinite(all->lo) || isinf(all->left)) && (isfinite(all->hi) || isinf(all->right));
}

enum status penalty_frees(const struct penalty_file files[PENALTIES], const struct reg *reg,
                          const double *p, bool *frees, struct error *err)
{
    const struct penalty_file *factors = &files[PENALTY_FACTORS];
    struct reg_weight all = reg_weight_at(reg_find(reg->name), p, 0);
    struct cursor bounds = {&files[PENALTY_BOUNDS], 0};

    *frees = false;
    for (size_t k = 0; k < factors->count; k++) {
        const struct penalty_line *line = &factors->each[k];
        if (line->number[0] != 0)
            continue;
        *frees = true;
        if (!is_bounded(numbers_of(&bounds, line->index), &all))
            return fail_at(err, ERR_DATA, input_called(factors->name), line->line,
                           "a factor of 0 needs bounds of the weight, without which no bound on "
                           "the optimum can be proven: give wide ones, as '%" PRIu32 " -1000 1000' "
                           "in the file of -o bounds; the bias alone leave to -B 1 -R",
                           line->index);
    }
    return OK;
}

static void describe_pieces(const struct penalty_file files[PENALTIES], const struct dataset *data,
                            size_t outputs, double *p)
{
    struct cursor factors = {&files[PENALTY_FACTORS], 0}, bounds = {&files[PENALTY_BOUNDS], 0};

    for (uint32_t j = 0; j < data->x.cols; j++) {
        const double *f = numbers_of(&factors, dataset_written(data, j));
        const double *b = numbers_of(&bounds, dataset_written(data, j));
        double scale = dataset_scale(data, j); /* bounds are those of weights of raw values */
        for (size_t o = 0; o < outputs; o++) {
            struct piece *piece = columns_piece(p, j * outputs + o);
            piece->curvature *= f ? f[0] : 1;
            piece->slope *= f ? f[0] : 1;
            piece->lo = (b ? b[0] : piece->lo) * scale;
            piece->hi = (b ? b[1] : piece->hi) * scale;
        }
    }
    columns_end(p);
}

/* A column and its group. */
struct member {
    double group;
    uint32_t column;
};

static int by_group(const void *a, const void *b)
{
    const struct member *x = a, *y = b;

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

/* The columns that are in the file, ascending by group; returns how many. */
static size_t find_members(const struct penalty_file *file, const struct dataset *data,
                           struct member *member)
{
    struct cursor groups = {file, 0};
    size_t count = 0;

    for (uint32_t j = 0; j < data->x.cols; j++) {
        const double *g = numbers_of(&groups, dataset_written(data, j));
        if (g)
            member[count++] = (struct member){g[0], j};
    }
    qsort(member, count, sizeof *member, by_group);
    return count;
}

/* The weights of one column, then those of the next one of its group. */
static bool describe_groups(const struct penalty_file *file, const struct dataset *data,
                            struct penalty_shape shape, double *p)
{
    const size_t outputs = shape.outputs;
    struct member *member = mem_alloc((size_t)data->x.cols + 1, sizeof *member);
    size_t count = member ? find_members(file, data, member) : 0, first = 0, last = 0;

    for (size_t j = 0; member && j < shape.columns; j++)
        for (size_t o = 1; o < outputs; o++)
            groups_join(p, j * outputs, j * outputs + o - 1, j * outputs + o);
    for (size_t k = 0; k < count; k++) {
        size_t column = member[k].column * outputs;
        bool joins = k > 0 && member[k].group == member[k - 1].group;
        if (joins)
            groups_join(p, first, last, column);
        first = joins ? first : column;
        last = column + outputs - 1;
    }
    groups_end(p);
    mem_free(member);
    return member != NULL;
}

const double *penalty_describe(const struct penalty_file files[PENALTIES], const struct reg *reg,
                               const double *p, const struct dataset *data,
                               struct penalty_shape shape, struct arena *arena)
{
    bool pieces = reg->traits & REG_SEPARABLE;
    size_t n = shape.columns * shape.outputs + shape.own;
    double *all = arena_doubles(arena, pieces ? columns_room(n) : groups_room(n));

    if (!all)
        return NULL;
    memcpy(all, p, REG_NUMBERS * sizeof *p);
    if (pieces) {
        columns_begin(reg, all, n);
        describe_pieces(files, data, shape.outputs, all);
        return all;
    }
    groups_begin(all, n);
    return describe_groups(&files[PENALTY_GROUPS], data, shape, all) ? all : NULL;
}
