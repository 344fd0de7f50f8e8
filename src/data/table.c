/* table - the arrays of a data set while it grows, in the narrowest storage that is exact. */
#include "data/table.h"

#include <string.h>

#include "base/memory.h"
#include "data/columns.h"

/* Columns are renumbered where there are more than MANY for each entry and SOME besides. Where they
 * are not, a vector of weights takes at most 8 MANY = 32 bytes for each entry, which itself takes 4
 * to 12, and 8 SOME = 8 MB. A bound on memory, not tuned for speed. */
enum { MANY = 4, SOME = 1 << 20 };

struct table {
    struct table_place used, placed; /* counts that have room; counts of all that was placed */
    size_t row_room, entry_room, comment_room;
    enum csr_storage storage, needed;
    int64_t lines;
    bool comments;

    int64_t *start;         /* row_room + 1 */
    double *label;
    uint32_t *col;
    void *value;            /* NULL if binary */
    int64_t *comment_start; /* row_room + 1; NULL if no comments are kept */
    char *comment;
    struct spans skipped, query;
    int64_t queried, unqueried; /* rows with a qid; the first row without, -1: none */
    uint32_t features;          /* the largest index */
    uint32_t cols, *feature;    /* set by table_finish */
};

struct table *table_new(bool comments)
{
    struct table *t = mem_alloc(1, sizeof *t);

    if (t) {
        t->comments = comments;
        t->unqueried = -1;
    }
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    mem_free(t->start);
    mem_free(t->label);
    mem_free(t->col);
    mem_free(t->value);
    mem_free(t->comment_start);
    mem_free(t->comment);
    mem_free(t->feature);
    spans_free(&t->skipped);
    spans_free(&t->query);
    mem_free(t);
}

int64_t table_rows(const struct table *t)
{
    return t->placed.row;
}

int64_t table_lines(const struct table *t)
{
    return t->lines;
}

/* ---- room ------------------------------------------------------------------------------------ */

static enum csr_storage storage_of(const struct chunk *c)
{
    if (!c->values)
        return CSR_BINARY;
    return c->wide ? CSR_DOUBLE : CSR_FLOAT;
}

bool table_place(struct table *t, const struct chunk *c, struct table_place *at)
{
    int64_t row = t->placed.row;
    bool done = true;

    *at = t->placed;
    if (c->rows > 0) /* lines - row of the lines before are not rows */
        done = spans_append(&t->skipped, row, &c->skipped, (uint64_t)(t->lines - row)) &&
               (t->queried + c->queried == 0 || spans_append(&t->query, row, &c->query, 0));
    if (t->unqueried < 0 && c->unqueried >= 0)
        t->unqueried = row + c->unqueried;
    t->queried += c->queried;
    t->lines += c->lines;
    t->placed.row += c->rows;
    t->placed.entry += c->entries;
    t->placed.comment += (int64_t)c->comment_bytes;
    if (c->features > t->features)
        t->features = c->features;
    if (storage_of(c) > t->needed)
        t->needed = storage_of(c);
    return done;
}

/* The values of the entries in another storage, with room for entry_room; NULL: no memory. */
static void *converted(const struct table *t, enum csr_storage storage)
{
    size_t n = (size_t)t->used.entry;
    const float *from = t->storage == CSR_FLOAT ? t->value : NULL;
    float *single = NULL;
    double *full = NULL;

    if (storage == CSR_FLOAT)
        single = mem_alloc(t->entry_room, sizeof *single);
    else
        full = mem_alloc(t->entry_room, sizeof *full);
    for (size_t k = 0; single && k < n; k++)
        single[k] = 1;
    for (size_t k = 0; full && k < n; k++)
        full[k] = from ? (double)from[k] : 1;
    return single ? (void *)single : full;
}

/* Changes to the storage that is needed. */
static bool widen(struct table *t)
{
    void *value;

    if (t->needed == t->storage)
        return true;
    value = converted(t, t->needed);
    if (!value)
        return false;
    mem_free(t->value);
    t->value = value;
    t->storage = t->needed;
    return true;
}

static bool resize(void **array, size_t count, size_t size)
{
    void *moved = mem_resize(*array, count, size);

    if (moved)
        *array = moved;
    return moved != NULL;
}

static size_t value_size(enum csr_storage storage)
{
    return storage == CSR_FLOAT ? sizeof(float) : sizeof(double);
}

static bool resize_rows(struct table *t, size_t rows)
{
    void *start = t->start, *label = t->label, *comment_start = t->comment_start;
    bool done = resize(&start, rows + 1, sizeof *t->start) &&
                resize(&label, rows, sizeof *t->label) &&
                (!t->comments || resize(&comment_start, rows + 1, sizeof *t->comment_start));

    t->start = start;
    t->label = label;
    t->comment_start = comment_start;
    if (done)
        t->row_room = rows;
    return done;
}

static bool resize_entries(struct table *t, size_t entries)
{
    void *col = t->col;
    bool done = resize(&col, entries, sizeof *t->col) &&
                (t->storage == CSR_BINARY ||
                 resize(&t->value, entries, value_size(t->storage)));

    t->col = col;
    if (done)
        t->entry_room = entries;
    return done;
}

static bool resize_comments(struct table *t, size_t bytes)
{
    void *comment = t->comment;
    bool done = resize(&comment, bytes, 1);

    t->comment = comment;
    if (done)
        t->comment_room = bytes;
    return done;
}

/* At least twice the room where it must grow: memory that is not used yet costs next to nothing. */
static size_t grown(size_t room, size_t needed)
{
    return needed < 2 * room ? 2 * room : needed;
}

bool table_reserve(struct table *t)
{
    size_t rows = (size_t)t->placed.row, entries = (size_t)t->placed.entry;
    size_t bytes = (size_t)t->placed.comment;
    bool done = true;

    if (!t->start || rows > t->row_room)
        done = resize_rows(t, grown(t->row_room, rows));
    if (done && (!t->col || entries > t->entry_room))
        done = resize_entries(t, grown(t->entry_room, entries));
    if (done && bytes > t->comment_room)
        done = resize_comments(t, grown(t->comment_room, bytes));
    done = done && widen(t);
    t->used = t->placed;
    return done;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void put_values(const struct table *t, int64_t entry, const struct chunk *c)
{
    float *single = t->storage == CSR_FLOAT ? (float *)t->value + entry : NULL;
    double *full = t->storage == CSR_DOUBLE ? (double *)t->value + entry : NULL;

    for (int64_t k = 0; single && k < c->entries; k++)
        single[k] = c->values ? (float)c->value[k] : 1;
    for (int64_t k = 0; full && k < c->entries; k++)
        full[k] = c->values ? c->value[k] : 1;
}

static void put_comments(const struct table *t, const struct chunk *c, const struct table_place *at)
{
    int64_t byte = at->comment;

    for (int64_t i = 0; i < c->rows; i++) {
        t->comment_start[at->row + i] = byte;
        if (c->comment[i].length > 0)
            memcpy(t->comment + byte, c->comment[i].s, c->comment[i].length);
        byte += (int64_t)c->comment[i].length;
    }
}

void table_put(struct table *t, const struct chunk *c, const struct table_place *at)
{
    int64_t entry = at->entry;

    for (int64_t i = 0; i < c->rows; i++) {
        t->start[at->row + i] = entry;
        entry += c->length[i];
    }
    memcpy(t->label + at->row, c->label, (size_t)c->rows * sizeof *c->label);
    memcpy(t->col + at->entry, c->col, (size_t)c->entries * sizeof *c->col);
    put_values(t, at->entry, c);
    if (t->comments)
        put_comments(t, c, at);
}

/* ---- the data set ---------------------------------------------------------------------------- */

static void release(void *held)
{
    table_free(held);
}

static struct dataset dataset_of(struct table *t)
{
    return (struct dataset){
        .x = {.rows = t->used.row, .cols = t->cols, .storage = t->storage,
              .start = t->start, .end = t->start + 1, .col = t->col, .value = t->value},
        .label = t->label,
        .features = t->features,
        .feature = t->feature,
        .skipped = t->skipped.count > 0 ? &t->skipped : NULL,
        .query = t->queried > 0 ? &t->query : NULL,
        .unqueried = t->unqueried,
        .comment_start = t->comment_start,
        .comment = t->comment,
        .release = release,
        .held = t,
    };
}

enum status table_finish(struct table *t, bool compact, struct dataset *data, struct error *err)
{
    size_t rows = (size_t)t->used.row, entries = (size_t)t->used.entry;

    *data = (struct dataset){0};
    /* Where memory cannot be given back, more stays reserved than is needed: no harm. */
    (void)resize_rows(t, rows);
    (void)resize_entries(t, entries);
    t->start[rows] = t->used.entry;
    if (t->comments) {
        (void)resize_comments(t, (size_t)t->used.comment);
        t->comment_start[rows] = t->used.comment;
    }
    t->cols = t->features;
    if (compact || t->cols > MANY * entries + SOME)
        if (!columns_compact(entries, t->col, &t->feature, &t->cols)) {
            table_free(t);
            return fail_memory(err, "the distinct features");
        }
    *data = dataset_of(t);
    return OK;
}
