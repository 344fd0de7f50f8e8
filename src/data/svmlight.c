/* svmlight - reads svmlight/libsvm text in blocks that end at line ends.
 *
 * The blocks lie in a ring. Block k is read, parsed and appended to the table: three jobs, of which
 * each thread takes the most urgent one that is open, until none is left. Blocks are read in the
 * order of the file, one after the other, and get their places in the table in this order; any
 * number of threads parse, and copy to the table. */
#include "data/svmlight.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/event.h"
#include "base/input.h"
#include "base/memory.h"
#include "data/svmlight_entries.h"
#include "data/svmlight_parse.h"
#include "data/table.h"

enum {
    BLOCKS_PER_THREAD = 2, /* of the ring; 3 and 4 took as long on two threads, and more memory */
    MAX_BLOCKS = 128,      /* of the ring: 4 MB of plain text, 16 of unpacked */
    LONG_LINE = 1 << 24    /* bytes: a longer line with a NUL byte, as /dev/zero has, is an error */
};

/* A piece of text and what the parser made of it. */
struct block {
    char *text;
    size_t room;   /* of text, without the SVMLIGHT_SLACK + 1 bytes behind */
    size_t length; /* of the whole lines; the beginning of the next line may follow */
    bool used;     /* read, and not yet copied to the table */
    bool parsed;
    enum status status;
    char reason[SVMLIGHT_REASON];
    struct chunk chunk;
};

/* Block k lies in ring[k % size]. The blocks before `filled` are read, those before `taken` are
 * parsed or being parsed, those before `placed` have their places in the table. */
struct reader {
    struct input *in; /* these six: of the thread that reads */
    size_t block;     /* bytes to read at a time */
    const char *rest; /* the beginning of a line at the end of the last block read */
    size_t rest_length;
    bool ended;
    enum status status; /* how reading ended, reported once all lines before are parsed */
    struct error error;

    pthread_mutex_t lock; /* of all that follows */
    struct event changed; /* of any of it */
    struct block *ring;
    size_t size, placed, taken, filled;
    bool reading, placing;  /* a thread does */
    int copying, idle;      /* threads that copy a chunk; that await a change */
    struct table *table;    /* of the thread that places; others copy to it */
    struct storage storage; /* of the table */
    enum status failed;     /* of a block or of the table; all threads leave */
    struct error *err;
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

/* ---- jobs; each is called with the lock held, and holds it in the end ------------------------ */

static void lock(struct reader *r)
{
    event_lock(&r->lock);
}

static void unlock(struct reader *r)
{
    pthread_mutex_unlock(&r->lock);
}

static struct block *block_at(const struct reader *r, size_t k)
{
    return &r->ring[k % r->size];
}

static void await_change(struct reader *r)
{
    unsigned long changes = event_read(&r->changed);

    r->idle++;
    unlock(r);
    event_await(&r->changed, changes);
    lock(r);
    r->idle--;
}

static void read_block(struct reader *r)
{
    struct block *b = block_at(r, r->filled);

    r->reading = true;
    unlock(r);
    fill_block(r, b);
    lock(r);
    r->reading = false;
    b->used = b->length > 0;
    b->parsed = false;
    r->filled += b->used;
}

static void parse_block(struct reader *r)
{
    struct block *b = block_at(r, r->taken++);
    struct storage storage = r->storage;

    unlock(r);
    b->status = svmlight_parse(b->text, b->length, storage, &b->chunk, b->reason);
    lock(r);
    b->parsed = true;
}

/* Makes room in the table, whose arrays may move: not while other threads copy. */
static bool make_room(struct reader *r, struct chunk *c)
{
    bool done;

    while (r->copying > 0)
        await_change(r);
    unlock(r);
    done = table_reserve(r->table, c);
    lock(r);
    r->storage = table_storage(r->table);
    return done;
}

/* Gives the chunk its place in the table, or says what is wrong with the block. */
static enum status place(struct reader *r, struct block *b, struct table_place *at)
{
    if (b->status == ERR_DATA)
        return fail_at(r->err, ERR_DATA, input_name(r->in),
                       table_lines(r->table) + b->chunk.lines, "%s", b->reason);
    if (b->status == OK && (table_fits(r->table, &b->chunk) || make_room(r, &b->chunk)) &&
        table_place(r->table, &b->chunk, at))
        return OK;
    return fail_memory(r->err, "the examples");
}

static void append_block(struct reader *r)
{
    struct block *b = block_at(r, r->placed);
    struct table_place at;

    r->placing = true;
    r->failed = place(r, b, &at);
    r->placing = false;
    if (r->failed != OK)
        return;
    r->placed++;
    r->copying++;
    unlock(r);
    event_advance(&r->changed);
    table_copy(r->table, &b->chunk, &at);
    lock(r);
    r->copying--;
    b->used = false;
}

enum job { READ, PARSE, APPEND, AWAIT, LEAVE };

/* A thread that has read a block parses it, too, its text being in the caches of that core; but
 * reading goes on where another thread is idle, and where it inflates, which takes longer than all
 * else. (connect-4, gzip: 1.16 times inflating alone, 1.23 where the reading thread parsed.) */
static enum job next_job(const struct reader *r)
{
    bool readable = !r->reading && !r->ended && !block_at(r, r->filled)->used;
    bool reads_on = r->taken == r->filled || r->idle > 0 || input_packed(r->in);

    if (r->failed != OK)
        return LEAVE;
    if (!r->placing && r->placed < r->taken && block_at(r, r->placed)->parsed)
        return APPEND;
    if (readable && reads_on)
        return READ;
    if (r->taken < r->filled)
        return PARSE;
    return !r->reading && r->ended && r->placed == r->filled ? LEAVE : AWAIT;
}

/* The work of one thread. */
static void work(void *context, int part)
{
    static void (*const act[])(struct reader *r) = {
        [READ] = read_block,
        [PARSE] = parse_block,
        [APPEND] = append_block,
        [AWAIT] = await_change,
    };
    struct reader *r = context;

    (void)part;
    lock(r);
    for (enum job job = next_job(r); job != LEAVE; job = next_job(r)) {
        act[job](r);
        if (job != AWAIT)
            event_advance(&r->changed);
    }
    unlock(r);
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

/* ---- all together ---------------------------------------------------------------------------- */

static bool reader_init(struct reader *r, int threads, bool comments)
{
    r->size = (size_t)threads * BLOCKS_PER_THREAD;
    if (r->size > MAX_BLOCKS)
        r->size = MAX_BLOCKS;
    r->ring = mem_alloc(r->size, sizeof *r->ring);
    r->table = table_new(comments);
    if (!r->ring || !r->table)
        return false;
    for (size_t k = 0; k < r->size; k++)
        r->ring[k].chunk.comments = comments;
    return true;
}

static void ring_free(struct reader *r)
{
    for (size_t k = 0; r->ring && k < r->size; k++) {
        mem_free(r->ring[k].text);
        chunk_free(&r->ring[k].chunk);
    }
    mem_free(r->ring);
}

static enum status read_all(struct reader *r, const struct par *par)
{
    pthread_mutex_init(&r->lock, NULL);
    event_init(&r->changed);
    par_for(par, par->threads, work, r);
    event_free(&r->changed);
    pthread_mutex_destroy(&r->lock);
    return r->failed != OK ? r->failed : reading_ended(r, r->err);
}

enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err)
{
    struct reader r = {.in = in, .block = block, .status = OK, .failed = OK, .err = err};
    enum status status;

    *data = (struct dataset){0};
    if (reader_init(&r, par->threads, (flags & DATASET_COMMENTS) != 0))
        status = read_all(&r, par);
    else
        status = fail_memory(err, "a block of text");
    ring_free(&r);
    if (status == OK)
        return table_finish(r.table, (flags & DATASET_COMPACT) != 0, data, err);
    table_free(r.table);
    return status;
}
