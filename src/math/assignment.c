/* assignment - rows to columns, one each, at the greatest sum of profits.
 *
 * Costs are -profit. Reduced costs -profit_ij - row_i - column_j are 0 for the pairs matched so far
 * and at least 0 for all others; each row is matched by the shortest path to a free column. */
#include "math/assignment.h"

#include <math.h>
#include <string.h>

/* Relaxes the edges of row `match[at]`; returns the unseen column of the least slack. */
static size_t relax(struct assignment *x, size_t n, const double *profit, size_t at)
{
    size_t i = x->match[at], next = 0;
    const double *own = profit + (i - 1) * n;
    double least = INFINITY;

    for (size_t j = 1; j <= n; j++) {
        double reduced = -own[j - 1] - x->row[i] - x->column[j];
        if (x->seen[j])
            continue;
        if (reduced < x->slack[j]) {
            x->slack[j] = reduced;
            x->before[j] = at;
        }
        if (x->slack[j] < least) {
            least = x->slack[j];
            next = j;
        }
    }
    return next;
}

/* The least slack `step` becomes 0: the potentials of the tree move. */
static void shift(struct assignment *x, size_t n, double step)
{
    for (size_t j = 0; j <= n; j++) {
        if (x->seen[j]) {
            x->row[x->match[j]] += step;
            x->column[j] -= step;
        } else {
            x->slack[j] -= step;
        }
    }
}

/* Column 0 stands for the row that is to be matched. */
static void match_row(struct assignment *x, size_t n, const double *profit, size_t i)
{
    size_t at = 0;

    for (size_t j = 0; j <= n; j++)
        x->slack[j] = INFINITY;
    memset(x->seen, 0, n + 1);
    x->match[0] = i;
    while (x->match[at] != 0) {
        size_t next;
        x->seen[at] = 1;
        next = relax(x, n, profit, at);
        shift(x, n, x->slack[next]);
        at = next;
    }
    for (size_t j = at; j != 0; j = x->before[j])
        x->match[j] = x->match[x->before[j]];
}

void assignment_solve(struct assignment *x, size_t n, const double *profit)
{
    for (size_t j = 0; j <= n; j++) {
        x->row[j] = 0;
        x->column[j] = 0;
        x->match[j] = 0;
    }
    for (size_t i = 1; i <= n; i++)
        match_row(x, n, profit, i);
}
