/* whole_groups - rows that come in blocks, handed on in whole groups. */
#include "cli/answer/whole_groups.h"

#include <string.h>

#include "base/memory.h"

enum { FIRST_REFUSED = 64 }; /* then twice as many each time */

static bool reserve(struct whole_groups *w, int64_t rows, size_t outputs)
{
    int64_t room = rows < 2 * w->room ? 2 * w->room : rows;
    double *label, *decision;
    uint64_t *query;

    if (rows <= w->room)
        return true;
    query = mem_resize(w->query, (size_t)room, sizeof *w->query);
    w->query = query ? query : w->query;
    label = mem_resize(w->label, (size_t)room, sizeof *w->label);
    w->label = label ? label : w->label;
    decision = mem_resize(w->decision, (size_t)room, outputs * sizeof *w->decision);
    w->decision = decision ? decision : w->decision;
    w->room = query && label && decision ? room : w->room;
    return rows <= w->room;
}

bool whole_add(struct whole_groups *w, const struct dataset *rows, int64_t i, size_t outputs,
               const double *decision)
{
    if (!reserve(w, w->rows + 1, outputs))
        return false;
    memcpy(w->decision + (size_t)w->rows * outputs, decision, outputs * sizeof *decision);
    w->query[w->rows] = dataset_query(rows, i);
    w->label[w->rows] = rows->label[i];
    if (w->rows > 0 && w->query[w->rows] != w->query[w->rows - 1])
        w->last = w->rows;
    w->rows++;
    return true;
}

bool whole_refuse(struct whole_groups *w)
{
    void *refused = w->refused;
    size_t room = w->refused_room > 0 ? 2 * w->refused_room : FIRST_REFUSED;

    if (w->refusals == w->refused_room) {
        if (!mem_resized(&refused, room, sizeof *w->refused))
            return false;
        w->refused = refused;
        w->refused_room = room;
    }
    w->refused[w->refusals++] = (struct chunk_refused){.row = w->rows};
    return true;
}

bool whole_view(struct whole_groups *w, int64_t count, struct dataset *view)
{
    w->held.count = 0;
    for (int64_t i = 0; i < count; i++)
        if ((i == 0 || w->query[i] != w->query[i - 1]) && !spans_add(&w->held, i, w->query[i]))
            return false;
    *view = (struct dataset){.label = w->label, .query = &w->held, .unqueried = -1};
    view->x.rows = count;
    return true;
}

void whole_drop(struct whole_groups *w, int64_t count, size_t outputs)
{
    size_t rest = (size_t)(w->rows - count), kept = 0;

    for (size_t k = 0; k < w->refusals; k++)
        if (w->refused[k].row > count)
            w->refused[kept++] = (struct chunk_refused){.row = w->refused[k].row - count};
    w->refusals = kept;
    if (rest > 0) {
        memmove(w->query, w->query + count, rest * sizeof *w->query);
        memmove(w->label, w->label + count, rest * sizeof *w->label);
        memmove(w->decision, w->decision + (size_t)count * outputs,
                rest * outputs * sizeof *w->decision);
    }
    w->rows -= count;
    w->last -= count < w->last ? count : w->last;
}

void whole_free(struct whole_groups *w)
{
    mem_free(w->query);
    mem_free(w->label);
    mem_free(w->decision);
    mem_free(w->refused);
    spans_free(&w->held);
    *w = (struct whole_groups){.rows = 0};
}
