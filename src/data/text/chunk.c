/* chunk - consecutive rows as a parser writes them, before they go to their place in a table. */
#include "data/text/chunk.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_ROWS = 256 }; /* then twice as many each time: n rows copy O(n) rows */

struct text_form text_form_of(unsigned flags)
{
    return (struct text_form){.comments = (flags & DATASET_COMMENTS) != 0,
                              .unordered = (flags & DATASET_UNORDERED) != 0,
                              .from_zero = (flags & DATASET_FROM_ZERO) != 0,
                              .label_weights = (flags & DATASET_LABEL_WEIGHTS) != 0,
                              .label_words = (flags & DATASET_LABEL_WORDS) != 0,
                              .feature_words = (flags & DATASET_FEATURE_WORDS) != 0,
                              .hash_bits = (int)(flags >> DATASET_HASH)};
}

/* Replaces an array by one of `count` elements, without its content. False: no memory. */
static bool renew(void **array, size_t count, size_t size)
{
    mem_free(*array);
    *array = mem_room(count, size);
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
    c->lines = (struct chunk_lines){.first = c->lines.first, .skipped = c->lines.skipped};
    c->lines.skipped.count = 0;
    c->queries = (struct chunk_queries){.of = c->queries.of, .missing = -1};
    c->queries.of.count = 0;
    c->facts.weight.count = 0;
    c->facts.offset.count = 0;
    c->refused.count = 0;
    c->refused.length = 0;
    term_table_clear(&c->words.found.labels);
    term_table_clear(&c->words.found.features);
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
           (!c->form.comments || mem_resized(&comment, room, sizeof *c->comment));
    c->label = label;
    c->length = length;
    c->comment = comment;
    if (done)
        c->row_room = room;
    return done;
}

/* Makes room for `count` elements, at least twice what there was. False: no memory. */
static bool grow(void **array, size_t *room, size_t count, size_t size)
{
    size_t more = count < 2 * *room ? 2 * *room : count;

    if (count <= *room)
        return true;
    if (!mem_resized(array, more, size))
        return false;
    *room = more;
    return true;
}

bool chunk_refuse(struct chunk *c, const char *reason, const char *comment, size_t count)
{
    struct chunk_refusals *r = &c->refused;
    size_t length = strlen(reason) + 1;
    void *at = r->at, *text = r->text;
    bool done = grow(&at, &r->room, r->count + 1, sizeof *r->at);

    r->at = at;
    done = done && grow(&text, &r->text_room, r->length + length + count, 1);
    r->text = text;
    if (!done)
        return false;
    r->at[r->count++] = (struct chunk_refused){c->rows, c->lines.count, r->length,
                                               r->length + length, count};
    memcpy(r->text + r->length, reason, length);
    if (count > 0)
        memcpy(r->text + r->length + length, comment, count);
    r->length += length + count;
    return true;
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

bool chunk_hold(struct chunk *c, uint32_t index, double value)
{
    struct chunk_held *h = &c->held;
    void *at = h->at;
    bool done = grow(&at, &h->room, h->count + 1, sizeof *h->at);

    h->at = at;
    if (done)
        h->at[h->count++] = (struct chunk_entry){index, value};
    return done;
}

static int by_index(const void *a, const void *b)
{
    const struct chunk_entry *x = a, *y = b;

    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value); /* one order of each sum */
}

void chunk_sort_held(struct chunk *c)
{
    if (c->held.count > 1)
        qsort(c->held.at, c->held.count, sizeof *c->held.at, by_index);
}

void chunk_free(struct chunk *c)
{
    mem_free(c->label);
    mem_free(c->length);
    mem_free(c->col);
    mem_free(c->value);
    mem_free(c->comment);
    mem_free(c->held.at);
    words_free(&c->words.found);
    mem_free(c->words.label_as);
    mem_free(c->words.feature_as);
    mem_free(c->refused.at);
    mem_free(c->refused.text);
    spans_free(&c->lines.skipped);
    spans_free(&c->queries.of);
    row_facts_free(&c->facts);
    *c = (struct chunk){0};
}
