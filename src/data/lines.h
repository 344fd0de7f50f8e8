/* lines - on which line of its file each row stands. */
#ifndef RRM_LINES_H
#define RRM_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From row `row` on, so many lines of the file that came before are blank or comments. */
struct line_gap {
    int64_t row, skipped;
};

/* Ascending, none that says what the one before it says; none at all where row i stands on line i + 1. Empty: {0}. */
struct lines {
    struct line_gap *gap;
    size_t count, room;
};

/* Says it of a row behind those told before. False: no memory. */
bool lines_add(struct lines *lines, int64_t row, int64_t skipped);

/* The line, from 1, of a row, from 0. */
int64_t lines_of(const struct lines *lines, int64_t row);

void lines_free(struct lines *lines);

#endif
