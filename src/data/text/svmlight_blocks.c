/* svmlight_blocks - reads svmlight/libsvm text in blocks that end at line ends.
 *
 * The blocks lie in a ring. Block k is read, parsed and taken: three jobs, of which each thread
 * takes the most urgent one that is open, until none is left. Blocks are read in the order of the
 * file, one after the other, and taken in this order; any number of threads parse, prepare and
 * copy. */
#include "data/text/svmlight_blocks.h"

#include <stdio.h>
#include <string.h>

#include "base/input.h"
#include "base/memory.h"
#include "data/text/svmlight_entries.h"

enum {
    BLOCKS_PER_THREAD = 2, /* of the ring: more take more memory; tuned */
    LONG_LINE = 1 << 24    /* bytes: a longer line with a NUL byte, as /dev/zero has, is an error */
};

/* A piece of text and what the parser made of it. */
struct block {
    char *text;
    size_t room;   /* of text, without the SVMLIGHT_SLACK + 1 bytes behind */
    size_t length; /* of the whole lines; the beginning of the next line may follow */
    double share;  /* of the input's bytes, up to the end of text, in [0, 1] */
    bool used;     /* read, and not yet copied */
    bool parsed;   /* and prepared */
    enum status status;
    char reason[SVMLIGHT_REASON];
    struct chunk chunk;
};

/* What the thread that reads works on. */
struct reading {
    struct input *in;
    size_t block;     /* bytes to read at a time */
    const char *rest; /* the beginning of a line at the end of the last block read */
    size_t rest_length;
    bool live;        /* a block has what is at hand, and its rows are awaited */
    bool ended;
    enum status status; /* how reading ended, reported once all lines before are parsed */
    struct error error;
};

/* Block k lies in ring[k % size]. The blocks before `filled` are read, those before `begun` are
 * parsed or being parsed, those before `taken` are taken. */
struct reader {
    const struct svmlight_taker *taker;
    struct reading text;

    pthread_mutex_t lock; /* of all that follows */
    struct event changed; /* of any of it */
    struct block *ring;
    size_t size, taken, begun, filled;
    bool reading, taking;   /* a thread does */
    int copying, idle;      /* threads that copy a block; that await a change */
    int64_t lines, rows;    /* of the blocks before `taken` */
    struct storage storage; /* that holds their values */
    enum status failed;     /* of a block or of the taker; all threads leave */
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

static void fill_without_memory(struct reading *r)
{
    r->ended = true;
    r->status = fail_memory(&r->error, "a block of text");
}

/* Reads the next whole lines into b, at least one if any is left. A last line without a line end
 * gets one. */
static void fill_block(struct reading *r, struct block *b)
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
        r->status = (r->live ? input_read_some : input_read)(r->in, b->text + used, b->room - used,
                                                             &got, &r->error);
        r->ended = r->status != OK || got == 0 || (!r->live && got < b->room - used);
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
    b->share = input_share(r->in);
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
    fill_block(&r->text, b);
    lock(r);
    r->reading = false;
    b->used = b->length > 0;
    b->parsed = false;
    r->filled += b->used;
}

/* What the taker sees of block k. */
static struct svmlight_block seen_block(const struct reader *r, size_t k)
{
    return (struct svmlight_block){.place = k % r->size, .rows = &block_at(r, k)->chunk,
                                   .lines = r->lines, .share = block_at(r, k)->share};
}

static void parse_block(struct reader *r)
{
    const struct svmlight_taker *taker = r->taker;
    struct svmlight_block seen = seen_block(r, r->begun);
    struct block *b = block_at(r, r->begun);
    struct storage storage = r->storage;

    b->chunk.lines.first = r->begun++ == 0;
    unlock(r);
    b->status = svmlight_parse(b->text, b->length, storage, &b->chunk, b->reason);
    if (b->status != ERR_SYSTEM && taker->prepare && !taker->prepare(taker->context, &seen))
        b->status = ERR_SYSTEM;
    lock(r);
    b->parsed = true;
}

/* Hands the rows of the block over, those before a bad line, too, and says what is wrong. */
static enum status take(struct reader *r, const struct block *b, const struct svmlight_block *seen)
{
    enum status status;

    if (b->status == ERR_SYSTEM)
        return fail_memory(r->err, "the examples");
    status = r->taker->take(r->taker->context, seen, r->err);
    if (status != OK || b->status == OK)
        return status;
    return fail_at(r->err, ERR_DATA, input_name(r->text.in), r->lines + b->chunk.lines.count, "%s",
                   b->reason);
}

/* Whether nothing has come behind block k so far. */
static bool awaited(const struct reader *r, size_t k)
{
    return r->text.live && r->filled == k + 1 && (r->reading || !input_at_hand(r->text.in));
}

/* Whether the block can be taken while other blocks are copied. */
static bool fits(const struct reader *r, const struct block *b)
{
    return !r->taker->fits || r->taker->fits(r->taker->context, &b->chunk);
}

static void take_block(struct reader *r)
{
    const struct svmlight_taker *taker = r->taker;
    struct block *b = block_at(r, r->taken);
    struct svmlight_block seen;
    enum status failed;

    r->taking = true;
    while (!fits(r, b) && r->copying > 0)
        await_change(r);
    seen = seen_block(r, r->taken);
    seen.awaited = awaited(r, r->taken);
    unlock(r);
    failed = take(r, b, &seen);
    lock(r);
    r->taking = false;
    r->failed = failed;
    if (failed != OK)
        return;
    r->taken++;
    r->lines += b->chunk.lines.count;
    r->rows += b->chunk.rows;
    r->storage = storage_join(r->storage, b->chunk.storage);
    r->copying++;
    unlock(r);
    event_advance(&r->changed);
    if (taker->copy)
        taker->copy(taker->context, &seen);
    lock(r);
    r->copying--;
    b->used = false;
}

enum job { READ, PARSE, TAKE, AWAIT, LEAVE };

/* A thread that has read a block parses it, too, its text being in the caches of that core; but
 * reading goes on where another thread is idle, and where it inflates, which takes longer than all
 * else. Live, what is not at hand is waited for once all before is taken: no failure has to wait
 * for it. */
static enum job next_job(const struct reader *r)
{
    const struct reading *text = &r->text;
    bool readable = !r->reading && !text->ended && !block_at(r, r->filled)->used;
    bool reads_on = r->begun == r->filled || r->idle > 0 || input_packed(text->in);

    if (r->failed != OK)
        return LEAVE;
    if (!r->taking && r->taken < r->begun && block_at(r, r->taken)->parsed)
        return TAKE;
    if (readable && reads_on && (!text->live || r->taken == r->filled || input_at_hand(text->in)))
        return READ;
    if (r->begun < r->filled)
        return PARSE;
    return !r->reading && text->ended && r->taken == r->filled ? LEAVE : AWAIT;
}

/* The work of one thread. */
static void work(void *context, int part)
{
    static void (*const act[])(struct reader *r) = {
        [READ] = read_block,
        [PARSE] = parse_block,
        [TAKE] = take_block,
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
    const char *name = input_name(r->text.in);
    size_t prefix = strlen(name) + 2;
    char reason[SVMLIGHT_REASON];

    if (r->text.status == OK && r->rows == 0 && !r->taker->keeps)
        return fail_at(err, ERR_DATA, name, r->lines > 0 ? r->lines : 1,
                       "the data set is empty, expected at least one line: label index:value ...");
    *err = r->text.error;
    if (r->text.status != ERR_DATA || prefix >= strlen(r->text.error.text))
        return r->text.status;
    snprintf(reason, sizeof reason, "%.200s", r->text.error.text + prefix);
    return fail_at(err, ERR_DATA, name, r->lines + 1, "%s", reason);
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool reader_init(struct reader *r, int threads)
{
    r->size = (size_t)threads * BLOCKS_PER_THREAD;
    if (r->size > SVMLIGHT_BLOCKS)
        r->size = SVMLIGHT_BLOCKS;
    r->ring = mem_alloc(r->size, sizeof *r->ring);
    for (size_t k = 0; r->ring && k < r->size; k++) {
        r->ring[k].chunk.form = r->taker->form;
        r->ring[k].chunk.refused.kept = r->taker->keeps;
    }
    return r->ring;
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

enum status svmlight_blocks(struct input *in, size_t block, const struct par *par,
                            const struct svmlight_taker *taker, struct error *err)
{
    struct reader r = {.taker = taker,
                       .text = {.in = in,
                                .block = block,
                                .live = taker->live && input_live(in),
                                .status = OK},
                       .failed = OK,
                       .err = err};
    enum status status;

    if (reader_init(&r, par->threads))
        status = read_all(&r, par);
    else
        status = fail_memory(err, "a block of text");
    ring_free(&r);
    return status;
}
