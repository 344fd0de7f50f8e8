/* svmlight - reads svmlight/libsvm text in blocks that end at line ends.
 *
 * Batches of blocks go through three steps: one thread reads a batch while the others parse the one
 * before; then its chunks get their places in the table, in order; then all threads copy them. */
#include "data/svmlight.h"

#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "data/svmlight_entries.h"
#include "data/svmlight_parse.h"
#include "data/table.h"

enum {
    BLOCKS_PER_THREAD = 4, /* of a batch: 2 and 8 took the same time, 8 2 MB more on two threads */
    MAX_BATCH = 128,       /* blocks: at most 8 MB of text in two batches */
    LONG_LINE = 1 << 24    /* bytes: a longer line with a NUL byte, as /dev/zero has, is an error */
};

/* A piece of text and what the parser made of it. */
struct block {
    char *text;
    size_t room;   /* of text, without the SVMLIGHT_SLACK + 1 bytes behind */
    size_t length; /* of the whole lines; the beginning of the next line may follow */
    enum status status;
    char reason[SVMLIGHT_REASON];
    struct chunk chunk;
    struct table_place place;
    struct storage needed; /* what table_put asked for */
};

struct batch {
    int count;
    struct block *blocks;
};

struct reader {
    struct input *in;
    const struct par *par;
    size_t block;           /* bytes to read at a time */
    int batch;              /* blocks in a batch */
    struct batch now, next; /* the one that is parsed, and the one that is read meanwhile */
    const char *rest;       /* the beginning of a line at the end of the last block read */
    size_t rest_length;
    bool ended;
    enum status status;     /* how reading ended, reported once all lines before are parsed */
    struct error error;
    struct table *table;
};

/* ---- reading --------------------------------------------------------------------------------- */

/* Makes room for `room` bytes of text, which keeps its content. False: no memory. */
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

/* The length of the whole lines among the first `used` bytes, of which the first `from` have no
 * line end. */
static size_t whole_lines(const char *text, size_t from, size_t used)
{
    while (used > from && text[used - 1] != '\n')
        used--;
    return used > from ? used : 0;
}

static void fill_without_memory(struct reader *r)
{
    r->ended = true;
    r->status = fail_memory(&r->error, "a block of text");
}

/* Reads the next whole lines into b, at least one if any is left. A last line without a line end
 * gets one. */
static void fill_block(struct reader *r, struct block *b)
{
    size_t used = r->rest_length, got;

    b->length = 0;
    if (!reserve(b, used + r->block)) {
        fill_without_memory(r);
        return;
    }
    if (used > 0)
        memcpy(b->text, r->rest, used);
    while (!r->ended && b->length == 0) {
        if (used == b->room && !reserve(b, 2 * used)) { /* a line that is longer than the block */
            fill_without_memory(r);
            return;
        }
        r->status = input_read(r->in, b->text + used, b->room - used, &got, &r->error);
        r->ended = r->status != OK || got < b->room - used;
        b->length = whole_lines(b->text, used, used + got);
        if (b->length == 0 && used > LONG_LINE && memchr(b->text + used, 0, got)) {
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

/* ---- parsing --------------------------------------------------------------------------------- */

/* Part 0 reads the next batch while the others parse the blocks of this one. */
static void work(void *context, int part)
{
    struct reader *r = context;

    if (part == 0) {
        fill_batch(r, &r->next);
    } else {
        struct block *b = &r->now.blocks[part - 1];
        b->status = svmlight_parse(b->text, b->length, table_storage(r->table), &b->chunk,
                                   b->reason);
    }
}

/* Copies the chunk of block `part` to its place in the table. */
static void put_block(void *context, int part)
{
    struct reader *r = context;
    struct block *b = &r->now.blocks[part];

    b->needed = table_put(r->table, &b->chunk, &b->place);
}

/* Gives each chunk of the batch its place and makes room for it, or says what is wrong with the
 * first bad one. */
static enum status place_batch(struct reader *r, struct error *err)
{
    for (int i = 0; i < r->now.count; i++) {
        struct block *b = &r->now.blocks[i];
        if (b->status == ERR_DATA)
            return fail_at(err, ERR_DATA, input_name(r->in),
                           table_lines(r->table) + b->chunk.lines, "%s", b->reason);
        if (b->status != OK || !table_place(r->table, &b->chunk, &b->place))
            return fail_memory(err, "the examples");
    }
    return OK;
}

/* Copies the chunks of the batch to their places; again where their values need a wider storage. */
static enum status put_batch(struct reader *r, struct error *err)
{
    bool all = false;

    while (!all) {
        if (!table_reserve(r->table))
            return fail_memory(err, "the examples");
        par_for(r->par, r->now.count, put_block, r);
        all = true;
        for (int i = 0; i < r->now.count; i++) {
            all = all && storage_same(r->now.blocks[i].needed, table_storage(r->table));
            table_need(r->table, r->now.blocks[i].needed);
        }
    }
    table_commit(r->table);
    return OK;
}

/* The status and message with which reading ended; those of bad data name the line, too. */
static enum status reading_ended(const struct reader *r, struct error *err)
{
    const char *name = input_name(r->in);
    size_t prefix = strlen(name) + 2;
    int64_t lines = table_lines(r->table);
    char reason[SVMLIGHT_REASON];

    if (r->status == OK && table_rows(r->table) == 0)
        return fail_at(err, ERR_DATA, name, lines > 0 ? lines : 1,
                       "the data set is empty, expected at least one line: label index:value ...");
    *err = r->error;
    if (r->status != ERR_DATA || prefix >= strlen(r->error.text))
        return r->status;
    snprintf(reason, sizeof reason, "%.200s", r->error.text + prefix);
    return fail_at(err, ERR_DATA, name, lines + 1, "%s", reason);
}

static enum status parse_all(struct reader *r, struct error *err)
{
    fill_batch(r, &r->now);
    while (r->now.count > 0) {
        struct batch parsed = r->now;
        enum status status;
        par_for(r->par, r->now.count + 1, work, r);
        status = place_batch(r, err);
        if (status == OK)
            status = put_batch(r, err);
        if (status != OK)
            return status;
        r->now = r->next;
        r->next = parsed;
    }
    return reading_ended(r, err);
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool batch_init(struct batch *batch, int count, bool comments)
{
    batch->blocks = mem_alloc((size_t)count, sizeof *batch->blocks);
    for (int i = 0; batch->blocks && i < count; i++)
        batch->blocks[i].chunk.comments = comments;
    return batch->blocks != NULL;
}

static void batch_free(struct batch *batch, int count)
{
    for (int i = 0; batch->blocks && i < count; i++) {
        mem_free(batch->blocks[i].text);
        chunk_free(&batch->blocks[i].chunk);
    }
    mem_free(batch->blocks);
}

static bool reader_init(struct reader *r, bool comments)
{
    const int most = MAX_BATCH / BLOCKS_PER_THREAD;
    int threads = r->par->threads < most ? r->par->threads : most;

    r->batch = threads > 1 ? threads * BLOCKS_PER_THREAD : 1;
    r->table = table_new(comments);
    return batch_init(&r->now, r->batch, comments) && batch_init(&r->next, r->batch, comments) &&
           r->table;
}

enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err)
{
    struct reader r = {.in = in, .par = par, .block = block, .status = OK};
    enum status status;

    *data = (struct dataset){0};
    if (reader_init(&r, (flags & DATASET_COMMENTS) != 0))
        status = parse_all(&r, err);
    else
        status = fail_memory(err, "a block of text");
    batch_free(&r.now, r.batch);
    batch_free(&r.next, r.batch);
    if (status == OK)
        return table_finish(r.table, (flags & DATASET_COMPACT) != 0, data, err);
    table_free(r.table);
    return status;
}
