/* assignment - rows to columns, one each, at the greatest sum of profits. */
#ifndef RRM_ASSIGNMENT_H
#define RRM_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>

/* What an assignment of n rows needs, n + 1 numbers each, and the profits of row i, from 1, at
 * profit[0 .. n - 1]: no row^2 of them is kept. */
struct assignment {
    void (*profits)(const void *context, size_t n, size_t i, double *profit);
    const void *context;
    double *profit;
    double *row, *column;     /* potentials */
    double *slack;            /* the length of the shortest path to a column */
    size_t *match, *before;   /* the row of a column; the column before it on the path */
    unsigned char *seen;
};

/* x->match[j], j = 1 .. n: the row, from 1, that column j has, 0: none yet. Row i gets a column,
 * and rows that have one may get others, so that the sum of their profits is the greatest;
 * all numbers finite. A shortest augmenting path (Jonker, Volgenant,
 * Computing 38, 1987): O(n^2). Before the first call reduced costs -profit_ij - row_i - column_j
 * are 0 for the pairs that are matched and at least 0 for all columns of their rows, as with no
 * pair and potentials of 0. False: they overflow. */
bool assignment_add(struct assignment *x, size_t n, size_t i);

#endif
