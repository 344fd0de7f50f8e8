/* spans - a number for each row that seldom changes from one row to the next. */
#ifndef RRM_SPANS_H
#define RRM_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows from `row` up to that of the next span have this value. */
struct span {
    int64_t row;
    uint64_t value;
};

/* Spans in ascending order of row, each with another value than the span before. Rows before the
 * first span have value 0: in {0}, which is empty, every row has. */
struct spans {
    struct span *span;
    size_t count, room;
};

/* Sets the value of `row`, the largest set so far, and of all rows behind. False: no memory. */
bool spans_add(struct spans *spans, int64_t row, uint64_t value);

/* Sets the rows from `row` on as `from` sets its rows from 0 on, plus `shift`. False: no memory. */
bool spans_append(struct spans *spans, int64_t row, const struct spans *from, uint64_t shift);

/* The value of a row. */
uint64_t spans_at(const struct spans *spans, int64_t row);

void spans_free(struct spans *spans);

#endif
