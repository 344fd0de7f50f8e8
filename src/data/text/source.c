/* source - the rows of a file, whatever its form: all of them as a data set, or block by block. */
#include "data/text/source.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "data/table.h"

/* ---- a data set ------------------------------------------------------------------------------ */

/* A table that takes blocks. */
struct growing {
    struct table *table;
    const char *name; /* of the input */
    struct table_place at[SVMLIGHT_BLOCKS]; /* of the blocks that are copied */
};

static bool fits(void *context, const struct chunk *rows)
{
    const struct growing *g = context;

    return table_fits(g->table, rows);
}

static enum status take(void *context, const struct svmlight_block *b, struct error *err)
{
    struct growing *g = context;
    int64_t row;

    if (!table_words(g->table, b->rows, &row))
        return fail_memory(err, "the words");
    if (row >= 0)
        return fail_at(err, ERR_DATA, g->name,
                       b->lines + row + 1 + (int64_t)spans_at(&b->rows->lines.skipped, row),
                       "different label number %d, more than a classifier takes",
                       DATASET_LABELS + 1);
    if ((fits(g, b->rows) || table_reserve(g->table, b->rows, b->share)) &&
        table_place(g->table, b->rows, &g->at[b->place]))
        return OK;
    return fail_memory(err, "the examples");
}

static void copy(void *context, const struct svmlight_block *b)
{
    const struct growing *g = context;

    chunk_words_rename(b->rows);
    table_copy(g->table, b->rows, &g->at[b->place]);
}

enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err)
{
    const struct text_form form = text_form_of(flags);
    struct growing g = {.table = table_new(&form), .name = input_name(in)};
    const struct svmlight_taker taker = {.context = &g,
                                         .form = form,
                                         .take = take,
                                         .copy = copy,
                                         .fits = fits};
    enum status status;

    *data = (struct dataset){0};
    if (g.table)
        status = svmlight_blocks(in, block, par, &taker, err);
    else
        status = fail_memory(err, "the examples");
    if (status == OK)
        return table_finish(g.table, (flags & DATASET_COMPACT) != 0, data, err);
    table_free(g.table);
    return status;
}

enum status dataset_open(const char *path, unsigned flags, const struct par *par,
                         struct dataset *data, struct error *err)
{
    struct input *in;
    enum status status = input_open(&in, path, err);

    *data = (struct dataset){0};
    if (status == OK)
        status = svmlight_read(in, flags, input_packed(in) ? SVMLIGHT_PACKED : SVMLIGHT_BLOCK, par,
                               data, err);
    input_close(in);
    return status;
}

/* ---- block by block -------------------------------------------------------------------------- */

/* Bytes of a block are cut to 1 / (1 + width / WIDE), and to LEAST at least: a row takes a byte or
 * more, so that a block of b bytes and its numbers take at most b (1 + 8 WIDE) bytes and 8 width
 * LEAST. A bound on memory, not tuned for speed. */
enum { WIDE = 16, LEAST = 1 << 9 };

/* A feature of the taker's list; {0} is free: features count from 1. */
struct listed {
    uint32_t feature, column;
};

/* The comments of a block, one behind the other. */
struct comments {
    char *text;
    int64_t *start; /* rows + 1 */
    size_t room, rows;
};

struct stream {
    const struct stream_taker *taker;
    struct listed *table;                       /* 2^bits, hashed; NULL: there is no list */
    int bits;
    struct stream_block block[SVMLIGHT_BLOCKS]; /* by place */
    int64_t *start[SVMLIGHT_BLOCKS];            /* of their rows */
    size_t room[SVMLIGHT_BLOCKS];               /* of start, less 1 */
    struct comments comments[SVMLIGHT_BLOCKS];
};

/* The entry of a feature, or the free one where it belongs, by linear probing. */
static struct listed *find(const struct stream *s, uint32_t feature)
{
    size_t at = hash_word(feature) >> (64 - s->bits);

    while (s->table[at].feature != feature && s->table[at].feature > 0)
        at = (at + 1) & (((size_t)1 << s->bits) - 1);
    return &s->table[at];
}

/* Makes the table of the taker's features, half full at most. False: no memory. */
static bool make_table(struct stream *s)
{
    uint32_t last = s->taker->columns - 1;

    if (!s->taker->feature)
        return true;
    for (s->bits = 1; (size_t)1 << s->bits < 2 * (size_t)last; s->bits++)
        ;
    s->table = mem_alloc((size_t)1 << s->bits, sizeof *s->table);
    for (uint32_t j = 0; s->table && j < last; j++)
        *find(s, s->taker->feature[j]) = (struct listed){s->taker->feature[j], j};
    return s->table;
}

static const uint32_t NO_FEATURE = UINT32_MAX - 1; /* a column that no taker has */

/* The words of a chunk become what they are to the taker. False: no memory. */
static bool number_words(const struct stream_words *words, struct chunk *c)
{
    const struct words *found = &c->words.found;

    if (!chunk_words_reserve(c))
        return false;
    for (size_t k = 0; k < found->labels.count; k++) {
        const struct table_term *word = &found->labels.term[k];
        uint32_t n = term_table_find(&words->labels, found->labels.bytes + word->at, word->length);
        c->words.label_as[k] = n == TERM_NONE ? 0 : words->label[n];
    }
    for (size_t k = 0; k < found->features.count; k++) {
        const struct table_term *word = &found->features.term[k];
        uint32_t n = term_table_find(&words->features, found->features.bytes + word->at,
                                     word->length);
        c->words.feature_as[k] = n == TERM_NONE ? NO_FEATURE : words->index[n] - 1;
    }
    if (found->features.count > 0)
        c->features = NO_FEATURE;
    chunk_words_rename(c);
    return true;
}

/* Renumbers the columns of a chunk to those of the taker. */
static void renumber(const struct stream *s, struct chunk *c)
{
    uint32_t last = s->taker->columns - 1;

    if (s->table)
        for (int64_t k = 0; k < c->entries; k++) {
            const struct listed *entry = find(s, c->col[k] + 1);
            c->col[k] = entry->feature > 0 ? entry->column : last;
        }
    else if (c->features > last)
        for (int64_t k = 0; k < c->entries; k++)
            c->col[k] = c->col[k] < last ? c->col[k] : last;
}

/* Copies the comments of a chunk. False: no memory. */
static bool copy_comments(const struct chunk *c, struct comments *to)
{
    void *text = to->text, *start = to->start;
    size_t rows = (size_t)c->rows, used = 0;
    bool done = true;

    if (c->comment_bytes >= to->room) {
        to->room = 2 * c->comment_bytes + 1;
        done = mem_resized(&text, to->room, 1);
    }
    if (done && (!start || rows > to->rows)) {
        to->rows = c->row_room;
        done = mem_resized(&start, to->rows + 1, sizeof *to->start);
    }
    to->text = text;
    to->start = start;
    for (size_t i = 0; i < rows && done; i++) {
        to->start[i] = (int64_t)used;
        memcpy(to->text + used, c->comment[i].s, c->comment[i].length);
        used += c->comment[i].length;
    }
    if (done)
        to->start[rows] = (int64_t)used;
    return done;
}

/* Sets start[i] to the first entry of row i, and start[rows] to the end. False: no memory. */
static bool find_starts(const struct chunk *c, int64_t **start, size_t *room)
{
    int64_t k = 0;

    if (!*start || (size_t)c->rows > *room) {
        mem_free(*start);
        *room = c->row_room;
        *start = mem_alloc(*room + 1, sizeof **start);
    }
    if (!*start)
        return false;
    for (int64_t i = 0; i < c->rows; i++) {
        (*start)[i] = k;
        k += c->length[i];
    }
    (*start)[c->rows] = k;
    return true;
}

static struct dataset rows_of(const struct stream_taker *taker, const struct chunk *c,
                              const int64_t *start)
{
    return (struct dataset){.x = {.rows = c->rows,
                                  .cols = taker->columns,
                                  .storage = c->storage.kind,
                                  .start = start,
                                  .end = start + 1,
                                  .col = c->col,
                                  .width = sizeof *c->col,
                                  .value = c->storage.kind == CSR_BINARY ? NULL : c->value,
                                  .places = c->storage.places},
                            .label = c->label,
                            .features = c->features,
                            .feature = taker->feature,
                            .skipped = c->lines.skipped.count > 0 ? &c->lines.skipped : NULL,
                            .query = c->queries.count > 0 ? &c->queries.of : NULL,
                            .unqueried = c->queries.missing,
                            .facts = row_facts_empty(&c->facts) ? NULL : &c->facts,
                            .commented = c->lines.commented};
}

static bool prepare(void *context, const struct svmlight_block *b)
{
    struct stream *s = context;
    struct stream_block *block = &s->block[b->place];

    if (s->taker->words && !number_words(s->taker->words, b->rows))
        return false;
    renumber(s, b->rows);
    if (s->taker->flags & DATASET_COMMENTS && !copy_comments(b->rows, &s->comments[b->place]))
        return false;
    if (!find_starts(b->rows, &s->start[b->place], &s->room[b->place]))
        return false;
    *block = (struct stream_block){.place = b->place,
                                   .rows = rows_of(s->taker, b->rows, s->start[b->place]),
                                   .refused = &b->rows->refused};
    block->rows.comment_start = s->comments[b->place].start;
    block->rows.comment = s->comments[b->place].text;
    return s->taker->prepare(s->taker->context, block);
}

static enum status hand_over(void *context, const struct svmlight_block *b, struct error *err)
{
    struct stream *s = context;
    struct stream_block *block = &s->block[b->place];

    block->lines = b->lines;
    block->awaited = b->awaited;
    return s->taker->take(s->taker->context, block, err);
}

/* Bytes to read at a time. */
static size_t block_size(const struct input *in, size_t width)
{
    size_t most = input_packed(in) ? SVMLIGHT_PACKED : SVMLIGHT_BLOCK;
    size_t cut = most / (1 + width / WIDE);

    return cut < LEAST ? LEAST : cut;
}

enum status stream_read(const char *path, const struct stream_taker *taker, const struct par *par,
                        struct error *err)
{
    struct stream s = {.taker = taker};
    struct svmlight_taker blocks = {
        .context = &s, .form = text_form_of(taker->flags), .keeps = taker->keeps, .live = true,
        .prepare = prepare, .take = hand_over};
    struct input *in;
    enum status status = input_open(&in, path, err);

    blocks.form.unlabelled = true;
    if (status == OK && !make_table(&s))
        status = fail_memory(err, "the features");
    if (status == OK)
        status = svmlight_blocks(in, block_size(in, taker->width), par, &blocks, err);
    input_close(in);
    for (size_t k = 0; k < SVMLIGHT_BLOCKS; k++) {
        mem_free(s.start[k]);
        mem_free(s.comments[k].text);
        mem_free(s.comments[k].start);
    }
    mem_free(s.table);
    return status;
}
