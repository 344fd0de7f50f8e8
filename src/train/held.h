/* held - a training of one problem is watched by rows that it does not see: how good the best point
 * is on them at each iteration, and when that gets no better. */
#ifndef RRM_HELD_H
#define RRM_HELD_H

#include "train/training.h"

struct held {
    /* the caller's */
    const struct dataset *rows;
    const char *file;       /* where they come from */
    enum figure_id decides;
    int patience;           /* so many iterations in a row without a better figure end the run; 0:
                             * none do */

    /* the run */
    struct training shown;  /* that of the point, with a solution of its own */
    double figure;          /* of the best point; NaN: not defined */
    double seen;            /* J of that point */
    double best, primal;    /* the best figure, and J at the point that has it */
    double *w;              /* that point */
    int idle;               /* iterations since a better one */
    atomic_int enough;      /* of struct limits */
    enum status status;     /* ERR_SYSTEM: a figure found no memory */
    struct error err;
    struct arena arena;
};

/* For t between training_init, or training_start, and training_run: t->held = h, which watches the
 * run of its one problem. ERR_USAGE: the rows do not define the figure that decides; ERR_DATA: the
 * prediction of a row overflows; ERR_SYSTEM: no memory. Free in any case. */
enum status held_begin(struct held *h, struct training *t, struct error *err);

/* At the end of an iteration: h->figure is that of the best point. */
void held_look(struct held *h, const struct monitor *m);

/* Once the run has ended: if for want of patience, the best point becomes that of the best figure
 * and of these the one of the least J, with its J; the bound stays. */
void held_end(const struct held *h, struct monitor *m);

void held_free(struct held *h);

#endif
