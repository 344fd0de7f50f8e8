/* row_folds - the fold of each example, from a file. */
#include "data/text/row_folds.h"

#include <inttypes.h>
#include <limits.h>

#include "base/input.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/text_lines.h"

/* A whole number from 0 to INT_MAX, the one word of a line. */
static enum status take_line(const struct text_lines *l, const char *s, const char *stop, int *of,
                             struct error *err)
{
    char word[TEXT_QUOTE];
    double value;
    const char *rest = text_number_word(s, stop, &value);

    if (!rest || !(value >= 0 && value <= INT_MAX) || value != (int)value)
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no fold, a whole number from 1 "
                       "on, or 0", text_quote(s, stop, word));
    if (rest < stop)
        return fail_at(err, ERR_DATA, l->file, l->line, "stray '%s', expected: a fold",
                       text_quote(rest, stop, word));
    *of = (int)value - 1;
    return OK;
}

static enum status take_lines(struct text_lines *l, const struct dataset *data,
                              const char *data_file, int *of, struct error *err)
{
    const char *s, *stop, *name = input_called(data_file);
    enum status status = OK;
    int64_t row = 0;

    while (status == OK && text_lines_next_word(l, &s, &stop)) {
        if (row == data->x.rows)
            return fail_at(err, ERR_DATA, l->file, l->line, "a fold for example %" PRId64
                           ", but %s has %" PRId64 ": it takes one line for each", row + 1, name,
                           data->x.rows);
        status = take_line(l, s, stop, &of[row++], err);
    }
    if (status == OK && row < data->x.rows)
        return fail_at(err, ERR_DATA, l->file, 0, "%" PRId64 " folds, but %s has %" PRId64
                       " examples: it takes one line for each", row, name, data->x.rows);
    return status;
}

/* *count = the largest fold; each up to there has rows, and rows to be trained on. */
static enum status check(const char *file, int64_t rows, const int *of, int *count,
                         struct error *err)
{
    int64_t *of_fold;
    int most = 0, bad = -1;

    for (int64_t i = 0; i < rows; i++)
        most = of[i] >= most ? of[i] + 1 : most;
    if (most == 0)
        return fail_at(err, ERR_DATA, file, 0, "every example has the fold 0: none is judged");
    if (most > rows)
        return fail_at(err, ERR_DATA, file, 0, "fold %d of %" PRId64 " examples: number the folds "
                       "from 1 on", most, rows);
    of_fold = mem_alloc((size_t)most, sizeof *of_fold);
    if (!of_fold)
        return fail_memory(err, "the folds");
    for (int64_t i = 0; i < rows; i++)
        if (of[i] >= 0)
            of_fold[of[i]]++;
    for (int k = most - 1; k >= 0; k--)
        if (of_fold[k] == 0 || of_fold[k] == rows)
            bad = k;
    mem_free(of_fold);
    *count = most;
    if (bad < 0)
        return OK;
    if (most == 1)
        return fail_at(err, ERR_DATA, file, 0, "fold 1 has every example: there is none to train "
                       "on");
    return fail_at(err, ERR_DATA, file, 0, "fold %d of %d has no example: number the folds from 1 "
                   "on", bad + 1, most);
}

enum status row_folds_read(const char *file, const struct dataset *data, const char *data_file,
                           int **of, int *count, struct arena *arena, struct error *err)
{
    struct text_lines lines;
    enum status status;

    *of = arena_get(arena, (size_t)data->x.rows, sizeof **of);
    if (!*of)
        return fail_memory(err, "the folds");
    status = text_lines_open(&lines, file, SIZE_MAX, "folds", err);
    if (status == OK)
        status = take_lines(&lines, data, data_file, *of, err);
    if (status == OK)
        status = check(lines.file, data->x.rows, *of, count, err);
    text_lines_close(&lines);
    return status;
}
