/* svmlight - reads svmlight/libsvm text: blocks cut at line ends, parsed by all threads, joined in order. */
#include "data/svmlight.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "data/svmlight_chunk.h"

enum {
    BLOCK = 1 << 18,         /* bytes: text and what is made of it stay in a core's cache */
    BLOCKS_PER_THREAD = 4,   /* in a batch, so that threads that are done early find more */
    MAX_BATCH = 128
};

/* A piece of text and what the parser made of it. */
struct block {
    char *text;
    size_t room;   /* of text, less SVMLIGHT_SLACK + 1 */
    size_t length; /* whole lines; the begin of the next line may follow */
    enum status status;
    struct svmlight_chunk chunk;
    char reason[SVMLIGHT_REASON];
};

struct batch {
    int count;
    struct block *blocks;
};

/* A chunk in its place. */
struct piece {
    struct svmlight_chunk chunk;
    int64_t row, entry; /* before it */
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
    struct piece *pieces;
    int count, room;          /* of pieces */
    int64_t lines;            /* parsed, with blank ones and comments */
    struct piece sum;         /* of all pieces: row and entry count them, chunk has their features and wide */
    bool values;              /* some piece has values */
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
    for (batch->count = 0; batch->count < r->batch && !r->ended; batch->count++)
        fill_block(r, &batch->blocks[batch->count]);
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

/* Moves what block b gave to the end of the pieces, or tells what is wrong with it. */
static enum status collect(struct reader *r, struct block *b, struct error *err)
{
    struct svmlight_chunk *chunk = &b->chunk;

    if (b->status == ERR_DATA)
        return fail(err, ERR_DATA, input_name(r->in), r->lines + chunk->lines, "%s", b->reason);
    if (b->status == OK && r->count == r->room && r->room < INT_MAX / 2) {
        int room = 2 * r->room + 16;
        struct piece *pieces = mem_resize(r->pieces, (size_t)room, sizeof *pieces);
        if (pieces) {
            r->pieces = pieces;
            r->room = room;
        }
    }
    if (b->status != OK || r->count == r->room)
        return fail_memory(err, "the examples");
    r->pieces[r->count++] = (struct piece){*chunk, r->sum.row, r->sum.entry};
    r->lines += chunk->lines;
    r->sum.row += chunk->rows;
    r->sum.entry += chunk->entries;
    r->sum.chunk.wide |= chunk->wide;
    if (chunk->features > r->sum.chunk.features)
        r->sum.chunk.features = chunk->features;
    r->values |= chunk->value != NULL;
    *chunk = (struct svmlight_chunk){0};
    return OK;
}

/* Why reading ended, with the line at which it did if the data are to blame. */
static enum status reading_ended(const struct reader *r, struct error *err)
{
    const char *name = input_name(r->in);
    size_t prefix = strlen(name) + 2;
    char reason[SVMLIGHT_REASON];

    if (r->status == OK && r->sum.row == 0)
        return fail(err, ERR_DATA, name, r->lines > 0 ? r->lines : 1, "the data set is empty, expected at least one "
                    "line: label index:value ...");
    *err = r->error;
    if (r->status != ERR_DATA || prefix >= strlen(r->error.text))
        return r->status;
    snprintf(reason, sizeof reason, "%.200s", r->error.text + prefix);
    return fail(err, ERR_DATA, name, r->lines + 1, "%s", reason);
}

static enum status parse_all(struct reader *r, struct error *err)
{
    fill_batch(r, &r->now);
    while (r->now.count > 0) {
        struct batch swap = r->now;
        enum status status = OK;
        par_for(r->par, r->now.count + 1, work, r);
        for (int i = 0; i < r->now.count && status == OK; i++)
            status = collect(r, &r->now.blocks[i], err);
        if (status != OK)
            return status;
        r->now = r->next;
        r->next = swap;
    }
    return reading_ended(r, err);
}

/* ---- joining ----------------------------------------------------------------------------------------------------- */

/* Where the pieces go. */
struct join {
    struct piece *pieces;
    enum csr_storage storage;
    int64_t *start;
    double *label;
    uint32_t *col;
    void *value;
};

static void join_values(const struct join *j, const struct piece *piece)
{
    const struct svmlight_chunk *c = &piece->chunk;

    if (j->storage == CSR_FLOAT) {
        float *to = (float *)j->value + piece->entry;
        for (int64_t k = 0; k < c->entries; k++)
            to[k] = c->value ? (float)c->value[k] : 1;
    } else if (j->storage == CSR_DOUBLE) {
        double *to = (double *)j->value + piece->entry;
        for (int64_t k = 0; k < c->entries; k++)
            to[k] = c->value ? c->value[k] : 1;
    }
}

/* Copies a piece to its place and frees it at once, so that the data are never there twice. */
static void join_piece(void *context, int part)
{
    struct join *j = context;
    struct piece *piece = &j->pieces[part];
    struct svmlight_chunk *c = &piece->chunk;
    int64_t end = piece->entry;

    for (int64_t i = 0; i < c->rows; i++) {
        end += c->length[i];
        j->start[piece->row + i + 1] = end;
    }
    memcpy(j->label + piece->row, c->label, (size_t)c->rows * sizeof *c->label);
    memcpy(j->col + piece->entry, c->col, (size_t)c->entries * sizeof *c->col);
    join_values(j, piece);
    svmlight_chunk_free(c);
}

static enum status join_all(struct reader *r, struct dataset *data, struct error *err)
{
    size_t rows = (size_t)r->sum.row, entries = (size_t)r->sum.entry;
    enum csr_storage storage = !r->values ? CSR_BINARY : r->sum.chunk.wide ? CSR_DOUBLE : CSR_FLOAT;
    struct join j = {.pieces = r->pieces, .storage = storage};

    j.start = mem_alloc(rows + 1, sizeof *j.start);
    j.label = mem_alloc(rows, sizeof *j.label);
    j.col = mem_alloc(entries, sizeof *j.col);
    if (storage != CSR_BINARY)
        j.value = mem_alloc(entries, storage == CSR_FLOAT ? sizeof(float) : sizeof(double));
    data->x = (struct csr){.rows = r->sum.row, .cols = r->sum.chunk.features, .storage = storage,
                           .start = j.start, .col = j.col, .value = j.value};
    data->label = j.label;
    data->features = r->sum.chunk.features;
    if (!j.start || !j.label || !j.col || (storage != CSR_BINARY && !j.value))
        return fail_memory(err, "the examples");
    j.start[0] = 0;
    par_for(r->par, r->count, join_piece, &j);
    return dataset_compact(data, err);
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
    for (int i = 0; i < r->count; i++)
        svmlight_chunk_free(&r->pieces[i].chunk);
    mem_free(r->pieces);
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
        status = join_all(&r, data, err);
    if (status != OK)
        dataset_free(data);
    reader_free(&r);
    return status;
}

enum status svmlight_read(const char *path, const struct par *par, struct dataset *data, struct error *err)
{
    return svmlight_read_blocks(path, par, BLOCK, data, err);
}
