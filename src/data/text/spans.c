/* spans - a number for each row that seldom changes from one row to the next. */
#include "data/text/spans.h"

#include "base/memory.h"

enum { FIRST_ROOM = 64 }; /* spans; then twice as many each time: n additions copy O(n) spans */

bool spans_add(struct spans *spans, int64_t row, uint64_t value)
{
    if (value == (spans->count > 0 ? spans->span[spans->count - 1].value : 0))
        return true;
    if (spans->count == spans->room) {
        size_t room = spans->room > 0 ? 2 * spans->room : FIRST_ROOM;
        struct span *span = mem_resize(spans->span, room, sizeof *span);
        if (!span)
            return false;
        spans->span = span;
        spans->room = room;
    }
    spans->span[spans->count++] = (struct span){row, value};
    return true;
}

bool spans_append(struct spans *spans, int64_t row, const struct spans *from, uint64_t shift)
{
    bool done = spans_add(spans, row, spans_at(from, 0) + shift);

    for (size_t k = 0; k < from->count && done; k++)
        done = spans_add(spans, row + from->span[k].row, from->span[k].value + shift);
    return done;
}

uint64_t spans_at(const struct spans *spans, int64_t row)
{
    size_t lo = 0; /* spans that begin at or before the row: lo .. hi */

    for (size_t hi = spans->count; lo < hi;) {
        size_t mid = lo + (hi - lo) / 2;
        if (spans->span[mid].row <= row)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo > 0 ? spans->span[lo - 1].value : 0;
}

void spans_free(struct spans *spans)
{
    mem_free(spans->span);
    *spans = (struct spans){0};
}
