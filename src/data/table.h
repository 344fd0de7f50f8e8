/* table - the arrays of a data set while it grows, in the narrowest storage that is exact.
 *
 * A chunk comes in three steps: table_reserve, where it does not fit, while no thread copies;
 * table_place, for one chunk after the other in the order of the rows; table_copy, for any number
 * of chunks at once. */
#ifndef RRM_TABLE_H
#define RRM_TABLE_H

#include "base/status.h"
#include "data/text/chunk.h"
#include "data/dataset.h"

struct table;

/* The first row, entry and byte of comments of a chunk in the table. */
struct table_place {
    int64_t row, entry, comment;
};

/* An empty table of such text; with room for comments if they are kept. NULL: no memory. */
struct table *table_new(const struct text_form *form);

/* Before all of this, for one chunk after the other: finds out what becomes of its words
 * (chunk_words_rename). *row: the first one with a label that is one too many; -1: none. False: no
 * memory. */
bool table_words(struct table *t, struct chunk *c, int64_t *row);

/* Whether there is room for the chunk behind all those placed so far, and its values are in the
 * storage of the table. */
bool table_fits(const struct table *t, const struct chunk *c);

/* Makes the chunk fit: makes room, and changes the values of the table or of the chunk to a storage
 * that holds both. share: of all that will come, up to the chunk, in (0, 1]; 0: not known. It
 * changes the room alone. False: no memory. */
bool table_reserve(struct table *t, struct chunk *c, double share);

/* The place of the chunk, which fits, behind all those placed so far. False: no memory. */
bool table_place(struct table *t, const struct chunk *c, struct table_place *at);

/* Copies the chunk to its place. */
void table_copy(const struct table *t, const struct chunk *c, const struct table_place *at);

/* Makes the table a data set, which owns it from now on, whatever the status. The columns are
 * renumbered to those that occur if `compact` or if they are many more than the entries.
 * ERR_SYSTEM: no memory; data is then empty. */
enum status table_finish(struct table *t, bool compact, struct dataset *data, struct error *err);

/* NULL is allowed. */
void table_free(struct table *t);

#endif
