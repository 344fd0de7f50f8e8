/* lines - on which line of its file each row stands. */
#include "data/lines.h"

#include "base/memory.h"

bool lines_add(struct lines *lines, int64_t row, int64_t skipped)
{
    if (skipped == (lines->count > 0 ? lines->gap[lines->count - 1].skipped : 0))
        return true;
    if (lines->count == lines->room) {
        size_t room = lines->room > 0 ? 2 * lines->room : 64;
        struct line_gap *gap = mem_resize(lines->gap, room, sizeof *gap);
        if (!gap)
            return false;
        lines->gap = gap;
        lines->room = room;
    }
    lines->gap[lines->count++] = (struct line_gap){row, skipped};
    return true;
}

int64_t lines_of(const struct lines *lines, int64_t row)
{
    size_t lo = 0; /* gaps that stand at or before the row */

    for (size_t hi = lines->count; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (lines->gap[mid].row <= row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return row + 1 + (lo > 0 ? lines->gap[lo - 1].skipped : 0);
}

void lines_free(struct lines *lines)
{
    mem_free(lines->gap);
    *lines = (struct lines){0};
}
