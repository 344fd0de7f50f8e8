/* assignment - rows to columns, one each, at the greatest sum of profits.
 *
 * Costs are -profit. Reduced costs -profit_ij - row_i - column_j are 0 for the pairs matched so far
 * and at least 0 for all columns of their rows; each further row is matched by the shortest path to
 * a free column, of length `slack`. Then the potentials of the rows and columns on the tree move by
 * what they are nearer than that column. */
#include "math/assignment.h"

#include <math.h>
#include <string.h>

/* Relaxes the edges of the row of column `at`, which is `length` away; returns the unseen column
 * that is nearest; 0: the lengths are no numbers. */
static size_t relax(struct assignment *x, size_t n, size_t at, double length)
{
    size_t i = x->match[at], next = 0;
    double least = INFINITY, from = length - x->row[i];

    x->profits(x->context, n, i, x->profit);
    for (size_t j = 1; j <= n; j++) {
        double there = from - x->profit[j - 1] - x->column[j];
        if (x->seen[j])
            continue;
        if (there < x->slack[j]) {
            x->slack[j] = there;
            x->before[j] = at;
        }
        if (x->slack[j] < least) {
            least = x->slack[j];
            next = j;
        }
    }
    return next;
}

/* Column 0 stands for the row that is to be matched. */
bool assignment_add(struct assignment *x, size_t n, size_t i)
{
    size_t at = 0;

    x->slack[0] = 0;
    x->column[0] = 0;
    for (size_t j = 1; j <= n; j++)
        x->slack[j] = INFINITY;
    memset(x->seen, 0, n + 1);
    x->match[0] = i;
    while (x->match[at] != 0) {
        x->seen[at] = 1;
        at = relax(x, n, at, x->slack[at]);
        if (at == 0)
            return false;
    }
    for (size_t j = 0; j <= n; j++) {
        double nearer = x->slack[at] - x->slack[j];
        if (!x->seen[j])
            continue;
        x->row[x->match[j]] += nearer;
        x->column[j] -= nearer;
    }
    for (size_t j = at; j != 0; j = x->before[j])
        x->match[j] = x->match[x->before[j]];
    return true;
}
