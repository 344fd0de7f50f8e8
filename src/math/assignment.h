/* assignment - rows to columns, one each, at the greatest sum of profits. */
#ifndef RRM_ASSIGNMENT_H
#define RRM_ASSIGNMENT_H

#include <stddef.h>

/* What an assignment of n rows needs, n + 1 numbers each. */
struct assignment {
    double *row, *column;     /* potentials */
    double *slack;            /* the least reduced cost of a column from the tree */
    size_t *match, *before;   /* the row of a column; the column before it on the path */
    unsigned char *seen;
};

/* x->match[j], j = 1 .. n: the row, from 1, that column j gets, so that the sum of profit[(i - 1) n
 * + j - 1] is the greatest; all numbers finite. Shortest augmenting paths (Jonker, Volgenant,
 * Computing 38, 1987): O(n^3). */
void assignment_solve(struct assignment *x, size_t n, const double *profit);

#endif
