/* chunk - consecutive rows as a parser writes them, before they go to their place in a table. */
#include "data/text/chunk.h"

#include "base/memory.h"

enum { FIRST_ROWS = 256 }; /* then twice as many each time: n rows copy O(n) rows */

/* Replaces an array by one of `count` elements, without its content. False: no memory. */
static bool renew(void **array, size_t count, size_t size)
{
    mem_free(*array);
    *array = mem_alloc(count, size);
    return *array != NULL;
}

/* Makes room for some more than is asked for: the next text may be a little longer, and memory that
 * stays unused is never touched. */
static size_t generous(size_t count)
{
    return count + count / 4;
}

bool chunk_reset(struct chunk *c, size_t entries, struct storage storage)
{
    void *col = c->col;
    bool done = true;

    c->rows = 0;
    c->entries = 0;
    c->features = 0;
    c->comment_bytes = 0;
    c->lines = (struct chunk_lines){.skipped = c->lines.skipped};
    c->lines.skipped.count = 0;
    c->queries = (struct chunk_queries){.of = c->queries.of, .missing = -1};
    c->queries.of.count = 0;
    c->facts.weight.count = 0;
    c->facts.offset.count = 0;
    c->storage = storage;
    if (!col || c->entry_room < entries) {
        c->entry_room = generous(entries);
        done = renew(&col, c->entry_room, sizeof *c->col);
    }
    c->col = col;
    if (done && c->value_room < c->entry_room * storage_size(storage.kind)) {
        c->value_room = c->entry_room * storage_size(storage.kind);
        done = renew(&c->value, c->value_room, 1);
    }
    return done;
}

bool chunk_reserve_row(struct chunk *c)
{
    void *label = c->label, *length = c->length, *comment = c->comment;
    size_t room = c->row_room > 0 ? 2 * c->row_room : FIRST_ROWS;
    bool done;

    if ((size_t)c->rows < c->row_room)
        return true;
    done = mem_resized(&label, room, sizeof *c->label) &&
           mem_resized(&length, room, sizeof *c->length) &&
           (!c->comments || mem_resized(&comment, room, sizeof *c->comment));
    c->label = label;
    c->length = length;
    c->comment = comment;
    if (done)
        c->row_room = room;
    return done;
}

bool chunk_widen(struct chunk *c, struct storage to)
{
    if (!storage_widen((size_t)c->entries, c->entry_room, &c->value, &c->storage, to))
        return false;
    c->value_room = c->entry_room * storage_size(c->storage.kind);
    return true;
}

bool chunk_put(struct chunk *c, double v)
{
    size_t k = (size_t)c->entries;
    struct storage needed = storage_put(c->storage, c->value, k, v);

    while (!storage_same(needed, c->storage)) {
        if (!chunk_widen(c, needed))
            return false;
        needed = storage_put(c->storage, c->value, k, v);
    }
    return true;
}

void chunk_free(struct chunk *c)
{
    mem_free(c->label);
    mem_free(c->length);
    mem_free(c->col);
    mem_free(c->value);
    mem_free(c->comment);
    spans_free(&c->lines.skipped);
    spans_free(&c->queries.of);
    row_facts_free(&c->facts);
    *c = (struct chunk){0};
}
