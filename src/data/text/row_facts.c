/* row_facts - weights and offsets of examples that a file of their own holds. */
#include "data/text/row_facts.h"

#include <inttypes.h>
#include <math.h>

#include "base/input.h"
#include "base/text.h"
#include "base/text_lines.h"

/* The number in [lo, DATASET_LARGEST] at *s, which moves to the next word. */
static bool take_number(const char **s, const char *stop, double lo, double *value)
{
    const char *next = text_number_word(*s, stop, value);

    if (!next || !(*value >= lo) || !(*value <= DATASET_LARGEST))
        return false;
    *s = next;
    return true;
}

static enum status take_line(const struct text_lines *l, const char *s, const char *stop,
                             int64_t row, struct row_facts *facts, struct error *err)
{
    double weight, offset = 0;
    char word[TEXT_QUOTE];

    if (!take_number(&s, stop, 0, &weight))
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no weight, a number from 0 to "
                       "1e100", text_quote(s, stop, word));
    if (s < stop && !take_number(&s, stop, -DATASET_LARGEST, &offset))
        return fail_at(err, ERR_DATA, l->file, l->line, "'%s' is no offset, a number from -1e100 "
                       "to 1e100", text_quote(s, stop, word));
    if (s < stop)
        return fail_at(err, ERR_DATA, l->file, l->line, "stray '%s', expected: WEIGHT or WEIGHT "
                       "OFFSET", text_quote(s, stop, word));
    if (row_facts_add(facts, ROW_WEIGHT, row, weight) &&
        row_facts_add(facts, ROW_OFFSET, row, offset))
        return OK;
    return fail_memory(err, "the weights");
}

enum status row_facts_open(struct text_lines *l, const char *file, struct error *err)
{
    return text_lines_open(l, file, SIZE_MAX, "weights", err);
}

enum status row_facts_next(struct text_lines *l, int64_t taken, int64_t row, const char *data_file,
                           struct row_facts *facts, struct error *err)
{
    const char *s, *stop;

    if (text_lines_next_word(l, &s, &stop))
        return take_line(l, s, stop, row, facts, err);
    return fail_at(err, ERR_DATA, l->file, 0, "%" PRId64 " weights, but %s has more examples: it "
                   "takes one line for each", taken, input_called(data_file));
}

enum status row_facts_end(struct text_lines *l, int64_t taken, const char *data_file,
                          struct error *err)
{
    const char *s, *stop;

    if (!text_lines_next_word(l, &s, &stop))
        return OK;
    return fail_at(err, ERR_DATA, l->file, l->line, "a weight for example %" PRId64 ", but %s has "
                   "%" PRId64 ": it takes one line for each", taken + 1, input_called(data_file),
                   taken);
}

enum status row_facts_twice(const char *data_file, struct error *err)
{
    return fail_at(err, ERR_DATA, input_called(data_file), 0, "its lines have weights (cost:) or "
                   "offsets (offset:) of their own: leave out -W, or these");
}

/* ---- all together ---------------------------------------------------------------------------- */

/* A line for each row. How many the file has is told. */
static enum status take_lines(struct text_lines *l, const struct dataset *data,
                              const char *data_file, struct row_facts *facts, struct error *err)
{
    const char *s, *stop;
    enum status status = OK;
    int64_t row = 0;

    while (status == OK && row < data->x.rows && text_lines_next_word(l, &s, &stop))
        status = take_line(l, s, stop, row++, facts, err);
    if (status == OK && row < data->x.rows)
        return fail_at(err, ERR_DATA, l->file, 0, "%" PRId64 " weights, but %s has %" PRId64
                       " examples: it takes one line for each", row, input_called(data_file),
                       data->x.rows);
    return status == OK ? row_facts_end(l, row, data_file, err) : status;
}

enum status row_facts_read(const char *file, const struct dataset *data, const char *data_file,
                           struct row_facts *facts, struct error *err)
{
    struct text_lines lines;
    enum status status;

    *facts = (struct row_facts){{NULL, 0, 0}, {NULL, 0, 0}};
    if (data->facts)
        return row_facts_twice(data_file, err);
    status = row_facts_open(&lines, file, err);
    if (status == OK)
        status = take_lines(&lines, data, data_file, facts, err);
    text_lines_close(&lines);
    return status;
}
