/* newton_gram - M = A' diag(h) A over few columns, brought up to date by the rows whose h has
 * changed. */
#ifndef RRM_NEWTON_GRAM_H
#define RRM_NEWTON_GRAM_H

#include <math.h>
#include <stdbool.h>

#include "base/arena.h"
#include "loss/costs.h"
#include "risk/risk.h"
#include "solve/monitor.h"

/* M is summed anew after so many sums of changed rows: each leaves the rounding errors of what it
 * takes away. */
enum { NEWTON_GRAM_UPDATES = 50 };

/* True if a sum with the weight `in` of a row needs its new weight h: where h is not finite, too.
 * Without a branch: it could not be predicted. */
static inline bool weight_is_stale(double lazy, double h, double in)
{
    return (h != in) & !(fabs(h - in) < lazy * h);
}

struct newton_gram {
    const struct risk *risk;
    size_t n;    /* columns */
    double lazy; /* M keeps the h_i of a row that has changed by at most lazy h_i */
    double *M;   /* n x n: the upper triangle of sum_i in_i x_i x_i' */
    struct costs c; /* of the rows */
    double *in;  /* units: in_i, the weights of the rows in M */
    int updates; /* of M since it was 0: the shared sum is one */
    int64_t count, most, *row; /* the rows of a sum, `most` at a time */
    double *weight;
};

/* M = 0. With borders lazy is rounding: they are those of the last h. Memory comes
 * from the arena, which tells whether there was enough. */
void newton_gram_init(struct newton_gram *s, const struct risk *risk, size_t n, double lazy,
                      struct arena *arena);

/* M = A' diag(h) A, h (units), but for rows that have changed little and, where monitor_stop(m) is
 * requested, the rows that are left. True if M changed. */
bool newton_gram_update(struct newton_gram *s, const double *h, const struct monitor *m);

/* M and the weights of its rows times `factor`. */
void newton_gram_scale(struct newton_gram *s, double factor);

/* D (n) = the diagonal of A' diag(h) A for h_i = h, all rows. */
void newton_gram_diagonal(struct newton_gram *s, double h, double *D);

#endif
