/* table - the arrays of a data set while it grows, in the narrowest storage that is exact. */
#include "data/table.h"

#include <string.h>

#include "base/memory.h"
#include "data/columns.h"
#include "data/rows.h"

/* Columns are renumbered where there are more than MANY for each entry and SOME besides. Where they
 * are not, a vector of weights takes at most 8 MANY = 32 bytes for each entry, which itself takes 4
 * to 12, and 8 SOME = 8 MB. A bound on memory, not tuned for speed. */
enum { MANY = 4, SOME = 1 << 20 };

enum { NARROW = CSR_PAGE, MEDIUM = 2 * CSR_PAGE }; /* columns that 16 and 17 bits number */

struct table {
    struct table_place used; /* what all chunks placed so far have */
    size_t row_room, entry_room, comment_room;
    struct storage storage;
    int64_t lines;
    bool comments;

    int64_t *start;         /* row_room + 1 */
    double *label;
    uint16_t *narrow;       /* columns without bit 16, while all are below 2^17; NULL once col
                             * holds them */
    uint64_t *high;         /* bit 16 of the columns (csr.h); NULL while all are below 2^16 */
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
    mem_free(t->narrow);
    mem_free(t->high);
    mem_free(t->col);
    mem_free(t->value);
    mem_free(t->comment_start);
    mem_free(t->comment);
    mem_free(t->feature);
    spans_free(&t->skipped);
    spans_free(&t->query);
    mem_free(t);
}

/* ---- room ------------------------------------------------------------------------------------ */

static bool resize_rows(struct table *t, size_t rows)
{
    void *start = t->start, *label = t->label, *comment_start = t->comment_start;
    bool done = mem_resized(&start, rows + 1, sizeof *t->start) &&
                mem_resized(&label, rows, sizeof *t->label) &&
                (!t->comments || mem_resized(&comment_start, rows + 1, sizeof *t->comment_start));

    t->start = start;
    t->label = label;
    t->comment_start = comment_start;
    if (done)
        t->row_room = rows;
    return done;
}

/* Words that hold a bit of each entry. */
static size_t words(size_t entries)
{
    return (entries + CSR_WORD - 1) / CSR_WORD;
}

/* Bits of entries not placed so far are 0. */
static bool resize_columns(struct table *t, size_t entries)
{
    void *col = t->col, *narrow = t->narrow, *high = t->high;
    bool done = t->col ? mem_resized(&col, entries, sizeof *t->col)
                       : mem_resized(&narrow, entries, sizeof *t->narrow) &&
                             (!high || mem_resized(&high, words(entries), sizeof *t->high));

    if (done && high && entries > t->entry_room)
        memset((uint64_t *)high + words(t->entry_room), 0,
               (words(entries) - words(t->entry_room)) * sizeof *t->high);
    t->col = col;
    t->narrow = narrow;
    t->high = high;
    return done;
}

static bool resize_entries(struct table *t, size_t entries)
{
    bool done = resize_columns(t, entries) &&
                (t->storage.kind == CSR_BINARY ||
                 mem_resized(&t->value, entries, storage_size(t->storage.kind)));

    if (done)
        t->entry_room = entries;
    return done;
}

static bool resize_comments(struct table *t, size_t bytes)
{
    void *comment = t->comment;
    bool done = mem_resized(&comment, bytes, 1);

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

static struct csr rows_of(const struct table *t)
{
    return (struct csr){.rows = t->used.row, .cols = t->cols, .storage = t->storage.kind,
                        .start = t->start, .end = t->start + 1, .col = t->col,
                        .narrow = t->narrow, .high = t->high, .value = t->value,
                        .places = t->storage.places};
}

/* Moves the columns from narrow and high to col. False: no memory. */
static bool widen_columns(struct table *t)
{
    const struct csr x = rows_of(t);
    uint32_t *col = mem_alloc(t->entry_room, sizeof *col);

    for (int64_t k = 0; col && k < t->used.entry; k++)
        col[k] = csr_col(&x, k);
    if (!col)
        return false;
    mem_free(t->narrow);
    mem_free(t->high);
    t->narrow = NULL;
    t->high = NULL;
    t->col = col;
    return true;
}

/* Whether columns below `features` can be written. */
static bool columns_fit(const struct table *t, uint32_t features)
{
    return t->col || features <= NARROW || (t->high && features <= MEDIUM);
}

/* Makes them fit. False: no memory. */
static bool extend_columns(struct table *t, uint32_t features)
{
    if (features > MEDIUM)
        return widen_columns(t);
    t->high = mem_alloc(words(t->entry_room), sizeof *t->high);
    return t->high != NULL;
}

/* What the table has behind the chunk. */
static struct table_place behind(const struct table *t, const struct chunk *c)
{
    return (struct table_place){t->used.row + c->rows, t->used.entry + c->entries,
                                t->used.comment + (int64_t)c->comment_bytes};
}

bool table_fits(const struct table *t, const struct chunk *c)
{
    const struct table_place end = behind(t, c);

    return (size_t)end.row <= t->row_room && (size_t)end.entry <= t->entry_room &&
           (size_t)end.comment <= t->comment_room && columns_fit(t, c->features) &&
           t->start && storage_same(t->storage, c->storage);
}

/* Changes the narrower storage of both until there is one for both. */
static bool join_storages(struct table *t, struct chunk *c)
{
    bool done = true;

    while (done && !storage_same(t->storage, c->storage)) {
        struct storage both = storage_join(t->storage, c->storage);
        done = storage_same(t->storage, both) ? chunk_widen(c, both)
                                              : storage_widen((size_t)t->used.entry, t->entry_room,
                                                              &t->value, &t->storage, both);
    }
    return done;
}

bool table_reserve(struct table *t, struct chunk *c)
{
    const struct table_place end = behind(t, c);
    size_t rows = (size_t)end.row, entries = (size_t)end.entry, bytes = (size_t)end.comment;
    bool done = true;

    if (!t->start || rows > t->row_room)
        done = resize_rows(t, grown(t->row_room, rows));
    if (done && ((!t->col && !t->narrow) || entries > t->entry_room))
        done = resize_entries(t, grown(t->entry_room, entries));
    if (done && !columns_fit(t, c->features))
        done = extend_columns(t, c->features);
    if (done && bytes > t->comment_room)
        done = resize_comments(t, grown(t->comment_room, bytes));
    return done && join_storages(t, c);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* Bits lo .. hi - 1 = bit. */
static void put_bits(uint64_t *words, int64_t lo, int64_t hi, bool bit)
{
    while (lo < hi) {
        int from = (int)(lo % CSR_WORD), room = CSR_WORD - from;
        int n = hi - lo < room ? (int)(hi - lo) : room;
        uint64_t mask = UINT64_MAX >> (CSR_WORD - n) << from, *word = &words[lo / CSR_WORD];
        *word = bit ? *word | mask : *word & ~mask;
        lo += n;
    }
}

/* Sets bit 16 of the columns of a chunk from entry `entry` on. Columns ascend in a row: those with
 * the bit are its last ones. Chunks share words: one chunk after the other. */
static void place_high(const struct table *t, const struct chunk *c, int64_t entry)
{
    const uint32_t *col = c->col;

    for (int64_t i = 0; i < c->rows; i++) {
        int64_t n = c->length[i], low = n;
        while (low > 0 && col[low - 1] >= NARROW)
            low--;
        put_bits(t->high, entry + low, entry + n, true);
        entry += n;
        col += n;
    }
}

bool table_place(struct table *t, const struct chunk *c, struct table_place *at)
{
    int64_t row = t->used.row;
    bool done = true;

    *at = t->used;
    if (c->rows > 0) /* lines - row of the lines before are not rows */
        done = spans_append(&t->skipped, row, &c->skipped, (uint64_t)(t->lines - row)) &&
               (t->queried + c->queried == 0 || spans_append(&t->query, row, &c->query, 0));
    if (t->unqueried < 0 && c->unqueried >= 0)
        t->unqueried = row + c->unqueried;
    if (c->features > NARROW && t->high)
        place_high(t, c, t->used.entry);
    t->queried += c->queried;
    t->lines += c->lines;
    t->used = behind(t, c);
    if (c->features > t->features)
        t->features = c->features;
    return done;
}

static void copy_comments(const struct table *t, const struct chunk *c,
                          const struct table_place *at)
{
    int64_t byte = at->comment;

    for (int64_t i = 0; i < c->rows; i++) {
        t->comment_start[at->row + i] = byte;
        if (c->comment[i].length > 0)
            memcpy(t->comment + byte, c->comment[i].s, c->comment[i].length);
        byte += (int64_t)c->comment[i].length;
    }
}

static void copy_columns(const struct table *t, const struct chunk *c, int64_t entry)
{
    if (t->col)
        memcpy(t->col + entry, c->col, (size_t)c->entries * sizeof *c->col);
    else
        for (int64_t k = 0; k < c->entries; k++)
            t->narrow[entry + k] = (uint16_t)c->col[k];
}

void table_copy(const struct table *t, const struct chunk *c, const struct table_place *at)
{
    int64_t entry = at->entry;
    size_t size = storage_size(t->storage.kind);

    if (c->rows == 0)
        return;
    for (int64_t i = 0; i < c->rows; i++) {
        t->start[at->row + i] = entry;
        entry += c->length[i];
    }
    memcpy(t->label + at->row, c->label, (size_t)c->rows * sizeof *c->label);
    copy_columns(t, c, at->entry);
    if (size > 0)
        memcpy((char *)t->value + (size_t)at->entry * size, c->value, (size_t)c->entries * size);
    if (t->comments)
        copy_comments(t, c, at);
}

/* ---- the data set ---------------------------------------------------------------------------- */

static void release(void *held)
{
    table_free(held);
}

static void drop_labels(void *held)
{
    struct table *t = held;

    mem_free(t->label);
    t->label = NULL;
}

/* Elements of `size` bytes of an array of entries: those of rows become the elements from place
 * `to` on, by way of a buffer. */
static void move_rows(void *array, size_t size, struct csr rows, int64_t to, char *buffer)
{
    char *bytes = array, *next = buffer;

    if (!array)
        return;
    for (int64_t i = 0; i < rows.rows; i++) {
        size_t n = (size_t)(rows.end[i] - rows.start[i]) * size;
        memcpy(next, bytes + (size_t)rows.start[i] * size, n);
        next += n;
    }
    memcpy(bytes + (size_t)to * size, buffer, (size_t)(next - buffer));
}

/* The same for bit 16 of the columns, by way of a byte each. */
static void move_high(const struct table *t, struct csr rows, int64_t to, char *buffer)
{
    int64_t n = 0;

    if (!t->high)
        return;
    for (int64_t i = 0; i < rows.rows; i++)
        for (int64_t k = rows.start[i]; k < rows.end[i]; k++)
            buffer[n++] = csr_high(&rows, k) != 0;
    for (int64_t k = 0; k < n; k++)
        put_bits(t->high, to + k, to + k + 1, buffer[k]);
}

/* Block k of the rows of x. */
static struct csr block_of(struct csr x, int64_t k)
{
    x.start += k * ROWS_BLOCK;
    x.end += k * ROWS_BLOCK;
    x.rows = x.rows - k * ROWS_BLOCK < ROWS_BLOCK ? x.rows - k * ROWS_BLOCK : ROWS_BLOCK;
    return x;
}

static int64_t blocks_of(const struct csr *x)
{
    return (x->rows + ROWS_BLOCK - 1) / ROWS_BLOCK;
}

/* Entries of the largest block. */
static int64_t largest_block(const struct csr *x)
{
    int64_t most = 0;

    for (int64_t k = 0; k < blocks_of(x); k++) {
        struct csr block = block_of(*x, k);
        int64_t entries = csr_entries(&block);
        most = entries > most ? entries : most;
    }
    return most;
}

/* The table becomes the rows of a view. Where memory cannot be given back, more stays reserved. */
static void take_rows(struct table *t, const struct csr *x, char *buffer)
{
    size_t size = storage_size(t->storage.kind);
    void *starts = t->start;
    int64_t to = 0;

    for (int64_t k = 0; k < blocks_of(x); k++) {
        struct csr block = block_of(*x, k);
        move_rows(t->col, sizeof *t->col, block, to, buffer);
        move_rows(t->narrow, sizeof *t->narrow, block, to, buffer);
        move_high(t, block, to, buffer);
        move_rows(t->value, size, block, to, buffer);
        for (int64_t i = 0; i < block.rows; i++) {
            t->start[k * ROWS_BLOCK + i] = to;
            to += block.end[i] - block.start[i];
        }
    }
    t->start[x->rows] = to;
    t->used.row = x->rows;
    t->used.entry = to;
    (void)resize_entries(t, (size_t)to);
    (void)mem_resized(&starts, (size_t)x->rows + 1, sizeof *t->start);
    t->start = starts;
}

/* struct dataset.keep, without labels. */
static bool keep_rows(void *held, const struct csr *rows, struct csr *kept)
{
    struct table *t = held;
    size_t most = sizeof(double); /* bytes of a column or value */
    char *buffer = mem_alloc((size_t)largest_block(rows), most);

    if (!buffer)
        return false;
    take_rows(t, rows, buffer);
    mem_free(buffer);
    *kept = rows_of(t);
    return true;
}

static struct dataset dataset_of(struct table *t)
{
    return (struct dataset){
        .x = rows_of(t),
        .label = t->label,
        .features = t->features,
        .feature = t->feature,
        .skipped = t->skipped.count > 0 ? &t->skipped : NULL,
        .query = t->queried > 0 ? &t->query : NULL,
        .unqueried = t->unqueried,
        .comment_start = t->comment_start,
        .comment = t->comment,
        .release = release,
        .drop = drop_labels,
        .keep = keep_rows,
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
        if ((!t->col && !widen_columns(t)) ||
            !columns_compact(entries, t->col, &t->feature, &t->cols)) {
            table_free(t);
            return fail_memory(err, "the distinct features");
        }
    *data = dataset_of(t);
    return OK;
}
