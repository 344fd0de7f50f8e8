/* svmlight - reads svmlight/libsvm text: blocks cut at line ends, parsed by all threads, put down in order. */
#include "data/svmlight.h"

#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "data/svmlight_chunk.h"

enum {
    BLOCK = 1 << 18,         /* bytes: text and what is made of it stay in a core's cache */
    BLOCKS_PER_THREAD = 8,   /* in a batch, so that threads that are done early find more */
    MAX_BATCH = 128,
    LONG_LINE = 1 << 24      /* bytes: beyond, a line with a NUL byte is not read to its end */
};

/* A piece of text and what the parser made of it. */
struct block {
    char *text;
    size_t room;   /* of text, less SVMLIGHT_SLACK + 1 */
    size_t length; /* whole lines; the begin of the next line may follow */
    enum status status;
    char reason[SVMLIGHT_REASON];
    struct svmlight_chunk chunk;
    int64_t row, entry; /* where the chunk goes */
};

struct batch {
    int count;
    struct block *blocks;
};

/* The data set while it grows, in the narrowest storage so far. */
struct table {
    int64_t rows, entries;
    size_t row_room, entry_room;
    enum csr_storage storage;
    int64_t *start; /* row_room + 1 */
    double *label;
    uint32_t *col;
    void *value;    /* NULL if binary */
    uint32_t features;
    struct lines place;
};

struct reader {
    struct input *in;
    const struct par *par;
    size_t block;             /* bytes to read at a time */
    int batch;                /* blocks in a batch */
    struct batch now, next;   /* is parsed; is read meanwhile */
    const char *rest;         /* of the last block read: the begin of a line */
    size_t rest_length;
    bool ended;
    enum status status;       /* how reading ended; told when all that came before has been parsed */
    struct error error;
    int64_t lines;            /* parsed, with blank ones and comments */
    struct table table;
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static bool reserve(struct block *b, size_t room)
{
    char *text;

    if (room <= b->room)
        return true;
    text = mem_resize(b->text, room + SVMLIGHT_SLACK + 1, 1);
    if (!text)
        return false;
    b->text = text;
    b->room = room;
    return true;
}

/* The length of the whole lines among the first `used` bytes, those before `from` having no line end. */
static size_t whole_lines(const char *text, size_t from, size_t used)
{
    while (used > from && text[used - 1] != '\n')
        used--;
    return used > from ? used : 0;
}

static void fill_fails(struct reader *r)
{
    r->ended = true;
    r->status = fail_memory(&r->error, "a block of text");
}

/* Reads the next whole lines into b, at least one if there is any. A last line without its end gets one. */
static void fill_block(struct reader *r, struct block *b)
{
    size_t used = r->rest_length, got;

    b->length = 0;
    if (!reserve(b, used + r->block)) {
        fill_fails(r);
        return;
    }
    if (used > 0)
        memcpy(b->text, r->rest, used);
    while (!r->ended && b->length == 0) {
        if (used == b->room && !reserve(b, 2 * used)) { /* a line that is longer than the block */
            fill_fails(r);
            return;
        }
        r->status = input_read(r->in, b->text + used, b->room - used, &got, &r->error);
        r->ended = r->status != OK || got < b->room - used;
        b->length = whole_lines(b->text, used, used + got);
        if (b->length == 0 && used > LONG_LINE && memchr(b->text + used, 0, got)) { /* as from /dev/zero */
            r->ended = true;
            r->status = fail_at(&r->error, ERR_DATA, input_name(r->in), 0,
                                "stray '\\x00' in an endless line");
        }
        used += got;
    }
    if (r->ended && r->status == OK && b->length < used) {
        b->text[used++] = '\n';
        b->length = used;
    }
    memset(b->text + used, 0, SVMLIGHT_SLACK);
    r->rest = b->text + b->length;
    r->rest_length = used - b->length;
}

static void fill_batch(struct reader *r, struct batch *batch)
{
    batch->count = 0;
    while (batch->count < r->batch && !r->ended) {
        struct block *b = &batch->blocks[batch->count];
        fill_block(r, b);
        batch->count += b->length > 0;
    }
}

/* ---- the growing table ------------------------------------------------------------------------------------------- */

/* The value array of n entries in another storage, with room for more; NULL: no memory. */
static void *converted(const struct table *t, enum csr_storage storage)
{
    size_t n = (size_t)t->entries;
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

/* Changes to a storage that holds the values of the chunk too. */
static bool table_widen(struct table *t, const struct svmlight_chunk *chunk)
{
    enum csr_storage storage = !chunk->values ? CSR_BINARY : chunk->wide ? CSR_DOUBLE : CSR_FLOAT;
    void *value;

    if (storage <= t->storage)
        return true;
    value = converted(t, storage);
    if (!value)
        return false;
    mem_free(t->value);
    t->value = value;
    t->storage = storage;
    return true;
}

static bool resize(void **array, size_t count, size_t size)
{
    void *moved = mem_resize(*array, count, size);

    if (moved)
        *array = moved;
    return moved != NULL;
}

/* Makes room for exactly so many rows and entries. */
static bool table_resize(struct table *t, size_t rows, size_t entries)
{
    void *start = t->start, *label = t->label, *col = t->col;
    bool done = resize(&start, rows + 1, sizeof *t->start) && resize(&label, rows, sizeof *t->label) &&
                resize(&col, entries, sizeof *t->col) &&
                (t->storage == CSR_BINARY ||
                 resize(&t->value, entries, t->storage == CSR_FLOAT ? sizeof(float) : sizeof(double)));

    t->start = start;
    t->label = label;
    t->col = col;
    if (done) {
        t->row_room = rows;
        t->entry_room = entries;
    }
    return done;
}

/* Makes room for more, at least doubling what must grow; memory that is not yet used costs next to nothing. */
static bool table_reserve(struct table *t, size_t rows, size_t entries)
{
    if (t->start && rows <= t->row_room && entries <= t->entry_room)
        return true;
    if (rows <= t->row_room)
        rows = t->row_room;
    else if (rows < 2 * t->row_room)
        rows = 2 * t->row_room;
    if (entries <= t->entry_room)
        entries = t->entry_room;
    else if (entries < 2 * t->entry_room)
        entries = 2 * t->entry_room;
    return table_resize(t, rows, entries);
}

static void put_values(const struct table *t, int64_t entry, const struct svmlight_chunk *c)
{
    float *single = t->storage == CSR_FLOAT ? (float *)t->value + entry : NULL;
    double *full = t->storage == CSR_DOUBLE ? (double *)t->value + entry : NULL;

    for (int64_t k = 0; single && k < c->entries; k++)
        single[k] = c->values ? (float)c->value[k] : 1;
    for (int64_t k = 0; full && k < c->entries; k++)
        full[k] = c->values ? c->value[k] : 1;
}

/* Copies the chunk of block `part` to its place in the table. */
static void put_block(void *context, int part)
{
    struct reader *r = context;
    const struct block *b = &r->now.blocks[part];
    const struct svmlight_chunk *c = &b->chunk;
    struct table *t = &r->table;
    int64_t end = b->entry;

    for (int64_t i = 0; i < c->rows; i++) {
        t->start[b->row + i] = end;
        end += c->length[i];
    }
    memcpy(t->label + b->row, c->label, (size_t)c->rows * sizeof *c->label);
    memcpy(t->col + b->entry, c->col, (size_t)c->entries * sizeof *c->col);
    put_values(t, b->entry, c);
}

/* ---- parsing ----------------------------------------------------------------------------------------------------- */

/* Part 0 reads the next batch while the others parse the blocks of this one. */
static void work(void *context, int part)
{
    struct reader *r = context;

    if (part == 0) {
        fill_batch(r, &r->next);
    } else {
        struct block *b = &r->now.blocks[part - 1];
        b->status = svmlight_parse(b->text, b->length, &b->chunk, b->reason);
    }
}

/* Where the rows of a chunk stand whose first line is number lines + 1 of the file. */
static bool place_lines(struct table *t, int64_t row, int64_t lines, const struct svmlight_chunk *c)
{
    bool room = c->rows == 0 || lines_add(&t->place, row, lines - row + lines_of(&c->place, 0) - 1);

    for (size_t k = 0; k < c->place.count && room; k++)
        room = lines_add(&t->place, row + c->place.gap[k].row, lines - row + c->place.gap[k].skipped);
    return room;
}

/* Gives each chunk of the batch its place and makes room for it, or tells what is wrong with the first bad one. */
static enum status place_batch(struct reader *r, struct error *err)
{
    struct table *t = &r->table;
    int64_t row = t->rows, entry = t->entries;
    bool room;

    for (int i = 0; i < r->now.count; i++) {
        struct block *b = &r->now.blocks[i];
        const struct svmlight_chunk *c = &b->chunk;
        if (b->status == ERR_DATA)
            return fail_at(err, ERR_DATA, input_name(r->in), r->lines + c->lines, "%s", b->reason);
        if (b->status != OK || !place_lines(t, row, r->lines, c))
            return fail_memory(err, "the examples");
        b->row = row;
        b->entry = entry;
        row += c->rows;
        entry += c->entries;
        r->lines += c->lines;
        if (c->features > t->features)
            t->features = c->features;
    }
    room = table_reserve(t, (size_t)row, (size_t)entry);
    for (int i = 0; i < r->now.count && room; i++)
        room = table_widen(t, &r->now.blocks[i].chunk);
    t->rows = row;
    t->entries = entry;
    return room ? OK : fail_memory(err, "the examples");
}

/* Why reading ended, with the line at which it did if the data are to blame. */
static enum status reading_ended(const struct reader *r, struct error *err)
{
    const char *name = input_name(r->in);
    size_t prefix = strlen(name) + 2;
    char reason[SVMLIGHT_REASON];

    if (r->status == OK && r->table.rows == 0)
        return fail_at(err, ERR_DATA, name, r->lines > 0 ? r->lines : 1,
                       "the data set is empty, expected at least one "
                       "line: label index:value ...");
    *err = r->error;
    if (r->status != ERR_DATA || prefix >= strlen(r->error.text))
        return r->status;
    snprintf(reason, sizeof reason, "%.200s", r->error.text + prefix);
    return fail_at(err, ERR_DATA, name, r->lines + 1, "%s", reason);
}

static enum status parse_all(struct reader *r, struct error *err)
{
    fill_batch(r, &r->now);
    while (r->now.count > 0) {
        struct batch swap = r->now;
        enum status status;
        par_for(r->par, r->now.count + 1, work, r);
        status = place_batch(r, err);
        if (status != OK)
            return status;
        par_for(r->par, r->now.count, put_block, r);
        r->now = r->next;
        r->next = swap;
    }
    return reading_ended(r, err);
}

/* Hands the table over to the data set. */
static enum status finish(struct table *t, struct dataset *data, struct error *err)
{
    /* Where giving memory back fails, more stays reserved than is needed: no harm. */
    (void)table_resize(t, (size_t)t->rows, (size_t)t->entries);
    t->start[t->rows] = t->entries;
    data->x = (struct csr){.rows = t->rows, .cols = t->features, .storage = t->storage,
                           .start = t->start, .col = t->col, .value = t->value};
    data->label = t->label;
    data->features = t->features;
    data->place = t->place;
    *t = (struct table){0};
    return dataset_compact(data, false, err);
}

/* ---- all together ------------------------------------------------------------------------------------------------ */

static bool reader_init(struct reader *r, const struct par *par, size_t block)
{
    int threads = par->threads < MAX_BATCH / BLOCKS_PER_THREAD ? par->threads : MAX_BATCH / BLOCKS_PER_THREAD;

    r->par = par;
    r->block = block;
    r->batch = threads > 1 ? threads * BLOCKS_PER_THREAD : 1;
    r->now.blocks = mem_alloc((size_t)r->batch, sizeof *r->now.blocks);
    r->next.blocks = mem_alloc((size_t)r->batch, sizeof *r->next.blocks);
    return r->now.blocks && r->next.blocks;
}

static void free_batch(struct reader *r, struct batch *batch)
{
    for (int i = 0; batch->blocks && i < r->batch; i++) {
        mem_free(batch->blocks[i].text);
        svmlight_chunk_free(&batch->blocks[i].chunk);
    }
    mem_free(batch->blocks);
}

static void reader_free(struct reader *r)
{
    input_close(r->in);
    free_batch(r, &r->now);
    free_batch(r, &r->next);
    mem_free(r->table.start);
    mem_free(r->table.label);
    mem_free(r->table.col);
    mem_free(r->table.value);
    lines_free(&r->table.place);
}

enum status svmlight_read_blocks(const char *path, const struct par *par, size_t block, struct dataset *data,
                                 struct error *err)
{
    struct reader r = {.status = OK};
    enum status status = input_open(&r.in, path, err);

    *data = (struct dataset){0};
    if (status == OK && !reader_init(&r, par, block))
        status = fail_memory(err, "a block of text");
    if (status == OK)
        status = parse_all(&r, err);
    if (status == OK)
        status = finish(&r.table, data, err);
    if (status != OK)
        dataset_free(data);
    reader_free(&r);
    return status;
}

enum status svmlight_read(const char *path, const struct par *par, struct dataset *data, struct error *err)
{
    return svmlight_read_blocks(path, par, BLOCK, data, err);
}
