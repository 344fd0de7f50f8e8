/* l1_southwell - quadratic programs with a kink at 0 in every variable, from near their solution,
 * by coordinate steps where the slopes are largest. */
#ifndef RRM_L1_SOUTHWELL_H
#define RRM_L1_SOUTHWELL_H

#include "math/l1_columns.h"

/* Of the columns of S, side by side. */
struct southwell_set {
    uint32_t *column;
    size_t count;
    double *slope;    /* a_j, but for borders */
    double *diagonal; /* H_jj; 0 where that is rounding */
    double *lo, *hi;  /* v_j has no violation where lo <= a_j <= hi */
    size_t *start;    /* 1 + where G_j begins in `gram`; 0: it is not there */
    uint32_t *length; /* of G_j: its entries; as many as S: a vector */
};

/* f(v) = <g, v> + v'Hv/2 + sum_j psi(v_j), H = G - sum_k e_k e_k' for G = X' diag(h) X and a few
 * borders e_k. */
struct l1_southwell {
    struct kinked psi;
    const struct columns *X;
    double *h;              /* rows of X */
    double *v, *a;          /* a column each: a = g + H v */
    size_t borders;
    double *E;              /* borders x columns: e_k, side by side */
    double *t;              /* borders: <e_k, v - v at the begin> */
    double distance;        /* grows by what f falls; the owner begins with 0 */
    size_t visited;         /* grows by the entries of X and G that are read; so, too */
    double most_distance;   /* l1_southwell_reduce stops beyond this, */
    size_t most_visited;    /* and beyond this */
    struct stop_token stop; /* asked after each sweep */
    /* scratch */
    struct southwell_set set;
    struct columns *rows; /* entries of the rows of X_S */
    size_t *row_start;    /* rows of X, two more */
    struct columns gram;  /* entries of columns of G_SS, as far as there is room */
    size_t used;          /* of these */
    double *sum;          /* a column each: zeros */
    uint32_t *touched;    /* a column each, one more */
};

/* For X, whose entries may come later. `lent`, for as many columns, rows and borders, lends its
 * vectors, entries and stop: both may be used in turn, and begin anew then. The arena tells whether
 * memory sufficed. */
void l1_southwell_init(struct l1_southwell *s, const struct columns *X, struct l1_columns *lent,
                       struct arena *arena);
void l1_southwell_free(struct l1_southwell *s);

/* At psi, h, v, a and E: S are the columns with v_j != 0 or -a_j beyond `share` of left or right.
 * False: no memory. */
bool l1_southwell_begin(struct l1_southwell *s, double share);

/* The largest violation (kinked_violation) of S, leaving out columns with H_jj = 0. */
double l1_southwell_violation(const struct l1_southwell *s);

/* Sweeps over S, each v_j with a violation above `level` to its minimum, until none moves: but for
 * rounding, no violation is above it then. a_j follows in S alone. False: stopped. */
bool l1_southwell_reduce(struct l1_southwell *s, double level);

#endif
