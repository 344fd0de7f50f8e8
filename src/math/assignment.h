/* assignment - rows to columns, one each, at the greatest sum of profits. */
#ifndef RRM_ASSIGNMENT_H
#define RRM_ASSIGNMENT_H

#include <stddef.h>

/* What an assignment of n rows needs, n + 1 numbers each. */
struct assignment {
    double *row, *column;     /* potentials */
    double *slack;            /* the length of the shortest path to a column */
    size_t *match, *before;   /* the row of a column; the column before it on the path */
    unsigned char *seen;
};

/* x->match[j], j = 1 .. n: the row, from 1, that column j has, 0: none yet. Row i gets a column,
 * and rows that have one may get others, so that the sum of profit[(i - 1) n + j - 1] over all
 * these rows is the greatest; all numbers finite. A shortest augmenting path (Jonker, Volgenant,
 * Computing 38, 1987): O(n^2). Before the first call reduced costs -profit_ij - row_i - column_j
 * are 0 for the pairs that are matched and at least 0 for all columns of their rows, as with no
 * pair and potentials of 0. */
void assignment_add(struct assignment *x, size_t n, const double *profit, size_t i);

#endif
