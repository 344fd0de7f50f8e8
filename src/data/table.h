/* table - the arrays of a data set while it grows, in the narrowest storage that is exact.
 *
 * Chunks come in four steps, so that all but the copying is done by one thread in the order of the
 * rows: table_place for each of a batch, table_reserve once, table_put for each, on any thread,
 * table_commit once. */
#ifndef RRM_TABLE_H
#define RRM_TABLE_H

#include "base/status.h"
#include "data/chunk.h"
#include "data/dataset.h"

struct table;

/* The first row, entry and byte of comments of a chunk in the table. */
struct table_place {
    int64_t row, entry, comment;
};

/* The storage of the values so far. */
struct storage table_storage(const struct table *t);

/* Values are held in this storage, too, from the next table_reserve on. */
void table_need(struct table *t, struct storage storage);

/* An empty table; with room for comments if they are kept. NULL: no memory. */
struct table *table_new(bool comments);

/* The place of the chunk behind all those placed so far. False: no memory. */
bool table_place(struct table *t, const struct chunk *c, struct table_place *at);

/* Makes room for all that was placed, in a storage that holds it. False: no memory. */
bool table_reserve(struct table *t);

/* Copies the chunk to its place. Returns the storage of the table, or another one that the values
 * ask for: then table_need and table_reserve come again, and table_put of all chunks since the last
 * commit. */
struct storage table_put(struct table *t, const struct chunk *c, const struct table_place *at);

/* All that was placed was put. */
void table_commit(struct table *t);

/* Rows and lines placed so far. */
int64_t table_rows(const struct table *t);
int64_t table_lines(const struct table *t);

/* Makes the table a data set, which owns it from now on, whatever the status. The columns are
 * renumbered to those that occur if `compact` or if they are many more than the entries.
 * ERR_SYSTEM: no memory; data is then empty. */
enum status table_finish(struct table *t, bool compact, struct dataset *data, struct error *err);

/* NULL is allowed. */
void table_free(struct table *t);

#endif
