/* whole_groups - rows that come in blocks, handed on in whole groups: the rows of one qid that are
 * behind one another. */
#ifndef RRM_WHOLE_GROUPS_H
#define RRM_WHOLE_GROUPS_H

#include <stdbool.h>

#include "data/dataset.h"
#include "data/text/chunk.h"

/* Rows of a group at most; more take memory without end. */
enum { WHOLE_ROWS = 1 << 20 };

/* Rows that are held; empty is {0}. */
struct whole_groups {
    int64_t rows, room;
    struct chunk_refused *refused; /* bad lines between the rows */
    size_t refusals, refused_room;
    int64_t last;      /* where the last group begins */
    uint64_t *query;   /* rows */
    double *label;     /* rows */
    double *decision;  /* rows x outputs */
    struct spans held; /* the qids of a view */
};

/* Adds row i of a block, with its decision[outputs]. False: no memory. */
bool whole_add(struct whole_groups *w, const struct dataset *rows, int64_t i, size_t outputs,
               const double *decision);

/* Adds a bad line, which is of no group. False: no memory. */
bool whole_refuse(struct whole_groups *w);

/* *view: labels and qids of the first `count` rows, valid until the next call. False: no memory. */
bool whole_view(struct whole_groups *w, int64_t count, struct dataset *view);

/* Forgets the first `count` rows, whole groups, and the bad lines up to the next row. */
void whole_drop(struct whole_groups *w, int64_t count, size_t outputs);

void whole_free(struct whole_groups *w);

#endif
