/* class_costs - what it costs to take one class for another: a matrix in a file of text. */
#include "task/class_costs.h"

#include <math.h>
#include <string.h>

#include "base/input.h"
#include "base/text_lines.h"
#include "base/memory.h"
#include "base/text.h"

/* Bytes of a file at most: 16 for each of LOSS_CLASSES^2 numbers. */
enum { MOST_TEXT = 16 * LOSS_CLASSES * LOSS_CLASSES };

/* Reads up to `room` numbers of a line; *count: how many words it has. */
static enum status take_numbers(const struct text_lines *l, const char *s, const char *stop,
                                int room, double *number, int *count, struct error *err)
{
    char word[TEXT_QUOTE];

    for (*count = 0; s < stop; (*count)++) {
        double value = 0;
        const char *next = text_number_word(s, stop, &value);
        if (!next)
            return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no number",
                           text_quote(s, stop, word));
        if (!(value >= 0 && isfinite(value)))
            return fail_at(err, ERR_DATA, l->file, l->line, "a cost must be a finite number of 0 "
                           "or more, not '%s'", text_quote(s, stop, word));
        if (*count < room)
            number[*count] = value;
        s = next;
    }
    return OK;
}

/* Row `row` of the matrix, which stands in the current line. */
static enum status take_row(const struct text_lines *l, const char *s, const char *stop, int row,
                            struct class_costs *costs, double *number, struct error *err)
{
    int count;
    enum status status = take_numbers(l, s, stop, LOSS_CLASSES, number, &count, err);

    if (status != OK)
        return status;
    if (count < 2 || count > LOSS_CLASSES)
        return fail_at(err, ERR_DATA, l->file, l->line, "a row of costs has 2 to %d numbers, one "
                       "for each class, this one %d", LOSS_CLASSES, count);
    if (row > 0 && count != costs->classes)
        return fail_at(err, ERR_DATA, l->file, l->line, "row %d of the costs has %d numbers, the "
                       "rows above have %d: it takes one for each class", row + 1, count,
                       costs->classes);
    if (row >= count)
        return fail_at(err, ERR_DATA, l->file, l->line, "row %d of the costs is one too many: rows "
                       "of %d numbers make %d rows", row + 1, count, count);
    if (number[row] != 0)
        return fail_at(err, ERR_DATA, l->file, l->line, "number %d of row %d is %.15g, but to take "
                       "a class for itself costs 0", row + 1, row + 1, number[row]);
    costs->classes = count;
    return OK;
}

static enum status take_rows(struct text_lines *l, struct class_costs *costs, struct arena *arena,
                             struct error *err)
{
    double *each = NULL, *number = mem_alloc(LOSS_CLASSES, sizeof *number);
    const char *s, *stop;
    enum status status = number ? OK : fail_memory(err, "the costs");
    int row = 0;

    for (; status == OK && text_lines_next_word(l, &s, &stop); row++) {
        status = take_row(l, s, stop, row, costs, number, err);
        if (status == OK && row == 0)
            each = arena_doubles(arena, (size_t)costs->classes * (size_t)costs->classes);
        if (status == OK && !each)
            status = fail_memory(err, "the costs");
        if (status == OK)
            memcpy(each + row * costs->classes, number, (size_t)costs->classes * sizeof *each);
    }
    mem_free(number);
    costs->each = each;
    if (status == OK && row == 0)
        return fail_at(err, ERR_DATA, l->file, 0, "there are no costs: each class takes a row of "
                       "numbers, one for each class");
    if (status == OK && row < costs->classes)
        return fail_at(err, ERR_DATA, l->file, l->line, "the costs end with row %d, but rows of %d "
                       "numbers make %d rows", row, costs->classes, costs->classes);
    return status;
}

enum status class_costs_read(const char *file, struct class_costs *costs, struct arena *arena,
                             struct error *err)
{
    struct text_lines lines;
    enum status status = text_lines_open(&lines, file, MOST_TEXT, "a matrix of costs", err);

    *costs = (struct class_costs){.file = file};
    if (status == OK)
        status = take_rows(&lines, costs, arena, err);
    text_lines_close(&lines);
    return status;
}

/* ---- in the order of the classes ------------------------------------------------------------- */

/* The row and column of a label: that of the same label or, of ascending ones, the number of labels
 * below. */
static size_t place_of(const struct class_costs *costs, const struct targets *t, double label)
{
    size_t place = 0;

    for (int k = 0; k < costs->classes; k++) {
        bool found = costs->labels ? costs->labels[k] == label : t->labels[k] < label;
        if (costs->labels && found)
            return (size_t)k;
        place += found;
    }
    return place;
}

enum status class_costs_place(const struct class_costs *costs, struct targets *targets,
                              struct arena *arena, struct error *err)
{
    size_t k = (size_t)targets->classes, *place = arena_get(arena, k, sizeof *place);
    double *to = arena_doubles(arena, k * k);
    bool alike = true; /* [o != y] */

    if (!costs->labels && costs->classes != targets->classes)
        return fail_at(err, ERR_DATA, input_called(costs->file), 0, "the costs are those of %d "
                       "classes, the data have %d", costs->classes, targets->classes);
    if (arena->failed)
        return fail_memory(err, "the costs");
    for (size_t o = 0; o < k; o++)
        place[o] = place_of(costs, targets, targets->labels[o]);
    for (size_t y = 0; y < k; y++)
        for (size_t o = 0; o < k; o++) {
            to[y * k + o] = costs->each[place[y] * (size_t)costs->classes + place[o]];
            alike = alike && to[y * k + o] == (y == o ? 0 : 1);
        }
    targets->costs = alike ? NULL : to;
    return OK;
}
