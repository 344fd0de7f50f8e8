/* table - the arrays of a data set while it grows, in the narrowest storage that is exact. */
#include "data/table.h"

#include <string.h>

#include "base/memory.h"

/* Columns are renumbered where there are more than MANY for each entry and SOME besides. Where they
 * are not, a vector of weights takes at most 8 MANY = 32 bytes for each entry, which itself takes 4
 * to 12, and 8 SOME = 8 MB. A bound on memory, not tuned for speed. Who needs the numbers of the
 * columns asks dataset.feature (training_init). */
enum { MANY = 4, SOME = 1 << 20 };

/* Of fewer entries scaled decimals become doubles in the end: in the caches those are quicker, by 5
 * to 15 % of a run, and the memory is small. Tuned. */
enum { LARGE = 1 << 21 };

/* Room over what the lines so far tell of all: lines differ. Room that is not used takes no memory
 * (mem_room), and arrays that are moved leave theirs behind. Tuned. */
static const double MARGIN = 1.5;

struct table {
    struct table_place used; /* what all chunks placed so far have */
    size_t row_room, entry_room, comment_room;
    struct storage storage;
    struct text_form form;

    int64_t *start;         /* row_room + 1 */
    double *label;
    int width;              /* bytes of a column: the fewest for all so far */
    void *column;
    void *value;            /* NULL if binary */
    int64_t *comment_start; /* row_room + 1; NULL if no comments are kept */
    char *comment;
    struct chunk_lines lines;
    struct chunk_queries queries;
    struct row_facts facts;
    struct words words;      /* labels ascend once table_finish was there */
    uint32_t features;       /* the largest index */
    uint32_t cols, *feature; /* set by table_finish */
};

struct table *table_new(const struct text_form *form)
{
    struct table *t = mem_alloc(1, sizeof *t);

    if (t) {
        t->form = *form;
        t->width = form->feature_words ? CSR_WIDTH : 1; /* numbers of words are not known yet */
        t->queries.missing = -1;
    }
    return t;
}

void table_free(struct table *t)
{
    if (!t)
        return;
    mem_free(t->start);
    mem_free(t->label);
    mem_free(t->column);
    mem_free(t->value);
    mem_free(t->comment_start);
    mem_free(t->comment);
    mem_free(t->feature);
    spans_free(&t->lines.skipped);
    spans_free(&t->queries.of);
    row_facts_free(&t->facts);
    words_free(&t->words);
    mem_free(t);
}

/* ---- room ------------------------------------------------------------------------------------ */

static bool resize_rows(struct table *t, size_t rows)
{
    void *start = t->start, *label = t->label, *comment_start = t->comment_start;
    bool done = mem_resized(&start, rows + 1, sizeof *t->start) &&
                mem_resized(&label, rows, sizeof *t->label) &&
                (!t->form.comments ||
                 mem_resized(&comment_start, rows + 1, sizeof *t->comment_start));

    t->start = start;
    t->label = label;
    t->comment_start = comment_start;
    if (done)
        t->row_room = rows;
    return done;
}

/* Columns for which there is room where entries have it: a byte behind the last one (csr.h). */
static size_t column_room(size_t entries)
{
    return entries + 1;
}

static bool resize_entries(struct table *t, size_t entries)
{
    bool done = mem_resized(&t->column, column_room(entries), (size_t)t->width) &&
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

/* Room for all that will come, of which `needed` is the share in (0, 1], or twice the room: either
 * way n growths in turn copy as much as the last one, times a constant. */
static size_t grown(size_t room, size_t needed, double share)
{
    double all = share > 0 ? (double)needed / share * MARGIN : (double)SIZE_MAX;

    if (share >= 1)
        return needed;
    if (all < (double)(SIZE_MAX / 2))
        return (size_t)all;
    return needed < 2 * room ? 2 * room : needed;
}

static struct csr rows_of(const struct table *t)
{
    return (struct csr){.rows = t->used.row, .cols = t->cols, .storage = t->storage.kind,
                        .start = t->start, .end = t->start + 1, .col = t->column,
                        .width = t->width, .value = t->value, .places = t->storage.places};
}

/* The n columns become those of this width from place `at` on. Three bytes: csr_col. */
static void put_columns(void *column, int width, int64_t at, int64_t n,
                        const uint32_t *restrict col)
{
    const size_t skipped = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? 0 : 1;
    uint8_t *byte = (uint8_t *)column + at * width;
    uint16_t *two = (uint16_t *)column + at;

    switch (width) {
    case 1:
        for (int64_t k = 0; k < n; k++)
            byte[k] = (uint8_t)col[k];
        break;
    case 2:
        for (int64_t k = 0; k < n; k++)
            two[k] = (uint16_t)col[k];
        break;
    case 3:
        for (int64_t k = 0; k < n; k++)
            memcpy(byte + 3 * k, (const char *)(col + k) + skipped, 3);
        break;
    default: memcpy(byte, col, (size_t)n * sizeof *col); break;
    }
}

/* The fewest bytes for columns below `features`. */
static int width_for(uint32_t features)
{
    int width = 1;

    while (width < CSR_WIDTH && features > UINT32_C(1) << 8 * width)
        width++;
    return width;
}

/* Whether columns below `features` can be written. */
static bool columns_fit(const struct table *t, uint32_t features)
{
    return t->width >= width_for(features);
}

/* The columns get more bytes each. False: no memory. */
static bool widen_columns(struct table *t, int to)
{
    void *column = mem_room(column_room(t->entry_room), (size_t)to);
    const struct csr x = rows_of(t);

    if (!column)
        return false;
    for (int64_t k = 0; k < t->used.entry; k++) {
        uint32_t col = csr_col(&x, k);
        put_columns(column, to, k, 1, &col);
    }
    mem_free(t->column);
    t->column = column;
    t->width = to;
    return true;
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

/* Room for what there is at `end`, and for the rest by the share. */
static bool make_room(struct table *t, const struct table_place *end, double share)
{
    size_t rows = (size_t)end->row, entries = (size_t)end->entry, bytes = (size_t)end->comment;
    bool done = true;

    if (!t->start || rows > t->row_room)
        done = resize_rows(t, grown(t->row_room, rows, share));
    if (done && (!t->column || entries > t->entry_room))
        done = resize_entries(t, grown(t->entry_room, entries, share));
    if (done && bytes > t->comment_room)
        done = resize_comments(t, grown(t->comment_room, bytes, share));
    return done;
}

/* No more room than there is need for at `end`. */
static bool cut_room(struct table *t, const struct table_place *end)
{
    return resize_rows(t, (size_t)end->row) && resize_entries(t, (size_t)end->entry) &&
           (!t->form.comments || resize_comments(t, (size_t)end->comment));
}

/* The columns and values of both become as wide as those of either. */
static bool widen(struct table *t, struct chunk *c)
{
    return (columns_fit(t, c->features) || widen_columns(t, width_for(c->features))) &&
           join_storages(t, c);
}

bool table_reserve(struct table *t, struct chunk *c, double share)
{
    const struct table_place end = behind(t, c);

    if (make_room(t, &end, share) && widen(t, c))
        return true;
    return share > 0 && cut_room(t, &end) && widen(t, c);
}

/* ---- words ----------------------------------------------------------------------------------- */

bool table_words(struct table *t, struct chunk *c, int64_t *row)
{
    const struct words *found = &c->words.found;

    *row = -1;
    if (!t->form.label_words && !t->form.feature_words)
        return true;
    if (!chunk_words_reserve(c) ||
        !words_put(&t->words.labels, &found->labels, c->words.label_as, NULL) ||
        !words_put(&t->words.features, &found->features, NULL, c->words.feature_as))
        return false;
    if (t->form.feature_words && t->form.hash_bits == 0)
        c->features = (uint32_t)t->words.features.count;
    for (int64_t i = 0; t->words.labels.count > DATASET_LABELS && i < c->rows && *row < 0; i++)
        if (c->words.label_as[(size_t)c->label[i]] >= DATASET_LABELS)
            *row = i;
    return true;
}

/* ---- rows ------------------------------------------------------------------------------------ */

bool table_place(struct table *t, const struct chunk *c, struct table_place *at)
{
    int64_t row = t->used.row;
    bool done = true;

    *at = t->used;
    if (c->rows > 0) /* lines - row of the lines before are not rows */
        done = spans_append(&t->lines.skipped, row, &c->lines.skipped,
                            (uint64_t)(t->lines.count - row)) &&
               (t->queries.count + c->queries.count == 0 ||
                spans_append(&t->queries.of, row, &c->queries.of, 0)) &&
               row_facts_append(&t->facts, row, &c->facts);
    if (t->queries.missing < 0 && c->queries.missing >= 0)
        t->queries.missing = row + c->queries.missing;
    t->queries.count += c->queries.count;
    t->lines.count += c->lines.count;
    t->lines.commented += c->lines.commented;
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
    put_columns(t->column, t->width, at->entry, c->entries, c->col);
    if (size > 0)
        memcpy((char *)t->value + (size_t)at->entry * size, c->value, (size_t)c->entries * size);
    if (t->form.comments)
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

/* Radix sort, a byte at a time, the lowest first: four passes over n numbers, whatever they are,
 * and 4 n bytes beside. (A bitmap of the numbers would do without sorting, but takes 256 MB where
 * they are as large as indices may be.) spare has room for n. */
static void sort_numbers(size_t n, uint32_t *items, uint32_t *spare)
{
    for (int shift = 0; shift < 32; shift += 8) {
        size_t next[256] = {0}, sum = 0;
        uint32_t *swap = items;
        for (size_t k = 0; k < n; k++)
            next[items[k] >> shift & 255]++;
        for (int byte = 0; byte < 256; byte++) {
            size_t count = next[byte];
            next[byte] = sum;
            sum += count;
        }
        for (size_t k = 0; k < n; k++)
            spare[next[items[k] >> shift & 255]++] = items[k];
        items = spare;
        spare = swap;
    }
}

/* The index of `wanted`, which is there, in n ascending numbers. */
static uint32_t find_number(uint32_t n, const uint32_t *items, uint32_t wanted)
{
    uint32_t lo = 0;

    for (uint32_t hi = n; hi - lo > 1;) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (items[mid] <= wanted)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

/* Renumbers the n columns in col, from 0, to 0 .. *cols - 1 in the same order. *feature becomes an
 * array from mem_alloc: the new column j had number (*feature)[j] - 1. False: no memory; all is as
 * before. */
static bool compact_columns(size_t n, uint32_t *col, uint32_t **feature, uint32_t *cols)
{
    uint32_t *used = mem_alloc(n, sizeof *used), *spare = mem_alloc(n, sizeof *spare), *shorter;
    uint32_t count = 0;

    if (!used || !spare) {
        mem_free(used);
        mem_free(spare);
        return false;
    }
    memcpy(used, col, n * sizeof *used);
    sort_numbers(n, used, spare);
    mem_free(spare);
    for (size_t k = 0; k < n; k++)
        if (count == 0 || used[count - 1] != used[k])
            used[count++] = used[k];
    for (size_t k = 0; k < n; k++)
        col[k] = find_number(count, used, col[k]);
    for (uint32_t j = 0; j < count; j++)
        used[j]++;
    shorter = mem_resize(used, count, sizeof *used);
    *feature = shorter ? shorter : used;
    *cols = count;
    return true;
}

static struct dataset dataset_of(struct table *t)
{
    return (struct dataset){
        .x = rows_of(t),
        .label = t->label,
        .features = t->features,
        .from_zero = t->form.from_zero,
        .feature = t->feature,
        .skipped = t->lines.skipped.count > 0 ? &t->lines.skipped : NULL,
        .query = t->queries.count > 0 ? &t->queries.of : NULL,
        .unqueried = t->queries.missing,
        .facts = row_facts_empty(&t->facts) ? NULL : &t->facts,
        .words = t->form.label_words || t->form.feature_words ? &t->words : NULL,
        .blank = t->lines.count - t->used.row - t->lines.commented,
        .commented = t->lines.commented,
        .comment_start = t->comment_start,
        .comment = t->comment,
        .release = release,
        .drop = drop_labels,
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
    if (t->storage.kind == CSR_SCALED && entries < LARGE)
        (void)storage_widen(entries, entries, &t->value, &t->storage,
                            (struct storage){CSR_DOUBLE, 0});
    t->start[rows] = t->used.entry;
    if (t->form.comments) {
        (void)resize_comments(t, (size_t)t->used.comment);
        t->comment_start[rows] = t->used.comment;
    }
    t->cols = t->features;
    if (t->form.label_words && !words_rank(&t->words, t->used.row, t->label)) {
        table_free(t);
        return fail_memory(err, "the labels");
    }
    if (compact || t->cols > MANY * entries + SOME)
        if ((t->width < CSR_WIDTH && !widen_columns(t, CSR_WIDTH)) ||
            !compact_columns(entries, t->column, &t->feature, &t->cols)) {
            table_free(t);
            return fail_memory(err, "the distinct features");
        }
    *data = dataset_of(t);
    return OK;
}
