/* soft_tables - the mean over all labelings, by their exponentials, in the place of the best one:
 *     g_mu = mu log(2^-m sum over flips of exp((Delta(c, b) + sum of the gains of the flips)/mu)),
 * g - mu m log 2 <= g_mu <= g = max over flips, c and b flips of the two sides.
 *
 * Zhang, Saha, Vishwanathan (Regularized Risk Minimization by Nesterov's Accelerated Gradient
 * Methods, 2010, arXiv:1011.0472), section 5.3, Algorithms 5 and 6: elementary symmetric
 * polynomials by dynamic programs, here of logarithms. */
#ifndef RRM_SOFT_TABLES_H
#define RRM_SOFT_TABLES_H

#include "loss/set/sides.h"

/* A side: n items in the order of their gains. F_i(c) = log P(c flips among the first i). */
struct soft_side {
    int64_t n, block;
    double *kept, *flipped; /* n: log-probabilities of an item to stay, to flip */
    double *marks;          /* F_i of every block-th i, n + 1 numbers each */
    double *rows;           /* block + 1: F_i of a block */
    double *last;           /* n + 1: F_n */
    double *ahead;          /* n + 1: log of what follows c flips */
};

struct soft_tables {
    struct soft_side side[SIDES];
    double *scratch; /* the greater n, + 1 */
    double *row;     /* n of side 1, + 1: a row of the table */
    double *mean;    /* n of side 0, + 1: of Delta where c flips */
};

/* The table of the best flips, g there. */
struct soft_best {
    int64_t flips[SIDES];
    double value;
};

/* Of that many items. False: no memory. */
bool soft_init(struct soft_tables *s, const int64_t count[SIDES], struct arena *arena);

/* g_mu, mu > 0, of the gains flip key of the items (sides.h), Delta(context, c, b). If u (rows) is
 * not NULL, it gets -flip P(i flips) of side 0, flip P(i flips) of side 1, and *offset the mean of
 * Delta. O(n^2) for each side, and n_0 n_1. */
double soft_slopes(struct soft_tables *s, const struct sides *sides, double flip, double mu,
                   struct soft_best best,
                   double (*delta)(const void *context, int64_t c, int64_t b), const void *context,
                   double *u, double *offset);

#endif
