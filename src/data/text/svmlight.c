/* svmlight - reads svmlight/libsvm text. */
#include "data/text/svmlight.h"

#include "data/text/svmlight_blocks.h"
#include "data/table.h"

/* A table that takes blocks. */
struct growing {
    struct table *table;
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

    if ((fits(g, b->rows) || table_reserve(g->table, b->rows)) &&
        table_place(g->table, b->rows, &g->at[b->place]))
        return OK;
    return fail_memory(err, "the examples");
}

static void copy(void *context, const struct svmlight_block *b)
{
    const struct growing *g = context;

    table_copy(g->table, b->rows, &g->at[b->place]);
}

enum status svmlight_read(struct input *in, unsigned flags, size_t block, const struct par *par,
                          struct dataset *data, struct error *err)
{
    struct growing g = {.table = table_new((flags & DATASET_COMMENTS) != 0)};
    const struct svmlight_taker taker = {.context = &g,
                                         .comments = (flags & DATASET_COMMENTS) != 0,
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
