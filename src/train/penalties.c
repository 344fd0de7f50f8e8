/* penalties - what files say of single features, for the weights of a problem. */
#include "train/penalties.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "reg/columns.h"

enum status penalty_check(const struct penalty_file files[PENALTIES], const struct dataset *data,
                          struct error *err)
{
    char word[TEXT_QUOTE];

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
                           "feature %s is none of the training data, which have none",
                           penalty_called(&files[k], last, word));
        if ((uint64_t)last->index + data->from_zero > data->features)
            return fail_at(err, ERR_DATA, input_called(files[k].name), last->line,
                           "feature %s is none of the training data: the largest index there is "
                           "%" PRIu32, penalty_called(&files[k], last, word),
                           data->features - data->from_zero);
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
    char word[TEXT_QUOTE];

    *frees = false;
    for (size_t k = 0; k < factors->count; k++) {
        const struct penalty_line *line = &factors->each[k];
        if (line->number[0] != 0)
            continue;
        *frees = true;
        if (!is_bounded(numbers_of(&bounds, line->index), &all))
            return fail_at(err, ERR_DATA, input_called(factors->name), line->line,
                           "a factor of 0 needs bounds of the weight, without which no bound on "
                           "the optimum can be proven: give wide ones, as '%s -1000 1000' in the "
                           "file of -o bounds; the bias alone leave to -B 1 -R",
                           penalty_called(factors, line, word));
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
